// Watching set up and undone: finds the entries of clients on this machine, shows what would change, changes it, and puts it
// back. Owns `watch/` in the data folder: the watching program, what was changed, and the files as they were before.

import { createHash } from 'node:crypto';
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { WatchChange, WatchEntry } from '../../../shared/watching.ts';
import type { ClientRow } from './client-table.ts';
import { applyEdits, entryAt, findEntries, launchEntry, unlaunchEntry, wordsOf } from './entry-edit.ts';
import { findFiles, type Machine } from './find-servers.ts';
import { launchCmd, launcherFor, type WatchProgram } from './launcher.ts';
import { readExactly, writeExactly } from './safe-write.ts';
import { readSettings } from './settings-file.ts';
import { type ObjectSpan, readSpans, type SettingsFormat } from './span-tree.ts';
import { type Circumstances, clientOf, judgeEntry, notesFor, whenRead } from './watch-rules.ts';

export interface WatchSetupOptions {
  machine: Machine;
  dataDir: string;
  around: Circumstances;
  /** What runs the watching program, and where that lies now. */
  runtime: () => { command: string; isApp: boolean; program: string };
  folder?: string | undefined;
}

const recordSchema = z.object({
  id: z.string(),
  path: z.string(),
  entry: z.array(z.string()),
  format: z.enum(['json', 'toml', 'yaml']),
  before: z.string(),
  after: z.string(),
  backup: z.string(),
});
type WatchRecord = z.infer<typeof recordSchema>;

interface Found {
  id: string;
  row: ClientRow;
  path: string;
  format: SettingsFormat;
  at: string[];
  server: string;
  entry: ObjectSpan;
  text: string;
}

export type Outcome<T> = { ok: true; value: T } | { ok: false; problem: string };

export class WatchSetup {
  readonly #options: WatchSetupOptions;
  readonly #folder: string;

  constructor(options: WatchSetupOptions) {
    this.#options = options;
    this.#folder = join(options.dataDir, 'watch');
  }

  async list(): Promise<WatchEntry[]> {
    return (await this.#find()).map((found) => this.#view(found));
  }

  /** What would change; nothing does. */
  async plan(id: string): Promise<Outcome<WatchChange>> {
    const found = (await this.#find()).find((each) => each.id === id);
    if (!found) return noEntry(id);
    const edited = this.#edit(found);
    if (!edited.ok) return edited;
    const { text, path, row, entry } = found;
    return {
      ok: true,
      value: {
        ...this.#view(found),
        lines: changedLines(text, edited.value),
        notes: notesFor(row, wordsOf(entry) ?? []),
        path,
      },
    };
  }

  async watch(id: string): Promise<Outcome<WatchEntry>> {
    const found = (await this.#find()).find((each) => each.id === id);
    if (!found) return noEntry(id);
    const verdict = judgeEntry(found.row, found.path, found.entry, this.#options.around);
    if (verdict.state === 'watched') return { ok: false, problem: `${id} is watched already.` };
    if (verdict.state !== 'open') return { ok: false, problem: verdict.why };
    const read = await readExactly(found.path);
    if (!read.ok) return read;
    if (read.text !== found.text)
      return { ok: false, problem: 'Somebody changed the file at the same moment. Try again.' };
    const edited = this.#edit(found);
    if (!edited.ok) return edited;
    try {
      this.#placeProgram();
      this.#keep(found, read.bytes, edited.value);
    } catch (error) {
      return { ok: false, problem: `What is needed to undo it could not be kept: ${(error as Error).message}.` };
    }
    const problem = await writeExactly(read.path, read.bytes, edited.value);
    if (problem !== '') {
      this.#forget(id);
      return { ok: false, problem };
    }
    return { ok: true, value: { ...this.#view(found), state: 'watched', why: '' } };
  }

  /** Puts an entry back: byte for byte where it is as we wrote it, else by taking out what was put in. */
  async undo(id: string): Promise<Outcome<{ id: string; exact: boolean }>> {
    const record = this.#records().find((each) => each.id === id);
    const found = (await this.#find()).find((each) => each.id === id);
    const path = record?.path ?? found?.path;
    if (path === undefined) return noEntry(id);
    const read = await readExactly(path);
    if (!read.ok) return read;
    const format = record?.format ?? found?.format ?? 'json';
    const at = record?.entry ?? found?.at ?? [];
    const exact = record ? putBack(read.text, record) : null;
    const edited = exact === null ? unlaunchEntry(read.text, format, at) : { ok: true as const, text: exact };
    if (!edited.ok) {
      this.#forget(id);
      return edited;
    }
    const row = found?.row;
    if (row?.client === 'Claude Desktop' && this.#options.around.isRunning('Claude Desktop'))
      return { ok: false, problem: 'Quit Claude Desktop first: it writes this file back from memory.' };
    const problem = await writeExactly(read.path, read.bytes, edited.text);
    if (problem !== '') return { ok: false, problem };
    this.#forget(id);
    return { ok: true, value: { id, exact: exact !== null } };
  }

  /** After an update the watching program is the new one; whoever runs has the old one in memory. */
  refreshProgram(): void {
    try {
      if (existsSync(join(this.#folder, 'wrap.cjs'))) this.#placeProgram();
    } catch {
      // The old one works too.
    }
  }

  #edit(found: Found): Outcome<string> {
    const launcher = launcherFor(this.#options.machine.platform, this.#program(), found.server, clientOf(found.row));
    const edited = launchEntry(found.text, found.format, found.at, launcher);
    return edited.ok ? { ok: true, value: edited.text } : edited;
  }

  #program(): WatchProgram {
    const { command, isApp } = this.#options.runtime();
    return {
      runtime: command,
      isApp,
      file: join(this.#folder, 'wrap.cjs'),
      dataDir: this.#options.dataDir,
      launchFile: join(this.#folder, 'misfire-launch.cmd'),
    };
  }

  /** A copy of its own: where Misfire lies may move, be updated or be a mounted image that goes away. */
  #placeProgram(): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const { program } = this.#options.runtime();
    const draft = join(this.#folder, 'wrap.cjs.draft');
    copyFileSync(program, draft);
    chmodSync(draft, 0o600);
    renameSync(draft, join(this.#folder, 'wrap.cjs'));
    if (this.#options.machine.platform === 'win32') writeFileSync(join(this.#folder, 'misfire-launch.cmd'), launchCmd);
  }

  async #find(): Promise<Found[]> {
    const { machine, folder } = this.#options;
    const found: Found[] = [];
    const ids = new Set<string>();
    for (const { row, path } of await findFiles({ ...machine, folder })) {
      const read = await readSettings(path);
      if (read.kind !== 'text') continue;
      const format = row.format ?? 'json';
      const spans = readSpans(read.text, format);
      if (!spans.ok) continue;
      for (const { path: at, name, entry } of findEntries(spans.root)) {
        let id = `${slug(row.client)}/${name}`;
        for (let count = 2; ids.has(id); count += 1) id = `${slug(row.client)}/${name}#${count}`;
        ids.add(id);
        found.push({ id, row, path, format, at, server: name, entry, text: read.text });
      }
    }
    return found;
  }

  #view({ id, row, path, server, entry }: Found): WatchEntry {
    const verdict = judgeEntry(row, path, entry, this.#options.around);
    const words = wordsOf(entry) ?? [];
    const end = verdict.state === 'watched' ? words.indexOf('--') + 1 : 0;
    return {
      id,
      client: row.client,
      server,
      path,
      command: words.slice(end).join(' '),
      state: verdict.state,
      why: verdict.why,
      whenRead: whenRead(row),
    };
  }

  #records(): WatchRecord[] {
    try {
      return z.array(recordSchema).parse(JSON.parse(readFileSync(join(this.#folder, 'records.json'), 'utf8')));
    } catch {
      return [];
    }
  }

  #save(records: readonly WatchRecord[]): void {
    const draft = join(this.#folder, 'records.json.draft');
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    writeFileSync(draft, JSON.stringify(records, null, 2), { mode: 0o600 });
    renameSync(draft, join(this.#folder, 'records.json'));
  }

  #keep({ id, path, at, format, text }: Found, bytes: Buffer, after: string): void {
    const backups = join(this.#folder, 'backups');
    mkdirSync(backups, { recursive: true, mode: 0o700 });
    const backup = join(backups, createHash('sha256').update(path).digest('hex').slice(0, 16));
    // The first one is the file as it was before Misfire touched it; it is never written over. It may hold secrets.
    if (!existsSync(backup)) writeFileSync(backup, bytes, { mode: 0o600 });
    const [before, now] = [spanOf(text, format, at), spanOf(after, format, at)];
    const record = { id, path, entry: at, format, before, after: now, backup };
    this.#save([...this.#records().filter((each) => each.id !== id), record]);
  }

  #forget(id: string): void {
    try {
      this.#save(this.#records().filter((each) => each.id !== id));
    } catch {
      // The record stays; undoing again says that there is nothing to undo.
    }
  }
}

/** null: the entry is not as it was written. */
function putBack(text: string, { entry: at, format, before, after }: WatchRecord): string | null {
  const read = readSpans(text, format);
  const entry = read.ok ? entryAt(read.root, at) : null;
  if (!entry || text.slice(entry.start, entry.end) !== after) return null;
  return applyEdits(text, [{ start: entry.start, end: entry.end, text: before }]);
}

function spanOf(text: string, format: SettingsFormat, at: readonly string[]): string {
  const read = readSpans(text, format);
  const entry = read.ok ? entryAt(read.root, at) : null;
  return entry ? text.slice(entry.start, entry.end) : '';
}

/** The lines that differ, with their numbers: first those that go, then those that come. */
function changedLines(before: string, after: string): WatchChange['lines'] {
  const [old, fresh] = [before.split('\n'), after.split('\n')];
  let top = 0;
  while (top < old.length && top < fresh.length && old[top] === fresh[top]) top += 1;
  let bottom = 0;
  while (bottom < old.length - top && bottom < fresh.length - top && old.at(-1 - bottom) === fresh.at(-1 - bottom))
    bottom += 1;
  const lines = (all: string[], sign: '-' | '+') =>
    all
      .slice(top, all.length - bottom)
      .map((text, index) => ({ sign, line: top + index + 1, text: text.replace(/\r$/, '') }));
  return [...lines(old, '-'), ...lines(fresh, '+')];
}

const slug = (client: string): string =>
  client
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '-')
    .replace(/^-+|-+$/g, '');

const noEntry = (id: string): { ok: false; problem: string } => ({
  ok: false,
  problem: `There is no entry “${id}”. “misfire watch --list” shows those that there are.`,
});
