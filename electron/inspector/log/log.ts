// The log stores every event first, then parses it once, pairs it into rows and decodes failures. It sends changes in batches. Owns the
// order of these steps and when rows are written. queries.ts reads for the windows.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ServerLook } from '../../../shared/api/past-servers.ts';
import type { ServerView } from '../../../shared/api/views.ts';
import type { Batch } from '../../../shared/contract/api.ts';
import type { Decode, PairingParts } from '../../../shared/exchange/endings.ts';
import { firstSeq, type RowChange } from '../../../shared/exchange/ledger.ts';
import { Pairing } from '../../../shared/exchange/pairing.ts';
import { readingRules } from '../../../shared/exchange/reading-rules.ts';
import type { Failure } from '../../../shared/failure.ts';
import { dependsOnMarks } from '../../../shared/filter/filter.ts';
import { type FailureFacts, failureFacts, rowHasFailed } from '../../../shared/filter/row-facts.ts';
import { hasTranscript } from '../../../shared/filter/seen-state.ts';
import type { Row } from '../../../shared/timeline.ts';
import type { WireEvent } from '../../../shared/wire.ts';
import type { TransportEvent } from '../../transports/transport.ts';
import { Facets } from './counts/facets.ts';
import { FailureCounts } from './counts/failure-counts.ts';
import { Marks } from './counts/marks.ts';
import { RowCounts } from './counts/row-counts.ts';
import type { Recorded, Recorder } from './recorder.ts';
import { CatchingUp, isOutdated } from './rows/catching-up.ts';
import { Changes } from './rows/changes.ts';
import { RowOrder } from './rows/row-order.ts';
import { isMessageEvent, remindOf, seenEvents } from './rows/row-recovery.ts';
import { versionAt } from './rows/server-version.ts';
import { storedFailureOf } from './rows/stored-failure.ts';
import { Views } from './search/filtered-views.ts';
import { saidBy } from './search/row-texts.ts';
import type { LogStore, RowPut } from './store/store.ts';

/** Recent failures that a later row may join: more than one event makes fail at once. */
const recalledFailures = 500;
/** Of one server: among them are the earlier attempts at a call. */
const recalledRows = 500;
/** At most 30 batches per second. */
const batchMs = 34;
const batchRows = 500;
/** Rows are flushed early once this many wait, so that no single write takes long. */
const writeRows = 100;
/** Of a file: written without a pause. */
const rowsInTurn = 500;
/** To parse it, and to pair what is in it, takes a turn each. */
const longText = 200_000;

/** The part of a batch that the log fills in. */
export type LogBatch = Pick<Batch, 'fromRev' | 'rev' | 'rows' | 'truncated' | 'counters'>;

export interface LogOptions extends PairingParts {
  store: LogStore;
  /** For decoding again, which must not count as evidence; defaults to `decode`. */
  decodeAgain?: Decode;
  onBatch?: (batch: LogBatch) => void;
  /** The clock for `since:` and recent failures. */
  now?: () => number;
  /** How long opening may wait for outdated rows; the rest is derived afterwards. */
  catchUpMs?: number;
  /** The user's marks on failure groups. */
  marks?: Marks;
  /** The mark of a current server; null if there is none. */
  serverLook?: (server: string) => ServerLook | null;
}

export class Log implements Recorder {
  readonly store: LogStore;
  readonly views: Views;
  readonly #options: LogOptions;
  readonly #pairing: Pairing;
  readonly #counts: RowCounts;
  readonly facets: Facets;
  readonly figures: FailureCounts;
  readonly changes: Changes;
  #unsent = new Map<number, Row>();
  #sentRev: number;
  #timer: NodeJS.Timeout | null = null;
  #closed = false;
  /** Rows are written in turns now, and not earlier because a window asks. */
  #isInTurns = false;
  #rereading: Promise<void> = Promise.resolve();
  readonly #catchingUp: CatchingUp;
  /** All events have rows, or the log was closed. */
  readonly caughtUp: Promise<void>;
  #toldReading = false;
  /** Events up to this one belong to earlier runs. */
  readonly #earlier: number;
  readonly #recalled = new Set<number>();
  /** Servers whose calls failed in earlier runs, until their next event. */
  readonly #failedEarlier: Set<string>;
  readonly #order: RowOrder;

  constructor(options: LogOptions) {
    const { store } = options;
    this.store = store;
    this.#options = options;
    this.#pairing = new Pairing(options);
    let state = store.state();
    const outdated = isOutdated(store, state, readingRules);
    if (outdated) state = null;
    this.#counts = new RowCounts(state, readingRules);
    this.#earlier = store.lastSeq();
    const [last] = state ? store.rowsFrom(Math.max(0, state.rows - 1), 1) : [];
    this.#order = new RowOrder(last?.at ?? 0);
    this.facets = new Facets(state ? store.facets() : []);
    this.figures = new FailureCounts(store, state, options.marks ?? new Marks(null));
    this.changes = new Changes(state?.rev ?? 0);
    // Rows created from here on count on their own.
    for (const row of store.failedRows(this.#counts.state.rows, 'older', 1000)) {
      if ((row.endAt ?? row.at) < this.#now() - 360_000) break;
      this.#counts.noteRecent(row);
    }
    const recentRows = store.failedRows(this.#counts.state.rows, 'older', recalledFailures);
    for (const row of recentRows.reverse()) this.#pairing.recallIncident(row);
    this.#failedEarlier = new Set(outdated ? [] : recentRows.map(({ server }) => server));
    const apply = (changes: RowChange[]) => this.#write(changes);
    const { marks } = this.figures;
    const parts = { store, pairing: this.#pairing, counts: this.#counts, outdated, marks, apply };
    this.#catchingUp = new CatchingUp(parts, options.catchUpMs);
    this.#unsent.clear();
    this.#sentRev = this.#counts.state.rev;
    this.views = new Views({
      total: () => this.#counts.state.rows,
      select: (question, from, to) => {
        this.flush();
        return store.select(question, from, to);
      },
      servers: () => ({ ids: this.#counts.serverIds, name: (server) => this.serverName(server) }),
      find: (words, from, below, most) => store.find(words, from, below, most),
      said: (row) => saidBy(store, row),
      values: (key) => this.facets.values(key),
      expected: marks.expected,
      namesOf: (group) => marks.namesOf(group),
      now: () => this.#now(),
    });
    this.#toldReading = this.isCatchingUp;
    this.caughtUp = this.isCatchingUp ? this.#catchUp() : Promise.resolve();
  }

  /** Some events have no rows yet. To record now, start another recording. */
  get isCatchingUp(): boolean {
    return !this.#catchingUp.isOver;
  }

  async #catchUp(): Promise<void> {
    const step = () => this.#schedule();
    // The file rejects writes; the next start continues.
    await this.#catchingUp.finish(() => !this.#closed, step).catch(step);
    if (this.#closed) return;
    // Marks may have followed rows that are decoded differently now.
    this.noteMarks();
    this.marks.onChange();
    this.#schedule();
  }

  record(server: string, epoch: number, events: readonly TransportEvent[]): Recorded[] {
    return this.recordAll(events.map((event) => ({ ...event, server, epoch }) as WireEvent));
  }

  /** The same for events of several connections, as in a file: one write for any number of servers. */
  recordAll(wire: readonly WireEvent[]): Recorded[] {
    const seqs = this.store.append(wire);
    const recorded = wire.map((event, index) => seenEvents({ ...event, seq: seqs[index] as number }));
    if (this.isCatchingUp) return recorded; // They are processed in order.
    for (const item of recorded) this.#derive(item);
    this.#pairing.endChunk();
    if (this.#pairing.changed >= writeRows) this.flush();
    this.#schedule();
    return recorded;
  }

  /**
   * The same in steps, with turns for others between them. Only for a file that is read: a kill in between leaves events without rows, and
   * the next start deletes a file that is not complete. Returns the `seq` of each event.
   */
  async recordInTurns(wire: readonly WireEvent[]): Promise<number[]> {
    const seqs = this.store.append(wire);
    this.#isInTurns = true;
    try {
      await nextTurn();
      for (const [index, event] of wire.entries()) {
        const item = seenEvents({ ...event, seq: seqs[index] as number });
        if ('text' in event && event.text.length > longText) await nextTurn();
        if (this.#closed) return seqs;
        this.#derive(item);
      }
      this.#pairing.endChunk();
      while (this.#pairing.changed > 0 && !this.#closed) {
        this.#write(this.#pairing.drain(rowsInTurn));
        this.#schedule();
        await nextTurn();
      }
      return seqs;
    } finally {
      this.#isInTurns = false;
    }
  }

  #derive(item: Recorded): void {
    const { event } = item;
    this.#counts.countEvent(event, isMessageEvent(event));
    this.#recallAttempts(event.server);
    this.#pairing.take(item);
    this.#counts.state.derivedSeq = event.seq;
  }

  get rev(): number {
    this.flush();
    return this.#counts.state.rev;
  }

  get counters(): Batch['counters'] {
    this.flush();
    return this.#counters();
  }

  get marks(): Marks {
    return this.figures.marks;
  }

  serverName(server: string): string {
    return this.#options.serverName?.(server) ?? server;
  }

  /** null: the server was removed, or belongs to a file. */
  serverLook(server: string): ServerLook | null {
    return this.#options.serverLook?.(server) ?? null;
  }

  /** The complete failure of a row; null if there is none. */
  failureOf(row: Row | number): Failure | null {
    this.flush();
    return storedFailureOf(this.store, row);
  }

  knowsServer(server: string): boolean {
    return this.#counts.knows(server);
  }

  /** Messages, failed calls and open calls of a server, and its failed calls in each of the last 12 half minutes. */
  serverCounts(server: string): Pick<ServerView, 'counts' | 'recent'> {
    this.flush();
    const { messages, failedRows, failedCalls, pending } = this.#counts.countsOf(server);
    const { failedCalls: expected } = this.figures.marked(server);
    return {
      counts: { messages, failedRows, failedCalls: failedCalls - expected, expected, pending },
      recent: this.#counts.recent(server, this.#now()),
    };
  }

  /** The newest one of a server. */
  epochOf(server: string): number {
    return this.#counts.epochOf(server);
  }

  /** Takes the next free epoch of a server. Epochs also increase across restarts. */
  nextEpoch(server: string): number {
    return this.#counts.takeEpoch(server);
  }

  get serverIds(): string[] {
    return this.#counts.serverIds;
  }

  /** The clients that are named in it, with their messages. */
  get clients(): { name: string; messages: number }[] {
    return this.#counts.clients;
  }

  /** The recording has ended, so open calls never get a response. */
  endOpen(): void {
    this.#pairing.endOpen();
    this.flush();
  }

  /** What the handshake of a connection negotiated. */
  agreement(server: string, epoch: number) {
    return this.#pairing.agreement(server, epoch);
  }

  /** Lets pairing remember a failed call of an earlier run, so that a retry joins its chain. */
  recall(row: Row): void {
    if (firstSeq(row.id) > this.#earlier || this.isCatchingUp || this.#recalled.has(row.chain ?? row.id)) return;
    this.#recalled.add(row.chain ?? row.id);
    this.flush();
    const chain = row.chain === null ? [row] : this.store.chainRows(row.chain, 1000);
    remindOf(this.store, this.#pairing, chain, this.#earlier);
  }

  /** An attempt at a failed call of an earlier run joins it, unless one has succeeded since. */
  #recallAttempts(server: string): void {
    if (this.#isInTurns || !this.#failedEarlier.delete(server)) return;
    this.flush();
    // Connections that went on were recovered with their calls.
    const calls = this.store
      .rowsBefore(server, Number.MAX_SAFE_INTEGER, recalledRows)
      .filter((row) => isEndedCall(row) && firstSeq(row.id) <= this.#earlier && !this.#pairing.knows(row));
    const failed = new Set(calls.filter(rowHasFailed).map(calledBy));
    const attempts = calls.filter((row) => failed.has(calledBy(row)) && !this.#recalled.has(row.chain ?? row.id));
    // Otherwise a replay of one of them counts them twice.
    for (const row of attempts) this.#recalled.add(row.chain ?? row.id);
    remindOf(this.store, this.#pairing, attempts, this.#earlier);
  }

  /** Writes the changed rows. The windows get the change with the next batch. */
  flush(): void {
    if (this.#pairing.changed > 0 && !this.#isInTurns) this.#write(this.#pairing.drain());
  }

  /** Decodes the failures of a server again once its dialect is clear. Resolves to the number of changed rows. */
  rederive(server: string): Promise<number> {
    return this.#inTurn(() => this.#rederive(server));
  }

  /** The same in the next turn, for callers in the middle of a read. */
  rederiveSoon(server: string): void {
    void this.#inTurn(async () => {
      await nextTurn();
      return this.#closed ? 0 : this.#rederive(server);
    });
  }

  /** One after the other; `settled` waits for all. */
  #inTurn(reread: () => Promise<number>): Promise<number> {
    const done = this.#rereading.then(reread);
    const over = () => undefined;
    this.#rereading = done.then(over, over);
    return done;
  }

  async #rederive(server: string): Promise<number> {
    const { rereadFailures } = await import('./rows/reread.ts');
    this.flush();
    const parts = { ...this.#options, decode: this.#options.decodeAgain ?? this.#options.decode };
    let changed = 0;
    for await (const changes of rereadFailures(this.store, parts, server, () => this.#closed)) {
      this.flush();
      this.#write(changes.map((change) => this.#pairing.revise(change) ?? change));
      changed += changes.length;
      this.#schedule();
    }
    return changed;
  }

  /** No row is waiting to be decoded again. */
  get settled(): Promise<void> {
    return this.#rereading;
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
    this.views.close();
    this.flush();
    this.figures.keepGroups(this.#counts.state, 'now');
    this.store.close();
  }

  #write(changes: RowChange[]): void {
    if (changes.length === 0) return;
    const puts = changes.map((change) => this.#place(change));
    this.#counts.state.causes = this.figures.groups.size;
    this.store.put(puts, this.#counts.state, this.facets.drain(), this.figures.drain());
    for (const put of puts) {
      this.changes.note(put.row.ord, put.row.rev);
      this.#unsent.set(put.row.id, put.row);
      this.views?.update(put);
    }
  }

  #place({ row: derived, failure, http, events, place }: RowChange): RowPut {
    const { state } = this.#counts;
    const row = keep(derived, place);
    const isNew = place.ord < 0;
    if (isNew) {
      place.ord = state.rows;
      state.rows += 1;
      place.at = this.#order.place(row.at);
    }
    row.at = place.at ?? row.at;
    state.rev += 1;
    const facts = this.#factsOf(row.id, failure);
    const wasRecovered = place.recovered;
    this.#counts.countRow(row, place);
    this.facets.count(row, place);
    // Groups count failed calls: each counts once, however many rows it has.
    const grouped = place.failedCall ? row.group : null;
    const found = { layer: facts.layer, owner: this.#ownerOf(row, failure) };
    this.figures.count(row, found, grouped, place, wasRecovered);
    if (grouped === null && row.group !== null && place.failed) this.figures.groups.touch(row, found, row.group);
    if (row.group !== null && place.failed) this.#noteFailure(row.group, row);
    const joined = place.joined ? null : (events.find((seq) => seq !== firstSeq(row.id)) ?? null);
    if (joined !== null) place.joined = true;
    return {
      row: { ...row, ord: place.ord, rev: state.rev },
      http,
      ...facts,
      isNew,
      failed: rowHasFailed(row),
      failure: failure === 'as before' ? this.store.keptFailure(row.id) : failure && JSON.stringify(failure),
      events,
      joined,
    };
  }

  #factsOf(row: number, failure: RowChange['failure']): FailureFacts {
    if (failure === 'as before') return this.store.factsOf(row) ?? failureFacts(null);
    return failureFacts(failure);
  }

  /** For rows that belong to a group. */
  #ownerOf({ id, group }: RowChange['row'], failure: RowChange['failure']): Failure['owner'] | null {
    if (group === null) return null;
    const whole = failure === 'as before' ? storedFailureOf(this.store, id) : failure;
    return whole?.owner ?? null;
  }

  /** A resolved group may have regressed. */
  #noteFailure(group: string, { server, epoch, endAt, at }: RowChange['row']): void {
    const version = () => this.agreement(server, epoch).serverInfo?.version || versionAt(this.store, server, epoch);
    this.figures.marks.noteFailure(group, endAt ?? at, version);
  }

  /** The user changed a mark. */
  noteMarks(): void {
    this.figures.noteMarks();
    this.views.drop(dependsOnMarks);
  }

  #schedule(): void {
    if (this.#timer || this.#closed) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#send();
    }, batchMs);
    this.#timer.unref();
  }

  #send(): void {
    this.flush();
    const { rev } = this.#counts.state;
    const reading = this.isCatchingUp;
    if (rev === this.#sentRev && reading === this.#toldReading) return;
    this.#toldReading = reading;
    const rows = [...this.#unsent.values()];
    const truncated = rows.length > batchRows;
    const batch: LogBatch = {
      fromRev: this.#sentRev,
      rev,
      rows: truncated ? rows.sort((a, b) => a.rev - b.rev).slice(-batchRows) : rows,
      truncated,
      counters: this.#counters(),
    };
    this.#unsent = new Map();
    this.#sentRev = rev;
    this.figures.keepGroups(this.#counts.state, 'due');
    this.#options.onBatch?.(batch);
  }

  #counters(): Batch['counters'] {
    const { rows, messages, failedRows, failedCalls, recovered, pending, seen = [] } = this.#counts.state;
    const { worst } = this.figures;
    const reading = this.#catchingUp.progress;
    const marked = this.figures.marked();
    return {
      ...{ rows, messages, failedRows, recovered, pending, worst },
      failedCalls: failedCalls - marked.failedCalls,
      causes: this.figures.groups.size - marked.causes,
      expected: marked.failedCalls,
      // A copy: the window's process may be this one.
      ...(hasTranscript(seen) ? { seen: structuredClone(seen) } : {}),
      ...(reading ? { reading } : {}),
    };
  }

  #now(): number {
    return this.#options.now?.() ?? Date.now();
  }
}

const isEndedCall = ({ kind, direction, pending }: Row): boolean => kind === 'call' && direction === 'out' && !pending;

const calledBy = ({ method, target }: Row): string => `${method}\n${target}`;

function keep(row: RowChange['row'], { kept }: RowChange['place']): RowChange['row'] {
  if (!kept) return row;
  const remarks = [...new Set([...kept.remarks, ...row.remarks])];
  // On its own, a row that is derived again would look like a separate failed call.
  const { incident, group } = row.incident === row.id && kept.incident !== null ? kept : row;
  const same = { ...row, remarks, incident, group: incident === row.id ? row.group : group };
  return row.chain === null ? { ...same, chain: kept.chain, attempt: kept.attempt } : same;
}
