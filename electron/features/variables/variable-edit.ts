// Adds environment variables to one entry of a settings file, and removes them. Owns which characters change; the rest of the file stays
// unchanged. Works on strings.

import type { SettingsFormat } from '../../../shared/clients/client.ts';
import { isObject, type JsonObject } from '../../../shared/json/json.ts';
import { addPairs, readsAs, shapeAt, writePair } from '../../inspector/client-configs/address-edit.ts';
import {
  applyEdits,
  type Edit,
  entryAt,
  entryPlace,
  indentAt,
  lineBreak,
  quote,
} from '../../inspector/client-configs/entry-edit.ts';
import { jsonOf, memberOf, readSpans } from '../../inspector/client-configs/span-tree.ts';
import type { ObjectSpan } from '../../inspector/client-configs/span-types.ts';

/** The change, for undo. */
export interface VariableChange {
  /** The changed text, before and after. */
  before: string;
  after: string;
  /** The entry's variables before; null if it had none. */
  env: JsonObject | null;
  names: string[];
}

type VariableEdit = { ok: true; text: string; change: VariableChange } | { ok: false; problem: string };

const strange = { ok: false, problem: 'The entry is written in a way that Misfire does not change.' } as const;

export function setEntryVariables(
  text: string,
  format: SettingsFormat,
  path: readonly string[],
  values: Readonly<Record<string, string>>,
): VariableEdit {
  const spans = readSpans(text, format);
  const entry = spans.ok ? entryAt(spans.root, path) : null;
  const place = entry && entryPlace(entry);
  if (!spans.ok || !entry || !place) return strange;
  const name = shapeAt(path).env;
  const given = memberOf(place.holder, name);
  if (given && given.kind !== 'object') return strange;
  const edits = given ? intoObject(text, format, given, values) : asMember(text, format, place.holder, name, values);
  const wanted = withVariables(entry, place.holder, name, values);
  if (edits === null || wanted === null) return strange;
  const changed = applyEdits(text, edits);
  if (!readsAs(spans.root, entry, wanted, changed, format)) return strange;
  const start = Math.min(...edits.map((edit) => edit.start));
  const end = Math.max(...edits.map((edit) => edit.end));
  return {
    ok: true,
    text: changed,
    change: {
      before: text.slice(start, end),
      after: changed.slice(start, end + changed.length - text.length),
      env: given ? (jsonOf(given) as JsonObject) : null,
      names: Object.keys(values),
    },
  };
}

/** Removes them if they are still as written; null if they are not. */
export function unsetEntryVariables(
  text: string,
  format: SettingsFormat,
  path: readonly string[],
  { before, after, env, names }: VariableChange,
): string | null {
  const spans = readSpans(text, format);
  const entry = spans.ok ? entryAt(spans.root, path) : null;
  const place = entry && entryPlace(entry);
  if (!spans.ok || !entry || !place || after === '') return null;
  const name = shapeAt(path).env;
  const wanted = withoutVariables(entry, place.holder, name, env, names);
  // Another entry may have the same text: only one position gives the intended result and changes nothing else.
  for (let at = text.indexOf(after); at >= 0 && wanted !== null; at = text.indexOf(after, at + 1)) {
    const restored = applyEdits(text, [{ start: at, end: at + after.length, text: before }]);
    if (readsAs(spans.root, entry, wanted, restored, format)) return restored;
  }
  return null;
}

function intoObject(
  text: string,
  format: SettingsFormat,
  given: ObjectSpan,
  values: Readonly<Record<string, string>>,
): Edit[] | null {
  const edits: Edit[] = [];
  const added: JsonObject = {};
  for (const [name, value] of Object.entries(values)) {
    const known = memberOf(given, name);
    if (!known) added[name] = value;
    else if (known.kind === 'scalar') edits.push({ start: known.start, end: known.end, text: quote(value) });
    else return null;
  }
  return Object.keys(added).length === 0 ? edits : [...edits, ...addPairs(text, format, given, added)];
}

/** After the last member, on its own line if the last one has one. */
function asMember(
  text: string,
  format: SettingsFormat,
  holder: ObjectSpan,
  name: string,
  values: Readonly<Record<string, string>>,
): Edit[] | null {
  const last = holder.members.findLast(({ value }) => !(value.kind === 'object' && value.isBlock));
  if (!last) return null;
  const isOwnLine = text.slice(text.lastIndexOf('\n', last.keyStart - 1) + 1, last.keyStart).trim() === '';
  const line = `${lineBreak(text)}${indentAt(text, last.keyStart)}`;
  const gap = holder.isBlock ? line : isOwnLine ? `,${line}` : ', ';
  const pair = writePair(format, name, { ...values });
  // A YAML block ends with its line.
  const end = last.value.end - (text[last.value.end - 1] === '\n' ? 1 : 0);
  return [{ start: end, end, text: `${gap}${pair}` }];
}

function withVariables(
  entry: ObjectSpan,
  holder: ObjectSpan,
  name: string,
  values: Readonly<Record<string, string>>,
): JsonObject | null {
  const given = memberOf(holder, name);
  const env: JsonObject = { ...(given ? (jsonOf(given) as JsonObject) : {}), ...values };
  return inHolder(entry, holder, (own) => ({ ...own, [name]: env }));
}

function withoutVariables(
  entry: ObjectSpan,
  holder: ObjectSpan,
  name: string,
  before: JsonObject | null,
  names: readonly string[],
): JsonObject | null {
  return inHolder(entry, holder, ({ [name]: now, ...own }) => {
    const env: JsonObject = isObject(now) ? { ...now } : {};
    for (const each of names) {
      const was = before?.[each];
      if (was === undefined) delete env[each];
      else env[each] = was;
    }
    return before === null && Object.keys(env).length === 0 ? own : { ...own, [name]: env };
  });
}

/** The entry with another holder of its command; null if it is nested deeper than entries ever are. */
function inHolder(entry: ObjectSpan, holder: ObjectSpan, change: (own: JsonObject) => JsonObject): JsonObject | null {
  const own = change(jsonOf(holder) as JsonObject);
  if (entry === holder) return own;
  const member = entry.members.find(({ value }) => value === holder);
  return member ? { ...(jsonOf(entry) as JsonObject), [member.key]: own } : null;
}
