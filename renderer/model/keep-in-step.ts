// Keeps the window in step with the host: snapshot first, then the tail, then only what changed while it was away.
// Batches are gathered and applied once a frame, so that a burst costs the screen no more than a trickle.

import type { Row } from '../../shared/timeline.ts';
import type { Batch } from '../../shared/views.ts';
import type { Platform } from '../platform/platform.ts';
import { loadAsks, noteAsks } from './asks.ts';
import { useConnection } from './connection.ts';
import { load, noteDetailChange, refreshDetail } from './detail.ts';
import { noteExpected, useExpected } from './expected.ts';
import { openFilter } from './filter.ts';
import { attachLoader, loadMissing, refreshSoon } from './load-rows.ts';
import { noteProbes } from './probes.ts';
import { loadReplays, noteReplays } from './replays.ts';
import { ensureSelection } from './selection.ts';
import { bump, noteHeight, resetRows, rows, select, setTotal, useTimeline } from './timeline.ts';

const catchUpLimit = 2_000;
/** How long a stray failure waits for a failed call before it is shown first. */
const patience = 2_000;
/** More than any screen shows: of what arrives in a storm only these are kept without being asked for. */
const newestRows = 200;
/**
 * Drawing takes at most one part in three of the time, however fast rows come: the rest is for whoever types and clicks.
 * What is measured is the first of the few frames that a screen of new rows takes.
 */
const restPerWork = 8;
/** A dozen screens a second are more than anyone reads, and of a long storm four are. */
const longestRest = { first: 60, step: 6, last: 240 };

let queue: Batch[] = [];
let taken: (() => void)[] = [];
let scheduled = false;
let inStep = false;
let restUntil = 0;
/** How many draws in a row did not catch up with what came. */
let behind = 0;
let firstLook: ReturnType<typeof setTimeout> | null = null;

export function startSession(platform: Platform): void {
  attachLoader(platform);
  platform.onBatch((batch) => {
    // At once: a countdown must not wait for rows.
    if (batch.replays) noteReplays(batch.replays);
    if (batch.asks) noteAsks(batch.asks);
    queue.push(batch);
    schedule(platform);
    return new Promise((resolve) => {
      taken.push(resolve);
    });
  });
  platform.onStatus((status) => {
    if (status === 'reconnecting') {
      inStep = false;
      queue = [];
      release();
      if (useConnection.getState().status !== 'starting') useConnection.setState({ status });
      return;
    }
    void catchUp(platform);
  });
}

async function catchUp(platform: Platform): Promise<void> {
  const before = useConnection.getState();
  const [hello, snapshot] = await Promise.all([platform.call('hello', {}), platform.call('snapshot', {})]);
  if (!hello.ok || !snapshot.ok) return;
  const { rev, servers, counters, session, expected } = snapshot.value;
  noteExpected(expected);
  // A host that counts from a lower number is another run: nothing that is known here can be trusted.
  const sameRun = before.status !== 'starting' && rev >= before.rev && session.id === before.session?.id;
  useConnection.setState({ status: 'connected', hello: hello.value, servers, counters, rev, session });
  if (!sameRun && before.status !== 'starting') select(null, false);
  if (!sameRun) {
    rows.forget();
    const { draft } = useTimeline.getState();
    if (draft === '' || !(await openFilter(platform, draft))) resetRows('', counters.rows, 0);
  } else {
    const changes = await platform.call('changes', { rev: before.rev, limit: catchUpLimit });
    if (changes.ok && !changes.value.truncated) applyRows(changes.value.rows);
    else rows.markStale();
    if (useTimeline.getState().view === '') setTotal(counters.rows);
    else await openFilter(platform, useTimeline.getState().filter);
  }
  const probes = await platform.call('probes', {});
  if (probes.ok) noteProbes(probes.value.probes);
  inStep = true;
  bump();
  loadMissing();
  schedule(platform);
  // Whatever was selected may have changed meanwhile, or could not be fetched before.
  void load();
  void loadReplays(platform);
  void loadAsks(platform);
  if (!sameRun) await ensureSelection(platform);
}

function schedule(platform: Platform): void {
  if (scheduled || !inStep || queue.length === 0) return;
  scheduled = true;
  const run = () => {
    scheduled = false;
    const began = performance.now();
    apply(platform);
    // A timer set within a frame runs after its layout and paint, which cost more than our own work.
    setTimeout(() => {
      const ended = performance.now();
      const longest = Math.min(longestRest.last, longestRest.first + longestRest.step * behind);
      restUntil = ended + Math.min(longest, (ended - began) * restPerWork);
    });
  };
  const rest = restUntil - performance.now();
  behind = rest > 0 ? behind + 1 : 0;
  // Animation frames stop in a hidden window; its title and counts should not.
  if (document.visibilityState === 'hidden') setTimeout(run, 250);
  else if (rest > 0) setTimeout(() => requestAnimationFrame(run), rest);
  else requestAnimationFrame(run);
}

/** Tells the host that what it sent is on the screen. */
function release(): void {
  for (const resolve of taken) resolve();
  taken = [];
}

function apply(platform: Platform): void {
  if (!inStep) return;
  release();
  const batches = queue;
  queue = [];
  const known = useConnection.getState();
  if (batches.some((batch) => batch.session !== known.session?.id)) {
    // Another session is shown: nothing of this one is true of it.
    inStep = false;
    void catchUp(platform);
    return;
  }
  noteNotice(batches.at(-1)?.notice ?? '');
  const expected = batches.findLast((batch) => batch.expected !== null)?.expected;
  if (expected) noteExpected(expected);
  const fresh = batches.filter((batch) => batch.rev > known.rev || batch.servers !== null);
  const last = fresh.at(-1);
  if (!last) return;
  const servers = fresh.findLast((batch) => batch.servers !== null)?.servers ?? known.servers;
  const missed = fresh[0] !== undefined && fresh[0].fromRev > known.rev;
  useConnection.setState({ counters: last.counters, servers, rev: Math.max(known.rev, last.rev) });

  if (useTimeline.getState().view === '') setTotal(last.counters.rows);
  for (const batch of fresh) applyRows(batch.rows);
  for (const batch of fresh) if (batch.probes) noteProbes(batch.probes);
  if (missed || fresh.some((batch) => batch.truncated)) {
    rows.markStale();
    refreshDetail();
  }
  if (useTimeline.getState().view !== '' && fresh.some((batch) => batch.rows.length > 0 || batch.truncated))
    refreshSoon();
  bump();
  loadMissing();
  if (useTimeline.getState().selected === null)
    selectFirst(
      platform,
      fresh.flatMap((batch) => batch.rows),
      last.counters.failures,
    );
}

/** Where the log is kept can change for the worse while one looks on, and back. */
function noteNotice(notice: string): void {
  const { hello } = useConnection.getState();
  if (hello && hello.store.notice !== notice)
    useConnection.setState({ hello: { ...hello, store: { ...hello.store, notice } } });
}

/** Something to read as soon as there is a failure: a failed call rather than a stray message, unless nothing better comes. */
function selectFirst(platform: Platform, changed: readonly Row[], failures: number): void {
  const { groups } = useExpected.getState();
  const failed = changed.findLast(
    (row) => row.kind === 'call' && row.failure !== null && !(row.group !== null && groups.has(row.group)),
  );
  if (failed) select(failed.id, false);
  else if (failures > 0 && firstLook === null) {
    firstLook = setTimeout(() => {
      firstLook = null;
      if (useTimeline.getState().selected === null) void ensureSelection(platform, false);
    }, patience);
  }
}

function applyRows(changed: readonly Row[]): void {
  const { view, total } = useTimeline.getState();
  const plain = view === '';
  for (const row of changed) {
    if (plain) {
      if (rows.place(row.ord, row, row.ord >= total - newestRows)) noteHeight(row.ord, row);
    } else {
      const index = rows.update(row);
      if (index !== null) noteHeight(index, row);
    }
    noteDetailChange(row);
  }
}
