// The faulty server on node:http, without an SDK: an SDK would never cut its own stream or answer a call with a sign-in page. Sessions and
// tools/list work correctly; http-faults.ts has the HTTP faults.

import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isObject, type JsonObject, parseJson } from '../../../shared/json/json.ts';
import { answer, handshake, refusal } from '../faulty/answers.ts';
import { listFaults, readOrder } from '../faulty/menu.ts';
import { listen, readBody, rpcError, sendJson } from '../loopback.ts';
import { serveFault } from './http-faults.ts';

const sessions = new Set<string>();

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const send = (body: JsonObject, status = 200, headers = {}) => sendJson(response, { status, headers, body });
  const { pathname } = new URL(request.url ?? '/', 'http://local');
  if (pathname !== '/mcp' && pathname !== '/moved') return send({ error: 'Not found' }, 404);
  const session = String(request.headers['mcp-session-id'] ?? '');
  if (request.method === 'DELETE') return send({}, sessions.delete(session) ? 200 : 404);
  if (request.method !== 'POST') return send(rpcError(-32000, 'Method not allowed'), 405, { allow: 'POST, DELETE' });

  const message = parseJson(await readBody(request));
  if (!message.ok || !isObject(message.value)) return send(rpcError(-32700, 'Parse error'), 400);
  const { id, method, params } = message.value;
  if (method === 'initialize' && id !== undefined) {
    const opened = randomUUID();
    sessions.add(opened);
    const asked = isObject(params) ? params.protocolVersion : undefined;
    return send(handshake(id, 'faulty-http', asked), 200, { 'mcp-session-id': opened });
  }
  if (!sessions.has(session)) return send(rpcError(-32001, 'Session not found'), session === '' ? 400 : 404);
  if (id === undefined) return void response.writeHead(202).end();
  if (method === 'ping' || method === 'logging/setLevel') return send(answer(id, {}));
  if (method === 'tools/list') return send(answer(id, listFaults('http')));
  if (method !== 'tools/call') return send(refusal(id, -32601, 'Method not found'));
  const order = readOrder('http', id, params);
  if (!order) return send(refusal(id, -32602, 'Unknown tool'));
  await serveFault(order, {
    request,
    response,
    moved: pathname === '/moved',
    endSession: () => void sessions.delete(session),
  });
}

listen((request, response) => {
  handle(request, response).catch((error) => {
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
    if (!response.headersSent) sendJson(response, { status: 500, body: rpcError(-32603, 'Internal error') });
  });
});
