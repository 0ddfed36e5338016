// Sets up watching and undoes it: finds the entries of clients on this machine, previews a change, applies it, and reverts it. Owns
// `watch/` in the data folder: the watching program, the records of changes, and the backups.

import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { SettingsOrder, UnreadableSettings, WatchChange, WatchEntry } from '../../../shared/api/watching.ts';
import { claudeCode } from '../../../shared/clients/claude-code.ts';
import type { JsonObject } from '../../../shared/json/json.ts';
import { bridgeEntry } from './address-edit.ts';
import { readAddress } from './address-entry.ts';
import { describeAmbiguity } from './ambiguous-entry.ts';
import { baseFolder, type Machine } from './base-folder.ts';
import { type ClientEntries, type ClientEntry as Found, findClientEntries, slug } from './client-entries.ts';
import { EditJournal } from './edit-journal.ts';
import { addressOf, type Edit, isSamePath, launchEntry, watchedWordsOf, wordsOf } from './entry-edit.ts';
import { findFiles } from './find-servers.ts';
import { findIgnored, isBelow, scopeOf } from './ignored-entry.ts';
import { clientVersion } from './installed-version.ts';
import { bridgeLauncherFor, launcherFor } from './launcher.ts';
import { readExactly, writeExactly } from './safe-write.ts';
import { editSettings } from './settings-edit.ts';
import type { ObjectSpan } from './span-types.ts';
import { isAsWritten, undoEntry, type WatchRecord, watchJournal } from './undo-entry.ts';
import { WatchPrograms, type WatchRuntime } from './watch-program.ts';
import {
  type Circumstances,
  heldBack,
  judgeEntry,
  notesFor,
  policyFiles,
  type Verdict,
  whenRead,
} from './watch-rules.ts';
import { runsWatchProgram } from './watched-forms.ts';

export interface WatchSetupOptions {
  machine: Machine;
  dataDir: string;
  around: Circumstances;
  /** What runs the watching program, and its current path. */
  runtime: () => WatchRuntime;
  folder?: string | undefined;
}

/** The new text of the file, and the part that changes. */
interface Change {
  text: string;
  edits: Edit[];
  values?: { before: JsonObject; after: JsonObject };
}

export type Outcome<T> = { ok: true; value: T } | { ok: false; problem: string };

export class WatchSetup {
  readonly #options: WatchSetupOptions;
  readonly #records: EditJournal<WatchRecord>;
  readonly #programs: WatchPrograms;

  constructor(options: WatchSetupOptions) {
    this.#options = options;
    this.#records = new EditJournal(options.dataDir, watchJournal);
    this.#programs = new WatchPrograms(options.dataDir, options.machine.platform, options.runtime);
  }

  async list(): Promise<WatchEntry[]> {
    const { found } = await this.#find();
    const ignored = await this.#ignored(found);
    return found.map((each) => ({ ...this.#view(each), ignored: ignored.get(each) ?? '' }));
  }

  /** The files that each client with an entry reads, highest precedence first. */
  async orders(): Promise<SettingsOrder[]> {
    const { machine, folder } = this.#options;
    const { found } = await this.#find();
    const owners = new Map(found.map(({ row }) => [row.owner, row.settings]));
    const files = await findFiles({ ...machine, folder });
    return [...owners].flatMap(([client, settings]) => {
      if (!settings.order) return [];
      const own = files.filter(({ row, project }) => {
        const isHere = project === null || folder === undefined || isBelow(folder, project);
        return row.owner === client && isHere;
      });
      const places = settings.order.flatMap((scope) =>
        own
          .filter(({ row }) => scopeOf({ row, at: [] }) === (scope === 'local' ? 'user' : scope))
          .map(({ path, project }) => ({
            scope,
            path,
            isThere: existsSync(path),
            isNear: project === null || project === folder,
          }))
          // Parent folders are searched too; only existing files are listed.
          .filter(({ isThere, isNear }) => isThere || isNear)
          .sort((one, other) => Number(other.path.endsWith('.jsonc')) - Number(one.path.endsWith('.jsonc')))
          .map(({ isNear: _near, ...file }) => file),
      );
      const version = clientVersion(settings.program, machine);
      return [{ client, version, checkedWith: settings.checkedWith ?? null, files: places }];
    });
  }

  #ignored(found: readonly Found[]): Promise<Map<Found, string>> {
    const { machine, folder } = this.#options;
    const { platform, home } = machine;
    const policies = policyFiles(platform, claudeCode.name).map(({ path }) => path);
    const [{ base, path }] = claudeCode.settings.files;
    const claudeFile = join(baseFolder(base, machine), path);
    return findIgnored(found, { home, claudeFile, policies, folder });
  }

  /** Existing settings files that neither Misfire nor their client can read. */
  async unreadable(): Promise<UnreadableSettings[]> {
    return (await this.#find()).unreadable;
  }

  /** The entries that Misfire changed, whether or not they can be undone now. */
  async watchedIds(): Promise<string[]> {
    const { found, unreadable } = await this.#find();
    const written = found.filter((each) => {
      const isOurs = this.#judge(each).state === 'watched' || watchedWordsOf(each.entry) !== null;
      return isOurs || (this.#recordOf(each) !== undefined && runsWatchProgram(wordsOf(each.entry) ?? []));
    });
    const hidden = this.#records.all().filter((record) => unreadable.some(({ path }) => path === record.path));
    return [...written, ...hidden].map(({ id }) => id);
  }

  /** Previews the change; writes nothing. */
  async plan(id: string): Promise<Outcome<WatchChange>> {
    const named = await this.#named(id);
    if (!named.ok) return named;
    const found = named.value;
    const { text, path, row, entry, ambiguity } = found;
    if (ambiguity) return { ok: false, problem: describeAmbiguity(path, text, ambiguity) };
    const edited = this.#edit(found);
    if (!edited.ok) return edited;
    return {
      ok: true,
      value: {
        ...this.#view(found),
        lines: changedLines(text, edited.value.text),
        notes: notesFor(row, entry, isReadOnly(path)),
        path,
      },
    };
  }

  watch(id: string): Promise<Outcome<WatchEntry>> {
    return this.#records.alone(() => this.#watch(id));
  }

  async #watch(id: string): Promise<Outcome<WatchEntry>> {
    const named = await this.#named(id);
    if (!named.ok) return named;
    const found = named.value;
    const verdict = this.#judge(found);
    if (verdict.state === 'watched') return { ok: false, problem: `${id} is already watched.` };
    if (verdict.state !== 'open') return { ok: false, problem: verdict.why };
    const edited = this.#edit(found);
    if (!edited.ok) return edited;
    const problem = await editSettings({
      path: found.path,
      before: found.text,
      after: edited.value.text,
      keep: (bytes) => {
        if (isAddress(found.entry)) this.#programs.placeBridge();
        else this.#programs.placeWrap();
        if (bytes) this.#keep(found, bytes, edited.value);
      },
      forget: async () => {
        // A client that wrote the file back at once may have kept the changed entry.
        const now = await readExactly(found.path);
        if (!now.ok || now.text === found.text) this.#records.drop(isAt(found.path, found.at));
      },
    });
    if (problem !== '') return { ok: false, problem };
    return { ok: true, value: { ...this.#view(found), state: 'watched', why: '' } };
  }

  /** Restores an entry: byte for byte if it is unchanged, else by removing what was inserted. */
  undo(id: string): Promise<Outcome<{ id: string; exact: boolean }>> {
    return this.#records.alone(() => this.#undo(id));
  }

  async #undo(id: string): Promise<Outcome<{ id: string; exact: boolean }>> {
    const { found: entries, unreadable } = await this.#find();
    const found = entries.find((each) => each.id === id);
    const record = found ? this.#recordOf(found) : this.#recordNamed(id);
    const path = found?.path ?? record?.path;
    if (path === undefined) return noEntry(id, unreadable);
    const kept = record && existsSync(record.backup) ? ` The file as it was before is kept as ${record.backup}.` : '';
    const read = await readExactly(path);
    if (!read.ok) return { ok: false, problem: `${read.problem}${kept}` };
    const format = found?.format ?? record?.format ?? 'json';
    const undone = undoEntry({ path, text: read.text, format, at: found?.at ?? record?.entry ?? [] }, record);
    if (!undone.ok) {
      if (undone.isOver && record) this.#records.drop(isAt(record.path, record.entry));
      return { ok: false, problem: `${undone.problem}${undone.isOver ? '' : kept}` };
    }
    const held = found ? heldBack(found.row, this.#options.around) : '';
    if (held !== '') return { ok: false, problem: held };
    const problem = await writeExactly(read.path, read.bytes, undone.text);
    if (problem !== '') return { ok: false, problem };
    if (record) this.#records.drop(isAt(record.path, record.entry));
    return { ok: true, value: { id, exact: undone.exact } };
  }

  /** After an update, replaces the programs that entries run. */
  refreshProgram(): void {
    this.#programs.refresh();
  }

  #edit(found: Found): Outcome<Change> {
    const { platform } = this.#options.machine;
    const { text, format, at, server, entry, row } = found;
    const client = row.name;
    if (!isAddress(entry)) {
      const edited = launchEntry(text, format, at, launcherFor(platform, this.#programs.places, server, client));
      return edited.ok ? { ok: true, value: edited } : edited;
    }
    const read = readAddress(entry, row.settings.address);
    if (!read.ok) return read;
    const { isOld } = read.value;
    const launcher = bridgeLauncherFor(platform, this.#programs.places, { server, client, isOld });
    const edited = bridgeEntry(text, format, at, read.value, launcher);
    return edited.ok ? { ok: true, value: edited } : edited;
  }

  #find(): Promise<ClientEntries> {
    const { machine, folder } = this.#options;
    return findClientEntries(machine, folder);
  }

  async #named(id: string): Promise<Outcome<Found>> {
    const { found, unreadable } = await this.#find();
    const value = found.find((each) => each.id === id);
    return value ? { ok: true, value } : noEntry(id, unreadable);
  }

  /** The record of an entry. A file that was moved since is still the same one. */
  #recordOf({ id, path, at }: Found): WatchRecord | undefined {
    const here = this.#records.all().find(isAt(path, at));
    const moved = here ? undefined : this.#recordNamed(id);
    return here ?? (moved && !existsSync(moved.path) && isSamePath(moved.entry, at) ? moved : undefined);
  }

  /** For an entry that is not where it was. */
  #recordNamed(id: string): WatchRecord | undefined {
    return this.#records.all().find((each) => each.id === id);
  }

  #judge(found: Found): Verdict {
    const { row, path, entry, server, ambiguity, text } = found;
    const record = this.#recordOf(found);
    if (record && isAsWritten(found, record)) return { state: 'watched', why: '' };
    if (ambiguity) return { state: 'cannot', why: describeAmbiguity(path, text, ambiguity) };
    return judgeEntry(row, path, entry, this.#options.around, [server, this.#options.dataDir]);
  }

  #view(found: Found): WatchEntry {
    const { id, row, path, server, entry } = found;
    const verdict = this.#judge(found);
    const words = watchedWordsOf(entry)?.runs ?? wordsOf(entry) ?? [];
    return {
      id,
      client: row.client,
      server,
      path,
      command: words.length > 0 ? words.join(' ') : (addressOf(entry) ?? ''),
      state: verdict.state,
      why: verdict.why,
      whenRead: whenRead(row),
      ignored: '',
    };
  }

  #keep({ id, path, at, format, text, entry }: Found, bytes: Buffer, { edits, text: after, values }: Change): void {
    // A TOML table can have parts elsewhere; the text between them is stored too.
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
      backup: this.#records.backUpFirst(path, bytes),
    };
    this.#records.keep(record, isAt(path, at));
  }
}

/** Keyed by location: two files may have the same name, and a file may have another path next time. */
const isAt =
  (path: string, entry: readonly string[]) =>
  (each: Pick<WatchRecord, 'path' | 'entry'>): boolean =>
    each.path === path && isSamePath(each.entry, entry);

/** It names an address and starts nothing. */
const isAddress = (entry: ObjectSpan): boolean => addressOf(entry) !== null && wordsOf(entry) === null;

function isReadOnly(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats !== undefined && (stats.mode & 0o222) === 0;
}

/** The lines that differ, with their numbers: first removed lines, then added ones. */
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

/** Its file may be one of those that could not be read. */
function noEntry(id: string, unreadable: readonly UnreadableSettings[]): { ok: false; problem: string } {
  const hidden = unreadable
    .filter(({ client }) => id.startsWith(`${slug(client)}/`))
    .map((each) => ` ${describeUnreadable(each)}`);
  const problem = `There is no entry “${id}”. “misfire watch --list” shows those that there are.${hidden.join('')}`;
  return { ok: false, problem };
}

export const describeUnreadable = ({ path, problem }: UnreadableSettings): string =>
  `${path} cannot be read. ${problem}`;
