// Turns an entry with an address into one that runs the bridge, and back. Owns which characters change: the address becomes the command,
// and headers become variables of the same entry. Fields that only an address needs are removed. Undo restores the original bytes, or the
// meaning if the client has rewritten the file.

import type { SettingsFormat } from '../../../shared/clients/client.ts';
import { isObject, type Json, type JsonObject } from '../../../shared/json/json.ts';
import { jsonText } from '../../../shared/json/json-text.ts';
import { type AddressEntry, addressMember, addressOnly, typeNames } from './address-entry.ts';
import {
  applyEdits,
  type Edit,
  type Edited,
  entryAt,
  indentAt,
  type Launcher,
  lineBreak,
  quote,
  watchedWordsOf,
} from './entry-edit.ts';
import { jsonOf, memberOf, readSpans } from './span-tree.ts';
import type { ObjectSpan, SpanNode } from './span-types.ts';

/** The bridge gets headers as variables of the entry: they stay in its file, and no process list shows them. */
const headerVariable = 'MISFIRE_HEADER_';

/** The names of the command's fields in this client. */
interface Shape {
  command: string;
  /** null: `command` is a list of all words. */
  args: string | null;
  env: string;
  type: string;
}

export function shapeAt(path: readonly string[]): Shape {
  if (path[0] === 'extensions') return { command: 'cmd', args: 'args', env: 'envs', type: 'stdio' };
  if (path[0] === 'mcp' && path.length === 2)
    return { command: 'command', args: null, env: 'environment', type: 'local' };
  return { command: 'command', args: 'args', env: 'env', type: 'stdio' };
}

/** What replaces the address. */
function membersFor(shape: Shape, { address, headers, variables }: AddressEntry, launcher: Launcher): JsonObject {
  const words = [...launcher.args, address];
  const env = Object.fromEntries(headers.map((header, index) => [`${headerVariable}${index + 1}`, header]));
  return {
    ...(shape.args === null
      ? { [shape.command]: [launcher.command, ...words] }
      : { [shape.command]: launcher.command, [shape.args]: words }),
    ...(headers.length > 0 ? { [shape.env]: env } : {}),
    ...(variables.length > 0 ? { env_vars: variables } : {}),
  };
}

export function bridgeEntry(
  text: string,
  format: SettingsFormat,
  path: readonly string[],
  read: AddressEntry,
  launcher: Launcher,
): Edited & { values?: { before: JsonObject; after: JsonObject } } {
  const strange = { ok: false, problem: 'The entry is written in a way that is not changed here.' } as const;
  const spans = readSpans(text, format);
  const entry = spans.ok ? entryAt(spans.root, path) : null;
  const { holder } = read;
  const place = addressMember(holder);
  if (!spans.ok || !entry || !place) return strange;
  const shape = shapeAt(path);
  const members = membersFor(shape, read, launcher);
  const given = memberOf(holder, shape.env);
  if (given && given.kind !== 'object') return strange;
  const own = memberFor(members, shape.env);
  const put = given ? Object.fromEntries(Object.entries(members).filter(([key]) => key !== shape.env)) : members;
  const pairs = Object.entries(put).map(([key, value]) => writePair(format, key, value));
  const gap = holder.isBlock ? `${lineBreak(text)}${indentAt(text, place.keyStart)}` : ', ';
  const edits: Edit[] = [{ start: place.keyStart, end: place.value.end, text: pairs.join(gap) }];
  if (given && own) edits.push(...addPairs(text, format, given, own));
  const wanted = wantedHolder(holder, members, shape, place.key);
  for (const name of typeNames) {
    const type = memberOf(holder, name);
    if (type?.kind === 'scalar') edits.push({ start: type.start, end: type.end, text: quote(shape.type) });
  }
  edits.push(...removals(text, holder, (key) => addressOnly.some((name) => name === key)));
  const before = jsonOf(entry) as JsonObject;
  const after = holder.start === entry.start ? wanted : { ...before, transport: wanted };
  const changed = applyEdits(text, edits);
  return readsAs(spans.root, entry, after, changed, format)
    ? { ok: true, text: changed, edits, values: { before, after } }
    : strange;
}

const memberFor = (members: JsonObject, key: string): JsonObject | null => {
  const value = members[key];
  return isObject(value) ? value : null;
};

/** The holder as it should be afterwards. */
function wantedHolder(holder: ObjectSpan, members: JsonObject, shape: Shape, addressName: string): JsonObject {
  const value = jsonOf(holder) as JsonObject;
  const kept = Object.entries(value).filter(
    ([key]) => key !== addressName && !addressOnly.some((name) => name === key),
  );
  const typed = kept.map(([key, held]): [string, Json] =>
    typeNames.some((name) => name === key) && !isObject(held) ? [key, shape.type] : [key, held],
  );
  const wanted: JsonObject = { ...Object.fromEntries(typed), ...members };
  const [given, own] = [value[shape.env], members[shape.env]];
  if (isObject(given)) wanted[shape.env] = { ...given, ...(isObject(own) ? own : {}) };
  return wanted;
}

export function writePair(format: SettingsFormat, key: string, value: Json): string {
  if (format === 'json') return `"${key}": ${writeValue(format, value)}`;
  return format === 'toml' ? `${key} = ${writeValue(format, value)}` : `${key}: ${writeValue(format, value)}`;
}

function writeValue(format: SettingsFormat, value: Json): string {
  if (Array.isArray(value)) return `[${value.map((item) => writeValue(format, item)).join(', ')}]`;
  if (isObject(value)) {
    const pairs = Object.entries(value).map(([key, held]) => writePair(format === 'yaml' ? 'json' : format, key, held));
    return `{ ${pairs.join(', ')} }`;
  }
  return quote(String(value));
}

export function addPairs(text: string, format: SettingsFormat, into: ObjectSpan, own: JsonObject): Edit[] {
  const [first] = into.members;
  if (!first) return [{ start: into.start, end: into.end, text: writeValue(format, own) }];
  const gap = into.isBlock ? `${lineBreak(text)}${indentAt(text, first.keyStart)}` : ', ';
  const kind = into.isBlock || format !== 'yaml' ? format : 'json';
  const added = Object.entries(own).map(([key, value]) => `${writePair(kind, key, value)}${gap}`);
  return [{ start: first.keyStart, end: first.keyStart, text: added.join('') }];
}

function removals(text: string, holder: ObjectSpan, isGone: (key: string) => boolean): Edit[] {
  return holder.members.flatMap((member, index) => {
    if (!isGone(member.key)) return [];
    const { keyStart: start, value } = member;
    if (holder.isBlock) return [wholeLines(text, start, value.end)];
    const isLast = !holder.members.slice(index + 1).some(({ key }) => !isGone(key));
    // No comma may follow the new last member.
    const before = isLast ? commaAfter(text, holder.members[index - 1]?.value.end ?? -1) : -1;
    const after = isLast ? -1 : commaAfter(text, value.end);
    const joined = after >= 0 && text.slice(value.end, after).trim() === '';
    const edits = [wholeLines(text, start, joined ? after + 1 : value.end)];
    if (after >= 0 && !joined) edits.push({ start: after, end: after + 1, text: '' });
    if (before >= 0) edits.push({ start: before, end: before + 1, text: '' });
    return edits;
  });
}

/** A member alone on its lines is removed with them, and with the comment after it. */
function wholeLines(text: string, start: number, end: number): Edit {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = text[end - 1] === '\n' ? end - 1 : text.indexOf('\n', end);
  const rest = text.slice(end, lineEnd < 0 ? text.length : lineEnd);
  const isAlone = text.slice(lineStart, start).trim() === '' && /^\s*(#.*|\/\/.*)?\r?$/.test(rest);
  if (!isAlone || lineEnd < 0) return { start, end: text[end - 1] === '\n' ? lineEnd : end, text: '' };
  return { start: lineStart, end: lineEnd + 1, text: '' };
}

/** Position of the next comma, skipping comments; -1 if something else comes first. */
function commaAfter(text: string, from: number): number {
  if (from < 0) return -1;
  const between = /(?:\s|\/\/[^\n]*|#[^\n]*|\/\*[\s\S]*?\*\/)*/y;
  between.lastIndex = from;
  between.test(text);
  return text[between.lastIndex] === ',' ? between.lastIndex : -1;
}

/** Whether the changed text means what was intended, for this entry and for the rest of the file. */
export function readsAs(
  root: SpanNode,
  entry: ObjectSpan,
  wanted: Json,
  changed: string,
  format: SettingsFormat,
): boolean {
  const read = readSpans(changed, format);
  return read.ok && jsonText(jsonOf(read.root), true) === jsonText(withEntry(root, entry, wanted), true);
}

export function withEntry(node: SpanNode, entry: ObjectSpan, value: Json): Json {
  if (node === entry) return value;
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'array') return node.items.map((item) => withEntry(item, entry, value));
  return Object.fromEntries(node.members.map(({ key, value: held }) => [key, withEntry(held, entry, value)]));
}

interface BridgedText {
  /** The entry's text before the change. */
  text: string;
  before: JsonObject;
  after: JsonObject;
}

/** Restores an address in an entry that was rewritten since; added fields stay. */
export function unbridgeEntry(
  text: string,
  format: SettingsFormat,
  path: readonly string[],
  { text: old, before, after }: BridgedText,
): Edited {
  const spans = readSpans(text, format);
  if (!spans.ok) return { ok: false, problem: `The file cannot be read as it is. ${spans.problem}` };
  const entry = entryAt(spans.root, path);
  if (!entry || watchedWordsOf(entry)?.reaches !== 'address')
    return { ok: false, problem: 'The entry does not run through Misfire.', isOver: true };
  const wanted = takenBack(jsonOf(entry) as JsonObject, before, after);
  if (wanted === null) return { ok: false, problem: 'The entry was changed after Misfire wrote it. Undo it by hand.' };
  const texts = [
    ...(jsonText(wanted, true) === jsonText(before, true) ? [old] : []),
    ...(format === 'json'
      ? [JSON.stringify(wanted, null, 2).replaceAll('\n', `\n${indentOfLine(text, entry.start)}`)]
      : []),
    ...(format === 'yaml' ? [`${JSON.stringify(wanted)}${text[entry.end - 1] === '\n' ? '\n' : ''}`] : []),
  ];
  for (const put of texts) {
    const edits = [{ start: entry.start, end: entry.end, text: put }];
    const changed = applyEdits(text, edits);
    if (readsAs(spans.root, entry, wanted, changed, format)) return { ok: true, text: changed, edits };
  }
  return { ok: false, problem: 'The entry is written in a way that is not changed here.' };
}

const indentOfLine = (text: string, place: number): string =>
  /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', place - 1) + 1))?.[0] ?? '';

/** null: the inserted text has changed. */
function takenBack(now: JsonObject, before: JsonObject, after: JsonObject): JsonObject | null {
  const result: JsonObject = {};
  const same = (one: Json | undefined, other: Json | undefined) =>
    one === undefined || other === undefined ? one === other : jsonText(one, true) === jsonText(other, true);
  for (const key of new Set([...Object.keys(before), ...Object.keys(now)])) {
    const [is, was, put] = [now[key], before[key], after[key]];
    if (same(was, put)) {
      if (is !== undefined) result[key] = is;
    } else if (same(is, put)) {
      if (was !== undefined) result[key] = was;
    } else if (isObject(is) && isObject(put)) {
      const inner = takenBack(is, isObject(was) ? was : {}, put);
      if (inner === null) return null;
      if (was !== undefined || Object.keys(inner).length > 0) result[key] = inner;
    } else return null;
  }
  return result;
}

/** The headers that an entry passes to the bridge. */
export function headersOfVariables(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const headers: [string, string][] = [];
  for (const [name, value = ''] of Object.entries(env)) {
    const colon = value.indexOf(':');
    if (name.startsWith(headerVariable) && colon > 0)
      headers.push([value.slice(0, colon).trim(), value.slice(colon + 1).trim()]);
  }
  return Object.fromEntries(headers);
}
