// A set of recordings: each is its own log with its own rows, all in one file. Owns the interface, and the in-memory version that replaces
// the file if it cannot be used.

import type { RecordingView } from '../../../../shared/api/views.ts';
import { countFailedCalls, type FailedCalls, isFailedCall } from '../../../../shared/incident/failed-calls.ts';
import { MemoryStore } from './memory-store.ts';
import type { LogState, LogStore } from './store.ts';

/** A stored recording: what windows show of it, except for what depends on the window. */
export interface RecordingEntry extends Omit<RecordingView, 'name' | 'isNamed' | 'isLive' | 'isShown' | 'counted'> {
  /** '' until the user names it. */
  name: string;
  /** All of them, marked or not; null: an earlier version counted differently. */
  counted: Counted | null;
}

/** Failed calls, and the number of their groups. */
export type Counted = Pick<FailedCalls, 'failedCalls' | 'causes'>;

/** `marked`: those that the user marked as expected or resolved. */
export function withoutMarked(all: Counted | null, marked: Counted): FailedCalls | null {
  if (all === null) return null;
  const { failedCalls, causes } = marked;
  return { failedCalls: all.failedCalls - failedCalls, causes: all.causes - causes, expected: failedCalls };
}

/** From the stored counters. */
export function countedIn(state: Partial<LogState> | null): Counted | null {
  const { failedCalls = 0, causes = 0, rules } = state ?? {};
  return rules !== undefined && rules < failedCallRules ? null : { failedCalls, causes };
}

/** Rows of earlier rules joined similar failures. */
const failedCallRules = 16;

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
export type RecordingReader = EventReader &
  Pick<LogStore, 'state' | 'contextRows' | 'rowsBefore' | 'eventsOf' | 'event'>;

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
  /** The failed calls of a recording in these groups, and how many of the groups it has. */
  countIn(recording: number, groups: ReadonlySet<string>): Counted;
  create(recording: NewRecording): number;
  open(recording: number): LogStore;
  /** To read a recording that need not be open. */
  readerOf(recording: number): RecordingReader;
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
      const state = store.state();
      return { ...record, rows: state?.rows ?? 0, messages: state?.messages ?? 0, counted: countedIn(state) };
    });
  }

  countIn(recording: number, groups: ReadonlySet<string>): Counted {
    const rows = this.#recordings.get(recording)?.store.rowsFrom(0, Number.POSITIVE_INFINITY) ?? [];
    const marked = rows.filter((row) => row.group !== null && groups.has(row.group) && isFailedCall(row));
    return countFailedCalls(marked, new Set());
  }

  create({ name = '', kind, source = '', startedAt, print = '' }: NewRecording): number {
    const id = this.#next;
    this.#next += 1;
    const figures = { bytes: 0, rows: 0, messages: 0, counted: countedIn(null) };
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

  readerOf(recording: number): RecordingReader {
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
