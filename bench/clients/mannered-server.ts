// An MCP server on stdio or HTTP that behaves as the manner in MANNER says: which era it speaks, and which requests it refuses, ignores or
// dies of. It writes its start, each line of the pipe and each signal to the file in WIRE.

import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import type { Manner } from './manners.ts';

interface Message {
  id?: string | number;
  method?: string;
  params?: { protocolVersion?: string; cursor?: string; name?: string };
}
type Reply = object | 'silent' | 'dies';

const manner = JSON.parse(process.env.MANNER ?? process.argv[2] ?? '{}') as Manner;
const { era = 'legacy', unknown = 'error', delays = {}, does = {}, pageSize } = manner;
const tools = manner.tools ?? [{ name: 'ok', description: 'Answers.', inputSchema: { type: 'object' } }];
const capabilities = manner.capabilities ?? { tools: {}, resources: {}, prompts: {}, logging: {} };
const serverInfo = { name: 'mannered-server', version: '1.0.0' };
let isOpen = false;

const log = (entry: object): void => {
  if (process.env.WIRE)
    appendFileSync(process.env.WIRE, `${JSON.stringify({ at: Date.now(), pid: process.pid, ...entry })}\n`);
};

function page(items: readonly object[], cursor = '0'): { items: readonly object[]; nextCursor?: string } {
  if (pageSize === undefined) return { items };
  const from = Number(cursor);
  const next = from + pageSize;
  return { items: items.slice(from, next), ...(next < items.length ? { nextCursor: String(next) } : {}) };
}

function listed(name: string, items: readonly object[], cursor: string | undefined): object {
  const { items: shown, ...more } = page(items, cursor);
  return {
    [name]: shown,
    ...more,
    ...(era === 'legacy' ? {} : { resultType: 'complete', ttlMs: 0, cacheScope: 'private' }),
  };
}

const refused = (code: number, message: string, data?: object) => ({
  error: { code, message, ...(data ? { data } : {}) },
});

/** JSON has no undefined, so null removes a member. */
function without(greeting: object): object {
  return Object.fromEntries(Object.entries({ ...greeting, ...manner.greeting }).filter(([, value]) => value !== null));
}

function replyTo({ method = '', params }: Message): Reply {
  const wanted = does[method];
  if (wanted === 'silent' || wanted === 'dies') return wanted;
  if (wanted === 'error') return refused(-32603, 'Internal error');
  if (wanted === 'missing') return refused(-32601, 'Method not found');
  if (method === 'initialize' && era !== 'modern') {
    isOpen = true;
    const asked = params?.protocolVersion ?? '2025-11-25';
    const protocolVersion = manner.version ?? [asked, '2025-11-25'].sort()[0];
    const greeting = { protocolVersion, capabilities, serverInfo };
    return { result: without(greeting) };
  }
  if (method === 'initialize')
    return refused(-32022, 'Unsupported protocol version', {
      supported: ['2026-07-28'],
      requested: params?.protocolVersion,
    });
  if (method === 'server/discover' && era !== 'legacy')
    return {
      result: {
        resultType: 'complete',
        ttlMs: 0,
        cacheScope: 'private',
        supportedVersions: era === 'both' ? ['2026-07-28', '2025-11-25'] : ['2026-07-28'],
        capabilities,
        serverInfo,
        _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo },
      },
    };
  if (method === 'ping') return { result: {} };
  const known: Record<string, () => object> = {
    'tools/list': () => listed('tools', tools, params?.cursor),
    'resources/list': () => listed('resources', manner.resources ?? [], params?.cursor),
    'resources/templates/list': () => listed('resourceTemplates', [], params?.cursor),
    'prompts/list': () => listed('prompts', manner.prompts ?? [], params?.cursor),
    'logging/setLevel': () => ({}),
    'tools/call': () => ({
      content: [{ type: 'text', text: 'all fine' }],
      ...(era === 'legacy' ? {} : { resultType: 'complete' }),
    }),
  };
  const answer = known[method];
  if (answer) return { result: answer() };
  if (!isOpen && era === 'legacy' && unknown !== 'error') return unknown;
  return refused(-32601, 'Method not found');
}

async function handle(text: string, send: (line: string) => void): Promise<void> {
  const message = JSON.parse(text) as Message;
  if (message.method === undefined || message.id === undefined) return;
  const delay = delays[message.method];
  if (delay !== undefined) await new Promise((done) => setTimeout(done, delay));
  const reply = replyTo(message);
  if (reply === 'silent') return;
  if (reply === 'dies') {
    log({ event: 'dies', method: message.method });
    process.exit(101);
  }
  const line = JSON.stringify({ jsonrpc: '2.0', id: message.id, ...reply });
  log({ from: 'server', line });
  send(line);
}

const { WIRE: _wire, MANNER: _manner, ...env } = process.env;
log({ event: 'start', parent: process.ppid, cwd: process.cwd(), env });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    log({ event: signal });
    process.exit(0);
  });

if (manner.startMs !== undefined) await new Promise((done) => setTimeout(done, manner.startMs));
if (manner.http) {
  const http = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (part) => {
      text += part;
    });
    request.on('end', () => {
      log({ from: 'client', http: request.method, headers: request.headers, line: text });
      if (request.method !== 'POST') return void response.writeHead(405).end();
      const { id } = JSON.parse(text) as Message;
      if (id === undefined) return void response.writeHead(202).end();
      void handle(text, (line) => response.writeHead(200, { 'content-type': 'application/json' }).end(line));
    });
  });
  http.listen(0, '127.0.0.1', () => process.stdout.write(`${JSON.stringify(http.address())}\n`));
} else {
  if (manner.banner !== undefined) process.stdout.write(`${manner.banner}\n`);
  createInterface({ input: process.stdin })
    .on('close', () => {
      log({ event: 'stdin closed' });
      process.exit(0);
    })
    .on('line', (line) => {
      log({ from: 'client', line });
      void handle(line, (text) => process.stdout.write(`${text}\n`));
    });
}
