// The protocol between a window and its host: first the snapshot, then new rows, then the changes after an interruption. The host
// is scripted: the tests check which requests are sent when, and how the responses are applied.

import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { Hello, RecordingView, ServerView, Snapshot } from '../../shared/api/views.ts';
import type { Batch } from '../../shared/contract/api.ts';
import { type Answer, done, type Input, type Method, refused } from '../../shared/contract/api.ts';
import { noChanges } from '../../shared/contract/features.ts';
import type { Row } from '../../shared/timeline.ts';
import type { LinkStatus } from '../platform/platform.ts';
import { silentPlatform } from '../testing/platform-fixtures.ts';
import { makeFailure, makeRow } from '../testing/row-fixtures.ts';
import { connectionOf, noCounters } from './connection.ts';
import { createModel, startModel } from './create-model.ts';
import { tryAgain } from './keep-in-step.ts';
import type { Model } from './model.ts';
import { preferencesOf, setSideWidth, setTheme } from './preferences.ts';
import { rowsOf, timelineOf } from './timeline.ts';

/** Frames and pauses are part of the protocol, so the test controls the clock. */
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const hello = { store: { notice: '' }, preferences: '' } as Hello;
const recording = (id: number) => ({ id, isLive: true, startedAt: 0 }) as RecordingView;
const server = (name: string) => ({ id: name, name }) as ServerView;

/** Rows 0 to count - 1, with their number as id, position and revision. */
const rows = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => makeRow({ id: index, ord: index, rev: index + 1 }));

class Host {
  asked: { method: Method; input: unknown }[] = [];
  log: Row[] = [];
  recordingId = 1;
  preferences = '';
  refuses: Answer<never> | null = null;
  /** If set, responses to this method wait until it is called. */
  holding: { method: Method; go: () => void } | null = null;
  #onBatch: (batch: Batch) => Promise<void> = async () => undefined;
  #onStatus: (status: LinkStatus) => void = () => undefined;
  readonly model: Model;

  constructor(log: Row[]) {
    this.log = log;
    this.model = createModel({
      ...silentPlatform,
      call: async (method: Method, input: unknown) => {
        this.asked.push({ method, input });
        const answer = this.#answer(method, input);
        if (this.holding?.method !== method) return answer as never;
        const { holding } = this;
        await new Promise<void>((resolve) => {
          holding.go = resolve;
        });
        return answer as never;
      },
      onBatch: (listener) => {
        this.#onBatch = listener;
        return () => undefined;
      },
      onStatus: (listener) => {
        this.#onStatus = listener;
        return () => undefined;
      },
    });
    startModel(this.model);
  }

  get rev(): number {
    return Math.max(0, ...this.log.map((row) => row.rev));
  }

  get counters() {
    const failures = this.log.filter((row) => row.failure !== null).length;
    return { ...noCounters, rows: this.log.length, messages: this.log.length, failures };
  }

  get methods(): Method[] {
    return this.asked.map(({ method }) => method);
  }

  #answer(method: Method, input: unknown): Answer<unknown> {
    if (this.refuses) return this.refuses;
    switch (method) {
      case 'hello':
        return done({ ...hello, preferences: this.preferences });
      case 'snapshot':
        return done({
          rev: this.rev,
          recording: recording(this.recordingId),
          servers: [server('one')],
          past: null,
          counters: this.counters,
          marks: [],
        } satisfies Snapshot);
      case 'changes': {
        const { rev, limit } = input as Input<'changes'>;
        const changed = this.log.filter((row) => row.rev > rev);
        return done({ rows: changed.slice(0, limit), truncated: changed.length > limit, rev: this.rev });
      }
      case 'rows': {
        const { from, count } = input as Input<'rows'>;
        return done({ rows: this.log.slice(from, from + count), total: this.log.length });
      }
      case 'locate': {
        const found = this.log.findLast((row) => row.failure !== null);
        return done(found ? { id: found.id, index: found.ord } : null);
      }
      case 'keepPreferences':
        return done(null);
      default:
        return refused('refused', 'Not in this test.');
    }
  }

  async say(status: LinkStatus): Promise<void> {
    this.#onStatus(status);
    await vi.advanceTimersByTimeAsync(0);
  }

  /** Adds rows and sends them as the next batch. */
  push(added: Row[], changes: Partial<Batch> = {}): Promise<void> {
    const fromRev = this.rev;
    this.log = [...this.log, ...added];
    return this.#onBatch({
      fromRev,
      rev: this.rev,
      rows: added,
      truncated: false,
      servers: null,
      past: null,
      counters: this.counters,
      ...noChanges,
      asks: null,
      recording: this.recordingId,
      notice: '',
      marks: null,
      ...changes,
    });
  }

  get connection() {
    return connectionOf(this.model).getState();
  }

  get timeline() {
    return timelineOf(this.model).getState();
  }
}

const soon = () => vi.advanceTimersByTimeAsync(1_000);

it('takes the servers and clients of an opened recording from batches too: it is shown while it is read', async () => {
  const host = new Host(rows(3));
  await host.say('connected');
  const depot = { id: 'depot', name: 'depot', look: null, failedCalls: 0 };
  for (const messages of [2, 7]) {
    const past = { servers: [{ ...depot, messages }], clients: [{ name: 'Codex', messages }] };
    void host.push(rows(host.log.length + 1).slice(-1), { past });
  }
  await soon();
  expect(host.connection).toMatchObject({ past: [{ messages: 7 }], pastClients: [{ name: 'Codex', messages: 7 }] });
  void host.push(rows(host.log.length + 1).slice(-1));
  await soon();
  expect(host.connection.past).toMatchObject([{ messages: 7 }]);
});

it('opens with a snapshot and continues with new rows', async () => {
  const host = new Host(rows(3));
  expect(host.connection.status).toBe('starting');
  await host.say('connected');
  expect(host.connection).toMatchObject({ status: 'connected', rev: 3, recording: { id: 1 } });
  expect(host.timeline).toMatchObject({ total: 3, loaded: true });
  void host.push([makeRow({ id: 3, ord: 3, rev: 4 })]);
  await soon();
  expect(host.connection.rev).toBe(4);
  expect(host.timeline.total).toBe(4);
  expect(rowsOf(host.model).get(3)?.id).toBe(3);
});

it('keeps batches that arrive before the snapshot, and applies none twice', async () => {
  const host = new Host(rows(3));
  host.holding = { method: 'snapshot', go: () => undefined };
  await host.say('connected');
  // The snapshot was made before this row, and the batch comes before the snapshot.
  void host.push([makeRow({ id: 3, ord: 3, rev: 4 })]);
  await soon();
  expect(host.connection.status).toBe('starting');
  host.holding.go();
  await soon();
  expect(host.connection).toMatchObject({ status: 'connected', rev: 4 });
  expect(host.timeline.total).toBe(4);
});

it('ignores a batch that the snapshot includes', async () => {
  const host = new Host(rows(3));
  await host.say('connected');
  const { counters } = host.connection;
  void host.push([], { rev: 2, fromRev: 1, counters: { ...counters, rows: 2 } });
  await soon();
  expect(host.connection.rev).toBe(3);
  expect(host.timeline.total).toBe(3);
});

it('applies figures that change without a row', async () => {
  const host = new Host(rows(3));
  await host.say('connected');
  void host.push([], { counters: { ...host.counters, expected: 2 } });
  await soon();
  expect(host.connection.counters.expected).toBe(2);
});

it('confirms a batch to the host only when it is on the screen', async () => {
  const host = new Host(rows(1));
  await host.say('connected');
  let taken = false;
  void host.push([makeRow({ id: 1, ord: 1, rev: 2 })]).then(() => {
    taken = true;
  });
  await vi.advanceTimersByTimeAsync(0);
  expect(taken).toBe(false);
  await soon();
  expect(taken).toBe(true);
});

it('requests only changes after an interruption', async () => {
  const host = new Host(rows(3));
  await host.say('connected');
  await host.say('reconnecting');
  expect(host.connection.status).toBe('reconnecting');
  host.log = [...host.log, makeRow({ id: 3, ord: 3, rev: 4 })];
  host.asked = [];
  await host.say('connected');
  expect(host.connection).toMatchObject({ status: 'connected', rev: 4 });
  expect(host.asked.find(({ method }) => method === 'changes')?.input).toMatchObject({ rev: 3 });
  expect(host.timeline.total).toBe(4);
});

it('starts over if the host counts from a lower number', async () => {
  const host = new Host(rows(9));
  await host.say('connected');
  await host.say('reconnecting');
  host.log = rows(2);
  host.asked = [];
  await host.say('connected');
  expect(host.methods).not.toContain('changes');
  expect(host.timeline.total).toBe(2);
  expect(host.timeline.selected).toBeNull();
});

it('starts over if another recording is shown', async () => {
  const host = new Host(rows(3));
  await host.say('connected');
  host.recordingId = 2;
  host.log = rows(1);
  void host.push([]);
  await soon();
  expect(host.connection.recording?.id).toBe(2);
  expect(host.timeline.total).toBe(1);
});

it.each<[string, Partial<Batch>, boolean]>([
  ['was cut short', { truncated: true }, true],
  ['follows one that was missed', { fromRev: 100, rev: 101 }, true],
  ['is whole', {}, false],
])('requests its rows again only if necessary: a batch that %s', async (_what, changes, isAsked) => {
  const host = new Host(rows(3));
  await host.say('connected');
  const { model } = host;
  rowsOf(model).put(0, host.log);
  expect(rowsOf(model).missing(0, 2)).toEqual([]);
  await vi.advanceTimersByTimeAsync(300);
  host.asked = [];
  void host.push([makeRow({ id: 3, ord: 3, rev: 4 })], changes);
  await vi.advanceTimersByTimeAsync(300);
  expect(host.methods.includes('rows')).toBe(isAsked);
});

it('keeps the servers if a batch does not include them', async () => {
  const host = new Host(rows(1));
  await host.say('connected');
  void host.push([], { servers: [server('two')] });
  await soon();
  expect(host.connection.servers.map(({ name }) => name)).toEqual(['two']);
  void host.push([makeRow({ id: 1, ord: 1, rev: 2 })]);
  await soon();
  expect(host.connection.servers.map(({ name }) => name)).toEqual(['two']);
});

it('shows why the host refuses, and opens on the next try', async () => {
  const host = new Host(rows(1));
  host.refuses = refused('refused', 'The log is locked by another Misfire.');
  await host.say('connected');
  expect(host.connection).toMatchObject({ status: 'starting', refusal: 'The log is locked by another Misfire.' });
  host.refuses = null;
  tryAgain(host.model);
  await soon();
  expect(host.connection).toMatchObject({ status: 'connected', refusal: '' });
});

it('says that the host does not answer if the first connection fails', async () => {
  const host = new Host(rows(1));
  await host.say('reconnecting');
  expect(host.connection).toMatchObject({ status: 'starting', refusal: expect.stringContaining('does not answer') });
  await host.say('connected');
  expect(host.connection).toMatchObject({ status: 'connected', refusal: '' });
});

it('drops the result of an earlier round if the connection was lost', async () => {
  const host = new Host(rows(3));
  host.holding = { method: 'snapshot', go: () => undefined };
  await host.say('connected');
  const first = host.holding;
  host.holding = null;
  await host.say('reconnecting');
  host.log = rows(5);
  await host.say('connected');
  expect(host.timeline.total).toBe(5);
  first.go();
  await soon();
  expect(host.timeline.total).toBe(5);
  expect(host.connection.rev).toBe(5);
});

it('selects a failed call as soon as there is one', async () => {
  const host = new Host(rows(1));
  await host.say('connected');
  expect(host.timeline.selected).toBeNull();
  void host.push([makeRow({ id: 1, ord: 1, rev: 2, kind: 'call', failure: makeFailure() })]);
  await soon();
  expect(host.timeline.selected).toBe(1);
});

it('applies the stored preferences once, and sends each later change to the host', async () => {
  const host = new Host(rows(3));
  host.preferences = '{"theme":"dark","tourSeen":true,"sideWidth":"wide"}';
  await host.say('connected');
  expect(preferencesOf(host.model).getState()).toMatchObject({ theme: 'dark', tourSeen: true, sideWidth: null });
  expect(host.methods).not.toContain('keepPreferences');

  setTheme(host.model, 'light');
  await host.say('reconnecting');
  await host.say('connected');
  expect(preferencesOf(host.model).getState().theme).toBe('light');
  const saved = host.asked.filter(({ method }) => method === 'keepPreferences');
  expect(saved.map(({ input }) => JSON.parse((input as Input<'keepPreferences'>).text))).toMatchObject([
    { theme: 'light', tourSeen: true },
  ]);
});

it('sends the newest preference once the host has stored the one before', async () => {
  const host = new Host(rows(3));
  await host.say('connected');
  host.holding = { method: 'keepPreferences', go: () => undefined };
  for (const width of [200, 210, 220]) setSideWidth(host.model, width);
  const widths = () =>
    host.asked
      .filter(({ method }) => method === 'keepPreferences')
      .map(({ input }) => JSON.parse((input as Input<'keepPreferences'>).text).sideWidth);
  expect(widths()).toEqual([200]);
  host.holding.go();
  await host.say('connected');
  expect(widths()).toEqual([200, 220]);
});

it('keeps a preference that was not stored before a reload, and sends it then', async () => {
  stubStorage();
  const before = new Host(rows(3));
  await before.say('connected');
  before.holding = { method: 'keepPreferences', go: () => undefined };
  for (const width of [200, 220]) setSideWidth(before.model, width);
  before.holding.go();
  await soon();

  const loadedAgain = new Host(rows(3));
  loadedAgain.preferences = '{"sideWidth":200}';
  await loadedAgain.say('connected');
  expect(preferencesOf(loadedAgain.model).getState().sideWidth).toBe(220);
  expect(loadedAgain.asked.filter(({ method }) => method === 'keepPreferences')).toMatchObject([
    { input: { text: expect.stringContaining('"sideWidth":220') } },
  ]);

  for (const sideWidth of [240, 260]) {
    const anotherDay = new Host(rows(3));
    anotherDay.preferences = JSON.stringify({ sideWidth });
    await anotherDay.say('connected');
    expect(preferencesOf(anotherDay.model).getState().sideWidth).toBe(sideWidth);
  }
});

it('sends a rejected preference again at the next load', async () => {
  stubStorage();
  const before = new Host(rows(3));
  await before.say('connected');
  before.refuses = refused('refused', 'Not in this test.');
  setSideWidth(before.model, 220);
  await soon();

  const loadedAgain = new Host(rows(3));
  loadedAgain.preferences = '{"sideWidth":200}';
  await loadedAgain.say('connected');
  expect(preferencesOf(loadedAgain.model).getState().sideWidth).toBe(220);
});

/** As a browser keeps it between two loads of the page. */
function stubStorage(): void {
  const stored = new Map<string, string>();
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  });
}

it('does not open a failure that Misfire itself provoked', async () => {
  const host = new Host([]);
  await host.say('connected');
  const failed = (id: number, actor: Row['actor']) =>
    makeRow({ id, ord: id, rev: id + 1, kind: 'call', actor, failure: makeFailure(), incident: id });
  void host.push([failed(0, 'probe'), failed(1, 'doctor'), failed(2, 'replay')]);
  await soon();
  expect(host.timeline.selected).toBeNull();
  void host.push([failed(3, 'client'), failed(4, 'probe')]);
  await soon();
  expect(host.timeline.selected).toBe(3);
});
