// Tells the windows what changed: rows as the log hands them over, all else gathered for a moment, so that a burst is one batch.
// Owns what was told last; what there is to tell is asked of the rooms when it is told.

import type { Batch, ServerView } from '../../shared/api/views.ts';
import type { Log, LogBatch } from './log/log.ts';

/** State changes without rows wait this long. */
const stateDelayMs = 34;

interface Told {
  /** What windows look at. */
  shown(): Log;
  servers(): ServerView[];
  changed(): Pick<Batch, 'replays' | 'probes' | 'asks'>;
  notice(): string;
}

export class BatchSender {
  readonly #told: Told;
  readonly #listeners = new Set<(batch: Batch) => void>();
  /** The servers as they were told last, as text. */
  #toldServers = '';
  #hasToldMarks = false;
  #sentRev = 0;
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(told: Told) {
    this.#told = told;
  }

  onBatch(listener: (batch: Batch) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  send(batch: LogBatch): void {
    this.#sentRev = batch.rev;
    const shown = this.#told.shown();
    const full: Batch = {
      ...batch,
      servers: this.#changedServers(),
      ...this.#told.changed(),
      recording: shown.store.recording,
      notice: this.#told.notice(),
      marks: this.#hasToldMarks ? null : shown.marks.all(),
    };
    this.#hasToldMarks = true;
    for (const listener of this.#listeners) listener(full);
  }

  /** For changes that made no row; those that did are told with it. */
  schedule(): void {
    if (this.#timer || this.#isClosed) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      const rev = this.#sentRev;
      this.send({ fromRev: rev, rev, rows: [], truncated: false, counters: this.#told.shown().counters });
    }, stateDelayMs);
  }

  /** Windows look at another recording, and take its rows from a snapshot. */
  startAt(rev: number): void {
    this.#sentRev = rev;
  }

  noteMarks(): void {
    this.#hasToldMarks = false;
    this.#told.shown().noteMarks();
    this.schedule();
  }

  /** Rows that still come in are told; nothing else is. */
  close(): void {
    this.#isClosed = true;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  /** null: as they were told last. Whoever opens a window takes them from the snapshot. */
  #changedServers(): ServerView[] | null {
    const servers = this.#told.servers();
    const text = JSON.stringify(servers);
    if (text === this.#toldServers) return null;
    this.#toldServers = text;
    return servers;
  }
}
