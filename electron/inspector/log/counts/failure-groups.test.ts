import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { Answer } from '../../../../shared/contract/api.ts';
import {
  type EventDraft,
  error,
  plainDecode,
  request,
  result,
  stderr,
} from '../../../../shared/exchange/event-fixtures.ts';
import type { TransportEvent } from '../../../transports/transport.ts';
import { tempFolder } from '../../testing/temp-folder.ts';
import { GroupQueries, markGroup, suggestGroups } from '../group-queries.ts';
import { Log } from '../log.ts';
import { openRecordings, openStore } from '../open-store.ts';
import { LogQueries } from '../queries.ts';
import { Marks, marksInFolder } from './marks.ts';

const opened: { close(): void }[] = [];
afterEach(() => {
  for (const one of opened.splice(0).reverse()) one.close();
});

async function open(path: string | null, marks = new Marks(null)) {
  const log = new Log({ store: await openStore({ path }), decode: plainDecode, marks });
  opened.push(log);
  return { log, reading: new LogQueries(log), groups: new GroupQueries(log), marks };
}

function value<T>(answer: Answer<T>): T {
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.value;
}

let clock = 1_700_000_000_000;
const sent = (drafts: readonly EventDraft[]) =>
  drafts.map((draft) => {
    // Calls a minute apart. Similar failures within one minute would form one incident.
    clock += draft.lane === 'out' ? 61_000 : 10;
    return { at: clock, ...draft };
  }) as TransportEvent[];
const call = (id: number, tool: string) => request(id, 'tools/call', { name: tool, arguments: { id } });
const ask = async (groups: GroupQueries, order: 'count' | 'last' | 'severity' = 'count') =>
  value(await groups.failureGroups({ order, from: 0, count: 100 }));

const places = [
  ['a file', () => join(tempFolder(), 'log.db')],
  ['memory', () => null],
] as const;

for (const [where, path] of places) {
  it(`groups failures by server, call and code, with counts, times and recoveries, in ${where}`, async () => {
    const { log, reading, groups } = await open(path());
    const from = clock + 61_000;
    log.record('s', 1, sent([call(1, 'a'), error(1), call(2, 'a'), error(2), call(3, 'b'), error(3, -32000)]));
    log.record('t', 1, sent([call(1, 'a'), error(1), call(9, 'a'), result(9)]));
    // The same call again, this time successful.
    log.record('s', 1, sent([call(1, 'a'), result(1)]));
    const found = await ask(groups);
    expect(found.counted).toEqual({ failedCalls: 4, causes: 3, expected: 0 });
    expect(
      found.groups.map(({ server, target, code, count, recovered }) => [server, target, code, count, recovered]),
    ).toEqual([
      ['s', 'a', '-32602', 2, 1],
      ['t', 'a', '-32602', 1, 0],
      ['s', 'b', '-32000', 1, 0],
    ]);
    const [first] = found.groups;
    expect([first?.firstAt, first?.lastAt]).toEqual([from + 10, from + 61_020]);
    expect(first?.spark.reduce((a, b) => a + b)).toBe(2);
    expect((await ask(groups, 'last')).groups.map(({ server, target }) => server + target)).toEqual(['ta', 'sb', 'sa']);
    const view = value(await reading.openView({ filter: `group:${first?.id}` }));
    const { rows } = value(await reading.rows({ view: view.view, from: 0, count: 10 }));
    expect(rows.map(({ ord, group }) => [ord, group])).toEqual([
      [0, first?.id],
      [1, first?.id],
    ]);
    expect(first?.newest).toBe(rows[1]?.id);
    expect(suggestGroups(log.figures.groups, '', 9)[0]).toMatchObject({ value: first?.id, count: 2 });
  });

  it(`keeps expected failures quiet, in ${where}`, async () => {
    const { log, reading, groups } = await open(path());
    log.record('s', 1, sent([call(1, 'a'), error(1), call(2, 'b'), error(2), call(3, 'b'), error(3)]));
    const [b] = (await ask(groups)).groups;
    const before = value(await reading.openView({ filter: 'is:expected' }));
    expect(before.total).toBe(0);
    markGroup(log, { group: b?.id ?? '', state: 'expected' });
    expect(log.counters).toMatchObject({ failedCalls: 1, expected: 2 });
    expect(log.serverCounts('s').counts).toMatchObject({ failedCalls: 1, expected: 2 });
    expect(value(await reading.rows({ view: before.view, from: 0, count: 9 })).total).toBe(2);
    expect(value(await reading.openView({ filter: 'is:failed -is:expected' })).total).toBe(1);
    // It keeps its position in the full list, but next/previous failure skips it.
    expect((await ask(groups)).groups.map(({ target, mark }) => [target, mark?.state ?? null])).toEqual([
      ['b', 'expected'],
      ['a', null],
    ]);
    expect(value(await reading.locate({ view: '', id: 0, want: 'newest_failure' }))?.index).toBe(0);
    log.record('s', 1, sent([call(4, 'b'), error(4)]));
    expect(log.counters).toMatchObject({ failedCalls: 1, expected: 3 });
    markGroup(log, { group: b?.id ?? '', state: null });
    expect(log.counters.expected).toBe(0);
    expect(markGroup(log, { group: 'nonsense', state: 'expected' })).toMatchObject({ ok: false });
  });
}

it('lists groups by tab, search, facet and order, with the owner and the caller', async () => {
  const { log, groups } = await open(join(tempFolder(), 'log.db'));
  const byClient = (drafts: readonly EventDraft[]) =>
    sent(drafts.map((draft) => ({ ...draft, actor: 'client', client: 'Codex' }) as EventDraft));
  log.record('s', 1, sent([call(1, 'alpha'), error(1), call(2, 'beta'), error(2), call(3, 'beta'), error(3)]));
  log.record('t', 1, byClient([call(1, 'beta'), error(1, -32000, 'the ledger is closed')]));
  const asked = async (changes: Partial<Parameters<GroupQueries['failureGroups']>[0]>) =>
    value(await groups.failureGroups({ order: 'count', from: 0, count: 100, ...changes }));
  const names = async (changes: Parameters<typeof asked>[0]) =>
    (await asked(changes)).groups.map(({ server, target }) => `${server} ${target}`);
  const all = await asked({});
  expect(all.groups.map(({ owner, by }) => [owner, by.map(({ actor, client }) => client ?? actor)])).toEqual([
    [expect.any(String), ['you']],
    [expect.any(String), ['Codex']],
    [expect.any(String), ['you']],
  ]);
  const [beta, , alpha] = all.groups;
  markGroup(log, { group: alpha?.id ?? '', state: 'expected' });
  expect((await asked({})).tabs).toEqual({ unresolved: 2, expected: 1, resolved: 0, all: 3 });
  expect(await names({ tab: 'unresolved' })).toEqual(['s beta', 't beta']);
  expect(await names({ tab: 'expected' })).toEqual(['s alpha']);
  expect(await names({ isReversed: true })).toEqual(['s alpha', 't beta', 's beta']);
  expect(await names({ having: { by: 'client Codex' } })).toEqual(['t beta']);
  expect(await names({ search: 'ledger' })).toEqual(['t beta']);
  expect(await names({ search: 'server:s -tool:beta' })).toEqual(['s alpha']);
  // The tabs show matches in other tabs; the facets stay those of the current tab.
  const searched = await asked({ search: 'tool:alpha', tab: 'unresolved' });
  expect([searched.total, searched.tabs.expected, searched.found]).toEqual([0, 1, 0]);
  expect(searched.facets.server).toEqual([
    { value: 's', count: 1 },
    { value: 't', count: 1 },
  ]);
  expect(await groups.failureGroups({ order: 'last', from: 0, count: 9, search: 'is:nonsense' })).toMatchObject({
    ok: false,
    error: { code: 'bad_filter' },
  });
  // Undo restores the previous mark, or removes the mark if there was none.
  markGroup(log, { group: beta?.id ?? '', state: 'resolved' });
  markGroup(log, { group: beta?.id ?? '', was: null });
  expect(log.marks.get(beta?.id ?? '')).toBeUndefined();
  const back = { at: 5, version: '2' };
  const was = {
    group: beta?.id ?? '',
    state: 'regressed',
    note: 'n',
    at: 1,
    version: '1',
    back,
    server: 's',
    words: '',
  };
  expect(markGroup(log, { group: was.group, was: was as never })).toMatchObject({ ok: true });
  expect(log.marks.get(was.group)).toEqual(was);
  expect(markGroup(log, { group: 'other', was: was as never })).toMatchObject({ ok: false });
});

it('restores callers and owners after a restart, also from counters of an earlier version', async () => {
  const path = join(tempFolder(), 'log.db');
  const first = await open(path);
  first.log.record('s', 1, sent([call(1, 'a'), error(1)]));
  const before = await ask(first.groups);
  opened.splice(0);
  first.log.close();
  const store = await openStore({ path });
  const state = store.state();
  const [kept] = store.figures('group');
  const { by: _by, owner: _owner, ...earlier } = JSON.parse(kept?.figures ?? '{}');
  if (!state || !kept) throw new Error('nothing was kept');
  store.put([], state, [], [{ kind: 'group', name: kept.name, figures: JSON.stringify(earlier) }]);
  store.close();
  expect((await ask((await open(path)).groups)).groups).toEqual(before.groups);
});

it('restores its groups after a restart, also after a kill', async () => {
  const path = join(tempFolder(), 'log.db');
  const first = await open(path);
  first.log.record('s', 1, sent([call(1, 'a'), error(1), stderr('x')]));
  const before = await ask(first.groups);
  opened.splice(0);
  first.log.close();
  const second = await open(path);
  expect(await ask(second.groups)).toEqual(before);
  // Other arguments: no attempt at the same call.
  second.log.record('s', 2, sent([call(3, 'a'), error(3), call(2, 'b'), error(2)]));
  second.log.flush();
  opened.splice(0);
  second.log.store.close(); // Its groups were not stored.
  const third = await open(path);
  expect((await ask(third.groups)).groups.map(({ target, count, layer }) => [target, count, layer])).toEqual([
    ['a', 2, 'protocol'],
    ['b', 1, 'protocol'],
  ]);
});

it('moves a failure to another group when it is decoded again', async () => {
  let better = false;
  const store = await openStore({ path: join(tempFolder(), 'log.db') });
  const log = new Log({
    store,
    decode: (account, context) => {
      const failure = plainDecode(account, context);
      return better && failure ? { ...failure, code: 429, class: 'rate_limited' } : failure;
    },
  });
  opened.push(log);
  const groups = new GroupQueries(log);
  log.record('s', 1, sent([call(1, 'a'), error(1), call(2, 'a'), error(2)]));
  const [was] = (await ask(groups)).groups;
  better = true;
  await log.rederive('s');
  const now = await ask(groups);
  expect(now.groups.map(({ count, class: kind }) => [count, kind])).toEqual([[2, 'rate_limited']]);
  expect(now.groups[0]?.id).not.toBe(was?.id);
  expect(
    log.figures.activity
      .spread(5)
      ?.failures.flat()
      .reduce((a, b) => a + b),
  ).toBe(2);
});

it('marks groups as new that no earlier session had, if the server was there before', async () => {
  const logFile = await openRecordings({ path: join(tempFolder(), 'log.db') });
  opened.push(logFile);
  const session = () => {
    const store = logFile.open(logFile.create({ kind: 'recorded', startedAt: clock }));
    return new Log({ store, decode: plainDecode });
  };
  const first = session();
  first.record('s', 1, sent([call(1, 'a'), error(1)]));
  expect(await ask(new GroupQueries(first))).toMatchObject({ isNew: 0, groups: [{ isNew: false }] });
  first.close();
  const second = session();
  second.record('s', 1, sent([call(1, 'a'), error(1), call(2, 'b'), error(2)]));
  second.record('new', 1, sent([call(1, 'a'), error(1)]));
  const found = await ask(new GroupQueries(second), 'last');
  expect(found.isNew).toBe(1);
  expect(found.groups.map(({ server, target, isNew }) => [server, target, isNew])).toEqual([
    ['new', 'a', false],
    ['s', 'b', true],
    ['s', 'a', false],
  ]);
  second.close();
});

it('keeps marks in the data folder, reads those of earlier versions, and moves a damaged file away', () => {
  const folder = tempFolder();
  const marks = () => new Marks(marksInFolder(folder));
  const old = { group: 'abcd1234', server: 's', words: 'get Not found', at: 1 };
  writeFileSync(join(folder, 'expected.json'), JSON.stringify({ version: 1, expected: [old] }));
  expect([...marks().expected]).toEqual(['abcd1234']);
  const fresh = {
    group: 'efgh5678',
    state: 'resolved',
    note: 'fixed upstream',
    at: 2,
    version: '1.0',
    back: null,
  } as const;
  marks().set({ ...fresh, server: 's', words: '' });
  expect(marks().all()).toMatchObject([{ ...old, state: 'expected', note: '' }, fresh]);
  expect([[...marks().expected], [...marks().quiet]]).toEqual([['abcd1234'], ['abcd1234', 'efgh5678']]);
  const path = join(folder, 'marks.json');
  expect(readFileSync(path, 'utf8')).toContain('get Not found');
  writeFileSync(path, '{"version":2,"marks":[{]}');
  const damaged = marks();
  expect([damaged.quiet.size, damaged.notice]).toEqual([0, expect.stringContaining('were kept as')]);
});

it('keeps a resolved group quiet until it fails again, then reports a regression with both versions', async () => {
  const path = join(tempFolder(), 'log.db');
  const folder = tempFolder();
  const marks = () => new Marks(marksInFolder(folder));
  const handshake = (version: string) => [
    request(0, 'initialize', {}),
    result(0, { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 's', version } }),
  ];
  clock = Date.now() - 10_000_000;
  const { log, groups, reading } = await open(path, marks());
  log.record('s', 1, sent([...handshake('1.0.0'), call(1, 'a'), error(1), call(2, 'b'), error(2)]));
  const [a] = (await ask(groups)).groups.filter(({ target }) => target === 'a');
  const group = a?.id ?? '';
  markGroup(log, { group, state: 'resolved', note: 'fixed in 1.1' });
  expect(log.counters).toMatchObject({ failedCalls: 1, causes: 1, expected: 1 });
  expect((await ask(groups)).groups.find(({ id }) => id === group)?.mark).toMatchObject({
    state: 'resolved',
    version: '1.0.0',
    back: null,
  });
  // Resolved is not expected, but navigation skips it too.
  expect(value(await reading.openView({ filter: 'is:expected' })).total).toBe(0);
  clock = Date.now() + 1000;
  log.record('s', 2, sent([...handshake('1.2.0'), call(1, 'b'), error(1)]));
  expect(marks().get(group)?.state).toBe('resolved');
  log.record('s', 2, sent([call(3, 'a'), error(3)]));
  expect(log.counters).toMatchObject({ failedCalls: 4, causes: 2, expected: 0 });
  opened.splice(0);
  log.close();
  // The regression is still there when the log is opened again.
  const after = await open(path, marks());
  const mark = (await ask(after.groups)).groups.find(({ id }) => id === group)?.mark;
  expect(mark).toMatchObject({ state: 'regressed', version: '1.0.0', note: 'fixed in 1.1' });
  expect(mark?.back).toEqual({ at: clock, version: '1.2.0' });
  markGroup(after.log, { group, note: 'look again' });
  expect(marks().get(group)).toMatchObject({ state: 'regressed', note: 'look again', back: { version: '1.2.0' } });
});

it('shows the overview of a session, and finds the row at a given time', async () => {
  const { log, reading, groups } = await open(null);
  expect(value(await groups.overview({ view: '', buckets: 10 }))).toBeNull();
  clock = 1_700_000_100_000;
  const start = clock;
  for (let i = 0; i < 100; i += 1) {
    clock = start + i * 100;
    log.record('s', 1, sent([call(i, 'a'), i === 50 ? error(i) : result(i)]));
  }
  const all = value(await groups.overview({ view: '', buckets: 10 }));
  expect([all?.messages.length, all?.messages.reduce((a, b) => a + b), all?.passing]).toEqual([10, 100, null]);
  const failedAt = all?.failures.findIndex((count) => count > 0) ?? -1;
  expect([failedAt === 4 || failedAt === 5, all?.worst.filter((rank) => rank >= 0).length]).toEqual([true, 1]);
  const [group] = (await ask(groups)).groups;
  markGroup(log, { group: group?.id ?? '', state: 'expected' });
  expect(value(await groups.overview({ view: '', buckets: 10 }))).toMatchObject({
    failures: new Array(10).fill(0),
    worst: new Array(10).fill(-1),
  });
  const { view } = value(await reading.openView({ filter: 'is:failed' }));
  const some = value(await groups.overview({ view, buckets: 10 }));
  expect(some?.passing?.reduce((a, b) => a + b)).toBe(1);
  expect(value(await groups.locateTime({ view: '', at: start + 61_000 + 2405 }))?.index).toBe(25);
  expect(value(await groups.locateTime({ view: '', at: 0 }))?.index).toBe(0);
  expect(value(await groups.locateTime({ view: '', at: Number.MAX_SAFE_INTEGER }))?.index).toBe(99);
  expect(value(await groups.locateTime({ view, at: 0 }))?.index).toBe(0);
});

it('widens its buckets instead of adding more, and is unchanged after a restart', async () => {
  const path = join(tempFolder(), 'log.db');
  const { log } = await open(path);
  for (let day = 0; day < 20; day += 1) {
    const drafts = Array.from({ length: 400 }, (_, i) => ({
      ...stderr(`line ${i}`),
      at: 1_700_000_000_000 + day * 86_400_000 + i * 5000,
    }));
    log.record('s', 1, drafts as TransportEvent[]);
  }
  const before = log.figures.activity.spread(50);
  expect(before?.messages.reduce((a, b) => a + b)).toBe(8000);
  opened.splice(0);
  log.close();
  expect((await open(path)).log.figures.activity.spread(50)).toEqual(before);
});

it('has one bar per day once failures span several days, up to the latest known time', async () => {
  const store = await openStore({ path: null });
  const log = new Log({ store, decode: plainDecode, marks: new Marks(null) });
  opened.push(log);
  const noon = (day: number) => new Date(2026, 10, day, 12).getTime();
  const groups = new GroupQueries(log, () => noon(20));
  const failAt = (id: number, at: number) =>
    log.record('s', 1, [
      { at, ...call(id, 'a') },
      { at: at + 10, ...error(id) },
    ] as TransportEvent[]);
  failAt(1, noon(10));
  expect((await ask(groups)).isDaily).toBe(false);
  failAt(2, noon(10) + 120_000);
  failAt(3, noon(18));
  const { isDaily, groups: found } = await ask(groups);
  expect(isDaily).toBe(true);
  // From the 7th to the 20th.
  expect(found[0]?.spark).toEqual([0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0]);
});

it('shows the owner the user set, keeps it across restarts, and undoes it', async () => {
  const folder = tempFolder();
  const { log, groups } = await open(join(folder, 'log.db'), new Marks(marksInFolder(folder)));
  log.record('s', 1, sent([call(1, 'a'), error(1)]));
  const [before] = (await ask(groups)).groups;
  const group = before?.id ?? '';
  expect(before).toMatchObject({ isByHand: false, foundOwner: null });
  expect(markGroup(log, { group, owner: 'network' })).toMatchObject({ ok: true });
  const [after] = (await ask(groups)).groups;
  expect(after).toMatchObject({ owner: 'network', isByHand: true, foundOwner: before?.owner ?? null });
  const narrowed = { order: 'count' as const, from: 0, count: 9, having: { owner: 'network' } };
  expect(value(await groups.failureGroups(narrowed)).total).toBe(1);
  expect(new Marks(marksInFolder(folder)).get(group)).toMatchObject({ owner: 'network', state: null });
  // Another mark leaves the owner alone, and the finding is unchanged.
  markGroup(log, { group, state: 'expected' });
  expect((await ask(groups)).groups[0]).toMatchObject({ owner: 'network', mark: { state: 'expected' } });
  markGroup(log, { group, state: null });
  markGroup(log, { group, owner: null });
  expect((await ask(groups)).groups[0]).toMatchObject({ owner: before?.owner ?? null, isByHand: false, mark: null });
  markGroup(log, { group, was: { ...after!.mark! } });
  expect((await ask(groups)).groups[0]?.owner).toBe('network');
  markGroup(log, { group, was: null });
  expect(new Marks(marksInFolder(folder)).all()).toEqual([]);
});
