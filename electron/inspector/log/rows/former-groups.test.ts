// A log of an earlier version whose failures are classified differently now: marks, filters and details follow the rows.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Learner } from '../../../../shared/decode/learner.ts';
import type { Decode } from '../../../../shared/exchange/endings.ts';
import { error, request, result } from '../../../../shared/exchange/event-fixtures.ts';
import type { FailureClass } from '../../../../shared/failure.ts';
import { formerNames } from '../../../../shared/filter/failure-group.ts';
import type { TransportEvent } from '../../../transports/transport.ts';
import { tempFolder } from '../../testing/temp-folder.ts';
import { type KeptMarks, Marks, marksInFolder, marksInHeader } from '../counts/marks.ts';
import { GroupQueries, markGroup } from '../group-queries.ts';
import { Log } from '../log.ts';
import { openRecordings, openStore } from '../open-store.ts';
import { ReadOnlyLog } from '../read-only-log.ts';
import type { LogState, LogStore } from '../store/store.ts';

/** Decodes like this version. */
const decodeNow = (): Decode => {
  const learner = new Learner();
  return (account, context, server) => learner.decode(account, context, server);
};

/** Decodes like the earlier version: the same decoder, with other classes for some tools. */
function decodeThen(classes: Record<string, FailureClass>): Decode {
  const decode = decodeNow();
  return (account, context, server) => {
    const failure = decode(account, context, server);
    const was = classes[account.target ?? ''];
    return failure && was ? { ...failure, class: was } : failure;
  };
}

const failing = (text: string) => (id: number) => result(id, { isError: true, content: [{ type: 'text', text }] });
const missing = failing('File /data/a.txt not found');
const refused = failing('Permission denied');

let clock = 1_700_000_000_000;
function record(log: Log, tool: string, answers: ((id: number) => ReturnType<typeof result>)[]): void {
  for (const answer of answers) {
    clock += 61_000;
    const drafts = [request(clock, 'tools/call', { name: tool, arguments: { id: clock } }), answer(clock)];
    log.record('s', 1, drafts.map((draft, i) => ({ ...draft, at: clock + i })) as TransportEvent[]);
  }
}

function open(store: LogStore, decode: Decode, kept: KeptMarks | null, catchUpMs?: number): Log {
  const log = new Log({
    store,
    decode,
    marks: new Marks(kept),
    ...(catchUpMs === undefined ? {} : { catchUpMs }),
  });
  onTestFinished(() => log.close());
  return log;
}

/** Closes the log as the earlier version left it: its rules, and failures without the fields that this version added. */
function closeAsBefore(log: Log): void {
  const { store } = log;
  log.flush();
  const added = ['owner', 'certainty', 'sentence', 'short', 'tiny', 'quote', 'check', 'fix', 'stderr'];
  const state = () => store.state() as LogState;
  for (const row of store.failedRows(-1, 'newer', 10_000)) {
    const kept = store.keptFailure(row.id);
    const facts = store.factsOf(row.id);
    if (kept === null || facts === null) continue;
    const members = Object.entries(JSON.parse(kept)).filter(([name]) => !added.includes(name));
    const failure = JSON.stringify(Object.fromEntries(members));
    store.put([{ row, http: null, ...facts, isNew: false, failed: true, failure, events: [], joined: null }], state());
  }
  log.figures.keepGroups(state(), 'now');
  store.put([], { ...state(), rules: 7 });
  // Not log.close(), which would write the rules of this version.
  log.views.close();
  store.close();
}

const groupFor = (log: Log, tool: string): string => {
  log.flush();
  const found = [...log.figures.groups.all()].filter(({ target }) => target === tool);
  expect(found.length).toBe(1);
  return found[0]?.id as string;
};

const idsFor = async (log: { views: Log['views']; store: LogStore }, filter: string): Promise<number[]> => {
  const view = await log.views.open(filter);
  if (!view || 'problem' in view) throw new Error(`No view for ${filter}`);
  return log.store.rowsAt([...view.ords.slice(0, 1000)]).map(({ id }) => id);
};

const then = decodeThen({ read: 'internal', write: 'internal', list: 'internal' });

it('moves marks, notes and filters to the new group of the same rows', async () => {
  const folder = tempFolder();
  const path = join(folder, 'log.db');
  const before = open(await openStore({ path }), then, marksInFolder(folder));
  record(before, 'read', [missing, missing]);
  record(before, 'write', [refused]);
  record(before, 'list', [missing]);
  const [read, write, list] = ['read', 'write', 'list'].map((tool) => groupFor(before, tool)) as [
    string,
    string,
    string,
  ];
  markGroup(before, { group: read, state: 'expected', note: 'no such file in CI' });
  markGroup(before, { group: write, state: 'resolved' });
  const rows = await idsFor(before, `group:${read}`);
  const listed = await idsFor(before, `group:${list}`);
  expect([rows.length, listed.length]).toEqual([2, 1]);
  closeAsBefore(before);

  const log = open(await openStore({ path }), decodeNow(), marksInFolder(folder));
  const now = groupFor(log, 'read');
  expect(now).not.toBe(read);
  expect(log.marks.get(now)).toMatchObject({ state: 'expected', note: 'no such file in CI', group: now });
  expect(log.marks.get(groupFor(log, 'write'))).toMatchObject({ state: 'resolved' });
  // Another recording may still have the old group.
  expect(log.marks.get(read)).toMatchObject({ state: 'expected' });
  expect(log.counters.expected).toBe(3);
  expect(await idsFor(log, `group:${read}`)).toEqual(rows);
  expect(await idsFor(log, `-group:${read} is:failed`)).not.toContain(rows[0]);
  // Also for a group without a mark.
  expect(await idsFor(log, `group:${list}`)).toEqual(listed);
  // The next start and the command line read it from the file.
  const kept = new Marks(marksInFolder(folder));
  expect(kept.namesOf(read)).toEqual([read, now]);
  expect(kept.get(now)).toMatchObject({ state: 'expected' });
  const reading = new ReadOnlyLog(log.store, (server) => server, kept);
  expect(await idsFor(reading, `group:${list}`)).toEqual(listed);
  // The log keeps nothing of the move.
  expect(log.store.figures('former')).toEqual([]);
});

it('keeps group names in marks.json when another mark is set', async () => {
  const folder = tempFolder();
  const marks = new Marks(marksInFolder(folder));
  marks.follow([{ from: 'aaaa1111', to: 'bbbb2222' }], () => true);
  marks.set(markOf('cccc3333'));
  const again = new Marks(marksInFolder(folder));
  expect([again.namesOf('aaaa1111'), again.get('cccc3333')?.state]).toEqual([['aaaa1111', 'bbbb2222'], 'expected']);
  again.follow([{ from: 'bbbb2222', to: 'dddd4444' }], () => true);
  expect(again.namesOf('aaaa1111')).toEqual(['aaaa1111', 'bbbb2222', 'dddd4444']);
});

it('loads marks.json of earlier versions', () => {
  const folder = tempFolder();
  writeFileSync(join(folder, 'marks.json'), JSON.stringify({ version: 2, marks: [markOf('aaaa1111')] }));
  const marks = new Marks(marksInFolder(folder));
  expect([marks.notice, marks.get('aaaa1111')?.state, marks.namesOf('aaaa1111')]).toEqual([
    '',
    'expected',
    ['aaaa1111'],
  ]);
});

it('moves marks when the derivation is interrupted and resumes at later starts', async () => {
  const folder = tempFolder();
  const path = join(folder, 'log.db');
  const before = open(await openStore({ path }), then, marksInFolder(folder));
  record(before, 'read', Array(600).fill(missing));
  const read = groupFor(before, 'read');
  markGroup(before, { group: read, state: 'expected' });
  closeAsBefore(before);

  // While old rows are cleared.
  const first = open(await openStore({ path }), decodeNow(), marksInFolder(folder), 0);
  expect(first.isCatchingUp).toBe(true);
  first.close();
  const store = await openStore({ path });
  expect(store.clearRows(400)).toBe(true);
  store.close();
  // While new rows are created.
  const second = open(await openStore({ path }), decodeNow(), marksInFolder(folder), 0);
  await expect.poll(() => second.counters.rows, { interval: 1 }).toBeGreaterThan(100);
  expect(second.isCatchingUp).toBe(true);
  second.close();

  let notified = 0;
  const last = open(await openStore({ path }), decodeNow(), marksInFolder(folder), 0);
  last.marks.onChange = () => {
    notified += 1;
  };
  await expect.poll(() => last.isCatchingUp).toBe(false);
  expect(last.marks.get(groupFor(last, 'read'))).toMatchObject({ state: 'expected' });
  expect(last.counters.expected).toBe(600);
  await expect.poll(() => notified).toBe(1);
});

it('follows a group that was split into several', async () => {
  const folder = tempFolder();
  const path = join(folder, 'log.db');
  const before = open(await openStore({ path }), then, marksInFolder(folder));
  record(before, 'read', [missing, refused]);
  const read = groupFor(before, 'read');
  markGroup(before, { group: read, state: 'expected' });
  const rows = await idsFor(before, `group:${read}`);
  closeAsBefore(before);
  const log = open(await openStore({ path }), decodeNow(), marksInFolder(folder));
  expect([...log.figures.groups.all()].length).toBe(2);
  expect(log.counters.expected).toBe(2);
  expect(await idsFor(log, `group:${read}`)).toEqual(rows);
});

it('does not silence unmarked failures when groups merge', async () => {
  const folder = tempFolder();
  const path = join(folder, 'log.db');
  const earlier = decodeNow();
  let calls = 0;
  const mixed: Decode = (account, context, server) => {
    const failure = earlier(account, context, server);
    calls += 1;
    return failure && { ...failure, class: calls === 1 ? 'internal' : 'conflict' };
  };
  const before = open(await openStore({ path }), mixed, marksInFolder(folder));
  record(before, 'read', [missing, missing, missing]);
  before.flush();
  const [marked] = [...before.figures.groups.all()].sort((a, b) => a.count - b.count);
  expect(marked?.count).toBe(1);
  markGroup(before, { group: marked?.id as string, state: 'expected', note: 'known' });
  closeAsBefore(before);
  const log = open(await openStore({ path }), decodeNow(), marksInFolder(folder));
  expect(log.marks.get(groupFor(log, 'read'))).toMatchObject({ state: null, note: 'known' });
  expect(log.counters.expected).toBe(0);
});

it('moves the marks of an opened capture in its header', async () => {
  const path = join(tempFolder(), 'log.db');
  let header = JSON.stringify({ client: 'x' });
  const kept = marksInHeader({
    header: () => header,
    change: (text) => {
      header = text;
    },
  });
  const before = open(await openStore({ path }), then, kept);
  record(before, 'read', [missing]);
  const read = groupFor(before, 'read');
  markGroup(before, { group: read, state: 'expected' });
  closeAsBefore(before);
  const log = open(await openStore({ path }), decodeNow(), kept);
  const now = groupFor(log, 'read');
  expect(log.marks.get(now)).toMatchObject({ state: 'expected' });
  expect(JSON.parse(header)).toMatchObject({ client: 'x', renamedGroups: [{ from: read, to: now }] });
  expect(new Marks(kept).namesOf(read)).toEqual([read, now]);
});

it('does not call a group new if earlier recordings have it under its former name', async () => {
  const folder = tempFolder();
  const path = join(folder, 'log.db');
  const file = await openRecordings({ path });
  onTestFinished(() => file.close());
  const first = open(file.open(file.create({ kind: 'recorded', startedAt: 0 })), then, marksInFolder(folder));
  record(first, 'read', [missing]);
  closeAsBefore(first);
  const second = open(file.open(file.create({ kind: 'recorded', startedAt: 1 })), then, marksInFolder(folder));
  record(second, 'read', [missing]);
  const { recording } = second.store;
  closeAsBefore(second);
  const log = open(file.open(recording), decodeNow(), marksInFolder(folder));
  const answer = await new GroupQueries(log).failureGroups({ order: 'count', from: 0, count: 9 });
  expect(answer.ok && answer.value.groups.map(({ isNew }) => isNew)).toEqual([false]);
});

it('keeps a mark of an earlier version for failures that come after its recording was deleted', async () => {
  const folder = tempFolder();
  const call = { server: 's', method: 'tools/call', target: 'read', code: '-32000', class: 'not_found' as const };
  const [former = ''] = formerNames(call, 'protocol');
  new Marks(marksInFolder(folder)).set(markOf(former));
  const log = open(await openStore({ path: join(folder, 'log.db') }), decodeNow(), marksInFolder(folder));
  record(log, 'read', [(id) => error(id, -32000, 'Order not found')]);
  expect(log.marks.get(groupFor(log, 'read'))).toMatchObject({ state: 'expected' });
  expect(log.counters).toMatchObject({ failedCalls: 0, causes: 0, expected: 1 });
  expect(new Marks(marksInFolder(folder)).get(groupFor(log, 'read'))?.state).toBe('expected');
});

function markOf(group: string) {
  return {
    group,
    state: 'expected' as const,
    note: '',
    at: 1,
    version: null,
    back: null,
    server: 's',
    words: 'tools/call read',
  };
}
