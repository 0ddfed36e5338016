// Where recordings stand side by side: each is a log of its own with its own rows, all in one file. Owns the interface,
// and the one in memory that takes over where there can be no file.

import type { RecordingView } from '../../../../shared/api/views.ts';
import { countFailures } from '../../../../shared/filter/failure-count.ts';
import { MemoryStore } from './memory-store.ts';
import type { LogStore } from './store.ts';

/** A recording as it is kept: what windows are shown of it, but for what depends on them. */
export interface RecordingEntry extends Omit<RecordingView, 'name' | 'isNamed' | 'isLive' | 'isShown' | 'expected'> {
  /** '' until a person names it. */
  name: string;
}

export interface NewRecording {
  name?: string;
  /** `importing`: a file that is being read. It is in no list until it is whole, and goes with the next start if it never is. */
  kind: RecordingEntry['kind'] | 'importing';
  source?: string;
  startedAt: number;
  /** Names the contents of the file that it is read from. */
  print?: string;
}

export interface RecordingChange {
  name?: string;
  note?: string;
  header?: string;
  /** All of the file that it comes from was read. */
  isWhole?: true;
}

export interface RecordingsFile {
  readonly kind: 'sqlite' | 'memory';
  readonly path: string | null;
  readonly notice: string;
  /** Calls back when `notice` changes by itself. */
  onNotice(listener: () => void): void;
  /** There should be a file, but it could not be used; `notice` says why. */
  readonly isRefused?: boolean;
  /** All that the log takes on disk, with the file of words. */
  bytesOnDisk(): Promise<number>;
  /** Newest first, without those that are being imported. */
  list(): RecordingEntry[];
  /** How many incidents of a recording are in these groups. */
  incidentsIn(recording: number, groups: ReadonlySet<string>): number;
  create(recording: NewRecording): number;
  open(recording: number): LogStore;
  change(recording: number, change: RecordingChange): void;
  /** Members of the capture's header that Misfire does not know, as JSON; null when there are none. */
  header(recording: number): string | null;
  /** The newest recording that a file of these contents was imported to; null: none. */
  importedAs(print: string): number | null;
  /** Takes the recording's words and rows and then its events away, a little at a time. It must not be open. */
  remove(recording: number): Promise<void>;
  /** Gives room back that an earlier version left inside the file; resolves when that is done. */
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
