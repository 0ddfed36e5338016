// Gatehouse: notes behind a sign-in. Reading them needs the scope `read`, writing them `write`. Without a token it returns a 401 that says
// where to get one, with too few scopes a 403. Its authorization server is in the same process.

import type { IncomingMessage, RequestListener } from 'node:http';
import { z } from 'zod';
import { member } from '../../../shared/json/json.ts';
import { type HttpRefusal, readBody } from '../loopback.ts';
import { toolServer } from '../mcp-server.ts';
import { serveHttp } from '../serve-http.ts';
import { adds, defineTool, RpcError, reads } from '../tool.ts';
import { Authority } from './authority.ts';
import { chooseFaults, hasFault, nextChoice, protectsAll } from './faults.ts';

const notes = ['Water the plants'];

const tools = [
  defineTool({
    name: 'list_notes',
    title: 'List notes',
    description: 'Lists all notes. Needs the scope read.',
    hints: reads,
    input: z.object({}),
    run: () => text(notes.join('\n')),
  }),
  defineTool({
    name: 'add_note',
    title: 'Add a note',
    description: 'Adds a note. Needs the scope write.',
    hints: adds,
    input: z.object({
      note: z
        .string()
        .describe('What to remember.')
        .meta({ examples: ['Feed the cat'] }),
    }),
    run: ({ note }) => text(`${notes.push(note)} notes`),
  }),
];

const text = (words: string) => ({ content: [{ type: 'text', text: words }] });

/** The port is only known at the first request. */
let open: { base: string; authority: Authority; pages: RequestListener } | null = null;

function house(request: IncomingMessage) {
  if (open) return open;
  const base = `http://127.0.0.1:${request.socket.localPort}`;
  const authority = new Authority(base);
  open = { base, authority, pages: authority.pages() };
  return open;
}

function refuse(request: IncomingMessage, message: unknown): HttpRefusal | null {
  const called = member(message, 'method') === 'tools/call';
  if (!called && !protectsAll) return null;
  const { base, authority } = house(request);
  const needed = member(member(message, 'params'), 'name') === 'add_note' ? 'write' : 'read';
  const challenge = (status: number, error: string, description: string): HttpRefusal => ({
    status,
    headers: {
      'www-authenticate': `Bearer ${error === '' ? '' : `error="${error}", error_description="${description}", `}resource_metadata="${base}/.well-known/oauth-protected-resource/mcp", scope="${needed}"`,
    },
    body: { error: error || 'unauthorized', error_description: description },
  });
  const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined) return challenge(401, '', 'Sign in first');
  const issued = authority.read(token);
  if (!issued) return challenge(401, 'invalid_token', 'The token is not known or has expired');
  if (called && !issued.scopes.includes(needed)) {
    return challenge(403, 'insufficient_scope', `This needs the scope ${needed}`);
  }
  return null;
}

serveHttp({
  async refuse(request, message) {
    const refusal = refuse(request, message);
    const isHeld = hasFault('hold-refusals') && member(member(message, 'params'), 'name') === 'add_note';
    if (refusal && isHeld) await nextChoice();
    return refusal;
  },
  elsewhere: async (request, response) => {
    if (request.url !== '/faults') return house(request).pages(request, response);
    chooseFaults(await readBody(request));
    response.writeHead(204).end();
  },
  build: () =>
    toolServer({
      name: 'gatehouse',
      title: 'Gatehouse',
      instructions: 'Notes behind a sign-in. Reading needs the scope read, adding the scope write.',
      tools,
      rules: {
        unknownTool(name) {
          throw new RpcError(-32602, `Unknown tool: ${name}`);
        },
        malformedCall(_field, problem) {
          throw new RpcError(-32602, problem);
        },
        invalidArguments(_tool, issues) {
          throw new RpcError(-32602, issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '));
        },
      },
    }),
});
