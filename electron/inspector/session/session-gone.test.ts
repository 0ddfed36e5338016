// A server that drops its session (Streamable HTTP up to 2025-11-25), and the revisions that can be negotiated.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { everythingStdio, TestInspector, value } from '../testing/test-inspector.ts';

let bench: TestInspector;
let http: Server | null = null;
beforeEach(async () => {
  bench = await TestInspector.open();
});
afterEach(async () => {
  await bench.close();
  http?.closeAllConnections();
  http?.close();
});

type Lost = (response: ServerResponse, id: unknown, request: IncomingMessage) => void;

/** Issues session ids; `tools/call` gets `lost` while `isLost` returns true. */
async function serve(lost: Lost) {
  const state = { isLost: true, sessions: [] as string[], asked: [] as string[] };
  http = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const session = request.headers['mcp-session-id'];
    if (request.method !== 'POST') {
      state.asked.push(`${request.method} ${session}`);
      return response.writeHead(405).end();
    }
    const { id, method } = JSON.parse(body);
    state.asked.push(`${method} ${session ?? '-'}`);
    if (id === undefined) return response.writeHead(202).end();
    if (method === 'tools/call' && state.isLost) return lost(response, id, request);
    const headers: Record<string, string> = { 'content-type': 'application/json' };
    if (method === 'initialize') {
      headers['mcp-session-id'] = `s${state.sessions.length + 1}`;
      state.sessions.push(headers['mcp-session-id']);
    }
    const hello = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'p', version: '1' } };
    const result = method === 'initialize' ? hello : { content: [{ type: 'text', text: 'here' }] };
    response.writeHead(200, headers).end(JSON.stringify({ jsonrpc: '2.0', id, result }));
  });
  await new Promise<void>((resolve) => http?.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`;
  return { server: await bench.connect('peer', { kind: 'http', url }), state };
}

const json = (response: ServerResponse, status: number, value: object) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));

describe('a 404 to our session', () => {
  test.each<[string, Lost]>([
    [
      'as TypeScript servers send it',
      (response) =>
        json(response, 404, { jsonrpc: '2.0', id: null, error: { code: -32001, message: 'Session not found' } }),
    ],
    ['as Go servers send it', (response) => response.writeHead(404).end('session not found')],
    ['without a body', (response) => response.writeHead(404).end()],
  ])('%s ends the connection with a message; connecting again starts a new session', async (_how, lost) => {
    const { server, state } = await serve(lost);
    const { row, failure } = await bench.callTool(server, 'echo');
    expect(row.outcome).toMatch(/rpc_error|http_failure/);
    expect(failure?.remedy.join(' ')).toMatch(/[Cc]onnect again/);
    await expect.poll(async () => (await bench.view(server)).state).toBe('exited');
    expect((await bench.view(server)).reason).toMatch(/^The server forgot this session/);
    state.isLost = false;
    await value(bench.api.restart({ server }));
    expect((await bench.callTool(server, 'echo')).row.headline).toBe('here');
    expect(state.asked).toContain('initialize -');
    expect(state.asked.filter((line) => line.startsWith('initialize'))).toEqual(['initialize -', 'initialize -']);
    expect(state.asked).toContain('tools/call s2');
    expect(state.asked.filter((line) => line.startsWith('DELETE'))).toEqual([]);
  });

  test('that answers the call itself affects only the call', async () => {
    const { server } = await serve((response, id) =>
      json(response, 404, { jsonrpc: '2.0', id, error: { code: -32601, message: 'Unknown tool: echo' } }),
    );
    await bench.callTool(server, 'echo');
    expect((await bench.view(server)).state).toBe('connected');
  });
});

describe('a revision', () => {
  test.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
    '%s is requested and negotiated',
    async (revision) => {
      const server = await bench.connect('everything', everythingStdio, { revision });
      expect(await bench.view(server)).toMatchObject({ protocolVersion: revision });
      const { params } = await value(
        bench.api.rowDetail({ id: (await bench.rows()).find(({ method }) => method === 'initialize')!.id }),
      );
      const { capabilities } = JSON.parse(params);
      expect(capabilities.roots).toEqual({ listChanged: true });
      expect(capabilities.elicitation).toEqual(
        revision < '2025-06-18' ? undefined : revision < '2025-11-25' ? {} : { form: {}, url: {} },
      );
      expect((await bench.callTool(server, 'echo', { message: 'hi' })).row.headline).toBe('Echo: hi');
    },
  );

  test('that Misfire does not support is refused with both names', async () => {
    const source = `process.stdin.once('data', () => console.log('{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"1999-01-01","capabilities":{}}}'))`;
    const server = await bench.add('odd', { kind: 'stdio', command: process.execPath, args: ['-e', source] });
    await bench.api.connect({ server });
    expect((await bench.view(server)).reason).toBe(
      'The server wants to speak revision “1999-01-01”, which Misfire does not know. Misfire asked for 2025-11-25 and speaks 2024-11-05 to 2025-11-25 with “initialize”.',
    );
  });
});
