// Adds an entry that runs `misfire mcp` to a client's settings, and removes it again. Owns the entry's format for each client, and
// `agents/` in the data folder with backups of the files.

import { createHash } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { applyEdits, modify } from 'jsonc-parser';
import { z } from 'zod';
import type { AgentChange, AgentClient } from '../../../shared/api/watching.ts';
import type { SettingsFormat } from '../../../shared/clients/client.ts';
import type { Json } from '../../../shared/json/json.ts';
import { readForeignText } from '../../foreign-files/foreign-file.ts';
import type { Machine } from '../../inspector/client-configs/base-folder.ts';
import { type Circumstances, heldBack, whenRead } from '../../inspector/client-configs/circumstances.ts';
import { slug } from '../../inspector/client-configs/client-entries.ts';
import type { ClientRow } from '../../inspector/client-configs/client-table.ts';
import { EditJournal, type JournalPlace } from '../../inspector/client-configs/edit-journal.ts';
import { applyEdits as applyTextEdits } from '../../inspector/client-configs/entry-edit.ts';
import { findFiles } from '../../inspector/client-configs/find-servers.ts';
import { insertMember } from '../../inspector/client-configs/json-insert.ts';
import { readExactly, writeExactly } from '../../inspector/client-configs/safe-write.ts';
import { changedLines, type EditOutcome, editSettings } from '../../inspector/client-configs/settings-edit.ts';
import { readSettings } from '../../inspector/client-configs/settings-file.ts';
import { jsonOf, memberOf, readSpans } from '../../inspector/client-configs/span-tree.ts';
import type { McpCommand } from '../../inspector/paths/app-paths.ts';

interface AgentSetupOptions {
  machine: Machine;
  dataDir: string;
  around: Circumstances;
  /** null: Misfire's path changes with each start. */
  command: () => McpCommand | null;
}

const recordSchema = z.object({
  id: z.string(),
  path: z.string(),
  /** Hash of the file as written. An unchanged file is restored byte for byte. */
  after: z.string(),
  /** null: there was no file. */
  backup: z.string().nullable(),
});
type AddedRecord = z.infer<typeof recordSchema>;
const agentJournal: JournalPlace<AddedRecord> = { folder: 'agents', file: 'records.json', record: recordSchema };

interface Place {
  id: string;
  row: ClientRow;
  path: string;
  format: SettingsFormat;
  /** null: there is no file yet. */
  text: string | null;
}

const entryName = 'misfire';

export class AgentSetup {
  readonly #options: AgentSetupOptions;
  readonly #records: EditJournal<AddedRecord>;

  constructor(options: AgentSetupOptions) {
    this.#options = options;
    this.#records = new EditJournal(options.dataDir, agentJournal);
  }

  async list(): Promise<AgentClient[]> {
    return (await this.#find()).map((place) => this.#view(place));
  }

  /** Previews the change; writes nothing. */
  async plan(id: string): Promise<EditOutcome<AgentChange>> {
    const place = (await this.#find()).find((each) => each.id === id);
    if (!place) return this.#noClient(id);
    const view = this.#view(place);
    if (view.state !== 'open') return { ok: false, problem: view.why || `${view.client} has Misfire already.` };
    const edited = this.#edit(place);
    return edited.ok ? { ok: true, value: { ...view, lines: changedLines(place.text ?? '', edited.value) } } : edited;
  }

  async add(id: string): Promise<EditOutcome<AgentChange>> {
    const plan = await this.plan(id);
    const place = (await this.#find()).find((each) => each.id === id);
    if (!plan.ok || !place) return plan;
    const edited = this.#edit(place);
    if (!edited.ok) return edited;
    const { path, text } = place;
    const problem = await editSettings({
      path,
      before: text,
      after: edited.value,
      keep: (bytes) => {
        const backup = bytes === null ? null : this.#records.backUp(path, bytes);
        this.#records.keep({ id, path, after: hashOf(edited.value), backup }, (each) => each.id === id);
      },
      forget: () => this.#forget(id),
    });
    if (problem !== '') return { ok: false, problem };
    return { ok: true, value: { ...plan.value, state: 'added' } };
  }

  /** Restores the file byte for byte if it is unchanged; else removes only the entry. */
  async remove(id: string): Promise<EditOutcome<{ exact: boolean }>> {
    const place = (await this.#find()).find((each) => each.id === id);
    if (!place) return this.#noClient(id);
    const view = this.#view(place);
    if (view.state === 'not now') return { ok: false, problem: view.why };
    const read = place.text === null ? null : await readExactly(place.path);
    if (read && !read.ok) return read;
    if (!read || view.state !== 'added') return { ok: false, problem: `${view.client} does not have Misfire.` };
    const record = this.#records.all().find((each) => each.id === id && each.path === place.path);
    const isAsWritten = record?.after === hashOf(read.text);
    if (record && isAsWritten && record.backup === null) {
      rmSync(read.path, { force: true });
      this.#forget(id);
      return { ok: true, value: { exact: true } };
    }
    const text = record?.backup && isAsWritten ? readForeignText(record.backup) : without(read.text, place);
    if (text === null) return { ok: false, problem: 'The entry is written in a way that is not changed here.' };
    const problem = await writeExactly(read.path, read.bytes, text);
    if (problem !== '') return { ok: false, problem };
    this.#forget(id);
    return { ok: true, value: { exact: isAsWritten } };
  }

  /** One file per client: the first that exists, else one in an existing folder of the client. */
  async #find(): Promise<Place[]> {
    const places = new Map<string, Place>();
    for (const { row, path } of await findFiles(this.#options.machine)) {
      if (row.managed || row.base === 'project' || row.takesNoEntries) continue;
      const id = slug(row.client);
      const read = await readSettings(path);
      const known = places.get(id);
      if (known && (known.text !== null || read.kind !== 'text')) continue;
      if (read.kind === 'problem') continue;
      // The client's own folder shows that it is installed; the home folder does not.
      if (read.kind === 'absent' && (row.general || !existsSync(dirname(path)))) continue;
      places.set(id, {
        id,
        row,
        path,
        format: row.settings.format ?? 'json',
        text: read.kind === 'text' ? read.text : null,
      });
    }
    return [...places.values()];
  }

  #view(place: Place): AgentClient {
    const { id, row, path } = place;
    const view = { id, client: row.client, path, whenRead: whenRead(row) };
    const has = entryIn(place);
    const held = heldBack(row, this.#options.around);
    if (has === 'ours')
      return held === '' ? { ...view, state: 'added', why: '' } : { ...view, state: 'not now', why: held };
    const cannot = (why: string): AgentClient => ({ ...view, state: 'cannot', why });
    if (has === 'other') return cannot('It has another server that is called misfire.');
    if (has === 'unreadable') return cannot('Its settings cannot be read as they are.');
    if (place.format === 'yaml')
      return cannot('Misfire does not write YAML. Add the command “misfire mcp” there by hand.');
    if (this.#options.command() === null)
      return cannot('An AppImage has no fixed path. Install Misfire with npm and run “misfire mcp --add”.');
    if (this.#options.around.allowList(row.owner)) return cannot('Your company allows only certain commands here.');
    return held === '' ? { ...view, state: 'open', why: '' } : { ...view, state: 'not now', why: held };
  }

  #edit(place: Place): EditOutcome<string> {
    const command = this.#options.command();
    if (!command) return { ok: false, problem: 'Misfire’s path changes with each start.' };
    const text = withEntry(place, command);
    // The written file must parse as intended; a file with an unexpected structure is left alone.
    if (entryIn({ ...place, text }) !== 'ours')
      return { ok: false, problem: 'The settings are written in a way that is not changed here.' };
    return { ok: true, value: text };
  }

  #forget(id: string): void {
    for (const { backup } of this.#records.all().filter((each) => each.id === id))
      if (backup !== null) this.#records.removeBackup(backup);
    this.#records.drop((each) => each.id === id);
  }

  #noClient(id: string): { ok: false; problem: string } {
    return { ok: false, problem: `There is no client “${id}” here. “misfire mcp --list” shows those that there are.` };
  }
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The path to the entry, in each client's settings. */
const pathOf = ({ row }: Place): string[] => [row.settings.key, entryName];

function entryOf({ row: { settings } }: Place, { command, args, env }: McpCommand): object {
  const run = { command, args, ...(Object.keys(env).length === 0 ? {} : { env }) };
  return settings.entry?.(run) ?? run;
}

/** `misfire`, the npm executable, and a checkout. */
const ownProgram = /misfire(?:\.cjs|\.cmd|\.exe)?"|hosts[\\/]+cli[\\/]+main\.ts"/i;

function entryIn(place: Place): 'ours' | 'other' | 'none' | 'unreadable' {
  const { format, text } = place;
  if (text === null || text.trim() === '') return 'none';
  const read = readSpans(text, format);
  if (!read.ok || read.root.kind !== 'object') return 'unreadable';
  const [list = '', name = ''] = pathOf(place);
  const entry = memberOf(memberOf(read.root, list), name);
  if (!entry) return 'none';
  const words = JSON.stringify(jsonOf(entry));
  return words.includes('"mcp"') && ownProgram.test(words) ? 'ours' : 'other';
}

function withEntry(place: Place, command: McpCommand): string {
  const [path, value] = [pathOf(place), entryOf(place, command)];
  const text = place.text ?? '';
  if (place.format === 'toml')
    return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${tomlTable(path, value)}`;
  return text.trim() === '' ? `${JSON.stringify(nested(path, value), null, 2)}\n` : putMember(text, path, value);
}

const nested = (path: readonly string[], value: object): object =>
  path.reduceRight<object>((inner, key) => ({ [key]: inner }), value);

/** Added as the last member of its list; all other characters stay unchanged. */
function putMember(text: string, path: readonly string[], value: object): string {
  const read = readSpans(text, 'json');
  if (!read.ok || read.root.kind !== 'object') return text;
  let at = read.root;
  let rest = [...path];
  for (
    let next = memberOf(at, rest[0] ?? '');
    rest.length > 1 && next?.kind === 'object';
    next = memberOf(at, rest[0] ?? '')
  ) {
    at = next;
    rest = rest.slice(1);
  }
  const [key = '', ...deeper] = rest;
  return applyTextEdits(text, [insertMember(text, at, key, nested(deeper, value) as Json)]);
}

function without(text: string, place: Place): string | null {
  const path = pathOf(place);
  if (place.format === 'toml') {
    // Misfire's own table, up to the next one.
    const found = new RegExp(`^\\[${path.join('\\.')}\\]\\r?\\n(?:(?!\\[).*(?:\\r?\\n|$))*`, 'm').exec(text);
    return found ? text.slice(0, found.index) + text.slice(found.index + found[0].length) : null;
  }
  const bom = text.startsWith('\ufeff') ? '\ufeff' : '';
  const bare = text.slice(bom.length);
  return bom + applyEdits(bare, modify(bare, path, undefined, {}));
}

function tomlTable(path: readonly string[], value: object): string {
  const write = (part: unknown): string =>
    Array.isArray(part)
      ? `[${part.map(write).join(', ')}]`
      : typeof part === 'object' && part !== null
        ? `{ ${Object.entries(part)
            .map(([key, each]) => `${key} = ${write(each)}`)
            .join(', ')} }`
        : JSON.stringify(part);
  const lines = Object.entries(value).map(([key, part]) => `${key} = ${write(part)}`);
  return `\n[${path.join('.')}]\n${lines.join('\n')}\n`;
}
