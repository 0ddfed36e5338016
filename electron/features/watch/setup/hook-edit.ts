// Adds hooks to a client's settings and removes them. Owns which characters change; comments, order and the rest of the file stay
// unchanged. Works on strings.

import { applyEdits as applyRemovals, modify } from 'jsonc-parser';
import type { HookItem } from '../../../../shared/clients/client.ts';
import { isObject, type Json, type JsonObject, member } from '../../../../shared/json/json.ts';
import { jsonText } from '../../../../shared/json/json-text.ts';
import { secondOf } from '../../../inspector/client-configs/ambiguous-entry.ts';
import { applyEdits, type Edit } from '../../../inspector/client-configs/entry-edit.ts';
import { insertItem, insertMember } from '../../../inspector/client-configs/json-insert.ts';
import { jsonOf, lineAt, memberOf, readSpans } from '../../../inspector/client-configs/span-tree.ts';
import type { ObjectSpan } from '../../../inspector/client-configs/span-types.ts';

interface HookChanges {
  /** Each changed piece of text, in the order of the changes. */
  pieces: { before: string; after: string }[];
  /** The lists that were not there: `hooks`, or names of events. */
  made: string[];
}

export type HookEdit = { ok: true; text: string; changes: HookChanges } | { ok: false; problem: string };

const listName = 'hooks';

/** `fresh`: the members of a new file beside its hooks. */
export function addHooks(text: string, items: readonly HookItem[], fresh: JsonObject): HookEdit {
  if (text.trim() === '') {
    const lists = Object.fromEntries(items.map(({ event, item }) => [event, [item]]));
    const after = `${JSON.stringify({ ...fresh, [listName]: lists }, null, 2)}\n`;
    const made = [listName, ...items.map(({ event }) => event)];
    return { ok: true, text: after, changes: { pieces: [{ before: text, after }], made } };
  }
  const changes: HookChanges = { pieces: [], made: [] };
  let now = text;
  for (const { event, item } of items) {
    const read = readSpans(now, 'json');
    if (!read.ok) return { ok: false, problem: `The file cannot be read as it is. ${read.problem}` };
    const edit = read.root.kind === 'object' ? hookEdit(now, read.root, event, item, changes.made) : strange(listName);
    if ('problem' in edit) return { ok: false, problem: edit.problem };
    changes.pieces.push({ before: now.slice(edit.start, edit.end), after: edit.text });
    now = applyEdits(now, [edit]);
  }
  return { ok: true, text: now, changes };
}

function hookEdit(
  text: string,
  root: ObjectSpan,
  event: string,
  item: JsonObject,
  made: string[],
): Edit | { problem: string } {
  const hooks = memberOf(root, listName);
  if (secondOf(root, listName)) return twice(text, root, listName);
  if (!hooks) {
    made.push(listName, event);
    return insertMember(text, root, listName, { [event]: [item] });
  }
  if (hooks.kind !== 'object') return strange(listName);
  const list = memberOf(hooks, event);
  if (secondOf(hooks, event)) return twice(text, hooks, event);
  if (!list) {
    made.push(event);
    return insertMember(text, hooks, event, [item]);
  }
  return list.kind === 'array' ? insertItem(text, list, item) : strange(event);
}

const strange = (name: string) => ({
  problem: `“${name}” in this file is written in a way that Misfire does not change.`,
});

function twice(text: string, object: ObjectSpan, key: string): { problem: string } {
  const line = lineAt(text, secondOf(object, key)?.start ?? 0);
  return { problem: `Line ${line}: the key “${key}” is there twice. Remove one of them first.` };
}

/** null: the hooks cannot be removed without changing something else. */
export function removeHooks(
  text: string,
  isOwn: (item: Json) => boolean,
  changes: HookChanges | null,
): { text: string; exact: boolean } | null {
  const wanted = withoutOwn(text, isOwn, changes?.made ?? null);
  if (wanted === null) return null;
  const before = changes && takeOut(text, changes);
  if (before !== null && (before.trim() === '' || isSame(before, wanted))) return { text: before, exact: true };
  const removed = removeItems(text, isOwn, changes?.made ?? null);
  return isSame(removed, wanted) ? { text: removed, exact: false } : null;
}

/** Each piece as it was, if it is there once. */
function takeOut(text: string, { pieces }: HookChanges): string | null {
  let now = text;
  for (const { before, after } of pieces.toReversed()) {
    const at = now.indexOf(after);
    if (at < 0 || now.indexOf(after, at + 1) >= 0) return null;
    now = now.slice(0, at) + before + now.slice(at + after.length);
  }
  return now;
}

function isSame(text: string, wanted: Json): boolean {
  const read = readSpans(text, 'json');
  return read.ok && jsonText(jsonOf(read.root), true) === jsonText(wanted, true);
}

/** The items of each event in the file; null if the file cannot be read or has no hooks. */
export function hooksIn(text: string): { event: string; items: Json[] }[] | null {
  const read = text.trim() === '' ? null : readSpans(text, 'json');
  const hooks = read?.ok ? memberOf(read.root, listName) : undefined;
  if (hooks?.kind !== 'object') return null;
  return hooks.members.map(({ key, value }) => {
    const items = jsonOf(value);
    return { event: key, items: Array.isArray(items) ? items : [] };
  });
}

/** `made` null: unknown, so every list that is empty afterwards goes. */
function withoutOwn(text: string, isOwn: (item: Json) => boolean, made: readonly string[] | null): Json | null {
  const read = readSpans(text, 'json');
  const root = read.ok ? jsonOf(read.root) : null;
  if (!isObject(root)) return null;
  const hooks = member(root, listName);
  if (!isObject(hooks)) return null;
  const left = Object.entries(hooks).flatMap(([event, items]): [string, Json][] => {
    if (!Array.isArray(items) || !items.some(isOwn)) return [[event, items]];
    const others = items.filter((item) => !isOwn(item));
    return others.length === 0 && wasMade(made, event) ? [] : [[event, others]];
  });
  const { [listName]: _hooks, ...rest } = root;
  return left.length === 0 && wasMade(made, listName) ? rest : { ...rest, [listName]: Object.fromEntries(left) };
}

const wasMade = (made: readonly string[] | null, name: string): boolean => made === null || made.includes(name);

function removeItems(text: string, isOwn: (item: Json) => boolean, made: readonly string[] | null): string {
  const bom = text.startsWith('\ufeff') ? '\ufeff' : '';
  let now = text.slice(bom.length);
  const remove = (path: (string | number)[]) => {
    now = applyRemovals(now, modify(now, path, undefined, {}));
  };
  for (const { event, items } of hooksIn(now) ?? [])
    for (const [index, item] of [...items.entries()].toReversed()) if (isOwn(item)) remove([listName, event, index]);
  for (const { event, items } of hooksIn(now) ?? [])
    if (items.length === 0 && wasMade(made, event) && itemsWere(text, event, isOwn)) remove([listName, event]);
  if (hooksIn(now)?.length === 0 && wasMade(made, listName)) remove([listName]);
  return bom + now;
}

const itemsWere = (text: string, event: string, isOwn: (item: Json) => boolean): boolean =>
  (hooksIn(text) ?? []).some((each) => each.event === event && each.items.some(isOwn));
