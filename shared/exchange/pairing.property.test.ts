import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../json/json.ts';
import { type EventDraft, http, into, life, out, plainDecode, see, stderr, stored } from './event-fixtures.ts';
import type { RowChange } from './ledger.ts';
import { Pairing } from './pairing.ts';

// Few ids and methods, so that duplicates and reuse are frequent.
const id = fc.constantFrom<Json>(1, 2, '1', null, 1.5, [1]);
const method = fc.constantFrom(
  'tools/call',
  'tools/list',
  'initialize',
  'notifications/progress',
  'notifications/cancelled',
);
const params = fc.oneof(
  fc.constant({ name: 'a', _meta: { progressToken: 1 } }),
  fc.record({ requestId: id, progressToken: id }),
  fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>,
);
const message: fc.Arbitrary<Json> = fc.oneof(
  fc.record({ jsonrpc: fc.constant('2.0'), id, method, params }, { requiredKeys: ['id', 'method'] }),
  fc.record({ method, params }, { requiredKeys: ['method'] }),
  fc.record({ id, result: fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json> }),
  fc.record({ id, error: fc.oneof(fc.constant({ code: 1, message: 'x' }), fc.jsonValue() as fc.Arbitrary<Json>) }),
  fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>,
) as fc.Arbitrary<Json>;
const via = fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined });
const text = fc.oneof(
  message.map((m) => JSON.stringify(m)),
  fc.array(message, { maxLength: 3 }).map((m) => JSON.stringify(m)),
  fc.string(),
);
const draft: fc.Arbitrary<EventDraft> = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(text, via).map(([line, v]) => out(line, v === undefined ? {} : { via: v })) },
  { weight: 5, arbitrary: fc.tuple(text, via).map(([line, v]) => into(line, v === undefined ? {} : { via: v })) },
  fc.string().map(stderr),
  fc
    .tuple(
      fc.constantFrom(null, 200, 202, 400, 401),
      fc.integer({ min: 1, max: 3 }),
      fc.option(id, { nil: undefined }),
      fc.option(fc.oneof(text, fc.constant('')), { nil: undefined }),
      fc.constantFrom('GET', 'POST'),
    )
    .map(([status, exchange, i, body, verb]) =>
      http(status, {
        exchange,
        method: verb,
        ...(i === undefined ? {} : { id: i }),
        ...(body === undefined ? {} : { body }),
      }),
    ),
  fc
    .tuple(
      fc.constantFrom(
        'spawned',
        'connected',
        'closed',
        'exited',
        'timeout',
        'cancelled',
        'spawn_failed',
        'connect_failed',
        'stream_opened',
        'stream_ended',
        'sse_comment',
      ),
      id,
      via,
    )
    .map(([event, i, v]) => life(event as 'closed', v === undefined ? { id: i } : { id: i, via: v })),
);

/** With the time before each event: bursts continue and end. */
const timed = fc.tuple(
  fc.oneof(draft, fc.constantFrom(stderr('again'), into('noise'), into('{"method":"notifications/a"}'))),
  fc.constantFrom(0, 10, 999, 1000, 5000),
);

function derive(drafts: EventDraft[], every: number): Map<number, RowChange> {
  const pairing = new Pairing({ decode: plainDecode });
  const rows = new Map<number, RowChange>();
  const drain = () => {
    for (const change of pairing.drain()) {
      const before = rows.get(change.row.id);
      const events = [...(before?.events ?? []), ...change.events];
      const failure = change.failure === 'as before' ? (before?.failure ?? null) : change.failure;
      rows.set(change.row.id, { ...change, failure, events });
    }
  };
  stored(drafts).forEach((event, index) => {
    pairing.take(see(event));
    if (index % every === 0) drain();
  });
  pairing.endOpen();
  drain();
  return rows;
}

describe('for any events', () => {
  it('every event is in a row, in one row unless it carries several messages, and no call stays open', () => {
    fc.assert(
      fc.property(fc.array(draft, { maxLength: 25 }), (drafts) => {
        const rows = [...derive(drafts, 1000).values()];
        for (const event of stored(drafts)) {
          const holders = rows.filter((change) => change.events.includes(event.seq)).length;
          const shared =
            event.lane === 'http' ||
            event.lane === 'life' ||
            ((event.lane === 'in' || event.lane === 'out') && (/^\s*\[/.test(event.text) || event.via !== undefined));
          expect(holders, JSON.stringify(event)).toBeGreaterThan(0);
          if (!shared) expect(holders, JSON.stringify(event)).toBe(1);
        }
        for (const { row, events } of rows) {
          expect(row.pending).toBe(false);
          expect(events).toEqual([...new Set(events)]);
          expect(row.id % 2 ** 36).toBe(events[0]);
          expect(row.headline.length).toBeLessThanOrEqual(120);
          expect(row.detail.length + row.args.length).toBeLessThanOrEqual(420);
        }
      }),
    );
  });

  it('rows do not depend on when they are read', () => {
    fc.assert(
      fc.property(fc.array(timed, { maxLength: 20 }), fc.integer({ min: 1, max: 5 }), (steps, every) => {
        const times = steps.map((_, i) => steps.slice(0, i + 1).reduce((sum, [, gap]) => sum + gap, 1000));
        const drafts = steps.map(([event], i) => ({ ...event, at: times[i] as number }));
        const strip = (rows: Map<number, RowChange>) => [...rows.values()].sort((a, b) => a.row.id - b.row.id);
        expect(strip(derive(drafts, every))).toEqual(strip(derive(drafts, 1000)));
      }),
    );
  });

  it('depth, length and number do no harm', () => {
    const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
    const big = 'x'.repeat(2_000_000);
    const drafts: EventDraft[] = [
      out(`{"id":1,"method":"tools/call","params":{"name":"a","arguments":${nested(100_000)}}}`),
      into(`{"id":1,"result":${nested(100_000)}}`),
      into(`{"id":${deep(50_000)},"error":{"code":1,"message":"x","data":${nested(20_000)}}}`),
      out(`{"id":${deep(50_000)},"method":"${big}"}`),
      into(`{"id":${deep(50_000)},"error":{"code":1,"message":"${big}"}}`),
      into(`[${Array(20_000).fill('{"id":5,"result":1}').join(',')}]`),
      into(`{"__proto__":{"polluted":1},"id":1,"result":{"constructor":1,"__proto__":{"polluted":1}}}`),
      out(`{"id":7,"method":"x","params":{${Array.from({ length: 100_000 }, (_, i) => `"k${i}":${i}`).join(',')}}}`),
    ];
    const rows = [...derive(drafts, 1).values()];
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(rows.length).toBeGreaterThan(10_000);
    for (const { row } of rows) expect(JSON.stringify(row).length).toBeLessThan(3000);
  });
});
