// One entry of a settings file, turned into one that runs its command through another, and back. Owns which characters change:
// the command's own text and what is put before its arguments. Comments, order, names and everything else stay as they are.

import {
  type ArraySpan,
  memberOf,
  type ObjectSpan,
  readSpans,
  type SettingsFormat,
  type SpanNode,
} from './span-tree.ts';

/** What runs a command: its program, and its arguments up to the command itself. */
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

/** The third argument of a launcher: how its entries are known again. */
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

/** The entries of a file by where they are: `mcpServers/files`, `projects//home/x/mcpServers/files`. */
export function findEntries(root: SpanNode): { path: string[]; name: string; entry: ObjectSpan }[] {
  const found: { path: string[]; name: string; entry: ObjectSpan }[] = [];
  const take = (list: SpanNode | undefined, path: string[]) => {
    if (list?.kind === 'object')
      for (const { key, value } of list.members)
        if (value.kind === 'object' && isEntry(value)) found.push({ path: [...path, key], name: key, entry: value });
    if (list?.kind !== 'array') return;
    for (const item of list.items) {
      const name = memberOf(item, 'name');
      if (item.kind === 'object' && name?.kind === 'scalar' && isEntry(item))
        found.push({ path: [...path, String(name.value)], name: String(name.value), entry: item });
    }
  };
  if (root.kind !== 'object') return found;
  for (const { key, value } of root.members) {
    if (listNames.includes(key) || /\.(?:mcpServers|mcp\.servers)$/.test(key)) take(value, [key]);
    else if (key === 'mcp') {
      take(memberOf(value, 'servers'), [key, 'servers']);
      take(value, [key]);
    } else if (key === 'projects' && value.kind === 'object') {
      for (const project of value.members)
        take(memberOf(project.value, 'mcpServers'), [key, project.key, 'mcpServers']);
    }
  }
  return found;
}

const isEntry = (entry: ObjectSpan): boolean => placeOf(entry) !== null || addressOf(entry) !== null;

/** The address of an entry that has one. */
export function addressOf(entry: ObjectSpan): string | null {
  const holder = memberOf(entry, 'transport');
  for (const node of [entry, holder]) {
    const address = memberOf(node, ...addressNames);
    if (address?.kind === 'scalar' && typeof address.value === 'string') return address.value;
  }
  return null;
}

export function entryAt(root: SpanNode, path: readonly string[]): ObjectSpan | null {
  const wanted = path.join('\n');
  return findEntries(root).find((candidate) => candidate.path.join('\n') === wanted)?.entry ?? null;
}

function placeOf(entry: ObjectSpan): Place | null {
  const transport = memberOf(entry, 'transport');
  const command = memberOf(entry, 'command', 'cmd');
  if (!command) return transport?.kind === 'object' ? placeOf(transport) : null;
  if (command.kind === 'array') return { holder: entry, command, args: command, argsName: '', isList: true };
  // `{"path":…,"args":…}`, as Zed had it.
  const holder = command.kind === 'object' ? command : entry;
  const program = command.kind === 'object' ? memberOf(command, 'path') : command;
  if (program?.kind !== 'scalar' || typeof program.value !== 'string') return null;
  const argsName = memberOf(holder, 'arguments') ? 'arguments' : 'args';
  const args = memberOf(holder, argsName);
  if (args && args.kind !== 'array' && !(args.kind === 'scalar' && args.value === null)) return null;
  return { holder, command: program, args: args?.kind === 'array' ? args : null, argsName, isList: false };
}

/** The words that an entry starts; null: it starts none. */
export function wordsOf(entry: ObjectSpan): string[] | null {
  const place = placeOf(entry);
  if (!place) return null;
  const words = (place.args?.items ?? []).map((item) => (item.kind === 'scalar' ? String(item.value) : null));
  if (words.some((word) => word === null)) return null;
  const program = place.isList ? [] : [String((place.command as { value: unknown }).value)];
  return [...program, ...(words as string[])];
}

export function isLaunched(entry: ObjectSpan): boolean {
  const words = wordsOf(entry)?.slice(0, 6) ?? [];
  return words.some((word) => word === launcherMark || word.endsWith('misfire-launch.cmd'));
}

export function applyEdits(text: string, edits: readonly Edit[]): string {
  let result = text;
  for (const { start, end, text: put } of [...edits].sort((one, other) => other.start - one.start))
    result = result.slice(0, start) + put + result.slice(end);
  return result;
}

/** Puts a launcher before the command of an entry. */
export function launchEntry(text: string, format: SettingsFormat, path: readonly string[], launcher: Launcher): Edited {
  const read = readSpans(text, format);
  if (!read.ok) return { ok: false, problem: `The file cannot be read as it is. ${read.problem}` };
  const entry = entryAt(read.root, path);
  const place = entry && placeOf(entry);
  if (!place) return { ok: false, problem: 'There is no such entry with a command in the file any more.' };
  const edits = place.isList ? launchList(text, place, launcher) : launchCommand(text, format, place, launcher);
  if (edits === null)
    return { ok: false, problem: 'The arguments of this entry are written in a way that is not changed here.' };
  return checked(text, format, path, edits);
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
  // A member `args` that is there without a value: `args:` in YAML.
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

/** Takes the launcher out of an entry that somebody has written anew since. */
export function unlaunchEntry(text: string, format: SettingsFormat, path: readonly string[]): Edited {
  const read = readSpans(text, format);
  if (!read.ok) return { ok: false, problem: `The file cannot be read as it is. ${read.problem}` };
  const entry = entryAt(read.root, path);
  const place = entry && placeOf(entry);
  const items = place?.args?.items ?? [];
  const end = items.findIndex((item) => item.kind === 'scalar' && item.value === '--');
  const command = items[end + 1];
  if (!entry || !place || !isLaunched(entry) || end < 0 || command?.kind !== 'scalar')
    return { ok: false, problem: 'The entry does not run through Misfire any more.', isOver: true };
  const [first] = items;
  const rest = items[end + (place.isList ? 1 : 2)];
  const last = items.at(-1) as SpanNode;
  const edits: Edit[] = [{ start: (first as SpanNode).start, end: rest ? rest.start : last.end, text: '' }];
  if (!place.isList)
    edits.push({ start: place.command.start, end: place.command.end, text: quote(String(command.value)) });
  if (!rest && place.args?.isBlock) edits[0] = { start: place.args.start, end: last.end, text: '[]' };
  return { ok: true, text: applyEdits(text, edits), edits };
}

/** What was written must read as what was meant; a file that is stranger than we think is left alone. */
function checked(text: string, format: SettingsFormat, path: readonly string[], edits: Edit[]): Edited {
  const after = applyEdits(text, edits);
  const read = readSpans(after, format);
  const entry = read.ok ? entryAt(read.root, path) : null;
  if (!entry || !isLaunched(entry))
    return { ok: false, problem: 'The entry is written in a way that is not changed here.' };
  return { ok: true, text: after, edits };
}

/** Texts in double quotes are written alike in JSON, TOML and YAML; TOML knows no `\/` and JSON.stringify writes none. */
export const quote = (text: string): string => JSON.stringify(text).replaceAll('\u007f', '\\u007f');

export const lineBreak = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n');

/** The white space that makes another line begin where this place does. */
export function indentAt(text: string, place: number): string {
  const start = text.lastIndexOf('\n', place - 1) + 1;
  return text.slice(start, place).replace(/[^\t]/g, ' ');
}
