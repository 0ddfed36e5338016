// Which session is recorded to and which is shown, and what may be done with the others.
// Owns the logs that are open. A session is one stretch of work: what is left for half a day is closed, and the next begins.

import type { Retention } from '../../../shared/api.ts';
import type { SessionView } from '../../../shared/views.ts';
import type { TransportEvent } from '../../transports/transport.ts';
import type { Recorded, Recording } from '../contract.ts';
import type { Log, LogBatch } from '../log/log.ts';
import { MemoryStore } from '../log/memory-store.ts';
import { lastRecorded } from '../log/open-store.ts';
import type { SessionChange, SessionRecord, Shelf } from '../log/session-file.ts';
import type { LogStore } from '../log/store.ts';
import { carryOver } from './carry-over.ts';
import { sessionName } from './session-name.ts';

/** A session that nothing was written to for this long is over. */
const stretchMs = 12 * 3_600_000;
/** No file has so many sessions. */
const unkeptId = 2 ** 20;

export interface SessionsOptions {
  shelf: Shelf;
  openLog: (store: LogStore, kind: SessionRecord['kind'], onBatch: (batch: LogBatch) => void) => Log;
  /** A batch of the session that is shown, or, with null, of one that is not. */
  onBatch: (batch: LogBatch | null) => void;
  /** Another session is shown now. */
  onShown: () => void;
  now?: () => number;
}

/** The logs as those see them who work with rows: what is recorded now, what is shown, and which one has a row. */
export interface Logs {
  readonly live: Log;
  readonly shown: Log;
  logOf(row: number): Log;
}

export class Sessions implements Recording, Logs {
  readonly shelf: Shelf;
  readonly #options: SessionsOptions;
  #live: Log | null = null;
  #shown: Log;
  /** Connections that are being recorded, for when a new session begins under them. */
  readonly #connections = new Map<string, number>();
  #removing: Promise<void> = Promise.resolve();
  /** The session that the file did not take. */
  #unkept: SessionRecord | null = null;
  #closed = false;

  constructor(options: SessionsOptions) {
    this.#options = options;
    this.shelf = options.shelf;
    const sessions = this.shelf.list();
    const last = lastRecorded(this.shelf) ?? sessions[0]?.id;
    this.#shown = last === undefined ? this.#start('') : this.#open(last);
    const record = this.#record(this.#shown.store.session);
    const isRecent = this.#now() - (record?.touchedAt ?? 0) < stretchMs || record?.messages === 0;
    if (record?.kind !== 'imported' && isRecent && !this.#shown.isCatchingUp) this.#live = this.#shown;
  }

  /** The session that is recorded to; begun when it is first needed. */
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

  /** Where a row is: in the session that is recorded to, or in the one that is shown. */
  logOf(row: number): Log {
    this.#live?.flush();
    return this.#live?.store.row(row) ? this.#live : this.#shown;
  }

  /** What a person should know about where the log is kept. */
  get notice(): string {
    return this.#live?.store.notice || this.#shown.store.notice || this.shelf.notice;
  }

  record(server: string, epoch: number, events: readonly TransportEvent[]): Recorded[] {
    return this.live.record(server, epoch, events);
  }

  nextEpoch(server: string): number {
    const epoch = this.live.nextEpoch(server);
    this.#connections.set(server, epoch);
    return epoch;
  }

  list(): SessionView[] {
    for (const log of new Set([this.#shown, this.#live])) log?.flush();
    return this.#records().map((record) => this.#view(record));
  }

  view(id: number): SessionView | null {
    return this.list().find((session) => session.id === id) ?? null;
  }

  get shownView(): SessionView {
    return this.view(this.#shown.store.session) as SessionView;
  }

  open(id: number): boolean {
    if (!this.#record(id)) return false;
    if (id === this.#shown.store.session) return true;
    this.#show(id === this.#live?.store.session ? this.#live : this.#open(id));
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

  /** Something of the session that is recorded to is in memory only, until its file takes it. */
  get isWaiting(): boolean {
    return this.#live?.store.kind === 'sqlite' && this.#live.store.notice !== '';
  }

  /** A log for what is read from a file; it is shown once it is whole. */
  openImport(name: string, startedAt: number): Log {
    return this.#open(this.shelf.create({ kind: 'imported', source: name, startedAt }));
  }

  showImported(log: Log): void {
    this.#show(log);
  }

  change(id: number, change: SessionChange): void {
    this.shelf.change(id, change);
  }

  isOpen(id: number): boolean {
    return id === this.#shown.store.session || id === this.#live?.store.session;
  }

  remove(id: number): Promise<void> {
    const removed = this.#removing.then(() => (this.isOpen(id) || this.#closed ? undefined : this.shelf.remove(id)));
    // One that cannot be removed does not keep the next one.
    this.#removing = removed.catch(() => {});
    return removed;
  }

  /** Removes what the rule does not keep, the least recent first. Sessions that are open stay, whatever the rule says. */
  async retain({ maxBytes, maxAgeDays }: Retention): Promise<number[]> {
    const removed: number[] = [];
    const oldest = maxAgeDays === null ? 0 : this.#now() - maxAgeDays * 86_400_000;
    let kept = 0;
    // Newest first: what was used last is kept longest.
    for (const { id, bytes, touchedAt } of this.shelf.list()) {
      kept += bytes;
      if (this.isOpen(id) || (touchedAt >= oldest && (maxBytes === null || kept <= maxBytes))) continue;
      kept -= bytes;
      removed.push(id);
    }
    for (const id of removed) await this.remove(id);
    return removed;
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#live?.close();
    if (this.#shown !== this.#live) this.#shown.close();
    this.shelf.close();
  }

  /** A new session; in memory when the file takes none, so that recording goes on all the same. */
  #start(name: string): Log {
    const startedAt = this.#now();
    try {
      return this.#open(this.shelf.create({ kind: 'recorded', name, startedAt }));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const notice = `The log file ${this.shelf.path} takes no new session (${reason}). What is new is kept in memory and ends with the app; what was kept before is safe.`;
      const figures = { bytes: 0, rows: 0, messages: 0, failures: 0 };
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
      return this.#openStore(new MemoryStore(notice, unkeptId), 'recorded');
    }
  }

  #open(id: number): Log {
    return this.#openStore(this.shelf.open(id), this.#record(id)?.kind ?? 'recorded');
  }

  #openStore(store: LogStore, kind: SessionRecord['kind']): Log {
    const log: Log = this.#options.openLog(store, kind, (batch) =>
      this.#options.onBatch(log === this.#shown ? batch : null),
    );
    return log;
  }

  #show(log: Log): void {
    const before = this.#shown;
    this.#shown = log;
    if (before !== log && before !== this.#live) before.close();
    this.#options.onShown();
  }

  #record(id: number): SessionRecord | undefined {
    return this.#records().find((session) => session.id === id);
  }

  #records(): SessionRecord[] {
    if (!this.#unkept) return this.shelf.list();
    const { rows = 0, messages = 0, failures = 0 } = this.#live?.store.state() ?? {};
    return [{ ...this.#unkept, rows, messages, failures }, ...this.shelf.list()];
  }

  #view(record: SessionRecord): SessionView {
    const { name, ...rest } = record;
    return {
      ...rest,
      name: sessionName(record),
      isNamed: name !== '',
      isLive: record.id === this.#live?.store.session,
      isShown: record.id === this.#shown.store.session,
    };
  }

  #now(): number {
    return this.#options.now?.() ?? Date.now();
  }
}
