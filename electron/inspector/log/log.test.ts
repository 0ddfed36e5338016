import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Answer } from '../../../shared/contract/api.ts';
import {
  type EventDraft,
  error,
  into,
  life,
  plainDecode,
  request,
  result,
  stderr,
} from '../../../shared/exchange/event-fixtures.ts';
import type { WireEvent } from '../../../shared/wire.ts';
import type { TransportEvent } from '../../transports/transport.ts';
import { tempFolder } from '../testing/temp-folder.ts';
import { Log, type LogBatch, type LogOptions } from './log.ts';
import { openStore } from './open-store.ts';
import { LogQueries } from './queries.ts';

let clock = 0;
/** Events as a transport reports them, one millisecond apart. */
const sent = (drafts: EventDraft[]): TransportEvent[] =>
  drafts.map((draft) => {
    clock += 1;
    return { at: clock, ...draft } as TransportEvent;
  });

async function openLog(path: string | null = null, options: Partial<LogOptions> = {}) {
  const log = new Log({ store: await openStore({ path }), decode: plainDecode, now: () => clock, ...options });
  onTestFinished(() => log.close());
  return { log, reading: new LogQueries(log) };
}

function value<T>(answer: Answer<T>): T {
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.value;
}

describe('recording', () => {
  it('stores events first and returns what it parsed', async () => {
    const { log } = await openLog();
    const [asked, noise, err] = log.record('s', 1, sent([request(1), into('hello'), stderr('x')]));
    expect(asked).toMatchObject({
      event: { seq: 1, server: 's', epoch: 1 },
      message: { ok: true, value: { method: 'tools/call' } },
    });
    expect(noise?.message?.ok).toBe(false);
    expect(err && 'message' in err).toBe(false);
    expect(log.store.lastSeq()).toBe(3);
  });

  it('writes rows again after a file that could not be written', async () => {
    const { log } = await openLog();
    // A mock: a full disk, the usual reason, is handled inside of the store and throws nothing here.
    const put = vi.spyOn(log.store, 'put').mockImplementationOnce(() => {
      throw new Error('no rows today');
    });
    const file = sent([request(1), error(1)]).map((event) => ({ ...event, server: 's', epoch: 1 }) as WireEvent);
    await expect(log.recordInTurns(file)).rejects.toThrow('no rows today');
    put.mockRestore();
    const [asked] = log.record('s', 1, sent([request(2)]));
    log.flush();
    expect(log.store.row(asked?.event.seq ?? 0)).toMatchObject({ method: 'tools/call' });
  });

  it.each(['memory', 'sqlite'])('keeps a failure with its row when the row changes later (%s)', async (kind) => {
    const { log } = await openLog(kind === 'memory' ? null : join(tempFolder(), 'log.db'));
    log.record('s', 1, sent([request(1), error(1)]));
    const before = { failure: log.failureOf(1), facts: log.store.factsOf(1) };
    expect(before).toMatchObject({ failure: { class: 'validation' }, facts: { layer: 'protocol' } });
    log.record('s', 1, sent([request(2), error(2)]));
    log.flush();
    expect(log.store.row(1)).toMatchObject({ chain: 1, attempt: 1 });
    expect({ failure: log.failureOf(1), facts: log.store.factsOf(1) }).toEqual(before);
    expect(log.counters).toMatchObject({ failedRows: 2, failedCalls: 1, causes: 1 });
  });

  it('sends each change to the windows once, with counters', async () => {
    let arrived: (batch: LogBatch) => void = () => {};
    const next = () =>
      new Promise<LogBatch>((resolve) => {
        arrived = resolve;
      });
    const { log } = await openLog(null, { onBatch: (batch) => arrived(batch) });
    const first = next();
    log.record('s', 1, sent([request(1), request(2)]));
    log.record('s', 1, sent([error(1)]));
    expect(await first).toMatchObject({
      fromRev: 0,
      rev: 2,
      truncated: false,
      rows: [
        { ord: 0, outcome: 'rpc_error' },
        { ord: 1, pending: true },
      ],
      counters: { rows: 2, messages: 3, failedRows: 1, pending: 1, recovered: 0 },
    });
    const second = next();
    log.record('s', 1, sent([result(2)]));
    expect(await second).toMatchObject({
      fromRev: 2,
      rev: 3,
      rows: [{ ord: 1, outcome: 'answered' }],
      counters: { rows: 2, failedRows: 1, pending: 0 },
    });
    const third = next();
    log.record('s', 1, sent(Array.from({ length: 1200 }, (_, i) => request(100 + i, 'ping', {}))));
    const cut = await third;
    expect([cut.rows.length, cut.truncated, cut.rev - cut.fromRev]).toEqual([500, true, 1200]);
    // The newest row: a window that follows the log shows the end of the list.
    expect(cut.rows.map(({ rev }) => rev)).toEqual(Array.from({ length: 500 }, (_, i) => cut.rev - 499 + i));
  });

  it('accepts any name', async () => {
    const path = join(tempFolder(), 'log.db');
    const { log } = await openLog(path);
    log.record('__proto__', 1, sent([request(1), error(1)]));
    log.close();
    const again = (await openLog(path)).log;
    expect(again.serverCounts('__proto__').counts).toEqual({
      messages: 2,
      failedRows: 1,
      failedCalls: 1,
      pending: 0,
      expected: 0,
    });
    expect(again.nextEpoch('__proto__')).toBe(2);
  });

  it('counts per server', async () => {
    const { log } = await openLog();
    clock = 10_000_000;
    log.record('a', 1, sent([request(1), error(1), request(2), result(2), request(3)]));
    log.record('b', 1, sent([stderr('x')]));
    expect(log.serverCounts('a')).toEqual({
      counts: { messages: 5, failedRows: 1, failedCalls: 1, pending: 1, expected: 0 },
      recent: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
    });
    clock += 60_000;
    expect(log.serverCounts('a').recent[9]).toBe(1);
    expect(log.serverCounts('b').counts).toEqual({
      messages: 0,
      failedRows: 0,
      failedCalls: 0,
      pending: 0,
      expected: 0,
    });
    expect(log.counters).toMatchObject({ rows: 4, messages: 5, failedRows: 1, recovered: 1, pending: 1 });
    expect([log.nextEpoch('a'), log.nextEpoch('a'), log.nextEpoch('new')]).toEqual([2, 3, 1]);
  });

  it('counts a recent failure once, whether its row was stored before the start or derived after it', async () => {
    const path = join(tempFolder(), 'log.db');
    const { log } = await openLog(path);
    clock = 20_000_000;
    log.record('a', 1, sent([request(1), error(1)]));
    log.close();
    const store = await openStore({ path });
    const other = request(2, 'tools/call', { name: 'other' });
    store.append(sent([other, error(2)]).map((event) => ({ ...event, server: 'a', epoch: 1 }) as WireEvent));
    store.close();
    const again = (await openLog(path)).log;
    expect(again.serverCounts('a').recent.at(-1)).toBe(2);
  });
});

describe('reading', () => {
  const traffic = [
    request(1),
    error(1),
    request(2),
    result(2),
    stderr('warn'),
    request(3, 'ping', {}),
    life('timeout', { id: 3, afterMs: 9 }),
  ];

  it('lists a view in another order, finds rows and failures in it, and follows new traffic', async () => {
    const { log, reading } = await openLog();
    log.record('s', 1, sent(traffic));
    const sort = { by: 'call', isDown: true } as const;
    const { view, total } = value(await reading.openView({ filter: '', sort }));
    expect(total).toBe(4);
    const { rows } = value(await reading.rows({ view, from: 0, count: 9 }));
    const names = rows.map(({ target, method, kind }) => target ?? method ?? kind);
    expect(names).toEqual([...names].sort().reverse());
    expect(names).not.toEqual([...names].sort());
    const second = rows[1];
    expect(value(await reading.locate({ view, id: second?.id ?? 0, want: 'self' }))).toMatchObject({ index: 1 });
    const failed = value(await reading.locate({ view, id: 0, want: 'next_failure' }));
    expect(rows[failed?.index ?? -1]?.failure).not.toBeNull();
    const filtered = value(await reading.openView({ filter: 'is:failed', sort }));
    expect(filtered).toMatchObject({ total: 2, hidden: 2 });
    // Time order needs no second view.
    const plain = value(await reading.openView({ filter: '', sort: { by: 'time', isDown: false } }));
    expect(plain.view).toBe('');
  });

  it('pages through all rows and through a filter that follows the traffic', async () => {
    const { log, reading } = await openLog();
    log.record('s', 1, sent(traffic));
    expect(value(await reading.openView({ filter: '' }))).toMatchObject({ view: '', total: 4, hidden: 0 });
    expect(value(await reading.rows({ view: '', from: 1, count: 2 })).rows.map(({ ord }) => ord)).toEqual([1, 2]);
    const { view, total, hidden } = value(await reading.openView({ filter: 'is:failed' }));
    expect([total, hidden]).toEqual([2, 2]);
    log.record('s', 1, sent([request(4), error(4)]));
    expect(value(await reading.rows({ view, from: 0, count: 9 }))).toMatchObject({
      total: 3,
      rows: [{ ord: 0 }, { ord: 3 }, { ord: 4 }],
    });
    const open = value(await reading.openView({ filter: 'is:pending' })).view;
    log.record('s', 1, sent([request(5)]));
    expect(value(await reading.rows({ view: open, from: 0, count: 9 })).total).toBe(1);
    log.record('s', 1, sent([result(5)]));
    expect(value(await reading.rows({ view: open, from: 0, count: 9 })).total).toBe(0);
    expect(await reading.openView({ filter: 'clas:x' })).toMatchObject({ ok: false, error: { code: 'bad_filter' } });
    expect(await reading.rows({ view: 'nonsense', from: 0, count: 1 })).toMatchObject({
      ok: false,
      error: { code: 'not_found' },
    });
  });

  it('rebuilds a dropped view, and misses no row while rebuilding', async () => {
    const { log, reading } = await openLog();
    log.record('s', 1, sent(Array.from({ length: 5000 }, (_, i) => request(i, 'ping', { line: i }))));
    const opening = reading.openView({ filter: 'line' });
    log.record('s', 1, sent(Array.from({ length: 3000 }, (_, i) => request(9000 + i, 'ping', { line: i }))));
    const { view } = value(await opening);
    for (let i = 0; i < 9; i += 1) await reading.openView({ filter: `other${i}` });
    const { rows, total } = value(await reading.rows({ view, from: 7998, count: 5 }));
    expect([total, rows.map(({ ord }) => ord)]).toEqual([8000, [7998, 7999]]);
  });

  it('finds words in messages without SQLite too, whenever they arrive', async () => {
    const { log, reading } = await openLog();
    const said = { content: [{ type: 'text', text: `${'long '.repeat(100)}Zanzi\nbar` }] };
    log.record('s', 1, sent([request(1), result(1, said), request(2), result(2)]));
    const { view, total } = value(await reading.openView({ filter: '"long zanzi bar"' }));
    expect(total).toBe(1);
    expect(value(await reading.rows({ view, from: 0, count: 9 })).hits?.[0]?.text).toContain('Zanzi');
    log.record('s', 1, sent([request(3), result(3, said)]));
    expect(value(await reading.rows({ view, from: 0, count: 9 })).rows.map(({ ord }) => ord)).toEqual([0, 2]);
  });

  it('returns the newest rows of a long result at once, and continues to the oldest', async () => {
    const { log, reading } = await openLog();
    // Far enough apart not to form a burst.
    const lines = Array.from({ length: 20_000 }, (_, i) => ({ ...stderr(`line ${i}`), at: 2000 * i }));
    log.record('s', 1, sent(lines));
    const first = value(await reading.openView({ filter: 'line' }));
    expect(first).toMatchObject({ growing: true, behind: first.total });
    const from = first.total - 2;
    const page = value(await reading.rows({ view: first.view, from, count: 2 }));
    expect(page.total - (page.behind ?? 0)).toBe(0);
    // A row that arrives during the search is at the end, even if older matches are found later.
    log.record('s', 1, sent([{ ...stderr('line of now'), at: 50_000_000 }]));
    await expect
      .poll(async () => value(await reading.rows({ view: first.view, from: 0, count: 1 })))
      .toMatchObject({ total: 20_001, behind: 20_000, rows: [{ ord: 0 }] });
    const end = value(await reading.rows({ view: first.view, from: 20_000, count: 9 }));
    expect(end.growing).toBeUndefined();
    expect(end.rows.map(({ detail }) => detail)).toEqual(['line of now']);
    // A repeated query gets the complete result if the caller already had all of it.
    expect(value(await reading.openView({ filter: 'line' }))).toMatchObject({ total: 20_001 });
  });

  it('reports that a search is running until it ends, even without a match', async () => {
    const { log, reading } = await openLog();
    const lines = Array.from({ length: 80_000 }, (_, i) => ({ ...stderr(i === 7 ? 'needle' : 'hay'), at: 2000 * i }));
    log.record('s', 1, sent(lines));
    for (const [filter, total] of [
      ['needle', 1],
      ['/nowhere/', 0],
    ] as const) {
      const first = value(await reading.openView({ filter }));
      expect(first).toMatchObject({ growing: true, total: 0, newest: { rows: [] } });
      const read = async () => value(await reading.rows({ view: first.view, from: 0, count: 1 }));
      await expect.poll(async () => (await read()).growing).toBeUndefined();
      const last = await read();
      expect(last).toMatchObject({ total, behind: total });
      expect(last.rows.map(({ ord }) => ord)).toEqual(total === 0 ? [] : [7]);
      // A caller that needs all rows waits for all of them.
      const view = await log.views.open(filter);
      expect(view && 'ords' in view && view.ords.length).toBe(total);
    }
  });

  it('lists the changes since a revision, in pages', async () => {
    const { log, reading } = await openLog();
    log.record('s', 1, sent(traffic));
    const first = value(await reading.changes({ rev: 0, limit: 3 }));
    expect([first.rows.length, first.truncated]).toEqual([3, true]);
    const rest = value(await reading.changes({ rev: first.rev, limit: 3 }));
    expect([rest.rows.length, rest.truncated, rest.rev]).toEqual([1, false, log.rev]);
  });

  it('finds the previous and next failure', async () => {
    const { log, reading } = await openLog();
    log.record('s', 1, sent(traffic));
    const locate = async (want: 'self' | 'next_failure' | 'previous_failure' | 'newest_failure', id = 1, view = '') =>
      value(await reading.locate({ view, id, want }));
    expect(await locate('self', 3)).toEqual({ index: 1, id: 3 });
    expect(await locate('next_failure')).toEqual({ index: 3, id: 6 });
    expect(await locate('previous_failure', 6)).toEqual({ index: 0, id: 1 });
    expect(await locate('previous_failure', 1)).toBeNull();
    expect(await locate('newest_failure', 0)).toEqual({ index: 3, id: 6 });
    const { view } = value(await reading.openView({ filter: 'method:ping | is:stderr' }));
    expect(await locate('newest_failure', 0, view)).toEqual({ index: 1, id: 6 });
    expect(await locate('self', 1, view)).toBeNull();
  });

  it('returns all details of a row', async () => {
    const { log, reading } = await openLog();
    log.record('s', 1, sent([request(9, 'ping', {}), result(9, {}), into('oops')]));
    log.record(
      's',
      1,
      sent([
        { lane: 'out', text: '{"jsonrpc":"2.0","id":1, "params" : {"name":"get", "n":1.0} ,"method":"tools/call"}' },
        error(1),
      ]),
    );
    log.record(
      's',
      1,
      sent([{ lane: 'out', text: '{"id":2,"method":"tools/call","params":{"n":1,"name":"get"}}' }, result(2)]),
    );
    const detail = value(await reading.rowDetail({ id: 4 }));
    expect(detail).toMatchObject({
      row: { id: 4, outcome: 'rpc_error', chain: 4 },
      failure: { class: 'validation', code: -32602 },
      params: '{"name":"get", "n":1.0}',
      moreEvents: 0,
    });
    expect(detail.events.map(({ label, lane }) => [label, lane])).toEqual([
      ['request', 'out'],
      ['answer', 'in'],
    ]);
    expect(detail.attempts.map(({ id, attempt }) => [id, attempt])).toEqual([
      [4, 1],
      [6, 2],
    ]);
    expect(detail.breadcrumbs.map(({ headline }) => headline)).toEqual(['Alive', 'Not JSON on stdout']);
    expect(await reading.rowDetail({ id: 99 })).toMatchObject({ ok: false, error: { code: 'not_found' } });
  });

  it('shows the last lines of a process that died, and the parameters of each batch member', async () => {
    const { log, reading } = await openLog();
    log.record(
      's',
      1,
      sent([
        { lane: 'out', text: '[{"id":1,"method":"a","params":[1]}, {"id":2,"method":"b","params":{"x":2}}]' },
        stderr('first'),
        stderr('last'),
      ]),
    );
    log.record('s', 1, sent([life('exited', { code: 1 })]));
    const rows = value(await reading.rows({ view: '', from: 0, count: 9 })).rows;
    const second = value(await reading.rowDetail({ id: rows[1]?.id as number }));
    expect(second).toMatchObject({
      params: '{"x":2}',
      failure: { stderr: ['first', 'last'] },
      row: { outcome: 'process_died' },
    });
  });

  it('shows the start and the end of a long row', async () => {
    const { log, reading } = await openLog();
    log.record('s', 1, sent([request(1, 'tools/call', { name: 'a', _meta: { progressToken: 1 } })]));
    log.record(
      's',
      1,
      sent(
        Array.from({ length: 500 }, (_, i) =>
          into({ method: 'notifications/progress', params: { progressToken: 1, progress: i } }),
        ),
      ),
    );
    log.record('s', 1, sent([result(1)]));
    const { events, moreEvents, row } = value(await reading.rowDetail({ id: 1 }));
    expect([events.length, moreEvents, events.at(-1)?.label, row.remarks]).toEqual([200, 302, 'answer', ['progress']]);
  });
});

describe('starting again', () => {
  const start = async (path: string, options: Partial<LogOptions> = {}) => openLog(path, options);

  it('has the same rows, counters and epochs', async () => {
    const path = join(tempFolder(), 'log.db');
    const first = await start(path);
    first.log.record('s', 4, sent([request(1), error(1), request(2), result(2), stderr('x')]));
    const before = [
      value(await first.reading.rows({ view: '', from: 0, count: 9 })),
      first.log.counters,
      first.log.serverCounts('s'),
    ];
    first.log.close();
    const { log, reading } = await start(path);
    expect([value(await reading.rows({ view: '', from: 0, count: 9 })), log.counters, log.serverCounts('s')]).toEqual(
      before,
    );
    expect(log.nextEpoch('s')).toBe(5);
  });

  it('ends the calls a killed app left open, and derives the rows it had not written', async () => {
    const path = join(tempFolder(), 'log.db');
    const first = await start(path);
    first.log.record('s', 1, sent([request(1), error(1), request(2), error(2), request(3), request(4, 'ping', {})]));
    first.log.flush();
    // Events without rows: the state after a kill between append and the next write.
    const lost = sent([result(3), result(3), request(5, 'ping', {}), into('noise')]).map(
      (event) => ({ ...event, server: 's', epoch: 1 }) as WireEvent,
    );
    first.log.store.append(lost);
    first.log.store.close();
    const { log, reading } = await start(path);
    const { rows } = value(await reading.rows({ view: '', from: 0, count: 20 }));
    expect(rows.map((row) => [row.ord, row.id, row.kind, row.outcome, row.attempt, row.remarks.join()])).toEqual([
      [0, 1, 'call', 'rpc_error', 1, ''],
      [1, 3, 'call', 'rpc_error', 2, ''],
      [2, 5, 'call', 'answered', 3, 'recovered'],
      [3, 6, 'call', 'unanswered', 1, 'noise'],
      [4, 8, 'orphan', null, 1, 'duplicate'],
      [5, 9, 'call', 'unanswered', 1, 'noise'],
      [6, 10, 'noise', null, 1, ''],
    ]);
    expect(log.counters).toMatchObject({ rows: 7, messages: 10, failedRows: 4, recovered: 1, pending: 0 });
    expect(value(await reading.rowDetail({ id: 5 })).events.map(({ seq }) => seq)).toEqual([5, 7]);
  });

  it('derives everything again when no rows were ever written', async () => {
    const path = join(tempFolder(), 'log.db');
    const store = await openStore({ path });
    store.append(
      sent([request(1), error(1), request(2)]).map((event) => ({ ...event, server: 's', epoch: 2 }) as WireEvent),
    );
    store.close();
    const { log } = await start(path);
    expect(log.counters).toMatchObject({ rows: 2, messages: 3, failedRows: 2, recovered: 0, pending: 0 });
    expect(log.nextEpoch('s')).toBe(3);
  });

  it("decodes failures again when the server's dialect becomes clear", async () => {
    const path = join(tempFolder(), 'log.db');
    const first = await start(path);
    first.log.record(
      's',
      1,
      sent([request(1), error(1), request(2), error(2), request(3), life('timeout', { id: 3 })]),
    );
    first.log.close();
    const { log, reading } = await start(path, {
      decode: (account, context) => {
        const failure = plainDecode(account, context);
        return failure && { ...failure, title: 'Read better', class: 'conflict' };
      },
    });
    expect(await log.rederive('s')).toBe(2);
    const { rows } = value(await reading.rows({ view: '', from: 0, count: 9 }));
    expect(rows.map((row) => [row.headline, row.failure?.class, row.attempt])).toEqual([
      ['Read better', 'conflict', 1],
      ['Read better', 'conflict', 2],
      ['Timed out', 'timeout', 3],
    ]);
    expect(value(await reading.rowDetail({ id: 1 })).failure?.title).toBe('Read better');
    expect(await log.rederive('s')).toBe(0);
    expect(log.counters.failedRows).toBe(3);
  });
});
