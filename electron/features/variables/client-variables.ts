// Writes missing variables and corrected words of a server's command into the settings of the client that has the server. Shows the
// change first, and undoes it byte for byte. variable-edit.ts and word-edit.ts decide which characters change.

import { z } from 'zod';
import type { ClientTarget, VariablesChange } from '../../../shared/api/variables.ts';
import { placeName } from '../../../shared/correct/correction.ts';
import type { JsonObject } from '../../../shared/json/json.ts';
import { Masker } from '../../../shared/mask/masker.ts';
import { type LaunchWords, launchOf, wordAt } from '../../../shared/server/launch-words.ts';
import type { ServerConfig } from '../../../shared/server/server-config.ts';
import { describeAmbiguity } from '../../inspector/client-configs/ambiguous-entry.ts';
import type { Machine } from '../../inspector/client-configs/base-folder.ts';
import { type Circumstances, heldBack, whenRead } from '../../inspector/client-configs/circumstances.ts';
import { type ClientEntry, findClientEntries } from '../../inspector/client-configs/client-entries.ts';
import { EditJournal, type JournalPlace } from '../../inspector/client-configs/edit-journal.ts';
import { entryWords, isSamePath, watchedWordsOf } from '../../inspector/client-configs/entry-edit.ts';
import { readExactly, writeExactly } from '../../inspector/client-configs/safe-write.ts';
import { changedLines, type EditOutcome, editSettings } from '../../inspector/client-configs/settings-edit.ts';
import { setEntryVariables, unsetEntryVariables, type VariableChange } from './variable-edit.ts';
import { setEntryWords, unsetEntryWords, type WordChange } from './word-edit.ts';

const recordSchema = z.object({
  path: z.string(),
  entry: z.array(z.string()),
  before: z.string(),
  after: z.string(),
  env: z.custom<JsonObject>((value) => typeof value === 'object' && value !== null).nullable(),
  names: z.array(z.string()),
  words: z.array(z.object({ pointer: z.string(), before: z.string(), after: z.string() })).default([]),
});
type VariableRecord = z.infer<typeof recordSchema>;
/** It holds the values, too. */
const variableJournal: JournalPlace<VariableRecord> = { folder: 'watch', file: 'variables.json', record: recordSchema };
const isAt =
  ({ path, at }: ClientEntry) =>
  (each: VariableRecord): boolean =>
    each.path === path && isSamePath(each.entry, at);

interface Options {
  machine: Machine;
  dataDir: string;
  around: Circumstances;
}

type Values = Readonly<Record<string, string>>;

const noEntry = {
  ok: false,
  problem: 'No client on this machine has an entry of this server that Misfire can read.',
} as const;
/** Shown instead of the value. */
const hidden = '••••••••';

export class ClientVariables {
  readonly #options: Options;
  readonly #records: EditJournal<VariableRecord>;

  constructor(options: Options) {
    this.#options = options;
    this.#records = new EditJournal(options.dataDir, variableJournal);
  }

  /** Where the variables of a server would be written; null if no client has it. */
  async target(config: ServerConfig): Promise<ClientTarget | null> {
    const found = await this.#find(config);
    return found && this.#view(found);
  }

  /** Previews the change without the values of variables; writes nothing. */
  async plan(
    config: ServerConfig,
    names: readonly string[],
    words: LaunchWords = {},
  ): Promise<EditOutcome<VariablesChange>> {
    const found = await this.#find(config);
    if (!found) return noEntry;
    const problem = this.#refusal(found);
    if (problem !== '') return { ok: false, problem };
    const shown = Object.fromEntries(names.map((name) => [name, hidden]));
    const edited = edit(found, config, shown, words);
    if (!edited.ok) return edited;
    const masker = new Masker();
    return {
      ok: true,
      value: {
        ...this.#view(found),
        lines: changedLines(found.text, edited.text).map((line) => ({ ...line, text: masker.mask(line.text) })),
        notes: [
          whenRead(found.row),
          ...(names.length === 0 ? [] : ['The value is written as plain text, as clients read it.']),
          'Undo puts the same bytes back.',
        ],
      },
    };
  }

  async save(config: ServerConfig, values: Values, words: LaunchWords = {}): Promise<EditOutcome<ClientTarget>> {
    const found = await this.#find(config);
    if (!found) return noEntry;
    const problem = this.#refusal(found);
    if (problem !== '') return { ok: false, problem };
    const { path, at } = found;
    const edited = edit(found, config, values, words);
    if (!edited.ok) return edited;
    const refused = await editSettings({
      path,
      before: found.text,
      after: edited.text,
      keep: () => this.#records.keep({ path, entry: at, ...edited.change }),
      forget: () => this.#records.dropLast(isAt(found)),
    });
    return refused === '' ? { ok: true, value: this.#view(found) } : { ok: false, problem: refused };
  }

  /** Removes everything written into the entry, newest first. */
  async undo(config: ServerConfig): Promise<EditOutcome<ClientTarget>> {
    const found = await this.#find(config);
    if (!found) return noEntry;
    const records = this.#records.all().filter(isAt(found));
    if (records.length === 0)
      return { ok: false, problem: 'Misfire wrote no variable there, so there is nothing to undo.' };
    const running = heldBack(found.row, this.#options.around);
    if (running !== '') return { ok: false, problem: running };
    const read = await readExactly(found.path);
    if (!read.ok) return read;
    let { text } = read;
    for (const record of records.toReversed()) {
      const before = undone(text, found, record);
      if (before === null) return { ok: false, problem: changedSince(found.path, savedNames(record)) };
      text = before;
    }
    const refused = await writeExactly(read.path, read.bytes, text);
    if (refused !== '') return { ok: false, problem: refused };
    this.#records.drop(isAt(found));
    return { ok: true, value: this.#view(found) };
  }

  async #find(config: ServerConfig): Promise<ClientEntry | null> {
    const { found } = await findClientEntries(this.#options.machine);
    const named = config.watched ?? config.entry;
    const alike = found.filter((each) => runs(each, config));
    if (!named) return alike.find(({ server }) => server === config.name) ?? alike[0] ?? null;
    const isNamed = ({ row, server }: ClientEntry) => row.name === named.client && server === named.server;
    return alike.find(isNamed) ?? found.find(isNamed) ?? null;
  }

  #view(found: ClientEntry): ClientTarget {
    const names = this.#records.all().filter(isAt(found)).flatMap(savedNames);
    return {
      client: found.row.name,
      path: found.path,
      whenRead: whenRead(found.row),
      why: this.#refusal(found),
      saved: [...new Set(names)],
    };
  }

  /** Why the file is left alone; '' if it may be changed. */
  #refusal(found: ClientEntry): string {
    const { row, path, entry, ambiguity, text } = found;
    if (row.managed) return 'Your company manages this file; Misfire never changes it.';
    if (ambiguity) return describeAmbiguity(path, text, ambiguity, 'change');
    if (entryWords(entry) === null || watchedWordsOf(entry)?.reaches === 'address')
      return 'This entry has an address and no variables.';
    if (row.base === 'project' && this.#options.around.isShared(path))
      return 'This file is shared by git, and a value in it would be shared too.';
    return heldBack(row, this.#options.around);
  }
}

interface SettingsChange extends VariableChange {
  words: WordChange[];
}

/** First the words, then the variables. */
function edit(
  { text, format, at }: ClientEntry,
  { transport }: ServerConfig,
  values: Values,
  words: LaunchWords,
): { ok: true; text: string; change: SettingsChange } | { ok: false; problem: string } {
  const launch = launchOf(transport);
  const worded = setEntryWords(text, format, at, words, (pointer) =>
    launch === null ? undefined : wordAt(launch, pointer),
  );
  if (!worded.ok) return worded;
  if (Object.keys(values).length === 0) return { ...worded, change: { ...noVariables, words: worded.changes } };
  const edited = setEntryVariables(worded.text, format, at, values);
  return edited.ok ? { ...edited, change: { ...edited.change, words: worded.changes } } : edited;
}

const noVariables: VariableChange = { before: '', after: '', env: null, names: [] };

/** null: it was changed since. */
function undone(text: string, { format, at }: ClientEntry, record: SettingsChange): string | null {
  const before = record.names.length === 0 ? text : unsetEntryVariables(text, format, at, record);
  return before === null || record.words.length === 0 ? before : unsetEntryWords(before, format, at, record.words);
}

const savedNames = ({ names, words }: SettingsChange): string[] => [
  ...names,
  ...words.map(({ pointer }) => placeName(pointer)),
];

const changedSince = (path: string, names: readonly string[]): string =>
  `${names.join(', ')} was changed in ${path} since. Remove it there by hand.`;

/** Whether the entry starts the same command, watched or not. */
function runs({ entry }: ClientEntry, { transport }: ServerConfig): boolean {
  if (!('command' in transport)) return false;
  const words = watchedWordsOf(entry)?.runs ?? entryWords(entry);
  return words !== null && isSamePath(words, [transport.command, ...transport.args]);
}
