// Sets up watching and undoes it: finds the entries of clients on this machine, previews a change, applies it, and reverts it. Owns
// `watch/` in the data folder: the watching program, the records of changes, and the backups.

import { existsSync, statSync } from 'node:fs';
import type { SettingsOrder, UnreadableSettings, WatchChange, WatchEntry } from '../../../../shared/api/watching.ts';
import type { JsonObject } from '../../../../shared/json/json.ts';
import { bridgeEntry } from '../../../inspector/client-configs/address-edit.ts';
import { readAddress } from '../../../inspector/client-configs/address-entry.ts';
import { describeAmbiguity } from '../../../inspector/client-configs/ambiguous-entry.ts';
import type { Machine } from '../../../inspector/client-configs/base-folder.ts';
import { type Circumstances, heldBack, whenRead } from '../../../inspector/client-configs/circumstances.ts';
import {
  type ClientEntries,
  type ClientEntry as Found,
  findClientEntries,
  slug,
} from '../../../inspector/client-configs/client-entries.ts';
import { EditJournal } from '../../../inspector/client-configs/edit-journal.ts';
import {
  addressOf,
  type Edit,
  entryWords,
  isSamePath,
  launchEntry,
  watchedWordsOf,
} from '../../../inspector/client-configs/entry-edit.ts';
import { ignoredEntries, settingsOrders } from '../../../inspector/client-configs/known-entries.ts';
import { readExactly, writeExactly } from '../../../inspector/client-configs/safe-write.ts';
import { changedLines, type EditOutcome, editSettings } from '../../../inspector/client-configs/settings-edit.ts';
import type { ObjectSpan } from '../../../inspector/client-configs/span-types.ts';
import { runsWatchProgram } from '../../../inspector/client-configs/watched-forms.ts';
import { bridgeLauncherFor, launcherFor } from './launcher.ts';
import { isAsWritten, undoEntry, type WatchRecord, watchJournal } from './undo-entry.ts';
import { WatchPrograms, type WatchRuntime } from './watch-program.ts';
import { judgeEntry, notesFor, type WatchVerdict } from './watch-rules.ts';

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
    const { machine, folder } = this.#options;
    const { found } = await this.#find();
    const ignored = await ignoredEntries(found, machine, folder);
    return found.map((each) => ({ ...this.#view(each), ignored: ignored.get(each) ?? '' }));
  }

  /** The files that each client with an entry reads, highest precedence first. */
  async orders(): Promise<SettingsOrder[]> {
    const { machine, folder } = this.#options;
    return settingsOrders((await this.#find()).found, machine, folder);
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
      return isOurs || (this.#recordOf(each) !== undefined && runsWatchProgram(entryWords(each.entry) ?? []));
    });
    const hidden = this.#records.all().filter((record) => unreadable.some(({ path }) => path === record.path));
    return [...written, ...hidden].map(({ id }) => id);
  }

  /** Previews the change; writes nothing. */
  async plan(id: string): Promise<EditOutcome<WatchChange>> {
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

  watch(id: string): Promise<EditOutcome<WatchEntry>> {
    return this.#records.alone(() => this.#watch(id));
  }

  async #watch(id: string): Promise<EditOutcome<WatchEntry>> {
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
  undo(id: string): Promise<EditOutcome<{ id: string; exact: boolean }>> {
    return this.#records.alone(() => this.#undo(id));
  }

  async #undo(id: string): Promise<EditOutcome<{ id: string; exact: boolean }>> {
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

  #edit(found: Found): EditOutcome<Change> {
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

  async #named(id: string): Promise<EditOutcome<Found>> {
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

  #judge(found: Found): WatchVerdict {
    const { row, path, entry, server, ambiguity, text } = found;
    const record = this.#recordOf(found);
    if (record && isAsWritten(found, record)) return { state: 'watched', why: '' };
    if (ambiguity) return { state: 'cannot', why: describeAmbiguity(path, text, ambiguity) };
    return judgeEntry(row, path, entry, this.#options.around, [server, this.#options.dataDir]);
  }

  #view(found: Found): WatchEntry {
    const { id, row, path, server, entry } = found;
    const verdict = this.#judge(found);
    const words = watchedWordsOf(entry)?.runs ?? entryWords(entry) ?? [];
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
const isAddress = (entry: ObjectSpan): boolean => addressOf(entry) !== null && entryWords(entry) === null;

function isReadOnly(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats !== undefined && (stats.mode & 0o222) === 0;
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
