// What a person said about groups of failures, for one keeping of logs: those that are recorded here share `marks.json` in the
// data folder, a capture that was opened has its own. Owns what is quiet, that a resolved group which fails again has
// regressed, and what groups are called since Misfire reads their failures differently. A text that cannot be read is set
// aside, never overwritten.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import {
  type GroupMark,
  groupMarkSchema,
  isQuiet,
  type RenamedGroup,
  renamedGroupSchema,
} from '../../../../shared/api/marks.ts';
import { changeFile, readIfThere, setAside } from '../../saved/shared-file.ts';

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

const textSchema = z.object({
  version: z.literal(2),
  marks: z.array(groupMarkSchema).max(100_000),
  /** Left out by earlier versions. */
  renamed: z.array(renamedGroupSchema).max(100_000).optional(),
});

interface Content {
  marks: GroupMark[];
  renamed: RenamedGroup[];
}

export class Marks {
  readonly #kept: KeptMarks | null;
  readonly #marks = new Map<string, GroupMark>();
  readonly #expected = new Set<string>();
  readonly #quiet = new Set<string>();
  /** What went wrong with the text, for the person; '' when nothing did. */
  notice = '';
  readonly #renamed = new Map<string, Set<string>>();
  /** Called when marks change and no person changed them: a group has regressed, or marks followed their rows. */
  onChange: () => void = () => {};

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

  /** One without a state, a note and an owner is taken away. */
  set(mark: GroupMark): void {
    this.#put(mark);
    this.#save([mark]);
  }

  /** The group itself, then every name that its rows got since. */
  namesOf(group: string): string[] {
    const names = new Set([group]);
    // What is added meanwhile is visited too.
    for (const name of names) for (const next of this.#renamed.get(name) ?? []) names.add(next);
    return [...names];
  }

  /**
   * Rows of these groups have another group now: marks follow, and the old names lead there. The old marks stay for
   * recordings that still have them. `mayBeQuiet`: nothing else is in the new group. Returns whether that was saved.
   */
  follow(renamed: readonly RenamedGroup[], mayBeQuiet: (group: string) => boolean): boolean {
    const followed: GroupMark[] = [];
    for (const { from, to } of renamed) {
      const mark = this.#marks.get(from);
      this.#rename(from, to);
      // What a person said of the new group itself counts.
      if (!mark || this.#marks.has(to)) continue;
      const state = isQuiet(mark) && !mayBeQuiet(to) ? null : mark.state;
      const moved = { ...mark, group: to, state };
      this.#put(moved);
      followed.push(moved);
    }
    return this.#save(followed);
  }

  /** A failure that counts, with when it happened. */
  noteFailure(group: string, at: number, version: () => string | null): void {
    const mark = this.#marks.get(group);
    if (mark?.state !== 'resolved' || at <= mark.at) return;
    this.set({ ...mark, state: 'regressed', back: { at, version: version() } });
    this.onChange();
  }

  load(): void {
    for (const mark of this.#marks.values()) this.#put({ ...mark, state: null, note: '', owner: undefined });
    try {
      const text = this.#kept?.read() ?? null;
      if (text === null) return;
      this.#take(read(text));
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
    const { group, state, note, owner } = mark;
    if (state === null && note === '' && owner === undefined) this.#marks.delete(group);
    else this.#marks.set(group, mark);
    change(this.#expected, group, state === 'expected');
    change(this.#quiet, group, isQuiet(mark));
  }

  #rename(from: string, to: string): void {
    this.#renamed.set(from, (this.#renamed.get(from) ?? new Set()).add(to));
  }

  #take({ marks, renamed }: Content): void {
    for (const mark of marks) this.#put(mark);
    for (const { from, to } of renamed) this.#rename(from, to);
  }

  /** Only these marks change: what another copy of Misfire marked meanwhile stays. Returns whether it was saved. */
  #save(changed: readonly GroupMark[]): boolean {
    const groups = new Set(changed.map(({ group }) => group));
    try {
      this.#kept?.change((text) => {
        const there = this.#contentIn(text);
        const others = there.marks.filter(({ group }) => !groups.has(group));
        this.#take({ marks: others, renamed: there.renamed });
        const marks = [...others, ...changed.filter(({ group }) => this.#marks.has(group))];
        const renamed = this.#allRenamed();
        return `${JSON.stringify({ version: 2, marks, ...(renamed.length > 0 ? { renamed } : {}) }, null, 2)}\n`;
      });
      this.notice = '';
      return true;
    } catch (error) {
      this.notice = `The marks of failures could not be saved to ${this.#kept?.place}: ${String(error)}`;
      return false;
    }
  }

  #allRenamed(): RenamedGroup[] {
    return [...this.#renamed].flatMap(([from, names]) => [...names].map((to) => ({ from, to })));
  }

  #contentIn(text: string | null): Content {
    const own = { marks: this.all(), renamed: [] };
    if (text === null) return own;
    try {
      return read(text);
    } catch {
      this.#kept?.setAside();
      return own;
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

function read(text: string): Content {
  const value: unknown = JSON.parse(text);
  const old = oldSchema.safeParse(value);
  if (!old.success) {
    const { marks, renamed = [] } = textSchema.parse(value);
    return { marks, renamed };
  }
  const rest = { state: 'expected', note: '', version: null, back: null } as const;
  return { marks: old.data.expected.map((mark) => ({ ...mark, ...rest })), renamed: [] };
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
  const textOf = ({ marks, renamedGroups: renamed }: Record<string, unknown>): string | null =>
    marks === undefined && renamed === undefined ? null : JSON.stringify({ version: 2, marks: marks ?? [], renamed });
  return {
    read: () => textOf(members()),
    change: (make) => {
      const { marks: _marks, renamedGroups: _renamed, ...others } = members();
      const { marks, renamed } = textSchema.parse(JSON.parse(make(textOf(members()))));
      recording.change(JSON.stringify({ ...others, marks, ...(renamed ? { renamedGroups: renamed } : {}) }));
    },
    setAside: () => null,
    place: 'the opened capture',
  };
}
