// Which recording is recorded to and which is shown, and what may be done with the others.
// Owns the logs that are open. A recording is one stretch of work: what is left for half a day is closed, and the next begins.

import type { Retention } from '../../../shared/api/api.ts';
import type { RecordingView } from '../../../shared/api/views.ts';
import { firstSeq } from '../../../shared/exchange/ledger.ts';
import type { TransportEvent } from '../../transports/transport.ts';
import type { Log, LogBatch } from '../log/log.ts';
import { lastRecorded } from '../log/open-store.ts';
import type { Recorded, Recorder } from '../log/recorder.ts';
import { MemoryStore } from '../log/store/memory-store.ts';
import type { RecordingChange, RecordingEntry, RecordingsFile } from '../log/store/recordings-file.ts';
import type { LogStore } from '../log/store/store.ts';
import { carryOver } from './carry-over.ts';
import { recordingName } from './recording-name.ts';

/** A recording that nothing was written to for this long is over. */
const stretchMs = 12 * 3_600_000;
/** No file has so many recordings. */
const unkeptId = 2 ** 20;

export interface RecordingsOptions {
  logFile: RecordingsFile;
  openLog: (store: LogStore, kind: RecordingEntry['kind'], onBatch: (batch: LogBatch) => void) => Log;
  onRecord?: ((server: string, epoch: number, events: readonly TransportEvent[]) => void) | undefined;
  /** Groups of failures that a person set aside, of a recording that is not open. */
  quietIn?: (kind: RecordingEntry['kind'], recording: number) => ReadonlySet<string>;
  /** A batch of the recording that is shown, or, with null, of one that is not. */
  onBatch: (batch: LogBatch | null) => void;
  /** Another recording is shown now. */
  onShown: () => void;
  now?: () => number;
}

/** The logs as those see them who work with rows: what is recorded now, what is shown, and which one has a row. */
export interface Logs {
  readonly live: Log;
  readonly shown: Log;
  logOf(row: number): Log;
  /** The row is out of a capture that was opened: evidence of somebody's server, not a connection of one's own. */
  isEvidence(row: number): boolean;
}

export class Recordings implements Recorder, Logs {
  readonly logFile: RecordingsFile;
  readonly #options: RecordingsOptions;
  #live: Log | null = null;
  #shown: Log;
  /** Connections that are being recorded, for when a new recording begins under them. */
  readonly #connections = new Map<string, number>();
  #removing: Promise<void> = Promise.resolve();
  /** Files that are being read. `before`: what was shown when the reading began. */
  readonly #importing = new Map<number, { log: Log; entry: RecordingEntry; before: number }>();
  /** The recording that the file did not take. */
  #unkept: RecordingEntry | null = null;
  #closed = false;

  constructor(options: RecordingsOptions) {
    this.#options = options;
    this.logFile = options.logFile;
    const recordings = this.logFile.list();
    const last = lastRecorded(this.logFile) ?? recordings[0]?.id;
    this.#shown = last === undefined ? this.#start('') : this.#open(last);
    const record = this.#record(this.#shown.store.recording);
    const isRecent = this.#now() - (record?.touchedAt ?? 0) < stretchMs || record?.messages === 0;
    if (record?.kind !== 'imported' && isRecent && !this.#shown.isCatchingUp) this.#live = this.#shown;
  }

  /** The recording that is recorded to; begun when it is first needed. */
  get live(): Log {
    if (!this.#live) {
      this.#live = this.#start('');
      this.#show(this.#live);
    }
    return this.#live;
  }

  /** The same without beginning one: what is shown where nothing is recorded yet. */
  get current(): Log {
    return this.#live ?? this.#shown;
  }

  get shown(): Log {
    return this.#shown;
  }

  /** Where a row is: in the recording that is recorded to, or in the one that is shown. */
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

  /** What a person should know about where the log is kept. */
  get notice(): string {
    return this.trouble || this.logFile.notice;
  }

  /** Why the file takes nothing now; '' when it does. */
  get trouble(): string {
    return this.#live?.store.notice || this.#shown.store.notice;
  }

  record(server: string, epoch: number, events: readonly TransportEvent[]): Recorded[] {
    const recorded = this.live.record(server, epoch, events);
    this.#options.onRecord?.(server, epoch, events);
    return recorded;
  }

  /** When the last of what was recorded of a connection happened; null: nothing of late. */
  lastAt(server: string, epoch: number): number | null {
    return this.live.store.lastAt(server, epoch);
  }

  nextEpoch(server: string): number {
    const epoch = this.live.nextEpoch(server);
    this.#connections.set(server, epoch);
    return epoch;
  }

  list(): RecordingView[] {
    for (const log of new Set([this.#shown, this.#live])) log?.flush();
    return this.#records().map((record) => this.#view(record));
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
    this.#show(isLive && this.#live ? this.#live : (this.#importing.get(id)?.log ?? this.#open(id)));
    return true;
  }

  /** What comes from now on is recorded there; open connections bring their handshake and their open calls along. */
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

  /** Something of the recording that is recorded to is in memory only, until its file takes it. */
  get isWaiting(): boolean {
    return this.#live?.store.kind === 'sqlite' && this.#live.store.notice !== '';
  }

  /** A log for what is read from a file. It is shown at once, so that rows appear while the rest of the file is read. */
  openImport(source: string, startedAt: number, print: string): Log {
    const id = this.logFile.create({ kind: 'importing', source, startedAt, print });
    const log = this.#openStore(this.logFile.open(id), 'imported');
    const entry = { id, name: '', note: '', kind: 'imported' as const, source, startedAt, touchedAt: this.#now() };
    const figures = { bytes: 0, rows: 0, messages: 0, failures: 0, incidents: 0 };
    this.#importing.set(id, { log, entry: { ...entry, ...figures }, before: this.#shown.store.recording });
    this.#show(log);
    return log;
  }

  /** All of the file was read. A person who opened another recording meanwhile stays there. */
  keepImport(log: Log): void {
    this.#importing.delete(log.store.recording);
    if (log === this.#shown) this.#options.onShown();
    else log.close();
  }

  /** Half a file is no recording: what was read of it goes again, and what was shown before is back. */
  async dropImport(log: Log): Promise<void> {
    const id = log.store.recording;
    const before = this.#importing.get(id)?.before;
    this.#importing.delete(id);
    if (log === this.#shown && !this.#closed && !(before !== undefined && this.open(before))) this.#show(this.live);
    log.close();
    await this.remove(id);
  }

  /** The recording that the same file was imported to before; null: none is left. */
  importedAs(print: string): RecordingView | null {
    const id = print === '' ? null : this.logFile.importedAs(print);
    return id === null ? null : this.view(id);
  }

  change(id: number, change: RecordingChange): void {
    this.logFile.change(id, change);
  }

  isOpen(id: number): boolean {
    return id === this.#shown.store.recording || id === this.#live?.store.recording || this.#importing.has(id);
  }

  remove(id: number): Promise<void> {
    const removed = this.#removing.then(() => (this.isOpen(id) || this.#closed ? undefined : this.logFile.remove(id)));
    // One that cannot be removed does not keep the next one.
    this.#removing = removed.catch(() => {});
    return removed;
  }

  /** Removes what the rule does not keep, the least recent first. Recordings that are open stay, whatever the rule says. */
  async retain({ maxBytes, maxAgeDays }: Retention): Promise<number[]> {
    const removed: number[] = [];
    const oldest = maxAgeDays === null ? 0 : this.#now() - maxAgeDays * 86_400_000;
    // What was used last is kept longest.
    for (const { id, touchedAt } of this.logFile.list().reverse()) {
      // What the files take on disk, asked anew each time: it is known only once a recording is gone.
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
    this.#live?.close();
    if (this.#shown !== this.#live) this.#shown.close();
    this.logFile.close();
  }

  /** A new recording; in memory when the file takes none, so that recording goes on all the same. */
  #start(name: string): Log {
    const startedAt = this.#now();
    try {
      return this.#open(this.logFile.create({ kind: 'recorded', name, startedAt }));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const notice = `The log file ${this.logFile.path} takes no new recording (${reason}). What is new is kept in memory and ends with the app; what was kept before is safe.`;
      const figures = { bytes: 0, rows: 0, messages: 0, failures: 0, incidents: 0 };
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
    const isUsed = before === log || before === this.#live || this.#importing.has(before.store.recording);
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
      expected: this.#expectedIn(record),
      isLive: record.id === this.#live?.store.recording,
      isShown: record.id === this.#shown.store.recording,
    };
  }

  /** Of what is open as its log counts it; of the rest as it is on disk. */
  #expectedIn({ id, kind }: RecordingEntry): number {
    const open = [this.#live, this.#shown].find((log) => log?.store.recording === id);
    if (open) return open.figures.expectedCount();
    return this.logFile.incidentsIn(id, this.#options.quietIn?.(kind, id) ?? new Set());
  }

  #now(): number {
    return this.#options.now?.() ?? Date.now();
  }
}

/** An entry that no file lists, with the figures of its log as they are now. */
function withFigures(entry: RecordingEntry, log: Log | null): RecordingEntry {
  const { rows = 0, messages = 0, failures = 0, incidents = 0 } = log?.store.state() ?? {};
  return { ...entry, rows, messages, failures, incidents };
}
