// Watching set up and undone: finds the entries of clients on this machine, shows what would change, changes it, and puts it
// back. Owns `watch/` in the data folder: the watching program, what was changed, and the files as they were before.

import type { JsonObject } from '../../../shared/json.ts';
import type { WatchChange, WatchEntry } from '../../../shared/watching.ts';
import { bridgeEntry, unbridgeEntry } from './address-edit.ts';
import { readAddress } from './address-entry.ts';
import type { ClientRow } from './client-table.ts';
import { addressOf, applyEdits, type Edit, findEntries, launchEntry, unlaunchEntry, wordsOf } from './entry-edit.ts';
import { findFiles, type Machine } from './find-servers.ts';
import { bridgeLauncherFor, launcherFor } from './launcher.ts';
import { readExactly, writeExactly } from './safe-write.ts';
import { readSettings } from './settings-file.ts';
import { type ObjectSpan, readSpans, type SettingsFormat } from './span-tree.ts';
import { WatchPrograms, type WatchRuntime } from './watch-program.ts';
import { type WatchRecord, WatchRecords } from './watch-records.ts';
import { type Circumstances, clientOf, judgeEntry, notesFor, type Verdict, whenRead } from './watch-rules.ts';

export interface WatchSetupOptions {
  machine: Machine;
  dataDir: string;
  around: Circumstances;
  /** What runs the watching program, and where that lies now. */
  runtime: () => WatchRuntime;
  folder?: string | undefined;
}

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

/** The file's text as it is to be, and which of its text is another. */
interface Change {
  text: string;
  edits: Edit[];
  values?: { before: JsonObject; after: JsonObject };
}

export type Outcome<T> = { ok: true; value: T } | { ok: false; problem: string };

export class WatchSetup {
  readonly #options: WatchSetupOptions;
  readonly #records: WatchRecords;
  readonly #programs: WatchPrograms;

  constructor(options: WatchSetupOptions) {
    this.#options = options;
    this.#records = new WatchRecords(options.dataDir);
    this.#programs = new WatchPrograms(options.dataDir, options.machine.platform, options.runtime);
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
        lines: changedLines(text, edited.value.text),
        notes: notesFor(row, entry),
        path,
      },
    };
  }

  async watch(id: string): Promise<Outcome<WatchEntry>> {
    const found = (await this.#find()).find((each) => each.id === id);
    if (!found) return noEntry(id);
    const verdict = this.#judge(found);
    if (verdict.state === 'watched') return { ok: false, problem: `${id} is watched already.` };
    if (verdict.state !== 'open') return { ok: false, problem: verdict.why };
    const read = await readExactly(found.path);
    if (!read.ok) return read;
    if (read.text !== found.text)
      return { ok: false, problem: 'Somebody changed the file at the same moment. Try again.' };
    const edited = this.#edit(found);
    if (!edited.ok) return edited;
    try {
      if (isAddress(found.entry)) this.#programs.placeBridge();
      else this.#programs.placeWrap();
      this.#keep(found, read.bytes, edited.value);
    } catch (error) {
      return { ok: false, problem: `What is needed to undo it could not be kept: ${(error as Error).message}.` };
    }
    const problem = await writeExactly(read.path, read.bytes, edited.value.text);
    if (problem !== '') {
      this.#records.forget(id);
      return { ok: false, problem };
    }
    return { ok: true, value: { ...this.#view(found), state: 'watched', why: '' } };
  }

  /** Puts an entry back: byte for byte where it is as we wrote it, else by taking out what was put in. */
  async undo(id: string): Promise<Outcome<{ id: string; exact: boolean }>> {
    const record = this.#records.find(id);
    const found = (await this.#find()).find((each) => each.id === id);
    const path = record?.path ?? found?.path;
    if (path === undefined) return noEntry(id);
    const read = await readExactly(path);
    if (!read.ok) return read;
    const format = record?.format ?? found?.format ?? 'json';
    const at = record?.entry ?? found?.at ?? [];
    const exact = record ? putBack(read.text, record) : null;
    const edited = exact === null ? takeOut(read.text, format, at, record) : { ok: true as const, text: exact };
    if (!edited.ok) {
      if (edited.isOver) this.#records.forget(id);
      const kept = record && !edited.isOver ? ` The file as it was before is kept as ${record.backup}.` : '';
      return { ok: false, problem: `${edited.problem}${kept}` };
    }
    const row = found?.row;
    if (row?.client === 'Claude Desktop' && this.#options.around.isRunning('Claude Desktop'))
      return { ok: false, problem: 'Quit Claude Desktop first: it writes this file back from memory.' };
    const problem = await writeExactly(read.path, read.bytes, edited.text);
    if (problem !== '') return { ok: false, problem };
    this.#records.forget(id);
    return { ok: true, value: { id, exact: exact !== null } };
  }

  /** After an update the programs that entries run are the new ones. */
  refreshProgram(): void {
    this.#programs.refresh();
  }

  #edit(found: Found): Outcome<Change> {
    const { platform } = this.#options.machine;
    const { text, format, at, server, entry, row } = found;
    const client = clientOf(row);
    if (!isAddress(entry)) {
      const edited = launchEntry(text, format, at, launcherFor(platform, this.#programs.places, server, client));
      return edited.ok ? { ok: true, value: edited } : edited;
    }
    const read = readAddress(entry, client);
    if (!read.ok) return read;
    const { isOld } = read.value;
    const launcher = bridgeLauncherFor(platform, this.#programs.places, { server, client, isOld });
    const edited = bridgeEntry(text, format, at, read.value, launcher);
    return edited.ok ? { ok: true, value: edited } : edited;
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

  #judge({ row, path, entry, server }: Found): Verdict {
    return judgeEntry(row, path, entry, this.#options.around, [server, this.#options.dataDir]);
  }

  #view(found: Found): WatchEntry {
    const { id, row, path, server, entry } = found;
    const verdict = this.#judge(found);
    const words = wordsOf(entry) ?? [];
    const end = verdict.state === 'watched' ? words.indexOf('--') + 1 : 0;
    return {
      id,
      client: row.client,
      server,
      path,
      command: words.length > 0 ? words.slice(end).join(' ') : (addressOf(entry) ?? ''),
      state: verdict.state,
      why: verdict.why,
      whenRead: whenRead(row),
    };
  }

  #keep({ id, path, at, format, text, entry }: Found, bytes: Buffer, { edits, text: after, values }: Change): void {
    // A table of TOML can have parts elsewhere; what lies between is kept along.
    const start = Math.min(entry.start, ...edits.map((edit) => edit.start));
    const end = Math.max(entry.end, ...edits.map((edit) => edit.end));
    const record = {
      id,
      path,
      entry: at,
      format,
      before: text.slice(start, end),
      after: after.slice(start, end + after.length - text.length),
      ...(values ? { values } : {}),
    };
    this.#records.keep(record, bytes);
  }
}

/** It names an address and starts nothing by itself. */
const isAddress = (entry: ObjectSpan): boolean => addressOf(entry) !== null && wordsOf(entry) === null;

/** Where the entry is not as it was written, what was put in is taken out. */
function takeOut(text: string, format: SettingsFormat, at: readonly string[], record: WatchRecord | undefined) {
  return record?.values
    ? unbridgeEntry(text, format, at, { text: record.before, ...record.values })
    : unlaunchEntry(text, format, at);
}

/** null: the text is not as it was written, or not there once. */
function putBack(text: string, { before, after }: WatchRecord): string | null {
  const start = text.indexOf(after);
  if (after === '' || start < 0 || text.includes(after, start + 1)) return null;
  return applyEdits(text, [{ start, end: start + after.length, text: before }]);
}

/** The lines that differ, with their numbers: first those that go, then those that come. */
export function changedLines(before: string, after: string): WatchChange['lines'] {
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

export const slug = (client: string): string =>
  client
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '-')
    .replace(/^-+|-+$/g, '');

const noEntry = (id: string): { ok: false; problem: string } => ({
  ok: false,
  problem: `There is no entry “${id}”. “misfire watch --list” shows those that there are.`,
});
