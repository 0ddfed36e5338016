// The user's marks on failure groups. Live recordings share `marks.json` in the data folder; an opened capture has its own marks. Decides
// what is quiet, when a resolved group has regressed, and which new name an old group has. A file that cannot be read is moved away, never
// overwritten.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { groupId, groupMarkSchema } from '../../../../shared/api/log-methods.ts';
import { type GroupMark, isQuietMark, type RenamedGroup } from '../../../../shared/api/marks.ts';
import { changeFile, readIfThere, setFileAside } from '../../saved/shared-file.ts';

/** Where the marks are stored. */
export interface KeptMarks {
  read(): string | null;
  /** `change` gets the current text and returns the new one. */
  change(change: (text: string | null) => string): void;
  /** Where an unreadable file was moved; null if it was not moved. */
  setAside(): string | null;
  /** The name of the place, for messages. */
  place: string;
}

const textSchema = z.object({
  version: z.literal(2),
  marks: z.array(groupMarkSchema).max(100_000),
  /** Missing in files of earlier versions. */
  renamed: z
    .array(z.object({ from: groupId, to: groupId }))
    .max(100_000)
    .optional(),
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
  /** What is wrong with the stored text, for the user; '' if nothing. */
  notice = '';
  readonly #renamed = new Map<string, Set<string>>();
  /** Called when marks change without a user action: a group regressed, or marks followed their rows. */
  onChange: () => void = () => {};

  /** Without a place the marks last only until exit. */
  constructor(kept: KeptMarks | null) {
    this.#kept = kept;
    this.load();
  }

  /** Always the same set, so that holders see changes. */
  get expected(): ReadonlySet<string> {
    return this.#expected;
  }

  /** Expected, or resolved and not regressed. Always the same set. */
  get quiet(): ReadonlySet<string> {
    return this.#quiet;
  }

  all(): GroupMark[] {
    return [...this.#marks.values()];
  }

  get(group: string): GroupMark | undefined {
    return this.#marks.get(group);
  }

  /** A mark without state, note and owner is removed. */
  set(mark: GroupMark): void {
    this.#put(mark);
    this.#save([mark]);
  }

  /** The group itself, then every name its rows got later. */
  namesOf(group: string): string[] {
    const names = new Set([group]);
    // Names added during the loop are visited too.
    for (const name of names) for (const next of this.#renamed.get(name) ?? []) names.add(next);
    return [...names];
  }

  /**
   * Rows of these groups have another group now. Marks follow them, and the old names point to the new ones. The old marks stay for
   * recordings that still have those groups. `mayBeQuiet`: the new group has no other rows. Returns whether the change was saved.
   */
  follow(renamed: readonly RenamedGroup[], mayBeQuiet: (group: string) => boolean): boolean {
    const followed: GroupMark[] = [];
    for (const { from, to } of renamed) {
      const mark = this.#marks.get(from);
      this.#rename(from, to);
      // A mark the user set on the new group itself wins.
      if (!mark || this.#marks.has(to)) continue;
      const state = isQuietMark(mark) && !mayBeQuiet(to) ? null : mark.state;
      const moved = { ...mark, group: to, state };
      this.#put(moved);
      followed.push(moved);
    }
    return this.#save(followed);
  }

  /** A group that has no rows yet, and the names that earlier versions gave it: their marks are its marks. Returns whether there are any. */
  adopt(group: string, former: () => readonly string[]): boolean {
    if (this.#marks.size === 0 || this.#marks.has(group)) return false;
    const from = former().find((name) => this.#marks.has(name));
    if (from === undefined) return false;
    this.follow([{ from, to: group }], () => true);
    this.onChange();
    return true;
  }

  /** A failure that counts, with its time. */
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
    change(this.#quiet, group, isQuietMark(mark));
  }

  #rename(from: string, to: string): void {
    this.#renamed.set(from, (this.#renamed.get(from) ?? new Set()).add(to));
  }

  #take({ marks, renamed }: Content): void {
    for (const mark of marks) this.#put(mark);
    for (const { from, to } of renamed) this.#rename(from, to);
  }

  /** Only these marks change, so marks set by another copy of Misfire stay. Returns whether the change was saved. */
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

/** The first version of the file listed only expected groups. */
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

/** Marks of all live recordings in this data folder. */
export function marksInFolder(dataDir: string): KeptMarks {
  const path = join(dataDir, 'marks.json');
  const before = join(dataDir, 'expected.json');
  return {
    read: () => readIfThere(path) ?? readIfThere(before),
    change: (make) => changeFile(path, (text) => make(text ?? readIfThere(before))),
    setAside: () => setFileAside(existsSync(path) ? path : before),
    place: path,
  };
}

/** Marks of an opened capture. They come from its header, stay with it, and are exported with it. */
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
