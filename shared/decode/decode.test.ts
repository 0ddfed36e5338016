import { describe, expect, it } from 'vitest';
import type { Account } from '../account/account.ts';
import type { Json, JsonObject } from '../json/json.ts';
import { decode } from './decode.ts';
import { answered, context, exchanged, rpcError, toolError, toolResult } from './testing/account-fixtures.ts';

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

  it('distinguishes an unknown tool from bad arguments, in any wording', () => {
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

  it('explains missing responses: a dead process, our own timeout, noise, a broken response, a broken schema', () => {
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

describe('the connection to the server', () => {
  const tried = (error: string, more: object = {}) =>
    decode({ method: 'ping', http: { ...exchanged(null), error, ...more } }, context());

  it('is distinguished from upstream services', () => {
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

  it('is not blamed if Misfire closed it', () => {
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

describe('the tool failure of _meta', () => {
  const name = 'io.modelcontextprotocol/toolFailure';
  const payload = { class: 'rate_limited', code: 'SLOW', retryable: true, retryNotBefore: '2026-11-15T00:01:00Z' };
  const result: JsonObject = {
    content: [{ type: 'text', text: 'No.' }],
    _meta: { [name]: { ...payload, correlationId: 'c-1' } },
  };
  it('says what failed and when to retry, with and without isError', () => {
    for (const more of [{ isError: true }, {}] as JsonObject[])
      expect(decode(toolResult({ ...result, ...more }), context())).toMatchObject({
        class: 'rate_limited',
        retry: { verdict: 'wait', afterMs: 60_000 },
      });
  });
  it('is not read from other fields', () => {
    expect(decode(toolResult({ ...result, _meta: { 'com.example/toolFailure': payload } }), context())).toBeNull();
  });
});

describe('issues listed in a text and again as data', () => {
  it('count once each, with the version that has a code', () => {
    const failure = decode(
      toolResult({
        isError: true,
        content: [{ type: 'text', text: 'Invalid arguments:\n- workspace: Must be set\n- limit: Expected number' }],
        structuredContent: {
          issues: [
            { path: ['workspace'], message: 'Required', code: 'invalid_type' },
            { path: ['limit'], message: 'Expected number, received string', code: 'invalid_type' },
          ],
        },
      }),
      context(),
    );
    expect(failure?.issues.map(({ path, message }) => [path, message])).toEqual([
      ['/workspace', 'Required'],
      ['/limit', 'Expected number, received string'],
    ]);
  });
});

describe('the cause of a masked error', () => {
  const stderr = ['INFO listening', 'Traceback (most recent call last):', 'ValueError: bed must be positive'];
  it('is quoted from stderr', () => {
    const failure = decode(toolError('Error executing tool search', { stderr }), context());
    expect(failure?.quote).toEqual({ text: 'ValueError: bed must be positive', path: 'stderr' });
    expect(failure?.explanation).toContain('bed must be positive');
    expect(failure?.remedy[0]).toBe('Likely cause, from stderr: “ValueError: bed must be positive”');
  });
  it.each([
    ['ValueError: math domain error', 'validation', 'after_fix'],
    [
      "httpx.HTTPStatusError: Client error '401 Unauthorized' for url 'https://garden.example'",
      'unauthorized',
      'after_auth',
    ],
    ["PermissionError: [Errno 13] Permission denied: '/srv/beds'", 'forbidden', 'never'],
    ["AttributeError: 'NoneType' object has no attribute 'lower'", 'internal', 'unknown'],
    ['httpx.ConnectError: All connection attempts failed', 'dependency', 'backoff'],
  ])('decides the class and the verdict: %s', (line, failureClass, verdict) => {
    const said = ['Traceback (most recent call last):', '  File "/srv/beds.py", line 3, in run', line];
    for (const masked of ['Error executing tool search', 'Internal error']) {
      const failure = decode(toolError(masked, { stderr: said }), context());
      expect(failure, masked).toMatchObject({ class: failureClass, retry: { verdict }, quote: { text: line } });
    }
  });
  it('is not just any line that was logged meanwhile', () => {
    const said = ['Could not refresh the list of beds: not found'];
    const failure = decode(toolError('Error executing tool search', { stderr: said }), context());
    expect(failure).toMatchObject({ class: 'internal', retry: { verdict: 'backoff' } });
  });
  it('stays on stderr if the error names its cause', () => {
    const failure = decode(toolError('Error executing tool search: no beds', { stderr }), context());
    expect(failure?.quote?.text).toBe('no beds');
  });
});

describe('a status of another service', () => {
  const decodeStatus = (status: number) => decode(toolError(`API request failed with status ${status}`), context());
  it.each([
    [400, 'invalid_request', 'request', /compare the arguments/i],
    [451, 'forbidden', 'request', /legal reasons/],
    [500, 'dependency', 'upstream', /internal error/],
    [503, 'unavailable', 'upstream', /overloaded or down/],
  ])('%i has its own advice', (status, kind, owner, advice) => {
    expect(decodeStatus(status)).toMatchObject({ class: kind, owner });
    expect(decodeStatus(status)?.remedy[0]).toMatch(advice);
  });
  it('names a service only if the message does', () => {
    const remedy = (text: string) => decode(toolError(text), context())?.remedy.join(' ');
    expect(remedy('fetch failed')).not.toContain('can reach');
    expect(remedy('fetch failed: orchard.example:443')).toContain('can reach orchard.example:443');
  });
  it('is the server’s own over HTTP', () => {
    const bare = decode({ method: 'ping', http: exchanged(503, {}, '') }, context());
    expect(bare).toMatchObject({ class: 'unavailable', owner: 'server' });
  });
});

describe('what has no name', () => {
  const said = (account: Account) => decode(account, context({ server: '?' }))?.sentence;
  it('begins with a capital at the start of a sentence only', () => {
    expect(said(toolError('connect ECONNREFUSED 127.0.0.1:5432'))).toBe(
      'Connection refused: 127.0.0.1:5432, used by the server',
    );
    expect(said(toolError('Rate limited'))).toMatch(/^The server /);
    const { answer } = toolError('The task already exists');
    expect(said({ ...(answer && { answer }) })).toMatch(/^The request conflicts/);
  });
});

describe('a wait without a figure', () => {
  const advice = (text: string) => decode(toolError(text), context())?.remedy.at(-1);
  it('is a clock time or a period in the message', () => {
    expect(advice('Rate limited, resets at 14:05')).toBe(
      'Wait until 14:05, then repeat the call. The message names no time zone.',
    );
    expect(advice('Monthly quota exceeded, resets on 2026-12-01')).toBe(
      'Wait until 2026-12-01, then repeat the call. The message names no time zone.',
    );
    expect(advice('Monthly quota exceeded')).toContain('the next month');
    expect(advice('100 requests per day exceeded: too many requests')).toContain('the next day');
    expect(advice('Rate limited')).toBe('Try again with growing waits.');
  });
  it('is computed if the time zone is named', () => {
    const failure = decode(toolError('Quota exceeded, resets at 01:30 UTC'), context());
    expect(failure?.retry).toMatchObject({ verdict: 'wait', afterMs: 5_400_000 });
  });
});

describe('an output that the server itself rejects', () => {
  it('takes the meaning of the failure that it quotes and names both', () => {
    const text =
      '1 validation error for bedOutput\n' +
      "result\n  Input should be a valid list [type=list_type, input_value='HTTP 503 Service Unavailable', input_type=str]";
    const failure = decode(toolError(text), context());
    expect(failure).toMatchObject({ class: 'unavailable', retry: { verdict: 'backoff' } });
    expect(failure?.notes.map(({ id }) => id)).toContain('wrapped-error');
    expect(failure?.explanation).toContain('HTTP 503 Service Unavailable');
  });
  it('is read from the failure that the server could not wrap', () => {
    const got = (said: string) =>
      `structured_content must be a dict or None. Got list: [{'type': 'text', 'text': "${said}", 'annotations': None}].`;
    expect(decode(toolError(got('Error in dig: [Errno 111] Connection refused')), context())).toMatchObject({
      class: 'dependency',
      retry: { verdict: 'backoff' },
    });
    expect(decode(toolError(got('Oak is green')), context())?.class).toBe('invalid_response');
  });
  it('is the server’s fault if it quotes none', () => {
    const text = "Output validation error: 'green' is not of type 'integer'";
    expect(decode(toolError(text), context())).toMatchObject({ class: 'invalid_response', owner: 'server' });
  });
});

describe('a prompt that reports a failure', () => {
  const get = (text: string, target = 'plan_bed', args: Json = {}) =>
    decode(
      toolResult(
        { messages: [{ role: 'user', content: { type: 'text', text } }] },
        { method: 'prompts/get', target, params: { name: target, arguments: args } },
      ),
      context(),
    );
  it('is a failure', () => {
    expect(get('Prompt plan_bed not found')).toMatchObject({ class: 'not_found', flagged: false });
    expect(get('Error: prompt plan_bed has no template')).toMatchObject({ flagged: false });
  });
  it('is a failure in the words that tools use too', () => {
    const url = 'https://beds.example/west';
    const text = `Failed to fetch ${url}: ConnectError('[Errno -3] Temporary failure in name resolution')`;
    expect(get(text, 'fetch', { url })).toMatchObject({ flagged: false });
    expect(get(`Could not read ${url}: HTTP 503`, 'summarize', { url })).toMatchObject({ flagged: false });
  });
  it('is distinguished from a prompt’s normal text', () => {
    expect(get('If the bed is not found, say so.')).toBeNull();
    expect(get('Error messages should be short.')).toBeNull();
    const error = 'Failed to fetch https://beds.example/west';
    expect(get(`Explain this error to a gardener: ${error}`, 'explain', { error })).toBeNull();
    expect(get(error, 'explain', { error })).toBeNull();
  });
});

describe('an HTTP body instead of a response', () => {
  const got = (status: number, body: string) =>
    decode({ method: 'ping', http: exchanged(status, {}, body) }, context());
  it('breaks the protocol if HTTP reports success', () => {
    expect(got(200, '<html>Hello</html>')).toMatchObject({ class: 'invalid_response' });
    expect(got(200, '')).toMatchObject({ class: 'invalid_response' });
  });
  it('may be empty if no response is due', () => {
    expect(got(202, '')).toBeNull();
    expect(got(204, '')).toBeNull();
    expect(got(202, '<html>Hello</html>')).toMatchObject({ class: 'invalid_response' });
  });
});
