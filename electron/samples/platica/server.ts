// Platica on Streamable HTTP, POST only: REST failures are `isError` with the raw body, the rest are JSON-RPC errors. Stateless, like such
// servers: without GET and DELETE there is no stream to resume and no session to end.

import type { IncomingMessage } from 'node:http';
import { member } from '../../../shared/json/json.ts';
import { type HttpRefusal, rpcError } from '../loopback.ts';
import { toolServer } from '../mcp-server.ts';
import { serveHttp } from '../serve-http.ts';
import { RpcError } from '../tool.ts';
import { tools } from './tools.ts';

serveHttp({
  stateless: true,
  refuse,
  build: () =>
    toolServer({
      name: 'platica',
      title: 'Platica',
      instructions: 'Clients, agents and reports. Failures of the API come as isError with its own body.',
      tools,
      rules: {
        unknownTool(name) {
          throw new RpcError(-32602, `Invalid params: unknown tool ${name}`);
        },
        malformedCall(_field, problem) {
          throw new RpcError(-32602, `Invalid params: ${problem}`);
        },
        invalidArguments: (_tool, issues) => ({
          content: [
            { type: 'text', text: issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n') },
          ],
          structuredContent: { issues: issues.map(({ path, message, code }) => ({ path, message, code })) },
          isError: true,
        }),
      },
    }),
});

function refuse(request: IncomingMessage, message: unknown): HttpRefusal | null {
  if (request.method !== 'POST') {
    return {
      status: 405,
      headers: { allow: 'POST' },
      body: rpcError(-32000, 'Method not allowed: only POST is accepted'),
    };
  }
  const params = member(message, 'params');
  const tried = member(params, 'name') === 'with_key' ? member(member(params, 'arguments'), 'key') : undefined;
  const header = typeof tried === 'string' ? `Bearer ${tried}` : (request.headers.authorization ?? '');
  if (/^Bearer pl_key_\w+$/.test(header)) return null;
  const id = member(message, 'id');
  const answered = typeof id === 'string' || typeof id === 'number' ? id : null;
  return { status: 401, body: rpcError(-32001, 'Unauthorized: missing or invalid Authorization header', answered) };
}
