// How commands reach servers: requests for input, headers, variables, older transports, resumed streams, versions, batches and proxies.

import type { ServerResponse } from 'node:http';
import { describe, expect } from 'vitest';
import { shellWord } from '../../../../shared/snippets/shell.ts';
import { dies, ordinary, test } from '../testing/desk.ts';

describe('a server that dies at start', () => {
  test('call prints the decoded failure with the lines of stderr', async ({ desk }) => {
    const { code, lines, stderr } = await desk.run(['call', dies, 'ping', '--json']);
    expect(code).toBe(3);
    expect(lines).toHaveLength(1);
    expect(JSON.stringify(lines[0])).toContain('ORDERS_API_KEY');
    expect(lines[0]).toMatchObject({ carrier: 'process', method: 'initialize' });
    expect(stderr).toContain('could not be reached');
    expect(stderr.match(/Set ORDERS_API_KEY for/g)).toHaveLength(1);
    expect(stderr.trimEnd().split('\n').at(-1)).toBe(
      `To check the connection step by step: misfire doctor ${shellWord([dies])}`,
    );
  });

  test('call does not say of a command that never ran that it exited', async ({ desk }) => {
    const { code, stderr } = await desk.run(['call', 'no-such-command-anywhere --stdio', 'ping']);
    expect(code).toBe(3);
    expect(stderr).toContain('“no-such-command-anywhere” was not found');
    expect(stderr).not.toContain('Server exited');
  });

  test('log does not either', async ({ desk }) => {
    await desk.run(['call', '--record', 'no-such-command-anywhere --stdio', 'ping']);
    const { stdout } = await desk.run(['log']);
    expect(stdout).toContain('no-such-command-anywhere was not found');
    expect(stdout).not.toContain('Server exited');
  });

  test('probe does too', async ({ desk }) => {
    const { code, lines } = await desk.run(['compare', dies, '--format', 'rows', '--json']);
    expect(code).toBe(3);
    expect(JSON.stringify(lines)).toContain('ORDERS_API_KEY');
  });
});

describe('a tool that requests input', () => {
  const asking = `
  if (method === 'initialize') welcome(id);
  else if (method === 'tools/call') { globalThis.open = id; send({ id: 'ask', method: 'elicitation/create', params: { message: 'Sure?', requestedSchema: { type: 'object', properties: {} } } }); }
  else if (id === 'ask') send({ id: globalThis.open, result: { content: [{ type: 'text', text: JSON.stringify(message.result) }] } });`;

  test('is declined without a user, and does not hang', async ({ desk }) => {
    const { code, stdout } = await desk.run(['call', desk.server('ask', asking), 'tools/call', '{"name":"sure"}']);
    expect(code).toBe(0);
    expect(stdout).toContain('decline');
  });

  test('is answered from a file', async ({ desk }) => {
    const file = desk.write('answers.json', '{"elicitation":{"action":"accept","content":{"yes":true}}}');
    const args = ['call', desk.server('ask', asking), 'tools/call', '{"name":"sure"}', '--answer', file];
    const { code, stdout } = await desk.run(args);
    expect(code).toBe(0);
    expect(stdout).toContain('accept');
  });

  test('rejects a file of another format and describes the right one', async ({ desk }) => {
    const file = desk.write('answers.json', '{"elicit":{}}');
    const { code, stderr } = await desk.run(['call', desk.server('ask', asking), 'ping', '--answer', file]);
    expect(code).toBe(2);
    expect(stderr).toContain('"elicit"');
  });
});

describe('connecting', () => {
  test('--timeout covers the handshake', async ({ desk }) => {
    const silent = desk.server('silent', '');
    const { code, lines } = await desk.run(['call', silent, 'ping', '--timeout', '300', '--json']);
    expect(code).toBe(3);
    expect(lines[0]).toMatchObject({ class: 'timeout', method: 'initialize' });
  });

  test('--env, and params from stdin', async ({ desk }) => {
    const server = desk.server('ordinary', ordinary);
    const { code, stdout } = await desk.run(['call', server, 'tools/call', '-', '--env', 'FLAVOUR=lemon'], {
      input: '{"name":"echo"}',
    });
    expect(code).toBe(0);
    expect(stdout).toContain('lemon');
  });

  test('--header reaches a URL, and is rejected for a command', async ({ desk }) => {
    const url = await desk.http((request, response, body) => {
      const { id, method } = JSON.parse(body || '{}');
      if (id === undefined) return response.writeHead(202).end();
      const result =
        method === 'initialize'
          ? { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 's', version: '1' } }
          : { flavour: request.headers['x-flavour'] };
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ jsonrpc: '2.0', id, result }));
    });
    const good = await desk.run(['call', url, 'ping', '--header', 'X-Flavour: lemon']);
    expect(good.stdout).toContain('lemon');
    const wrong = await desk.run(['call', desk.server('ordinary', ordinary), 'ping', '--header', 'X-Flavour: lemon']);
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain('--env');
  });

  test('detects a URL of the older transport', async ({ desk }) => {
    const streams: ServerResponse[] = [];
    const url = await desk.http((request, response, body) => {
      if (request.method === 'GET') {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write('event: endpoint\ndata: /messages\n\n');
        streams.push(response);
        return;
      }
      if (request.url !== '/messages') return response.writeHead(404).end();
      response.writeHead(202).end();
      const { id, method } = JSON.parse(body);
      if (id === undefined) return;
      const result =
        method === 'initialize'
          ? { protocolVersion: '2024-11-05', capabilities: {}, serverInfo: { name: 's', version: '1' } }
          : { said: 'over the old stream' };
      streams.at(-1)?.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`);
    });
    const { code, stdout, stderr } = await desk.run(['call', `${url}/sse`, 'ping']);
    expect(stdout, stderr).toContain('over the old stream');
    expect(code).toBe(0);
  });

  test('waits for a stream that ends to be resumed, as long as it requested', async ({ desk }) => {
    let endedAt = 0;
    let waited = 0;
    let call: unknown;
    const url = await desk.http((request, response, body) => {
      const stream = { 'content-type': 'text/event-stream' };
      if (request.method === 'GET') {
        if (request.headers['last-event-id'] !== 'e1') return response.writeHead(405).end();
        waited = performance.now() - endedAt;
        const answer = { jsonrpc: '2.0', id: call, result: { said: 'resumed' } };
        return response.writeHead(200, stream).end(`id: e2\ndata: ${JSON.stringify(answer)}\n\n`);
      }
      const { id, method } = JSON.parse(body || '{}');
      if (id === undefined) return response.writeHead(202).end();
      if (method === 'initialize') {
        const result = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 's', version: '1' } };
        return response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ jsonrpc: '2.0', id, result }));
      }
      call = id;
      response.writeHead(200, stream).end('retry: 300\nid: e1\ndata:\n\n', () => {
        endedAt = performance.now();
      });
    });
    const { code, stdout, stderr } = await desk.run(['call', url, 'ping']);
    expect(stdout, stderr).toContain('resumed');
    expect(code).toBe(0);
    expect(waited).toBeGreaterThan(290);
  });

  test('tries the next common version after a rejected one, and says so', async ({ desk }) => {
    const picky = desk.server(
      'picky',
      `if (method === 'initialize' && params.protocolVersion !== '2025-06-18') send({ id, error: { code: -32602, message: 'Unsupported protocol version', data: { supported: ['2024-11-05', '2025-06-18'], requested: params.protocolVersion } } });
       else if (method === 'initialize') send({ id, result: { protocolVersion: '2025-06-18', capabilities: {}, serverInfo: { name: 's', version: '1' } } });
       else if (id !== undefined) send({ id, result: { said: 'agreed' } });`,
    );
    const { code, stdout } = await desk.run(['call', picky, 'ping', '--record']);
    expect(stdout).toContain('agreed');
    expect(code).toBe(0);
    const { stdout: log } = await desk.run(['log', '--exit-zero']);
    expect(log).toContain('2025-06-18, after it refused 2025-11-25');
  });

  test('reads a response in a batch', async ({ desk }) => {
    const batching = desk.server(
      'batching',
      `if (method === 'initialize') welcome(id);
       else if (id !== undefined) send([{ jsonrpc: '2.0', method: 'notifications/message', params: {} }, { jsonrpc: '2.0', id, result: { said: 'in a batch' } }]);`,
    );
    const { code, stdout } = await desk.run(['call', batching, 'ping']);
    expect(code).toBe(0);
    expect(stdout).toContain('in a batch');
  });

  test('uses HTTPS_PROXY and HTTP_PROXY for other machines, but not for NO_PROXY and this machine', async ({
    desk,
  }) => {
    const asked: string[] = [];
    const proxy = await desk.http((request, response, body) => {
      asked.push(request.url ?? '');
      const { id, method } = JSON.parse(body || '{}');
      if (id === undefined) return response.writeHead(202).end();
      const result =
        method === 'initialize'
          ? { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 's', version: '1' } }
          : { said: 'through the proxy' };
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ jsonrpc: '2.0', id, result }));
    });
    const env = { HTTP_PROXY: proxy, http_proxy: proxy };
    const through = await desk.run(['call', 'http://far.invalid/mcp', 'ping'], { env });
    expect(through.stdout, through.stderr).toContain('through the proxy');
    expect(asked.every((url) => url.startsWith('http://far.invalid/mcp'))).toBe(true);
    const spared = { ...env, NO_PROXY: 'far.invalid', no_proxy: 'far.invalid' };
    const past = await desk.run(['call', 'http://far.invalid/mcp', 'ping', '--timeout', '3000'], { env: spared });
    expect(past.code).toBe(3);
    const count = asked.length;
    await desk.run(['call', `${proxy}/mcp`, 'ping'], { env });
    expect(asked.slice(count).every((url) => url === '/mcp')).toBe(true);
  });
});
