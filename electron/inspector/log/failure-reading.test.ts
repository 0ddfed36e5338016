import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decode } from '../../../shared/decode/decode.ts';
import { answered, context, exchanged, rpcError, toolError, toolResult } from '../../../shared/decode/fixtures.ts';
import type { Subject } from '../../../shared/decode/subject.ts';
import { builtInDialects } from '../../../shared/dialects/built-in.ts';
import type { Dialect } from '../../../shared/dialects/schema.ts';
import { boundFailure } from '../../../shared/exchange/bounded-failure.ts';
import {
  type EventDraft,
  error,
  http,
  into,
  life,
  out,
  request,
  result,
  stderr,
} from '../../../shared/exchange/fixtures.ts';
import type { Failure } from '../../../shared/failure.ts';
import type { Json } from '../../../shared/json.ts';
import { MemoryStore } from './memory-store.ts';
import { openStore } from './open-store.ts';
import { StillLog } from './still-log.ts';
import { tempFolder } from './temp-folder.ts';
import { expectTwins, failuresOf, openLog, rowsOf, sent } from './twin-logs.ts';

const problem = {
  type: 'https://x.example/limits',
  title: 'Slow down',
  status: 429,
  detail: 'Only 3 a minute',
  retry_after: 30,
  trace: { deep: ['x'.repeat(30_000)] },
};

const subjects: Subject[] = [
  rpcError(-32602, 'Invalid arguments for tool search: query: Required'),
  rpcError(-32601, 'Method not found', undefined, { method: 'prompts/list', target: undefined }),
  rpcError(-32603, 'x'.repeat(10_000), { retryable: true, errors: [{ path: ['a'], message: 'Required' }] }),
  rpcError(-32000, 'Rate limit exceeded, retry in 30 seconds', { problem }),
  rpcError(429, 'Too many', problem),
  rpcError('E_GONE', 'token=abcdefghijkl is gone', { docs: 'https://docs.example/help' }),
  rpcError(-32001, 'Session not found', undefined, { http: exchanged(404, { 'retry-after': '5' }) }),
  toolError('HTTP 401 Unauthorized\n    at main (/srv/app/index.js:3:1)'),
  toolError('{"code":"NOT_FOUND","message":"gone"}'),
  toolResult({ isError: true, content: [], structuredContent: { error: { code: 503, message: 'Down' } } }),
  toolResult({ content: [{ type: 'text', text: '{"error":"quota exceeded","retry_after":7}' }] }),
  toolResult({ error: { code: -32200, message: 'Not found' } }),
  answered({ jsonrpc: '2.0', id: 1 }),
];

describe('a failure that is read again from its events', () => {
  it('is what decoding the exchange gives', async () => {
    const log = openLog(await openStore({ path: join(tempFolder(), 'log.db') }));
    const decoded = subjects.map((subject, index) => {
      const { method = '', target, answer, http: exchange } = subject;
      const params: Json = target === undefined ? {} : { name: target };
      const carrier: EventDraft[] = exchange ? [{ lane: 'http', http: exchange, id: 1 }] : [];
      const events = sent([request(1, method, params), ...carrier, into(answer?.text)], 1000 + index * 100);
      log.record('s', 1, events);
      return decode({ ...subject, params }, context({ server: 's', receivedAt: events.at(-1)?.at as number }));
    });
    const read = failuresOf(log).map(([, failure]) => failure);
    expect(read).toHaveLength(subjects.length);
    read.forEach((failure, index) => {
      // What the server had shown before has a say in how sure one is of its dialect.
      const { dialect: _, ...rest } = failure as Failure;
      const { dialect: __, ...expected } = boundFailure(decoded[index] as Failure);
      expect(rest).toEqual(JSON.parse(JSON.stringify(expected)));
    });
    // Nothing but the last, which nobody sent an error for, is kept.
    const kept = rowsOf(log).filter(({ id }) => log.store.keptFailure(id)?.startsWith('{"layer"'));
    expect(kept.map(({ id }) => id)).toEqual([rowsOf(log).at(-1)?.id]);
  });

  const marked = [
    [-32010, 'Rate limit exceeded', { limit: 5, window: 60, retry_after: 7 }],
    [-32031, 'Tool execution failed', { tool: 'db', reason: 'connection_timeout' }],
    [-32043, 'Prompt argument missing', { prompt: 'essay', argument: 'topic' }],
    [-32010, 'Something new', null],
  ] as const;
  const erlmcp: EventDraft[] = marked.flatMap(([code, message, data], id) => [
    request(id),
    into({ jsonrpc: '2.0', id, error: { code, message, data } }),
  ]);
  const titled = (id: number, title: string) =>
    into({ jsonrpc: '2.0', id, error: { code: -32000, message: 'no', data: { type: 'https://x.example/t', title } } });

  it.each<[string, EventDraft[]]>([
    ['each failure of a server whose dialect becomes clear', erlmcp],
    ['a title that is not the first', [request(1), titled(1, 'One'), request(2), titled(2, 'Two')]],
    [
      'the members of a batch',
      [
        out([
          { id: 1, method: 'tools/call', params: { name: 'a' } },
          { id: 2, method: 'ping' },
        ]),
        into([
          { id: 2, error: { code: -32601, message: 'no' } },
          { id: 1, error: { code: -32602, message: 'bad' } },
        ]),
      ],
    ],
    ['an answer that nobody waits for', [error(9), error(null), request(1), error(1), error(1)]],
    ['an answer that comes too late', [request(1), life('timeout', { id: 1, afterMs: 5 }), error(1)]],
    ['an error that our side sent', [into({ id: 5, method: 'roots/list' }), out({ id: 5, error: { code: -32601 } })]],
    [
      'an answer after much progress',
      [
        request(1, 'tools/call', { name: 'a', _meta: { progressToken: 1 } }),
        ...Array.from({ length: 1500 }, (_, progress) =>
          into({ method: 'notifications/progress', params: { progressToken: 1, progress } }),
        ),
        error(1),
      ],
    ],
    [
      'an answer to a further round',
      [
        request(1),
        result(1, { resultType: 'input_required', requestState: 'x', inputRequests: {} }),
        request(2, 'tools/call', { name: 'get', arguments: { gtin: '0061' }, requestState: 'x' }),
        error(2),
      ],
    ],
    [
      'an answer on the stream of HTTP+SSE',
      [
        http(200, { exchange: 1, method: 'GET', headers: { 'content-type': 'text/event-stream' } }),
        into('/messages', { via: 1, sse: { event: 'endpoint' } }),
        out({ id: 1, method: 'ping' }, { via: 2 }),
        http(200, { exchange: 2, id: 1, body: 'Accepted' }),
        into({ id: 1, error: { code: -32603, message: 'no' } }, { via: 1 }),
      ],
    ],
    [
      'a status that came after another on HTTP+SSE',
      [
        into('/messages', { via: 9, sse: { event: 'endpoint' } }),
        out({ id: 1, method: 'ping' }, { via: 1 }),
        http(200, { exchange: 1, body: 'Accepted' }),
        http(404, { exchange: 1, body: 'Gone' }),
      ],
    ],
    [
      'an answer that corrects an end that was guessed',
      [
        out({ id: 1, method: 'tools/call', params: { name: 'a' } }, { via: 1 }),
        http(503, { exchange: 1 }),
        stderr('meanwhile'),
        into({ id: 1, result: { resultType: 'input_required', requestState: 'x' } }),
        out({ id: 2, method: 'ping' }, { via: 2 }),
        http(503, { exchange: 2 }),
        stderr('meanwhile'),
        into({ id: 2, error: { code: -32603, message: 'no' } }),
      ],
    ],
    [
      'an answer on a stream of another exchange',
      [
        http(200, { exchange: 1, method: 'GET', headers: { 'x-request-id': '7', 'retry-after': '9' } }),
        out({ id: 1, method: 'ping' }),
        into({ id: 1, error: { code: -32603, message: 'no' } }, { via: 1 }),
      ],
    ],
    [
      'a refusal of HTTP',
      [
        out({ id: 1, method: 'ping' }, { via: 1 }),
        http(429, { exchange: 1, id: 1, body: 'Slow down', headers: { 'retry-after': '30' } }),
        out({ id: 2, method: 'ping' }, { via: 2 }),
        http(503, { exchange: 2, id: 2 }),
        http(500, { exchange: 3, method: 'GET', body: '<h1>Oops</h1>' }),
        http(401, { exchange: 4, method: 'DELETE' }),
        into({ error: { code: -32001, message: 'who?' } }, { via: 4 }),
        out({ id: 3, method: 'ping' }, { via: 5 }),
        http(401, { exchange: 5, id: 3, headers: { 'www-authenticate': 'Bearer' } }),
        into({ id: null, error: { code: -32001, message: 'Sign in' } }, { via: 5 }),
      ],
    ],
    [
      'an answer that breaks the promised schema',
      [
        request(1, 'tools/list', {}),
        result(1, { tools: [{ name: 'get', outputSchema: { type: 'object', required: ['n'] } }] }),
        request(2),
        result(2, { structuredContent: {} }),
        request(3),
        result(3, { structuredContent: { n: 1, error: { code: 503, message: 'Down' } } }),
      ],
    ],
    [
      'what nobody answered',
      [request(1), into('oops'), stderr('boom'), request(2), life('exited', { code: 3 }), request(4)],
    ],
  ])('is the same as if it had been kept: %s', (_, drafts) => {
    const { judged } = expectTwins(drafts);
    expect(failuresOf(judged).length).toBeGreaterThan(0);
    expectTwins(drafts, 1);
  });

  it('is the same after a start, for whoever only reads, and through a chosen dialect', async () => {
    const path = join(tempFolder(), 'log.db');
    let pinned: string | undefined;
    const first = openLog(await openStore({ path }), { pinned: () => pinned });
    first.record('s', 1, sent(erlmcp));
    pinned = 'platica';
    first.record('s', 1, sent([request(5), error(5, -32010, 'Busy')]));
    const before = failuresOf(first);
    expect(before.map(([, failure]) => failure?.dialect.id)).toContain('erlmcp');
    expect(before.at(-1)?.[1]?.dialect).toMatchObject({ id: 'platica', confidence: 1 });
    first.close();
    const again = openLog(await openStore({ path }));
    expect(failuresOf(again)).toEqual(before);
    const still = new StillLog(again.store, (server) => server, builtInDialects);
    expect(before.map(([id]) => [id, still.failureOf(id)])).toEqual(before);
  });

  it('is read through the dialects of now, and by the name of now', () => {
    let dialects: readonly Dialect[] = builtInDialects;
    let name = 'Acme';
    const log = openLog(new MemoryStore(''), { dialects: () => dialects, options: { serverName: () => name } });
    log.record('s', 1, sent([request(1), error(1, -32077, 'zap')]));
    expect(log.failureOf(1)).toMatchObject({ explanation: expect.stringContaining('Acme') });
    name = 'Globex';
    expect(log.failureOf(1)?.explanation).toContain('Globex');
    const own = {
      ...(builtInDialects.find(({ id }) => id === 'mcp') as Dialect),
      codes: { '-32077': { class: 'conflict', title: 'Zapped' } },
    } as Dialect;
    dialects = [...builtInDialects.filter(({ id }) => id !== 'mcp'), own];
    expect(log.failureOf(1)).toMatchObject({ class: 'conflict', title: 'Zapped' });
  });

  it('gives each reader a value of its own', () => {
    const log = openLog(new MemoryStore(''));
    log.record('s', 1, sent([request(1), error(1)]));
    const one = log.failureOf(1) as Failure;
    one.evidence.length = 0;
    one.title = 'scribbled';
    expect(log.failureOf(1)?.title).not.toBe('scribbled');
    expect(log.failureOf(1)?.evidence.length).toBeGreaterThan(0);
    expect(log.failureOf(99)).toBeNull();
  });
});
