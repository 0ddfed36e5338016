// A set of recordings: each is its own log with its own rows, all in one file. Owns the interface, and the in-memory version that replaces
// the file if it cannot be used.

import type { RecordingView } from '../../../../shared/api/views.ts';
import { countFailures } from '../../../../shared/filter/failure-count.ts';
import { MemoryStore } from './memory-store.ts';
import type { LogStore } from './store.ts';

/** A stored recording: what windows show of it, except for what depends on the window. */
export interface RecordingEntry extends Omit<RecordingView, 'name' | 'isNamed' | 'isLive' | 'isShown' | 'expected'> {
  /** '' until the user names it. */
  name: string;
}

export interface NewRecording {
  name?: string;
  /** `importing`: a file being read. It is in no list until complete, and the next start deletes an incomplete one. */
  kind: RecordingEntry['kind'] | 'importing';
  source?: string;
  startedAt: number;
  /** Identifies the contents of the file it was read from. */
  print?: string;
}

export interface RecordingChange {
  name?: string;
  note?: string;
  header?: string;
  /** The whole source file was read. */
  isWhole?: true;
}

export type EventReader = Pick<LogStore, 'eventsAfter' | 'seqSpan'>;

export interface RecordingsFile {
  readonly kind: 'sqlite' | 'memory';
  readonly path: string | null;
  readonly notice: string;
  /** Called when `notice` changes on its own. */
  onNotice(listener: () => void): void;
  /** There should be a file, but it could not be used; `notice` says why. */
  readonly isRefused?: boolean;
  /** Total size of the log on disk, including the word index. */
  bytesOnDisk(): Promise<number>;
  /** Newest first, without those being imported. */
  list(): RecordingEntry[];
  /** Number of incidents of a recording in these groups. */
  incidentsIn(recording: number, groups: ReadonlySet<string>): number;
  create(recording: NewRecording): number;
  open(recording: number): LogStore;
  /** To read the events of a recording that need not be open. */
  eventsOf(recording: number): EventReader;
  change(recording: number, change: RecordingChange): void;
  /** Fields of the capture's header that Misfire does not know, as JSON; null if there are none. */
  header(recording: number): string | null;
  /** The newest recording imported from a file with these contents; null if there is none. */
  importedAs(print: string): number | null;
  /** Deletes the recording's words and rows, then its events, in small steps. It must not be open. */
  remove(recording: number): Promise<void>;
  /** Frees space that an earlier version left inside the file; resolves when done. */
  tidy(): Promise<void>;
  close(): void;
}

export class MemoryRecordings implements RecordingsFile {
  readonly kind = 'memory';
  readonly path = null;
  readonly notice: string;
  readonly #recordings = new Map<
    number,
    { record: RecordingEntry; store: MemoryStore; isWhole: boolean; print: string; header?: string }
  >();
  #next = 0;

  readonly isRefused: boolean;

  constructor(notice: string, isRefused = false) {
    this.isRefused = isRefused;
    this.notice = notice;
  }

  list(): RecordingEntry[] {
    const whole = [...this.#recordings.values()].filter(({ isWhole }) => isWhole);
    return whole.reverse().map(({ record, store }) => {
      const { rows = 0, messages = 0, failures = 0, incidents = 0 } = store.state() ?? {};
      return { ...record, rows, messages, failures, incidents };
    });
  }

  incidentsIn(recording: number, groups: ReadonlySet<string>): number {
    return countFailures(this.#recordings.get(recording)?.store.rowsFrom(0, Number.POSITIVE_INFINITY) ?? [], groups)
      .expected;
  }

  create({ name = '', kind, source = '', startedAt, print = '' }: NewRecording): number {
    const id = this.#next;
    this.#next += 1;
    const figures = { bytes: 0, rows: 0, messages: 0, failures: 0, incidents: 0 };
    const isWhole = kind !== 'importing';
    const times = { startedAt, touchedAt: Date.now() };
    const record = { id, name, note: '', kind: isWhole ? kind : 'imported', source, ...times, ...figures } as const;
    this.#recordings.set(id, {
      record: { ...record },
      store: new MemoryStore({ notice: this.notice, recording: id }),
      isWhole,
      print,
    });
    return id;
  }

  open(recording: number): LogStore {
    return this.#recordings.get(recording)?.store ?? new MemoryStore({ notice: this.notice, recording });
  }

  eventsOf(recording: number): EventReader {
    return this.open(recording);
  }

  change(recording: number, { header, isWhole, ...change }: RecordingChange): void {
    const known = this.#recordings.get(recording);
    if (!known) return;
    if (isWhole) known.isWhole = true;
    Object.assign(known.record, change);
    if (header !== undefined) known.header = header;
  }

  header(recording: number): string | null {
    return this.#recordings.get(recording)?.header ?? null;
  }

  importedAs(print: string): number | null {
    const same = [...this.#recordings].filter(([, kept]) => kept.isWhole && kept.print === print);
    return same.at(-1)?.[0] ?? null;
  }

  async remove(recording: number): Promise<void> {
    this.#recordings.delete(recording);
  }

  onNotice(): void {}

  async bytesOnDisk(): Promise<number> {
    return 0;
  }

  async tidy(): Promise<void> {}

  close(): void {}
}
