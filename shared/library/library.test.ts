// The library as others use it: inputs that clients have, decoded like in the app.

import { describe, expect, it } from 'vitest';
import { decode, Learner, retryPlan } from './library.ts';

const rateLimited = {
  jsonrpc: '2.0',
  id: 1,
  error: { code: -32000, message: 'Rate limited', data: { retry_after_ms: 2500 } },
};

describe('decode', () => {
  it('reads a message, its text, a bare result and an SDK error the same way', () => {
    const whole = decode(rateLimited, { server: 'api' });
    expect(whole).toMatchObject({ class: 'rate_limited', retry: { verdict: 'wait', afterMs: 2500 } });
    expect(decode(JSON.stringify(rateLimited), { server: 'api' })).toEqual(whole);
    const { code, message, data } = rateLimited.error;
    const thrown = Object.assign(new Error(`MCP error ${code}: ${message}`), { code, data });
    expect(decode(thrown, { server: 'api' })).toMatchObject({ class: 'rate_limited', message, retry: whole?.retry });
    const refused = { content: [{ type: 'text', text: 'Order SO-9 was not found.' }], isError: true };
    expect(decode(refused)).toMatchObject({ class: 'not_found', carrier: 'result.isError' });
    expect(decode({ jsonrpc: '2.0', id: 4, result: refused })).toEqual(decode(refused));
  });

  it('returns null if nothing failed', () => {
    for (const good of [{ content: [] }, { jsonrpc: '2.0', id: 1, result: {} }, { tools: [] }, '{"content":[]}'])
      expect(decode(good), JSON.stringify(good)).toBeNull();
  });

  it('reads HTTP responses, and dates only relative to a date', () => {
    const http = { status: 429, headers: { 'retry-after': 'Wed, 21 Oct 2026 07:28:30 GMT' }, body: 'Slow down' };
    const at = Date.parse('2026-10-21T07:28:00Z');
    expect(decode(undefined, { http, receivedAt: at })).toMatchObject({
      class: 'rate_limited',
      retry: { afterMs: 30_000 },
    });
    const dated = { ...http, headers: { ...http.headers, date: 'Wed, 21 Oct 2026 07:28:20 GMT' } };
    expect(decode(undefined, { http: dated })).toMatchObject({ retry: { afterMs: 10_000 } });
    const undated = decode(undefined, { http });
    expect(undated).toMatchObject({ class: 'rate_limited', retry: { afterMs: null } });
    expect(JSON.stringify(undated)).not.toMatch(/NaN/);
  });

  it('distinguishes SDK errors from server errors', () => {
    const timeout = Object.assign(new Error('Request timed out'), { code: 'REQUEST_TIMEOUT', data: { timeout: 5000 } });
    const older = Object.assign(new Error('MCP error -32001: Request timed out'), {
      code: -32001,
      data: { timeout: 5000 },
    });
    for (const error of [timeout, older]) expect(decode(error)).toMatchObject({ class: 'timeout', origin: 'local' });
    const closed = Object.assign(new Error('MCP error -32000: Connection closed'), { code: -32000 });
    expect(decode(closed)).toMatchObject({ class: 'connection_lost' });
    expect(decode(new TypeError('fetch failed'))).not.toBeNull();
    expect(decode('<html>502 Bad Gateway</html>')).not.toBeNull();
    expect(decode(undefined)).not.toBeNull();
  });

  it('finds arguments that break the tool’s schema', () => {
    const context = {
      method: 'tools/call',
      params: { name: 'get', arguments: { id: 7 } },
      inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
    };
    const failure = decode({ jsonrpc: '2.0', id: 1, error: { code: -32602, message: 'Invalid params' } }, context);
    expect(failure).toMatchObject({ class: 'validation', fault: 'caller', issues: [{ path: '/id' }] });
  });

  it('never throws, for any input', () => {
    const loop: Record<string, unknown> = {};
    loop.self = loop;
    for (const odd of [
      loop,
      Symbol.iterator,
      () => {},
      7n,
      0,
      '',
      [],
      Number.NaN,
      new Map(),
      'null',
      '[1]',
      new Error(''),
    ])
      expect(() => decode(odd)).not.toThrow();
  });
});

describe('retryPlan', () => {
  it('follows the server’s values, else the policy, and never if the same call would fail again', () => {
    const limited = decode(rateLimited);
    expect(limited && retryPlan(limited)).toMatchObject({ attempts: [{ earliestMs: 2500, latestMs: 2500 }] });
    const policy = { kind: 'exponential', baseMs: 100, capMs: 1000, attempts: 3, jitter: 0, deadlineMs: null } as const;
    const busy = decode({
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32000, message: 'Service unavailable, try again later' },
    });
    expect(busy?.retry.verdict).toBe('backoff');
    expect(busy && retryPlan(busy)).toBeNull();
    expect(busy && retryPlan(busy, policy)?.attempts.map(({ earliestMs }) => earliestMs)).toEqual([100, 300, 700]);
    const wrong = decode({ jsonrpc: '2.0', id: 1, error: { code: -32602, message: 'Invalid params' } });
    expect(wrong && retryPlan(wrong, policy)).toBeNull();
  });
});

describe('Learner', () => {
  it('learns a server’s error wording and its tools’ schemas', () => {
    const learner = new Learner({ server: 'closient' });
    const tools = [{ name: 'get', inputSchema: { type: 'object', required: ['gtin'] } }];
    expect(learner.decode({ tools }, { method: 'tools/list' })).toBeNull();
    const call = { method: 'tools/call', params: { name: 'get', arguments: {} } };
    const failed = learner.decode({ jsonrpc: '2.0', id: 2, error: { code: -32602, message: 'Invalid params' } }, call);
    expect(failed?.issues).toMatchObject([{ path: '/gtin' }]);
    expect(learner.dialect).toBeNull();
    const closient = {
      result: {
        error: {
          code: -32200,
          message: 'Not Found',
          data: {
            retryable: false,
            problem: { type: 'https://closient.com/docs/errors/not_found', title: 'Not Found', status: 404 },
          },
        },
      },
    };
    for (let count = 0; count < 5; count += 1) learner.decode({ jsonrpc: '2.0', id: 3 + count, ...closient }, call);
    expect(learner.dialect).toMatchObject({ id: 'closient' });
  });
});

describe('an error that the caller’s own program threw', () => {
  it('is not a failure of the connection', () => {
    expect(decode(new Error('boom'))).toMatchObject({
      class: 'internal',
      owner: 'client',
      retry: { verdict: 'never' },
    });
    expect(decode(new TypeError('x is not a function'))?.explanation).toContain('TypeError: x is not a function');
  });
  it('is distinguished from transport errors', () => {
    for (const text of ['fetch failed', 'Not connected', 'read ECONNRESET', 'socket hang up'])
      expect(decode(new Error(text))?.class, text).not.toBe('internal');
  });
});
