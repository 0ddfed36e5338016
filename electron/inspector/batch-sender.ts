// Sends changes to the windows: rows as the log delivers them, everything else collected for a moment, so that a burst is one batch.
// Remembers what was sent last. Reads the current state from the other parts when it sends.

import type { PastParties } from '../../shared/api/past-servers.ts';
import type { ServerView } from '../../shared/api/views.ts';
import type { Batch } from '../../shared/contract/api.ts';
import type { FeatureChanges } from '../../shared/contract/features.ts';
import type { Log, LogBatch } from './log/log.ts';

/** State changes without rows wait this long. */
const stateDelayMs = 34;

interface BatchSource {
  /** The recording that windows show. */
  shown(): Log;
  servers(): ServerView[];
  past(): PastParties | null;
  changed(): FeatureChanges & Pick<Batch, 'asks'>;
  notice(): string;
  /** The last window has closed. */
  left?(): void;
}

export class BatchSender {
  readonly #source: BatchSource;
  readonly #listeners = new Set<(batch: Batch) => void>();
  /** The servers as last sent, as text. */
  #sentServers = '';
  #sentPast = '';
  #hasSentMarks = false;
  #sentRev = 0;
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(source: BatchSource) {
    this.#source = source;
  }

  onBatch(listener: (batch: Batch) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      if (this.#listeners.delete(listener) && this.#listeners.size === 0) this.#source.left?.();
    };
  }

  send(batch: LogBatch): void {
    this.#sentRev = batch.rev;
    const shown = this.#source.shown();
    const full: Batch = {
      ...batch,
      servers: this.#changedServers(),
      past: this.#changedPast(),
      ...this.#source.changed(),
      recording: shown.store.recording,
      notice: this.#source.notice(),
      marks: this.#hasSentMarks ? null : shown.marks.all(),
    };
    this.#hasSentMarks = true;
    for (const listener of this.#listeners) listener(full);
  }

  /** For changes that made no row; others are sent with the row. */
  schedule(): void {
    if (this.#timer || this.#isClosed) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      const rev = this.#sentRev;
      this.send({ fromRev: rev, rev, rows: [], truncated: false, counters: this.#source.shown().counters });
    }, stateDelayMs);
  }

  /** Windows show another recording, and take its rows from a snapshot. */
  startAt(rev: number): void {
    this.#sentRev = rev;
  }

  noteMarks(): void {
    this.#hasSentMarks = false;
    this.#source.shown().noteMarks();
    this.schedule();
  }

  /** Late rows are still sent; nothing else is. */
  close(): void {
    this.#isClosed = true;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  /** null: unchanged since the last batch. A new window takes them from the snapshot. */
  #changedServers(): ServerView[] | null {
    const servers = this.#source.servers();
    const text = JSON.stringify(servers);
    if (text === this.#sentServers) return null;
    this.#sentServers = text;
    return servers;
  }

  /** A file is shown while it is read, so its counts change after the snapshot. */
  #changedPast(): PastParties | null {
    const past = this.#source.past();
    const text = JSON.stringify(past);
    if (text === this.#sentPast) return null;
    this.#sentPast = text;
    return past;
  }
}
