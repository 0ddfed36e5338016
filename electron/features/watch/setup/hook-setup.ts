// Sets up the hook by which a client reports its calls to `misfire hook`, and undoes it. Shows the exact change first. hook-edit.ts
// decides which characters change.

import { existsSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { HookChange, HookClient } from '../../../../shared/api/watching.ts';
import { type Json, member } from '../../../../shared/json/json.ts';
import { readForeignText } from '../../../foreign-files/foreign-file.ts';
import { baseFolder, type Machine } from '../../../inspector/client-configs/base-folder.ts';
import { policyFiles } from '../../../inspector/client-configs/circumstances.ts';
import { EditJournal, type JournalPlace } from '../../../inspector/client-configs/edit-journal.ts';
import { readExactly, writeExactly } from '../../../inspector/client-configs/safe-write.ts';
import { changedLines, type EditOutcome, editSettings } from '../../../inspector/client-configs/settings-edit.ts';
import { largestSettings, readSettings } from '../../../inspector/client-configs/settings-file.ts';
import { jsonOf, readSpans } from '../../../inspector/client-configs/span-tree.ts';
import {
  type HookClientRow,
  hookClientNamed,
  hookClients,
  hookCommand,
  isOwnItem,
  reportsToMisfire,
} from './hook-clients.ts';
import { addHooks, type HookEdit, hooksIn, removeHooks } from './hook-edit.ts';
import { WatchPrograms, type WatchRuntime } from './watch-program.ts';

const recordSchema = z.object({
  id: z.string(),
  path: z.string(),
  pieces: z.array(z.object({ before: z.string(), after: z.string() })),
  made: z.array(z.string()),
  /** null: there was no file. */
  backup: z.string().nullable(),
  /** Its folder was not there. */
  isFolderNew: z.boolean(),
});
type HookRecord = z.infer<typeof recordSchema>;
const hookJournal: JournalPlace<HookRecord> = { folder: 'watch', file: 'hooks.json', record: recordSchema };
const isIn =
  (path: string) =>
  (each: HookRecord): boolean =>
    each.path === path;

interface HookSetupOptions {
  machine: Machine;
  dataDir: string;
  /** What runs the command line, and its current path. */
  runtime: () => WatchRuntime;
}

interface Place {
  row: HookClientRow;
  path: string;
  /** null: there is no file yet. */
  text: string | null;
  /** Why it cannot be read; '' if it can. */
  problem: string;
}

export class HookSetup {
  readonly #options: HookSetupOptions;
  readonly #records: EditJournal<HookRecord>;
  readonly #programs: WatchPrograms;

  constructor(options: HookSetupOptions) {
    this.#options = options;
    this.#records = new EditJournal(options.dataDir, hookJournal);
    this.#programs = new WatchPrograms(options.dataDir, options.machine.platform, options.runtime);
  }

  /** Clients that are on this machine. */
  async list(): Promise<HookClient[]> {
    return (await this.#find()).map((place) => this.#view(place));
  }

  /** Previews the change; writes nothing. */
  async plan(id: string): Promise<EditOutcome<HookChange>> {
    const named = await this.#named(id);
    if (!named.ok) return named;
    const view = this.#view(named.value);
    if (view.state === 'cannot') return { ok: false, problem: view.why };
    if (view.state === 'set up')
      return { ok: false, problem: view.why || `${view.client} already reports its calls to Misfire.` };
    const edited = this.#edit(named.value);
    if (!edited.ok) return edited;
    const lines = changedLines(named.value.text ?? '', edited.text);
    // A new file has no first line to replace.
    const shown = named.value.text === null ? lines.filter(({ sign, text }) => sign === '+' || text !== '') : lines;
    return { ok: true, value: { ...view, lines: shown, notes: notesFor(named.value) } };
  }

  setUp(id: string): Promise<EditOutcome<HookChange>> {
    return this.#records.alone(() => this.#setUp(id));
  }

  async #setUp(id: string): Promise<EditOutcome<HookChange>> {
    const plan = await this.plan(id);
    if (!plan.ok) return plan;
    const named = await this.#named(id);
    if (!named.ok) return named;
    const { path, text } = named.value;
    const edited = this.#edit(named.value);
    if (!edited.ok) return edited;
    const problem = await editSettings({
      path,
      before: text,
      after: edited.text,
      mode: 0o600,
      keep: (bytes) => {
        this.#programs.placeBridge();
        const isFolderNew = !existsSync(dirname(path));
        const backup = bytes === null ? null : this.#records.backUpFirst(path, bytes);
        this.#records.keep({ id, path, ...edited.changes, backup, isFolderNew }, isIn(path));
      },
      forget: () => this.#records.drop(isIn(path)),
    });
    if (problem !== '') return { ok: false, problem };
    return { ok: true, value: { ...plan.value, state: 'set up' } };
  }

  /** The clients with a hook that Misfire wrote. */
  async setUpIds(): Promise<string[]> {
    const places = await this.#find();
    return places
      .filter(({ path, text }) => this.#records.all().some(isIn(path)) || itemsIn(text).some(isOwnItem))
      .map(({ row }) => row.id);
  }

  /** Restores the bytes, or removes the hook alone if the rest has changed since. */
  undo(id: string): Promise<EditOutcome<{ id: string; exact: boolean }>> {
    return this.#records.alone(() => this.#undo(id));
  }

  async #undo(id: string): Promise<EditOutcome<{ id: string; exact: boolean }>> {
    const named = await this.#named(id);
    if (!named.ok) return named;
    const { path, text, problem, row } = named.value;
    const record = this.#records.all().find(isIn(path));
    const kept =
      record?.backup && existsSync(record.backup) ? ` The file as it was before is kept as ${record.backup}.` : '';
    if (problem !== '') return { ok: false, problem: `${problem}${kept}` };
    const items = itemsIn(text);
    if (text === null || !items.some(isOwnItem)) {
      const isChanged = items.some(reportsToMisfire);
      if (!isChanged) this.#records.drop(isIn(path));
      return {
        ok: false,
        problem: isChanged ? `${byHand(path)}${record ? kept : ''}` : `${row.client} has no hook of Misfire.`,
      };
    }
    const read = await readExactly(path);
    if (!read.ok) return read;
    const removed = removeHooks(read.text, isOwnItem, record ?? null);
    if (removed === null) return { ok: false, problem: `${byHand(path)}${kept}` };
    const refused = await this.#restore(read, removed.text, record);
    if (refused !== '') return { ok: false, problem: refused };
    this.#records.drop(isIn(path));
    return { ok: true, value: { id, exact: removed.exact } };
  }

  async #restore(read: { path: string; bytes: Buffer }, text: string, record: HookRecord | undefined): Promise<string> {
    if (record?.backup !== null || text.trim() !== '') return writeExactly(read.path, read.bytes, text);
    try {
      rmSync(read.path);
      // Other files may be there by now.
      if (record.isFolderNew) rmdirSync(dirname(read.path));
    } catch (error) {
      return existsSync(read.path) ? `The file cannot be removed: ${(error as Error).message}.` : '';
    }
    return '';
  }

  async #find(): Promise<Place[]> {
    const places: Place[] = [];
    for (const row of hookClients) {
      const folder = baseFolder(row.base, this.#options.machine);
      if (!existsSync(folder)) continue;
      const path = join(folder, row.path);
      const read = await readSettings(path);
      const text = read.kind === 'text' ? read.text : null;
      places.push({ row, path, text, problem: read.kind === 'problem' ? read.problem : unreadable(text) });
    }
    return places;
  }

  async #named(id: string): Promise<EditOutcome<Place>> {
    const places = await this.#find();
    const known = hookClientNamed(id);
    const value = places.find(({ row }) => row === known);
    if (value) return { ok: true, value };
    const names = hookClients.map((row) => row.id).join(', ');
    const problem = known
      ? `${known.client} is not installed for this user: ${baseFolder(known.base, this.#options.machine)} does not exist.`
      : `There is no client “${id}” with hooks. Misfire sets them up for: ${names}.`;
    return { ok: false, problem };
  }

  #view({ row, path, text, problem }: Place): HookClient {
    const view = { id: row.id, client: row.client, path, whenRead: `${row.client} reads it when it starts.` };
    const items = itemsIn(text);
    if (items.some(isOwnItem)) return { ...view, state: 'set up', why: '' };
    if (items.some(reportsToMisfire)) return { ...view, state: 'set up', why: byHand(path) };
    const why = problem || this.#refusal(row, text);
    return { ...view, state: why === '' ? 'open' : 'cannot', why };
  }

  #refusal({ client, owner, off }: HookClientRow, text: string | null): string {
    const { platform } = this.#options.machine;
    if (platform === 'win32')
      return 'On Windows, Misfire does not set up hooks. Add the command “misfire hook” by hand.';
    if (off && valueAt(text, off.path) === off.value)
      return `“${off.path.join('.')}” in this file turns off all hooks of ${client}.`;
    if (policyFiles(platform, owner).some(({ path }) => valueAt(textOf(path), ['allowManagedHooksOnly']) === true))
      return 'Your company allows only its own hooks here.';
    return '';
  }

  #edit({ row, text }: Place): HookEdit {
    return addHooks(text ?? '', row.items(hookCommand(this.#programs.places)), row.fresh);
  }
}

const byHand = (path: string): string =>
  `The hook in ${path} was written or changed by hand. Remove “misfire hook” there by hand.`;

function unreadable(text: string | null): string {
  if (text === null || text.trim() === '') return '';
  const read = readSpans(text, 'json');
  if (!read.ok) return `The file cannot be read as it is. ${read.problem}`;
  return read.root.kind === 'object' ? '' : 'The file is not a JSON object.';
}

const itemsIn = (text: string | null): Json[] => (hooksIn(text ?? '') ?? []).flatMap(({ items }) => items);

function valueAt(text: string | null, path: readonly string[]): Json | undefined {
  const read = text === null || text.trim() === '' ? null : readSpans(text, 'json');
  return path.reduce<Json | undefined>((value, key) => member(value, key), read?.ok ? jsonOf(read.root) : undefined);
}

function textOf(path: string): string | null {
  try {
    return readForeignText(path, { maxBytes: largestSettings });
  } catch {
    return null;
  }
}

function notesFor({ row, text }: Place): string[] {
  return [
    `${row.client} reads it when it starts.`,
    'The hook runs after each call to an MCP server. It prints nothing and cannot change the call.',
    'Misfire keeps server, tool, arguments and result of these calls, and no prompts or paths.',
    text === null
      ? 'The file is new. Undo removes it.'
      : 'The file as it is now is kept. Undo puts the same bytes back, or removes the hook alone if the rest has changed since.',
    'Without Misfire the hook does nothing.',
  ];
}
