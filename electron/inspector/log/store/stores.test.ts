import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../shared/json/json.ts';
import { anyCharacter } from '../../../../shared/text/testing/any-character.ts';
import type { Row } from '../../../../shared/timeline.ts';
import type { WireEvent } from '../../../../shared/wire.ts';
import { tempFolder } from '../../testing/temp-folder.ts';
import { openStore } from '../open-store.ts';
import { MemoryStore } from './memory-store.ts';
import { emptyState, type LogStore, type RowPut } from './store.ts';

/** node:sqlite as in Node 22.13, the oldest that Misfire runs on: rows are objects only. */
async function olderSqlite(): Promise<typeof import('node:sqlite')> {
  const sqlite = await import('node:sqlite');
  class DatabaseSync extends sqlite.DatabaseSync {
    override prepare(sql: string): ReturnType<InstanceType<typeof sqlite.DatabaseSync>['prepare']> {
      return Object.assign(super.prepare(sql), { setReturnArrays: undefined });
    }
  }
  return { ...sqlite, DatabaseSync } as typeof sqlite;
}

const kinds: [string, () => Promise<LogStore>][] = [
  ['SQLite', () => openStore({ path: join(tempFolder(), 'log.db') })],
  ['SQLite of Node 22.13', () => openStore({ path: join(tempFolder(), 'log.db'), loadSqlite: olderSqlite })],
  ['memory', () => openStore({ path: null })],
  ['memory over a file that rejects everything', refusing],
];

async function refusing(): Promise<LogStore> {
  const file = await openStore({ path: join(tempFolder(), 'log.db') });
  const refuse = () => {
    throw new Error('database or disk is full');
  };
  return new MemoryStore({ file: Object.assign(file, { append: refuse, put: refuse }) });
}

const base = { at: 1_700_000_000_000.123, server: 's', epoch: 3 };
const message = (text: string): WireEvent => ({ ...base, lane: 'in', text });
const deepId = () => JSON.parse(`${'['.repeat(10_000)}${']'.repeat(10_000)}`) as Json;
const exchange = {
  exchange: 4,
  method: 'POST',
  url: 'http://x/',
  status: 200,
  requestHeaders: { a: 'b' },
  headers: {},
  startedAt: 1.25,
};

const row = (ord: number, part: Partial<Row> = {}): Row => ({
  id: ord + 1,
  ord,
  rev: ord + 1,
  kind: 'call',
  server: 's',
  epoch: 1,
  direction: 'out',
  actor: 'you',
  client: null,
  rehearsed: null,
  incident: null,
  at: ord,
  endAt: null,
  latencyMs: null,
  method: 'ping',
  target: null,
  args: '',
  outcome: null,
  pending: false,
  headline: 'h',
  detail: '',
  code: null,
  failure: null,
  ending: null,
  negative: false,
  chain: null,
  attempt: 1,
  times: 1,
  group: null,
  remarks: [],
  ...part,
});
const put = (row: Row, part: Partial<RowPut> = {}): RowPut => ({
  row,
  http: null,
  layer: null,
  carrier: null,
  dialect: null,
  problem: false,
  issues: false,
  notes: false,
  words: '',
  isNew: true,
  joined: null,
  failed: false,
  failure: null,
  events: [row.id],
  ...part,
});
const failure = {
  class: 'timeout',
  verdict: 'wait',
  afterMs: 2.5,
  severity: 'note',
  origin: 'local',
  flagged: false,
  title: 'Timed out',
  short: 'No answer within 2 s',
  tiny: 'No answer',
} as const;

describe.each(kinds)('a log in %s', (name, open) => {
  it('clears counters with their rows, and keeps former group names', async () => {
    const store = await open();
    const figure = (kind: 'group' | 'moment' | 'former') => ({ kind, name: kind, figures: '{"n":1}' });
    store.append([message('a')]);
    store.put([put(row(0))], { ...emptyState(1), rows: 1 }, undefined, [
      figure('group'),
      figure('moment'),
      figure('former'),
    ]);
    while (store.clearRows(10));
    expect(store.figures('group')).toEqual([]);
    expect(store.figures('moment')).toEqual([]);
    expect(store.figures('former')).toEqual([{ name: 'former', figures: '{"n":1}' }]);
    store.close();
  });

  it('returns events exactly as they were appended', async () => {
    const store = await open();
    const events: WireEvent[] = [
      message(''),
      message('{"a":1}\r'),
      message('a\0b\0'),
      message('\ufeff{}'),
      message('half a pair: \ud800!'),
      message('💥 \u202e \u001b[0m'),
      { ...message('lossy \ufffd'), bytes: new Uint8Array([108, 0xff, 0xc3, 0x28, 0]) } as WireEvent,
      { ...message('\ufeff\ufffd'), bytes: new Uint8Array([0xef, 0xbb, 0xbf, 0xff]) } as WireEvent,
      { ...base, lane: 'in', text: '', bytes: Uint8Array.of(0, 255), opaque: 'binary' },
      { ...base, lane: 'out', text: 'token', opaque: 'http2' },
      { ...base, lane: 'out', text: 'x', partial: true, cut: 99, via: 7, sse: { event: 'message', id: 'é', retry: 5 } },
      {
        ...base,
        lane: 'out',
        text: 'x',
        partial: true,
        cut: 99,
        via: 7,
        sse: { event: 'message', id: 'é', retry: 5 },
        madeBy: 'bridge',
      },
      { ...base, lane: 'err', text: 'oops', partial: true },
      { ...base, lane: 'err', text: '\ufffd', bytes: new Uint8Array([0xfe]) },
      { ...base, lane: 'http', id: 'a\ud800', http: { ...exchange, body: '', statusText: 'OK', bodyCut: 5 } },
      { ...base, lane: 'http', id: null, http: exchange },
      {
        ...base,
        lane: 'http',
        http: {
          ...exchange,
          status: null,
          error: 'ECONNREFUSED: x',
          body: '\ufffd',
          bodyBytes: new Uint8Array([0xff]),
        },
      },
      { ...base, lane: 'life', event: 'exited', code: null, signal: 'SIGKILL', message: 'gone\0' },
      { ...base, lane: 'life', event: 'timeout', id: deepId(), afterMs: 5 },
      { ...base, lane: 'http', id: deepId(), http: exchange },
    ];
    expect(store.append(events)).toEqual(events.map((_, i) => i + 1));
    events.forEach((event, i) => {
      const found = store.event(i + 1);
      if (i < events.length - 2) expect(found).toEqual({ ...event, seq: i + 1 });
      else expect(Array.isArray((found as { id?: Json }).id)).toBe(true);
    });
    expect(store.eventsAfter(13, 2).map(({ seq }) => seq)).toEqual([14, 15]);
    expect(store.event(99)).toBeNull();
    expect(store.lastSeq()).toBe(events.length);
    expect(store.connectionsAfter(0)).toEqual([{ server: 's', epoch: 3 }]);
    store.close();
  });

  it('returns any text and any bytes unchanged', async () => {
    const store = await open();
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), fc.option(fc.uint8Array()), (text, bytes) => {
        const event: WireEvent = bytes ? { ...base, lane: 'in', text, bytes } : { ...base, lane: 'in', text };
        const [seq] = store.append([event]) as [number];
        expect(store.event(seq)).toEqual({ ...event, seq });
      }),
    );
    store.close();
  });

  it('returns rows, also changed ones', async () => {
    const store = await open();
    const full = row(1, {
      endAt: 2.5,
      latencyMs: 1.5,
      target: 't',
      args: '{}',
      outcome: 'timeout',
      code: '-1',
      failure,
      ending: { kind: 'client_timeout', by: 'client', afterMs: 60_000, limitMs: null, lateMs: 2.5 },
      negative: true,
      chain: 1,
      attempt: 2,
      remarks: ['noise', 'progress'],
    });
    store.put(
      [
        put(row(0, { pending: true })),
        put(full, { failed: true, failure: '{"x":1}', events: [2, 5, 9], http: 503, problem: true, words: 'w' }),
      ],
      { ...emptyState(1), rows: 2 },
    );
    expect(store.rowsFrom(0, 10)).toEqual([row(0, { pending: true }), full]);
    expect(store.row(2)).toEqual(full);
    expect(store.row(77)).toBeNull();
    expect(store.eventsOf(2)).toEqual([2, 5, 9]);
    expect(store.keptFailure(2)).toBe('{"x":1}');
    expect(store.pendingRows().map(({ id }) => id)).toEqual([1]);
    store.put(
      [
        put(row(0, { rev: 3, outcome: 'answered' }), { isNew: false, events: [4] }),
        put({ ...full, rev: 4, failure: null }, { isNew: false, events: [] }),
      ],
      { ...emptyState(1), rev: 4 },
    );
    expect(store.rowsFrom(0, 2).map(({ id, rev }) => [id, rev])).toEqual([
      [1, 3],
      [2, 4],
    ]);
    expect(store.pendingRows()).toEqual([]);
    expect(store.eventsOf(1)).toEqual([1, 4]);
    expect(store.keptFailure(2)).toBeNull();
    expect(store.failedRows(9, 'older', 9)).toEqual([]);
    expect(store.state()).toEqual({ ...emptyState(1), rev: 4 });
    while (store.clearRows(1)) {}
    expect([store.rowsFrom(0, 10), store.state(), store.row(1), store.eventsOf(1)]).toEqual([[], null, null, [1]]);
    store.close();
  });

  it('reads the events of many rows at once, unless they are many or long', async () => {
    const store = await open();
    store.append([...'abcdefghij'.split('').map(message), message('x'.repeat(200_000))]);
    const rows = [[2, 1], [3, 5, 7], [4], [6, 8, 9, 10, 11], [11]].map(([id = 0, ...others], ord) =>
      put({ ...row(ord), id }, { events: [id, ...others], joined: others[0] ?? null }),
    );
    store.put(rows, { ...emptyState(1), rows: rows.length });
    const found = store.eventsOfMany([2, 3, 4, 6, 11, 77]);
    for (const [id, events] of found) expect(events).toEqual(store.eventsOf(id).map((seq) => store.event(seq)));
    expect([...found.keys()].sort()).toEqual(name.startsWith('SQLite') ? [2, 3, 4] : []);
    store.close();
  });

  it('navigates between rows', async () => {
    const store = await open();
    const rows = Array.from({ length: 40 }, (_, i) =>
      put(
        row(i, {
          server: i % 2 ? 'a' : 'b',
          kind: i % 4 === 3 ? 'stderr' : 'call',
          chain: i % 10 === 0 ? 1 : null,
          method: i === 1 ? 'tools/list' : 'ping',
        }),
        { failed: i % 5 === 0 },
      ),
    );
    store.put(rows, emptyState(1));
    const ords = (found: Row[]) => found.map(({ ord }) => ord);
    expect(ords(store.rowsAt([3, 7, 39, 80]))).toEqual([3, 7, 39]);
    expect(ords(store.rowsBefore('a', 9, 3))).toEqual([3, 5, 7]);
    expect(ords(store.failedRows(5, 'newer', 2))).toEqual([10, 15]);
    expect(ords(store.failedRows(5, 'older', 2))).toEqual([0]);
    expect(ords(store.failedRows(40, 'older', 2, 'a'))).toEqual([35, 25]);
    expect(ords(store.chainRows(1, 9))).toEqual([0, 10, 20, 30]);
    expect(ords(store.stderrUntil('a', 1, 15, 2))).toEqual([11, 15]);
    expect(ords(store.contextRows('a', 1, 2)).sort((a, b) => a - b)).toEqual([1, 37, 39]);
    store.close();
  });
});
