import { describe, expect, it } from 'vitest';
import { decode } from './decode.ts';
import { answered, context, exchanged, rpcError, toolError, toolResult } from './testing/fixtures.ts';

describe('decode', () => {
  it('finds nothing in an ordinary success', () => {
    expect(
      decode(toolResult({ content: [{ type: 'text', text: 'All good, no errors found.' }] }), context()),
    ).toBeNull();
    expect(decode(toolResult({ tools: [] }, { method: 'tools/list' }), context())).toBeNull();
  });

  it('reads a plain JSON-RPC error', () => {
    const failure = decode(
      rpcError(-32601, 'Method not found', undefined, { method: 'foo/bar', target: undefined }),
      context(),
    );
    expect(failure).toMatchObject({
      layer: 'protocol',
      carrier: 'jsonrpc.error',
      origin: 'wire',
      class: 'method_not_found',
      code: -32601,
      title: 'Unknown method',
      flagged: true,
      explanation: 'acme does not offer the method foo/bar.',
    });
  });

  it('tells an unknown tool from bad arguments, however it is said', () => {
    for (const account of [
      toolError('MCP error -32602: MCP error -32602: Tool search not found'),
      toolError('Unknown tool: search'),
      rpcError(-32602, 'Unknown tool: invalid_tool_name'),
      rpcError(-32603, 'Method search not found'),
    ]) {
      expect(decode(account, context())).toMatchObject({ class: 'not_found', title: 'Unknown tool' });
    }
    const bad = decode(
      toolError('MCP error -32602: Input validation error: Invalid arguments for tool search: Required at query'),
      context(),
    );
    expect(bad).toMatchObject({ class: 'validation', code: -32602, issues: [{ path: '/query', message: 'Required' }] });
  });

  it('reads an HTTP failure with a problem document and Retry-After', () => {
    const body = JSON.stringify({
      type: 'https://acme.example/limits',
      title: 'Slow down',
      status: 429,
      detail: 'At most 5 calls a minute',
    });
    const failure = decode(
      {
        method: 'tools/call',
        target: 'search',
        http: exchanged(429, { 'retry-after': '30', 'content-type': 'application/problem+json' }, body),
      },
      context(),
    );
    expect(failure).toMatchObject({
      layer: 'transport',
      carrier: 'http',
      class: 'rate_limited',
      code: 429,
      problem: { title: 'Slow down', status: 429 },
      retry: { verdict: 'wait', afterMs: 30_000, sources: { afterMs: 'http.headers.retry-after' } },
      dialect: { id: 'rfc9457' },
    });
  });

  it('reads an error inside a result', () => {
    const failure = decode(
      toolResult({ error: { code: 4001, message: 'Adapter error', retryable: false } }),
      context(),
    );
    expect(failure).toMatchObject({
      carrier: 'result.error',
      layer: 'tool',
      retry: { verdict: 'never', source: 'result.error.retryable' },
    });
  });

  it('speaks for silence: a dead process, our own timeout, noise, a broken answer, a broken schema', () => {
    expect(
      decode(
        {
          method: 'tools/call',
          target: 'search',
          process: { code: 1, signal: null, stderr: ['boom', 'TypeError: x'] },
        },
        context(),
      ),
    ).toMatchObject({
      class: 'connection_lost',
      carrier: 'process',
      code: 1,
      title: 'Process died',
      message: 'TypeError: x',
    });
    expect(decode({ method: 'ping', timeout: { afterMs: 60_000 } }, context())).toMatchObject({
      class: 'timeout',
      carrier: 'timeout',
      origin: 'local',
    });
    expect(decode({ method: 'ping', noise: ['Listening on stdio'] }, context())).toMatchObject({
      class: 'invalid_response',
      title: 'Not JSON',
    });
    expect(decode({ method: 'ping', unanswered: { why: 'closed' } }, context())).toMatchObject({
      class: 'connection_lost',
    });
    expect(decode(answered({ jsonrpc: '2.0', id: 1 }), context())).toMatchObject({ class: 'invalid_response' });
    const schema = toolResult(
      { content: [], structuredContent: { n: 'x' } },
      { schemaIssues: [{ path: '/n', message: 'must be number' }] },
    );
    expect(decode(schema, context())).toMatchObject({
      class: 'invalid_response',
      fault: 'server',
      flagged: false,
      issues: [{ path: '/n' }],
    });
  });

  it('shows candidates for a code that nothing explains', () => {
    expect(decode(rpcError(-32001, 'Request failed: see log'), context())?.class).not.toBe('validation');
    const failure = decode(rpcError(-32001, 'x'), context());
    expect(failure).toMatchObject({ class: 'unknown', retry: { verdict: 'unknown' } });
    expect(failure?.candidates.length).toBeGreaterThan(1);
  });
});

describe('the way to the server', () => {
  const tried = (error: string, more: object = {}) =>
    decode({ method: 'ping', http: { ...exchanged(null), error, ...more } }, context());

  it('is told from the services behind it', () => {
    expect(tried('ECONNREFUSED: connect ECONNREFUSED 127.0.0.1:1')).toMatchObject({
      class: 'connection_lost',
      carrier: 'http',
      fault: 'network',
      title: 'No connection',
      code: 'ECONNREFUSED',
      explanation:
        'acme could not be reached at https://acme.example/mcp for ping: ECONNREFUSED: connect ECONNREFUSED 127.0.0.1:1.',
    });
    expect(tried('ENOTFOUND: getaddrinfo ENOTFOUND acme.example')).toMatchObject({ title: 'Unknown host' });
    expect(tried('DEPTH_ZERO_SELF_SIGNED_CERT: self-signed certificate')).toMatchObject({ title: 'Bad certificate' });
    expect(tried('ETIMEDOUT: connect ETIMEDOUT')).toMatchObject({ class: 'timeout' });
    expect(tried('ECONNRESET: read ECONNRESET', { status: 200 })).toMatchObject({
      class: 'connection_lost',
      title: 'Broke off',
    });
  });

  it('is not blamed when we hung up', () => {
    const http = { ...exchanged(null), error: 'ABORT_ERR: This operation was aborted' };
    expect(decode({ method: 'ping', http, timeout: { afterMs: 5 } }, context())).toMatchObject({
      class: 'timeout',
      origin: 'local',
    });
    expect(decode({ method: 'ping', http, cancelled: { reason: 'enough' } }, context())).toMatchObject({
      class: 'cancelled',
    });
  });
});
