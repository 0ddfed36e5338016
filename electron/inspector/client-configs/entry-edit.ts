// Turns one entry of a settings file into one that runs its command through a launcher, and back. Owns which characters change: the
// command's text and what is inserted before its arguments. Comments, order, names and everything else stay unchanged.

import type { SettingsFormat } from '../../../shared/clients/client.ts';
import type { Json } from '../../../shared/json/json.ts';
import { jsonText } from '../../../shared/json/json-text.ts';
import { type Ambiguity, ambiguityIn, secondOf } from './ambiguous-entry.ts';
import { memberOf, readSpans } from './span-tree.ts';
import type { ArraySpan, ObjectSpan, SpanNode } from './span-types.ts';
import { readWatchedWords, type WatchedWords } from './watched-forms.ts';

/** A launcher: its program, and its arguments up to the command itself. */
export interface Launcher {
  command: string;
  args: string[];
}

export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** `isOver`: there is nothing left to undo. */
export type Edited = { ok: true; text: string; edits: Edit[] } | { ok: false; problem: string; isOver?: true };

/** The third argument of a launcher, which the shell uses as its own name. */
export const launcherMark = 'misfire';
export const addressNames: readonly string[] = ['url', 'serverUrl', 'httpUrl', 'uri'];
const listNames = ['mcpServers', 'servers', 'context_servers', 'mcp_servers', 'extensions'];

interface Place {
  /** The object that has the command. */
  holder: ObjectSpan;
  command: SpanNode;
  args: ArraySpan | null;
  argsName: string;
  /** `command` is a list of words: program and arguments in one. */
  isList: boolean;
}

interface FoundEntry {
  path: string[];
  name: string;
  entry: ObjectSpan;
  /** null: the entry is unambiguous. */
  ambiguity: Ambiguity | null;
}

/**
 * The entries of a file by path: `mcpServers/files`, `projects//home/x/mcpServers/files`. Of two with the same path only the last, as
 * clients read it.
 */
export function findEntries(root: SpanNode): FoundEntry[] {
  const found: FoundEntry[] = [];
  const lastMembers = (object: ObjectSpan, above: Ambiguity | null) =>
    object.members
      .filter(({ key, value }) => memberOf(object, key) === value)
      .map(({ key, value }) => ({ key, value, above: above ?? sharingOf(object) ?? secondOf(object, key) }));
  const take = (list: SpanNode | undefined, path: string[], above: Ambiguity | null) => {
    if (list?.kind === 'object')
      for (const { key, value, above: own } of lastMembers(list, above))
        if (value.kind === 'object' && isEntry(value))
          found.push({ path: [...path, key], name: key, entry: value, ambiguity: own ?? ambiguityIn(value) });
    if (list?.kind === 'array') takeItems(list, path, above ?? sharingOf(list));
  };
  const takeItems = (list: ArraySpan, path: string[], above: Ambiguity | null) => {
    const named = list.items.flatMap((item) => {
      const name = memberOf(item, 'name');
      return item.kind === 'object' && name?.kind === 'scalar' ? [{ item, name: String(name.value) }] : [];
    });
    for (const { item, name } of named) {
      if (!isEntry(item)) continue;
      const [, second] = named.filter((other) => other.name === name);
      const twice = second ? ({ kind: 'name', key: name, start: second.item.start } as const) : null;
      found.push({ path: [...path, name], name, entry: item, ambiguity: above ?? twice ?? ambiguityIn(item) });
    }
  };
  const takeMember = (holder: SpanNode, key: string, path: string[], above: Ambiguity | null) => {
    if (holder.kind !== 'object') return;
    const member = lastMembers(holder, above).find((each) => each.key === key);
    take(member?.value, [...path, key], member?.above ?? null);
  };
  if (root.kind !== 'object') return found;
  for (const { key, value, above } of lastMembers(root, null)) {
    if (listNames.includes(key) || /\.(?:mcpServers|mcp\.servers)$/.test(key)) take(value, [key], above);
    else if (key === 'mcp') {
      takeMember(value, 'servers', [key], above);
      take(value, [key], above);
    } else if (key === 'projects' && value.kind === 'object') {
      for (const project of lastMembers(value, above))
        takeMember(project.value, 'mcpServers', [key, project.key], project.above);
    }
  }
  return found;
}

const sharingOf = ({ sharing }: SpanNode): Ambiguity | null =>
  sharing ? { kind: 'sharing', key: sharing.mark, start: sharing.start } : null;

const isEntry = (entry: ObjectSpan): boolean => entryPlace(entry) !== null || addressOf(entry) !== null;

/** The address, if the entry has one. */
export function addressOf(entry: ObjectSpan): string | null {
  const holder = memberOf(entry, 'transport');
  for (const node of [entry, holder]) {
    const address = memberOf(node, ...addressNames);
    if (address?.kind === 'scalar' && typeof address.value === 'string') return address.value;
  }
  return null;
}

export function entryAt(root: SpanNode, path: readonly string[]): ObjectSpan | null {
  return findEntries(root).find((candidate) => isSamePath(candidate.path, path))?.entry ?? null;
}

export const isSamePath = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((key, index) => key === other[index]);

export function entryPlace(entry: ObjectSpan): Place | null {
  const transport = memberOf(entry, 'transport');
  const command = memberOf(entry, 'command', 'cmd');
  if (!command) return transport?.kind === 'object' ? entryPlace(transport) : null;
  if (command.kind === 'array') return { holder: entry, command, args: command, argsName: '', isList: true };
  // `{"path":…,"args":…}`, a former format of Zed.
  const holder = command.kind === 'object' ? command : entry;
  const program = command.kind === 'object' ? memberOf(command, 'path') : command;
  if (program?.kind !== 'scalar' || typeof program.value !== 'string') return null;
  const argsName = memberOf(holder, 'arguments') ? 'arguments' : 'args';
  const args = memberOf(holder, argsName);
  if (args && args.kind !== 'array' && !(args.kind === 'scalar' && args.value === null)) return null;
  return { holder, command: program, args: args?.kind === 'array' ? args : null, argsName, isList: false };
}

/** The words that an entry starts; null if it starts nothing. */
export function entryWords(entry: ObjectSpan): string[] | null {
  const place = entryPlace(entry);
  if (!place) return null;
  const words = (place.args?.items ?? []).map((item) => (item.kind === 'scalar' ? String(item.value) : null));
  if (words.some((word) => word === null)) return null;
  const program = place.isList ? [] : [String((place.command as { value: unknown }).value)];
  return [...program, ...(words as string[])];
}

/** null: Misfire did not write what this entry runs. */
export const watchedWordsOf = (entry: ObjectSpan): WatchedWords | null => readWatchedWords(entryWords(entry) ?? []);

export function applyEdits(text: string, edits: readonly Edit[]): string {
  let result = text;
  for (const { start, end, text: put } of [...edits].sort((one, other) => other.start - one.start))
    result = result.slice(0, start) + put + result.slice(end);
  return result;
}

/** Inserts a launcher before the command of an entry. */
export function launchEntry(text: string, format: SettingsFormat, path: readonly string[], launcher: Launcher): Edited {
  const read = readSpans(text, format);
  if (!read.ok) return { ok: false, problem: `The file cannot be read as it is. ${read.problem}` };
  const entry = entryAt(read.root, path);
  const place = entry && entryPlace(entry);
  if (!place) return { ok: false, problem: 'There is no such entry with a command in the file any more.' };
  const edits = place.isList ? launchList(text, place, launcher) : launchCommand(text, format, place, launcher);
  const words = entryWords(entry);
  if (edits === null || words === null)
    return { ok: false, problem: 'The arguments of this entry are written in a way that is not changed here.' };
  const wanted = [launcher.command, ...launcher.args, ...words];
  return checked({ text, format, path, root: read.root, entry }, edits, wanted);
}

function launchList(text: string, { args }: Place, launcher: Launcher): Edit[] | null {
  const [first] = args?.items ?? [];
  return args && first ? [insertBefore(text, args, first, [launcher.command, ...launcher.args])] : null;
}

function launchCommand(text: string, format: SettingsFormat, place: Place, launcher: Launcher): Edit[] | null {
  const { command, args, holder, argsName } = place;
  if (command.kind !== 'scalar' || typeof command.value !== 'string') return null;
  const words = [...launcher.args, command.value];
  const edits: Edit[] = [{ start: command.start, end: command.end, text: quote(launcher.command) }];
  const [first] = args?.items ?? [];
  if (args && first) return [...edits, insertBefore(text, args, first, words)];
  const list = `[${words.map(quote).join(', ')}]`;
  if (args) return [...edits, { start: args.start, end: args.end, text: list }];
  // An `args` key without a value: `args:` in YAML.
  if (memberOf(holder, argsName)) return null;
  const pair =
    format === 'json' ? `"${argsName}": ${list}` : format === 'toml' ? `${argsName} = ${list}` : `${argsName}: ${list}`;
  const member = holder.members.find(({ value }) => value === command);
  const gap = holder.isBlock ? `${lineBreak(text)}${indentAt(text, member?.keyStart ?? command.start)}` : ', ';
  return [...edits, { start: command.end, end: command.end, text: `${gap}${pair}` }];
}

function insertBefore(text: string, args: ArraySpan, first: SpanNode, words: readonly string[]): Edit {
  if (!args.isBlock)
    return { start: first.start, end: first.start, text: words.map((word) => `${quote(word)}, `).join('') };
  const gap = `${lineBreak(text)}${indentAt(text, args.start)}`;
  return { start: args.start, end: args.start, text: words.map((word) => `- ${quote(word)}${gap}`).join('') };
}

/** Removes the launcher from an entry that its client has rewritten since. */
export function unlaunchEntry(text: string, format: SettingsFormat, path: readonly string[]): Edited {
  const read = readSpans(text, format);
  if (!read.ok) return { ok: false, problem: `The file cannot be read as it is. ${read.problem}` };
  const entry = entryAt(read.root, path);
  const place = entry && entryPlace(entry);
  const watched = entry && watchedWordsOf(entry);
  const items = place?.args?.items ?? [];
  if (!place || watched?.reaches !== 'command')
    return { ok: false, problem: 'The entry does not run through Misfire.', isOver: true };
  const [first] = items;
  // Without a list the program is not an item, and the command after the launcher becomes the program again.
  const rest = items[watched.launcherLength];
  const last = items.at(-1) as SpanNode;
  const edits: Edit[] = [{ start: (first as SpanNode).start, end: rest ? rest.start : last.end, text: '' }];
  if (!place.isList)
    edits.push({ start: place.command.start, end: place.command.end, text: quote(watched.runs[0] as string) });
  if (!rest && place.args?.isBlock) edits[0] = { start: place.args.start, end: last.end, text: '[]' };
  return checked({ text, format, path, root: read.root, entry }, edits, watched.runs);
}

interface EntryText {
  text: string;
  format: SettingsFormat;
  path: readonly string[];
  root: SpanNode;
  entry: ObjectSpan;
}

/** The result must parse as intended, here and in the rest of the file. A file with an unexpected structure is left alone. */
function checked({ text, format, path, root, entry }: EntryText, edits: Edit[], words: readonly string[]): Edited {
  const after = applyEdits(text, edits);
  const read = readSpans(after, format);
  const changed = read.ok ? entryAt(read.root, path) : null;
  if (
    !read.ok ||
    !changed ||
    !isSamePath(entryWords(changed) ?? [], words) ||
    jsonText(withoutWords(read.root, changed), true) !== jsonText(withoutWords(root, entry), true)
  )
    return { ok: false, problem: 'The entry is written in a way that is not changed here.' };
  return { ok: true, text: after, edits };
}

/** The whole file except the words that this entry starts. */
function withoutWords(root: SpanNode, entry: ObjectSpan): Json {
  const place = entryPlace(entry);
  const write = (node: SpanNode): Json => {
    if (node.kind === 'scalar') return node.value;
    if (node.kind === 'array') return node.items.map(write);
    const kept = node.members.filter(({ value }) => value !== place?.command && value !== place?.args);
    return Object.fromEntries(kept.map(({ key, value }) => [key, write(value)]));
  };
  return write(root);
}

/** Double-quoted strings are the same in JSON, TOML and YAML. TOML has no `\/`, and JSON.stringify writes none. */
export const quote = (text: string): string => JSON.stringify(text).replaceAll('\u007f', '\\u007f');

export const lineBreak = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n');

/** The white space that indents another line like this position. */
export function indentAt(text: string, place: number): string {
  const start = text.lastIndexOf('\n', place - 1) + 1;
  return text.slice(start, place).replace(/[^\t]/g, ' ');
}
