// Corrects words of the command in one entry of a settings file, and puts them back. Owns which characters change; the rest of the file
// stays unchanged. Works on strings.

import type { SettingsFormat } from '../../../shared/clients/client.ts';
import type { Json } from '../../../shared/json/json.ts';
import { jsonText } from '../../../shared/json/json-text.ts';
import { argumentIndex, type LaunchWords } from '../../../shared/server/launch-words.ts';
import {
  applyEdits,
  entryAt,
  entryPlace,
  entryWords,
  quote,
  watchedWordsOf,
} from '../../inspector/client-configs/entry-edit.ts';
import { jsonOf, memberOf, readSpans } from '../../inspector/client-configs/span-tree.ts';
import type { ObjectSpan, ScalarSpan, SpanNode } from '../../inspector/client-configs/span-types.ts';

/** One word as it is written in the file, for undo. */
export interface WordChange {
  pointer: string;
  before: string;
  after: string;
}

type WordEdit = { ok: true; text: string; changes: WordChange[] } | { ok: false; problem: string };

const strange = {
  ok: false,
  problem: 'The command of the entry is written in a way that Misfire does not change.',
} as const;

export function setEntryWords(
  text: string,
  format: SettingsFormat,
  path: readonly string[],
  words: LaunchWords,
  /** What the entry has there now. */
  known: (pointer: string) => string | undefined,
): WordEdit {
  const wanted = Object.entries(words).map(([pointer, word]) => ({
    pointer,
    from: known(pointer),
    to: quote(word),
    word,
  }));
  return replaceWords(text, format, path, wanted, (node, { from }) => String(node.value) === from);
}

/** The words as they were; null if they were changed since. */
export function unsetEntryWords(
  text: string,
  format: SettingsFormat,
  path: readonly string[],
  changes: readonly WordChange[],
): string | null {
  const wanted = changes.map(({ pointer, before, after }) => ({ pointer, from: after, to: before, word: null }));
  const edit = replaceWords(text, format, path, wanted, ({ start, end }, { from }) => text.slice(start, end) === from);
  return edit.ok ? edit.text : null;
}

interface WantedWord {
  pointer: string;
  from: string | undefined;
  /** As written. */
  to: string;
  /** null: any text. */
  word: string | null;
}

function replaceWords(
  text: string,
  format: SettingsFormat,
  path: readonly string[],
  wanted: readonly WantedWord[],
  isAsKnown: (node: ScalarSpan, one: WantedWord) => boolean,
): WordEdit {
  const spans = readSpans(text, format);
  const entry = spans.ok ? entryAt(spans.root, path) : null;
  if (!spans.ok || !entry) return strange;
  const found = wanted.map((one) => ({ ...one, node: wordNode(entry, one.pointer) }));
  const changes: WordChange[] = [];
  const edits = [];
  const values = new Map<SpanNode, string | null>();
  for (const { node, ...one } of found) {
    if (node?.kind !== 'scalar' || !isAsKnown(node, one)) return strange;
    changes.push({ pointer: one.pointer, before: text.slice(node.start, node.end), after: one.to });
    edits.push({ start: node.start, end: node.end, text: one.to });
    values.set(node, one.word);
  }
  const changed = applyEdits(text, edits);
  const read = readSpans(changed, format);
  const now = read.ok ? entryAt(read.root, path) : null;
  if (!read.ok || !now) return strange;
  // What was written there before was read like this, too.
  for (const { node, pointer, word } of found) {
    const after = wordNode(now, pointer);
    if (node && word === null && after?.kind === 'scalar') values.set(node, String(after.value));
  }
  return jsonText(jsonOf(read.root), true) === jsonText(withValues(spans.root, values), true)
    ? { ok: true, text: changed, changes }
    : strange;
}

/** Of the command itself, also while the entry runs it through Misfire. */
function wordNode(entry: ObjectSpan, pointer: string): SpanNode | undefined {
  const place = entryPlace(entry);
  if (!place) return undefined;
  if (pointer === '/cwd') return memberOf(place.holder, 'cwd');
  const nodes = [...(place.isList ? [] : [place.command]), ...(place.args?.items ?? [])];
  const before = nodes.length - (watchedWordsOf(entry)?.runs ?? entryWords(entry) ?? []).length;
  return nodes[before + (pointer === '/command' ? 0 : (argumentIndex(pointer) ?? Number.NaN) + 1)];
}

function withValues(node: SpanNode, values: ReadonlyMap<SpanNode, string | null>): Json {
  const value = values.get(node);
  if (value !== undefined) return value;
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'array') return node.items.map((item) => withValues(item, values));
  return Object.fromEntries(node.members.map(({ key, value: held }) => [key, withValues(held, values)]));
}
