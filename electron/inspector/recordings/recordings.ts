// Which recording is live and which is shown, and what may be done with the others. Owns the open logs. A recording is one period of work:
// after half a day without traffic it is closed, and the next one starts.

import type { Retention } from '../../../shared/api/recording-methods.ts';
import type { RecordingView } from '../../../shared/api/views.ts';
import { firstSeq } from '../../../shared/exchange/ledger.ts';
import type { TransportEvent } from '../../transports/transport.ts';
import type { Log, LogBatch } from '../log/log.ts';
import { lastRecorded } from '../log/open-store.ts';
import type { Recorded, Recorder } from '../log/recorder.ts';
import { MemoryStore } from '../log/store/memory-store.ts';
import {
  type Counted,
  countedIn,
  type RecordingChange,
  type RecordingEntry,
  type RecordingReader,
  type RecordingsFile,
  withoutMarked,
} from '../log/store/recordings-file.ts';
import type { LogStore } from '../log/store/store.ts';
import { carryOver } from './carry-over.ts';
import { recordingName } from './recording-name.ts';
import type { RecordedWire } from './wire-beside.ts';

/** A recording without writes for this long is over. */
const idleLimitMs = 12 * 3_600_000;
/** No file has this many recordings. */
const unkeptId = 2 ** 20;

interface RecordingsOptions {
  logFile: RecordingsFile;
  openLog: (store: LogStore, kind: RecordingEntry['kind'], onBatch: (batch: LogBatch) => void) => Log;
  onRecord?: ((server: string, epoch: number, events: readonly TransportEvent[]) => void) | undefined;
  /** Failure groups that the user marked as expected, for a recording that is not open. */
  quietIn?: (kind: RecordingEntry['kind'], recording: number) => ReadonlySet<string>;
  /** A batch of the shown recording, or, with null, of another one. */
  onBatch: (batch: LogBatch | null) => void;
  /** Another recording is shown now. */
  onShown: () => void;
  now?: () => number;
}

/** The logs for code that works with rows: the live one, the shown one, and the one that has a row. */
export interface Logs {
  readonly live: Log;
  readonly shown: Log;
  logOf(row: number): Log;
  /** The row comes from an opened capture: evidence from another machine, not a live connection. */
  isEvidence(row: number): boolean;
}

export class Recordings implements Recorder, Logs {
  readonly logFile: RecordingsFile;
  readonly #options: RecordingsOptions;
  #live: Log | null = null;
  #shown: Log;
  /** Connections being recorded, for when a new recording starts under them. */
  readonly #connections = new Map<string, number>();
  #removing: Promise<void> = Promise.resolve();
  /** Files being read. `before`: what was shown when the import started. */
  readonly #importing = new Map<number, { log: Log; entry: RecordingEntry; before: number }>();
  /** Transcripts that were read and may grow. */
  readonly #followed = new Map<number, Log>();
  /** The recording that the file did not accept. */
  #unkept: RecordingEntry | null = null;
  #closed = false;

  constructor(options: RecordingsOptions) {
    this.#options = options;
    this.logFile = options.logFile;
    const recordings = this.logFile.list();
    const last = lastRecorded(this.logFile) ?? recordings[0]?.id;
    this.#shown = last === undefined ? this.#start('') : this.#open(last);
    const record = this.#record(this.#shown.store.recording);
    const isRecent = this.#now() - (record?.touchedAt ?? 0) < idleLimitMs || record?.messages === 0;
    if (record?.kind !== 'imported' && isRecent && !this.#shown.isCatchingUp) this.#live = this.#shown;
  }

  /** The live recording; created on first use. */
  get live(): Log {
    if (!this.#live) {
      this.#live = this.#start('');
      this.#show(this.#live);
    }
    return this.#live;
  }

  /** The same without creating one: what is shown if nothing is recorded yet. */
  get current(): Log {
    return this.#live ?? this.#shown;
  }

  get shown(): Log {
    return this.#shown;
  }

  get isLiveShown(): boolean {
    return this.#shown === this.#live;
  }

  /** The log that has a row: the live one or the shown one. */
  logOf(row: number): Log {
    this.#live?.flush();
    return this.#live?.store.row(row) ? this.#live : this.#shown;
  }

  isEvidence(row: number): boolean {
    const { store } = this.#shown;
    if (this.#record(store.recording)?.kind !== 'imported') return false;
    const [first, last] = store.seqSpan();
    return firstSeq(row) >= first && firstSeq(row) <= last;
  }

  /** A notice for the user about where the log is stored. */
  get notice(): string {
    return this.trouble || this.logFile.notice;
  }

  /** Why the file currently rejects writes; '' if it does not. */
  get trouble(): string {
    return this.#live?.store.notice || this.#shown.store.notice;
  }

  record(server: string, epoch: number, events: readonly TransportEvent[]): Recorded[] {
    const recorded = this.live.record(server, epoch, events);
    this.#options.onRecord?.(server, epoch, events);
    return recorded;
  }

  /** Time of a connection's last recorded event; null if there is no recent one. */
  lastAt(server: string, epoch: number): number | null {
    return this.live.store.lastAt(server, epoch);
  }

  nextEpoch(server: string): number {
    const epoch = this.live.nextEpoch(server);
    this.#connections.set(server, epoch);
    return epoch;
  }

  list(): RecordingView[] {
    for (const log of new Set([this.#shown, this.#live, ...this.#followed.values()])) log?.flush();
    return this.#records().map((record) => this.#view(record));
  }

  /** The recordings of one's own that went on after that time, the oldest first. */
  recordedSince(at: number): RecordedWire[] {
    for (const log of new Set([this.#shown, this.#live])) log?.flush();
    return this.#records()
      .filter(({ kind, touchedAt }) => kind !== 'imported' && touchedAt >= at)
      .sort((one, other) => one.startedAt - other.startedAt)
      .map(({ id }) => ({ recording: id, events: this.readerOf(id) }));
  }

  /** Of any recording, open or not. */
  readerOf(id: number): RecordingReader {
    const open = [this.#live, this.#shown].find((log) => log?.store.recording === id);
    return open?.store ?? this.logFile.readerOf(id);
  }

  view(id: number): RecordingView | null {
    return this.list().find((recording) => recording.id === id) ?? null;
  }

  get shownView(): RecordingView {
    return this.view(this.#shown.store.recording) as RecordingView;
  }

  open(id: number): boolean {
    if (!this.#record(id)) return false;
    if (id === this.#shown.store.recording) return true;
    const isLive = id === this.#live?.store.recording;
    this.#show(
      isLive && this.#live ? this.#live : (this.#importing.get(id)?.log ?? this.#followed.get(id) ?? this.#open(id)),
    );
    return true;
  }

  /** New traffic is recorded there; open connections copy their handshake and open calls. */
  begin(name: string): void {
    const before = this.#live;
    const log = this.#start(name);
    if (before) {
      for (const [server, epoch] of this.#connections) carryOver(before, log, server, epoch);
    }
    this.#live = log;
    this.#show(log);
    if (before && before !== this.#shown) before.close();
  }

  /** Some data of the live recording is only in memory, until its file accepts it. */
  get isWaiting(): boolean {
    return this.#live?.store.kind === 'sqlite' && this.#live.store.notice !== '';
  }

  /** A log for an imported file. Shown at once, so that rows appear while the rest of the file is read. */
  openImport(source: string, startedAt: number, print: string): Log {
    const id = this.logFile.create({ kind: 'importing', source, startedAt, print });
    const log = this.#openStore(this.logFile.open(id), 'imported');
    const entry = { id, name: '', note: '', kind: 'imported' as const, source, startedAt, touchedAt: this.#now() };
    const figures = { bytes: 0, rows: 0, messages: 0, counted: countedIn(null) };
    this.#importing.set(id, { log, entry: { ...entry, ...figures }, before: this.#shown.store.recording });
    this.#show(log);
    return log;
  }

  /** The whole file was read. If the user opened another recording meanwhile, that one stays. */
  keepImport(log: Log): void {
    this.#importing.delete(log.store.recording);
    this.#followed.delete(log.store.recording);
    if (log === this.#shown) this.#options.onShown();
    else log.close();
  }

  /** The same, and its log stays open for what is added to the file. */
  followImport(log: Log): void {
    this.#importing.delete(log.store.recording);
    this.#followed.set(log.store.recording, log);
    if (log === this.#shown) this.#options.onShown();
  }

  /** Half a file is not a recording: its data is removed, and the previous recording is shown again. */
  async dropImport(log: Log): Promise<void> {
    const id = log.store.recording;
    const before = this.#importing.get(id)?.before;
    this.#importing.delete(id);
    if (log === this.#shown && !this.#closed && !(before !== undefined && this.open(before))) this.#show(this.live);
    log.close();
    await this.remove(id);
  }

  /** The recording that the same file was imported to before; null if it is gone. */
  importedAs(print: string): RecordingView | null {
    const id = print === '' ? null : this.logFile.importedAs(print);
    return id === null ? null : this.view(id);
  }

  change(id: number, change: RecordingChange): void {
    this.logFile.change(id, change);
  }

  isOpen(id: number): boolean {
    const isOpened = id === this.#shown.store.recording || id === this.#live?.store.recording;
    return isOpened || this.#importing.has(id) || this.#followed.has(id);
  }

  remove(id: number): Promise<void> {
    const removed = this.#removing.then(() => (this.isOpen(id) || this.#closed ? undefined : this.logFile.remove(id)));
    // A recording that cannot be deleted does not block the next one.
    this.#removing = removed.catch(() => {});
    return removed;
  }

  /** Deletes what the retention rule does not keep, least recently used first. Open recordings always stay. */
  async retain({ maxBytes, maxAgeDays }: Retention): Promise<number[]> {
    const removed: number[] = [];
    const oldest = maxAgeDays === null ? 0 : this.#now() - maxAgeDays * 86_400_000;
    // The most recently used recording is kept longest.
    for (const { id, touchedAt } of this.logFile.list().reverse()) {
      // Size of the files on disk, measured each time: it is known only once a recording is gone.
      const isTooMuch = maxBytes !== null && (await this.logFile.bytesOnDisk()) > maxBytes;
      if (this.#closed || (touchedAt >= oldest && !isTooMuch)) break;
      if (this.isOpen(id)) continue;
      await this.remove(id);
      removed.push(id);
    }
    return removed;
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const log of new Set([this.#live, this.#shown, ...this.#followed.values()])) log?.close();
    this.logFile.close();
  }

  /** A new recording; in memory if the file rejects it, so that recording continues. */
  #start(name: string): Log {
    const startedAt = this.#now();
    try {
      return this.#open(this.logFile.create({ kind: 'recorded', name, startedAt }));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const notice = `The log file ${this.logFile.path} takes no new recording (${reason}). What is new is kept in memory and ends with the app; what was kept before is safe.`;
      const figures = { bytes: 0, rows: 0, messages: 0, counted: countedIn(null) };
      this.#unkept = {
        id: unkeptId,
        name,
        note: '',
        kind: 'recorded',
        source: '',
        startedAt,
        touchedAt: startedAt,
        ...figures,
      };
      return this.#openStore(new MemoryStore({ notice, recording: unkeptId }), 'recorded');
    }
  }

  #open(id: number): Log {
    return this.#openStore(this.logFile.open(id), this.#record(id)?.kind ?? 'recorded');
  }

  #openStore(store: LogStore, kind: RecordingEntry['kind']): Log {
    const log: Log = this.#options.openLog(store, kind, (batch) =>
      this.#options.onBatch(log === this.#shown ? batch : null),
    );
    return log;
  }

  #show(log: Log): void {
    const before = this.#shown;
    this.#shown = log;
    const { recording } = before.store;
    const isKept = before === this.#live || this.#importing.has(recording) || this.#followed.has(recording);
    const isUsed = before === log || isKept;
    if (!isUsed) before.close();
    this.#options.onShown();
  }

  #record(id: number): RecordingEntry | undefined {
    return this.#records().find((recording) => recording.id === id);
  }

  #records(): RecordingEntry[] {
    const importing = [...this.#importing.values()].map(({ log, entry }) => withFigures(entry, log));
    const unkept = this.#unkept ? [withFigures(this.#unkept, this.#live)] : [];
    return [...importing, ...unkept, ...this.logFile.list()];
  }

  #view(record: RecordingEntry): RecordingView {
    const { name, ...rest } = record;
    return {
      ...rest,
      name: recordingName(record),
      isNamed: name !== '',
      counted: withoutMarked(record.counted, this.#markedIn(record)),
      isLive: record.id === this.#live?.store.recording,
      isShown: record.id === this.#shown.store.recording,
    };
  }

  /** Open recordings as their log counts; others as on disk. */
  #markedIn({ id, kind }: RecordingEntry): Counted {
    const open = [this.#live, this.#shown].find((log) => log?.store.recording === id);
    if (open) return open.figures.marked();
    return this.logFile.countIn(id, this.#options.quietIn?.(kind, id) ?? new Set());
  }

  #now(): number {
    return this.#options.now?.() ?? Date.now();
  }
}

/** An entry that no file lists, with the current counters of its log. */
function withFigures(entry: RecordingEntry, log: Log | null): RecordingEntry {
  const state = log?.store.state() ?? null;
  return { ...entry, rows: state?.rows ?? 0, messages: state?.messages ?? 0, counted: countedIn(state) };
}
