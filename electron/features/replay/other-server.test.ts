// A call that one server refused is sent to another one: credentials of the first server stay with the first.

import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { serverConfigSchema } from '../../../shared/server/server-config.ts';
import { TryOut, value } from '../../inspector/testing/replays.ts';

/** Speaks just enough MCP to be connected, and refuses every tool call with 401. */
async function refusing(name: string, headers: Record<string, string>) {
  const seen: { method: string; headers: IncomingHttpHeaders; text: string }[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    const { id, method } = JSON.parse(text || '{}') as { id?: number; method?: string };
    seen.push({ method: method ?? request.method ?? '', headers: request.headers, text });
    const results: Record<string, object> = {
      initialize: {
        protocolVersion: '2025-11-25',
        serverInfo: { name, version: '1' },
        capabilities: { tools: {} },
      },
      'tools/list': { tools: [{ name: 'look', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } }] },
    };
    const result = results[method ?? ''];
    if (result) {
      response.writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': `session-of-${name}` });
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
    } else response.writeHead(method === 'tools/call' ? 401 : method ? 202 : 405).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  return { seen, config: serverConfigSchema.parse({ name, transport: { kind: 'http', url, headers } }) };
}

test('a replay to another server sends no credentials of the first', async () => {
  const tryOut = await TryOut.open();
  const first = await refusing('first', { Authorization: 'Bearer canary-of-first', 'X-Api-Key': 'canary-of-first' });
  const other = await refusing('other', { 'X-Api-Key': 'key-of-other' });
  const row = await tryOut.callTool(await tryOut.connect(first.config), 'look');
  const to = value(await tryOut.api.addServer({ config: other.config, connect: false })).server;
  await tryOut.replayNow(row.id, { to: { kind: 'server', server: to }, confirm: 'yes' });

  const sent = other.seen.find(({ method }) => method === 'tools/call');
  expect(sent?.headers).toMatchObject({ 'x-api-key': 'key-of-other', 'mcp-session-id': 'session-of-other' });
  expect(sent?.headers).not.toHaveProperty('authorization');
  expect(JSON.stringify(other.seen)).not.toContain('first');
  // Only once each: nothing is retried automatically.
  expect(first.seen.filter(({ method }) => method === 'tools/call')).toHaveLength(1);
  expect(other.seen.filter(({ method }) => method === 'tools/call')).toHaveLength(1);
});
