// Keeps the window in sync with the host: first the snapshot, then new rows, then only the changes after an interruption. Batches
// are collected and applied once per frame, so that a burst costs the screen no more than a trickle.

import type { ApiError, Batch } from '../../shared/contract/api.ts';
import { isCountedRow } from '../../shared/filter/row-facts.ts';
import type { Row } from '../../shared/timeline.ts';
import { connectionOf } from './connection.ts';
import { load, noteDetailChange, refreshDetail } from './detail.ts';
import { expectedOf, noteExpected } from './expected.ts';
import { openFilter } from './filter.ts';
import { loadMissing, refreshSoon } from './load-rows.ts';
import { definePart, type Model } from './model.ts';
import { preferencesOf, takePreferences } from './preferences.ts';
import { ensureSelection, revealRow } from './selection.ts';
import { bump, noteHeight, resetRows, rowsOf, select, setTotal, timelineOf } from './timeline.ts';
import { featuresOf } from './window-feature.ts';

const catchUpLimit = 2_000;
/** How long a failure that is not a call waits for a failed call before it is shown first. */
const patience = 2_000;
/** More than any screen shows: in a storm only these rows are kept without a request. */
const newestRows = 200;
/**
 * Drawing takes at most a third of the time at any rate of rows; the rest is for typing and clicking. Measures the first of the
 * few frames that a screen of new rows takes.
 */
const restPerWork = 8;
/** A dozen screens a second are more than anyone reads; in a long storm four are enough. */
const longestRest = { first: 60, step: 6, last: 240 };

/** The first request was never answered: Misfire may have ended, or restarted elsewhere. */
const noAnswer =
  'Misfire does not answer at this address. If it was ended, start it again; if it was started again, open the new address that it printed.';

const tailOf = definePart(() => ({
  queue: [] as Batch[],
  /** Called when the host's batch is on the screen. */
  taken: [] as (() => void)[],
  scheduled: false,
  inStep: false,
  /** Counts the rounds of catching up: only the last one counts. */
  round: 0,
  restUntil: 0,
  /** How many draws in a row did not catch up with new rows. */
  behind: 0,
  firstLook: null as ReturnType<typeof setTimeout> | null,
}));

export function keepInStep(model: Model): void {
  const tail = tailOf(model);
  model.platform.onBatch((batch) => {
    // At once: a countdown must not wait for rows.
    for (const { live } of featuresOf(model)) live?.note?.(model, batch);
    tail.queue.push(batch);
    schedule(model);
    return new Promise((resolve) => {
      tail.taken.push(resolve);
    });
  });
  model.platform.onStatus((status) => {
    if (status === 'reconnecting') {
      tail.inStep = false;
      tail.round += 1;
      tail.queue = [];
      release(model);
      const isOpen = connectionOf(model).getState().status !== 'starting';
      connectionOf(model).setState(isOpen ? { status, refusal: '' } : { refusal: noAnswer });
      return;
    }
    void catchUp(model);
  });
}

/** Requests everything again when the user retries. */
export function tryAgain(model: Model): void {
  connectionOf(model).setState({ refusal: '' });
  void catchUp(model);
}

async function catchUp(model: Model): Promise<void> {
  const tail = tailOf(model);
  const mine = ++tail.round;
  const isLast = () => mine === tail.round;
  const before = connectionOf(model).getState();
  const [hello, snapshot] = await Promise.all([model.platform.call('hello', {}), model.platform.call('snapshot', {})]);
  if (!isLast()) return;
  if (!hello.ok) return noteRefusal(model, hello.error);
  if (!snapshot.ok) return noteRefusal(model, snapshot.error);
  if (before.status === 'starting') takePreferences(model, hello.value.preferences);
  const { rev, servers, past, counters, recording, marks } = snapshot.value;
  noteExpected(model, marks);
  // A host that counts from a lower number is another run: all known state is invalid.
  const sameRun = before.status !== 'starting' && rev >= before.rev && recording.id === before.recording?.id;
  connectionOf(model).setState({
    status: 'connected',
    refusal: '',
    hello: hello.value,
    servers,
    past: past?.servers ?? null,
    pastClients: past?.clients ?? [],
    counters,
    rev,
    recording,
  });
  if (!sameRun && before.status !== 'starting') select(model, null, false);
  if (!sameRun) {
    rowsOf(model).forget();
    const { draft } = timelineOf(model).getState();
    const { callsOnly, columns } = preferencesOf(model).getState();
    const isPlain = draft === '' && !callsOnly && columns.sort === undefined;
    if (isPlain || !(await openFilter(model, draft))) resetRows(model, '', counters.rows, 0);
  } else {
    const changes = await model.platform.call('changes', { rev: before.rev, limit: catchUpLimit });
    if (changes.ok && !changes.value.truncated) applyRows(model, changes.value.rows);
    else rowsOf(model).markStale();
    if (timelineOf(model).getState().view === '') setTotal(model, counters.rows);
    else await openFilter(model, timelineOf(model).getState().filter);
  }
  // Another round has started: its result is newer.
  if (!isLast()) return;
  tail.inStep = true;
  bump(model);
  loadMissing(model);
  schedule(model);
  // The selected row may have changed, or could not be loaded before.
  void load(model);
  for (const { live } of featuresOf(model)) void live?.load?.(model);
  if (!sameRun) await ensureSelection(model);
}

/** A lost connection returns by itself and reports itself. */
function noteRefusal(model: Model, { code, message }: ApiError): void {
  if (code !== 'not_connected') connectionOf(model).setState({ refusal: message });
}

function schedule(model: Model): void {
  const tail = tailOf(model);
  if (tail.scheduled || !tail.inStep || tail.queue.length === 0) return;
  tail.scheduled = true;
  const run = () => {
    tail.scheduled = false;
    const began = performance.now();
    apply(model);
    // A timer set within a frame runs after layout and paint, which cost more than our own work.
    setTimeout(() => {
      const ended = performance.now();
      const longest = Math.min(longestRest.last, longestRest.first + longestRest.step * tail.behind);
      tail.restUntil = ended + Math.min(longest, (ended - began) * restPerWork);
    });
  };
  const rest = tail.restUntil - performance.now();
  tail.behind = rest > 0 ? tail.behind + 1 : 0;
  // Animation frames stop in a hidden window; its title and counts should not.
  if (!isSeen()) setTimeout(run, 250);
  else if (rest > 0) setTimeout(() => requestAnimationFrame(run), rest);
  else requestAnimationFrame(run);
}

/** Without a document, as in tests, nothing is visible either. */
function isSeen(): boolean {
  return globalThis.document?.visibilityState === 'visible';
}

/** Confirms to the host that its batch is on the screen. */
function release(model: Model): void {
  const tail = tailOf(model);
  for (const resolve of tail.taken) resolve();
  tail.taken = [];
}

function apply(model: Model): void {
  const tail = tailOf(model);
  if (!tail.inStep) return;
  release(model);
  const batches = tail.queue;
  tail.queue = [];
  const known = connectionOf(model).getState();
  if (batches.some((batch) => batch.recording !== known.recording?.id)) {
    // Another recording is shown: no state of this one applies.
    tail.inStep = false;
    void catchUp(model);
    return;
  }
  noteNotice(model, batches.at(-1)?.notice ?? '');
  const marks = batches.findLast((batch) => batch.marks !== null)?.marks;
  if (marks) noteExpected(model, marks);
  // The same number may bring changes too: figures and servers change without a row.
  const fresh = batches.filter((batch) => batch.rev >= known.rev);
  const last = fresh.at(-1);
  if (!last) return;
  const servers = fresh.findLast((batch) => batch.servers !== null)?.servers ?? known.servers;
  const missed = fresh[0] !== undefined && fresh[0].fromRev > known.rev;
  connectionOf(model).setState({ counters: last.counters, servers, rev: Math.max(known.rev, last.rev) });
  const past = fresh.findLast((batch) => batch.past !== null)?.past;
  if (past) connectionOf(model).setState({ past: past.servers, pastClients: past.clients });

  if (timelineOf(model).getState().view === '') setTotal(model, last.counters.rows);
  for (const batch of fresh) applyRows(model, batch.rows);
  if (missed || fresh.some((batch) => batch.truncated)) {
    rowsOf(model).markStale();
    refreshDetail(model);
  }
  if (timelineOf(model).getState().view !== '' && fresh.some((batch) => batch.rows.length > 0 || batch.truncated))
    refreshSoon(model);
  bump(model);
  loadMissing(model);
  if (timelineOf(model).getState().selected === null)
    selectFirst(
      model,
      fresh.flatMap((batch) => batch.rows),
      last.counters.failedRows,
    );
}

/** The storage of the log can change to memory and back while the window is open. */
function noteNotice(model: Model, notice: string): void {
  const { hello } = connectionOf(model).getState();
  if (hello && hello.store.notice !== notice)
    connectionOf(model).setState({ hello: { ...hello, store: { ...hello.store, notice } } });
}

/** Opens a failure as soon as there is one: a failed call is better than a stray message. */
function selectFirst(model: Model, changed: readonly Row[], failures: number): void {
  const tail = tailOf(model);
  const { groups } = expectedOf(model).getState();
  const failed = changed.findLast(
    (row) =>
      row.kind === 'call' &&
      row.failure !== null &&
      isCountedRow(row) &&
      // The row with the cause comes together with the rows that it made fail.
      (row.incident === row.id || row.incident === null) &&
      !(row.group !== null && groups.has(row.group)),
  );
  if (failed) {
    select(model, failed.id, false);
    void revealRow(model, failed.id);
  } else if (failures > 0 && tail.firstLook === null) {
    tail.firstLook = setTimeout(() => {
      tail.firstLook = null;
      if (timelineOf(model).getState().selected === null) void ensureSelection(model);
    }, patience);
  }
}

function applyRows(model: Model, changed: readonly Row[]): void {
  const { view, total } = timelineOf(model).getState();
  const plain = view === '';
  for (const row of changed) {
    if (plain) {
      if (rowsOf(model).place(row.ord, row, row.ord >= total - newestRows)) noteHeight(model, row.ord, row);
    } else {
      const index = rowsOf(model).update(row);
      if (index !== null) noteHeight(model, index, row);
    }
    noteDetailChange(model, row);
  }
}
