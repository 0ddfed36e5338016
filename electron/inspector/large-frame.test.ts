// How often a long response is parsed on its way into the log. bench/large-frame.ts measures its memory, because the peak of a process
// depends on garbage collection. The copies are counted here, in transports/line-framer.test.ts and in log/store/long-bodies.test.ts.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { TestInspector } from './testing/test-inspector.ts';

const hello = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'p', version: '1' } };
const long = { content: [{ type: 'text', text: 'w'.repeat(3_000_000) }] };

async function serve(asEvents: boolean): Promise<string> {
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const { id, method } = JSON.parse(body || '{}');
      if (request.method !== 'POST') return response.writeHead(405).end();
      if (id === undefined) return response.writeHead(202).end();
      const result = JSON.stringify({ jsonrpc: '2.0', id, result: method === 'initialize' ? hello : long });
      response.setHeader('content-type', asEvents ? 'text/event-stream' : 'application/json');
      return response.end(asEvents ? `data: ${result}\n\n` : result);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

test.each([
  ['a body', false],
  ['an event', true],
])('as %s it is parsed once', async (_name, asEvents) => {
  const bench = await TestInspector.open();
  const { parse } = JSON;
  onTestFinished(async () => {
    JSON.parse = parse;
    await bench.close();
  });
  const server = await bench.connect('p', { kind: 'http', url: await serve(asEvents) });
  let parsed = 0;
  JSON.parse = (text: string, ...more) => {
    if (text.length > 1_000_000) parsed += 1;
    return parse(text, ...more);
  };
  const { row } = await bench.callTool(server, 'say');
  expect(row.outcome).toBe('answered');
  expect(parsed).toBe(1);
});
