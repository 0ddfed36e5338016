// What a person said about groups of failures, for one keeping of logs: those that are recorded here share `marks.json` in the
// data folder, a capture that was opened has its own. Owns what is quiet, and that a resolved group which fails again has
// regressed. A text that cannot be read is set aside, never overwritten.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type GroupMark, groupMarkSchema, isQuiet } from '../../../../shared/marks.ts';
import { changeFile, readIfThere, setAside } from '../../kept/kept-file.ts';

/** Where the text of marks is. */
export interface KeptMarks {
  read(): string | null;
  /** `change` gets what is there now and returns what shall be there. */
  change(change: (text: string | null) => string): void;
  /** Where a text that cannot be read went; null: nowhere. */
  setAside(): string | null;
  /** For sentences. */
  place: string;
}

const textSchema = z.object({ version: z.literal(2), marks: z.array(groupMarkSchema).max(100_000) });

export class Marks {
  readonly #kept: KeptMarks | null;
  readonly #marks = new Map<string, GroupMark>();
  readonly #expected = new Set<string>();
  readonly #quiet = new Set<string>();
  /** What went wrong with the text, for the person; '' when nothing did. */
  notice = '';
  /** Called when a group has regressed. */
  onRegressed: () => void = () => {};

  /** Without a place nothing is kept beyond the run. */
  constructor(kept: KeptMarks | null) {
    this.#kept = kept;
    this.load();
  }

  /** Always the same set: whoever holds it sees changes. */
  get expected(): ReadonlySet<string> {
    return this.#expected;
  }

  /** Expected, or resolved and not back. Always the same set. */
  get quiet(): ReadonlySet<string> {
    return this.#quiet;
  }

  all(): GroupMark[] {
    return [...this.#marks.values()];
  }

  get(group: string): GroupMark | undefined {
    return this.#marks.get(group);
  }

  /** One without a state and a note is taken away. */
  set(mark: GroupMark): void {
    this.#put(mark);
    this.#save(mark);
  }

  /** A failure that counts, with when it happened. */
  noteFailure(group: string, at: number, version: () => string | null): void {
    const mark = this.#marks.get(group);
    if (mark?.state !== 'resolved' || at <= mark.at) return;
    this.set({ ...mark, state: 'regressed', back: { at, version: version() } });
    this.onRegressed();
  }

  load(): void {
    for (const mark of this.#marks.values()) this.#put({ ...mark, state: null, note: '' });
    try {
      const text = this.#kept?.read() ?? null;
      if (text === null) return;
      for (const mark of read(text)) this.#put(mark);
    } catch (error) {
      const reason = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
      const aside = this.#kept?.setAside() ?? null;
      const place = this.#kept?.place;
      this.notice =
        aside === null
          ? `The marks of failures in ${place} could not be read. ${reason}`
          : `The marks of failures could not be read and were kept as ${aside}. ${reason}`;
    }
  }

  #put(mark: GroupMark): void {
    const { group, state, note } = mark;
    if (state === null && note === '') this.#marks.delete(group);
    else this.#marks.set(group, mark);
    change(this.#expected, group, state === 'expected');
    change(this.#quiet, group, isQuiet(mark));
  }

  /** Only this mark changes: what another copy of Misfire marked meanwhile stays. */
  #save(mark: GroupMark): void {
    try {
      this.#kept?.change((text) => {
        const others = this.#othersIn(text).filter(({ group }) => group !== mark.group);
        for (const other of others) this.#put(other);
        const own = this.#marks.has(mark.group) ? [mark] : [];
        return `${JSON.stringify({ version: 2, marks: [...others, ...own] }, null, 2)}\n`;
      });
      this.notice = '';
    } catch (error) {
      this.notice = `The marks of failures could not be saved to ${this.#kept?.place}: ${String(error)}`;
    }
  }

  #othersIn(text: string | null): GroupMark[] {
    if (text === null) return this.all();
    try {
      return read(text);
    } catch {
      this.#kept?.setAside();
      return this.all();
    }
  }
}

function change(set: Set<string>, group: string, is: boolean): void {
  if (is) set.add(group);
  else set.delete(group);
}

/** Before there were other marks, the file had those that are expected. */
const oldSchema = z.object({
  version: z.literal(1),
  expected: z.array(z.object({ group: z.string(), server: z.string(), words: z.string(), at: z.number() })),
});

function read(text: string): GroupMark[] {
  const value: unknown = JSON.parse(text);
  const old = oldSchema.safeParse(value);
  if (!old.success) return textSchema.parse(value).marks;
  return old.data.expected.map((mark) => ({ ...mark, state: 'expected', note: '', version: null, back: null }));
}

/** Those of everything that is recorded with this data folder. */
export function marksInFolder(dataDir: string): KeptMarks {
  const path = join(dataDir, 'marks.json');
  const before = join(dataDir, 'expected.json');
  return {
    read: () => readIfThere(path) ?? (existsSync(before) ? readFileSync(before, 'utf8') : null),
    change: (make) => changeFile(path, (text) => make(text ?? readIfThere(before))),
    setAside: () => setAside(existsSync(path) ? path : before),
    place: path,
  };
}

/** Those of a capture that was opened: they came in its header, stay with it, and go out with it. */
export function marksInHeader(recording: { header: () => string | null; change: (header: string) => void }): KeptMarks {
  const members = (): Record<string, unknown> => JSON.parse(recording.header() ?? '{}') as Record<string, unknown>;
  return {
    read: () => {
      const { marks } = members();
      return marks === undefined ? null : JSON.stringify({ version: 2, marks });
    },
    change: (make) => {
      const { marks, ...others } = members();
      const text = make(marks === undefined ? null : JSON.stringify({ version: 2, marks }));
      recording.change(JSON.stringify({ ...others, marks: textSchema.parse(JSON.parse(text)).marks }));
    },
    setAside: () => null,
    place: 'the opened capture',
  };
}
