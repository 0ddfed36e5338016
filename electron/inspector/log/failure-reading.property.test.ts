import fc from 'fast-check';
import { describe, it } from 'vitest';
import { type EventDraft, http, into, life, out } from '../../../shared/exchange/fixtures.ts';
import type { Json } from '../../../shared/json.ts';
import { expectTwins } from './twin-logs.ts';

describe('whatever arrives', () => {
  const id = fc.constantFrom<Json>(1, 2, 3, '1', null);
  const method = fc.constantFrom('tools/call', 'ping', 'resources/read', 'initialize', 'subscriptions/listen');
  const failing = fc.constantFrom<Json>(
    { code: -32602, message: 'Invalid arguments: a: Required' },
    { code: -32031, message: 'Tool execution failed', data: { tool: 'db', reason: 'connection_timeout' } },
    { code: -32000, message: 'Too many requests, retry in 5 seconds' },
    { code: 'E_X', message: 'x', data: { type: 'https://x.example/t', title: 'One' } },
    { code: 'E_X', message: 'x', data: { type: 'https://x.example/t', title: 'Two' } },
    'just words',
  );
  const results = fc.constantFrom<Json>(
    {},
    { isError: true, content: [{ type: 'text', text: 'HTTP 503' }] },
    { content: [{ type: 'text', text: '{"error":"gone"}' }] },
    { structuredContent: { error: 'x' } },
    { resultType: 'input_required', requestState: 'x' },
    { protocolVersion: '2025-11-25', serverInfo: { name: 'x' } },
  );
  const params = fc.constantFrom<Json>(
    { name: 'a' },
    { name: 'a', requestState: 'x' },
    { uri: 'file:///a', _meta: { progressToken: 1, 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } },
  );
  const asked = fc.record({ id, method, params });
  const answer = fc.oneof(fc.record({ id, error: failing }), fc.record({ id, result: results }));
  const notice = fc.record({
    method: fc.constantFrom('notifications/progress', 'notifications/cancelled'),
    params: fc.record({ requestId: id, progressToken: fc.constant(1) }),
  });
  const message = fc.oneof(asked, answer, notice);
  const said = fc.oneof(
    { weight: 6, arbitrary: message },
    { weight: 1, arbitrary: fc.array(message, { maxLength: 3 }) },
    { weight: 1, arbitrary: fc.constant('noise') },
  );
  const via = fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined });
  const rest = (exchange: number | undefined) => (exchange === undefined ? {} : { via: exchange });
  const body = fc.option(
    fc.oneof(
      fc.constantFrom('Accepted', '<h1>Oops</h1>', '{"error":"invalid_token"}'),
      answer.map((it) => JSON.stringify(it)),
    ),
    { nil: undefined },
  );
  const exchange = fc
    .record({
      status: fc.constantFrom(null, 200, 202, 308, 401, 404, 429, 503),
      exchange: fc.integer({ min: 1, max: 3 }),
      method: fc.constantFrom('POST', 'GET', 'DELETE'),
      headers: fc.constantFrom<Record<string, string>>(
        {},
        { 'retry-after': '7' },
        { 'content-type': 'text/event-stream' },
        { location: '/x' },
      ),
      endedAt: fc.constantFrom(undefined, 9),
      body,
      id: fc.option(id, { nil: undefined }),
    })
    .map(({ status, ...more }) => http(status, more as never));
  const draft: fc.Arbitrary<EventDraft> = fc.oneof(
    { weight: 6, arbitrary: fc.tuple(asked, via).map(([it, v]) => out(it, rest(v))) },
    { weight: 6, arbitrary: fc.tuple(answer, via).map(([it, v]) => into(it, rest(v))) },
    { weight: 2, arbitrary: fc.tuple(said, via).map(([it, v]) => out(it, rest(v))) },
    { weight: 2, arbitrary: fc.tuple(said, via).map(([it, v]) => into(it, rest(v))) },
    { weight: 4, arbitrary: exchange },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom('timeout', 'cancelled', 'stream_ended', 'closed', 'exited', 'stream_opened'), id, via)
        .map(([event, i, v]) => life(event as 'closed', { id: i, ...rest(v) })),
    },
    { weight: 1, arbitrary: fc.constant(into('/messages', { via: 1, sse: { event: 'endpoint' } })) },
    { weight: 1, arbitrary: fc.constant(into('{"a":', { via: 1, sse: { id: '1' } })) },
  );

  it('reads back what decoding it at once would have given', () => {
    fc.assert(
      fc.property(fc.array(draft, { maxLength: 25 }), fc.integer({ min: 1, max: 4 }), (drafts, chunk) => {
        expectTwins(drafts, chunk);
      }),
      { numRuns: 300 },
    );
  }, 30_000);
});
