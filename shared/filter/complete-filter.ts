// Suggests what fits at the caret of a filter: a key, one of its words, or a value that rows have. Pure; the caller supplies the
// values with their counts.

import { countedKeys } from './counted-values.ts';
import { filterKeys, hasWords, isWords, wordKeys } from './filter.ts';
import { type SeenWord, seenWords } from './seen-state.ts';

export interface CaretPlace {
  /** The range that a suggestion replaces. */
  from: number;
  to: number;
  /** There is a minus before it. */
  negated: boolean;
  /** null: the key itself is being typed. */
  key: string | null;
  typed: string;
}

export interface Suggestion {
  /** The text that replaces the range. */
  text: string;
  about: string;
  count: number | null;
}

/** Keys whose values the host supplies: those above, and groups of failures, which are stored separately. */
export const askedKeys: readonly string[] = [...countedKeys, 'group'];

const keyWords: Partial<Record<(typeof filterKeys)[number], string>> = {
  is: 'what it is: failed, pending, retried …',
  has: 'what it carries: a problem document, a wait …',
  class: 'the kind of failure',
  retry: 'whether to try again',
  severity: 'how bad',
  origin: 'who said it',
  layer: 'where it failed',
  carrier: 'what carried the error',
  outcome: 'the result of the call',
  ending: 'how it ended: client_timeout, canceled, died …',
  kind: 'the kind of row',
  by: 'who asked: you, client, replay, probe, doctor, tour, misfire',
  client: 'the watched client’s name',
  seen: 'what the model got: differs, changed, lost, never_sent …',
  server: 'the server’s name',
  tool: 'tool, prompt or resource; * for anything',
  method: 'the method; * for anything',
  dialect: 'the dialect of its errors',
  code: 'the server’s code: -32602, 404, >=500',
  http: 'HTTP status: 429, >=500',
  dur: 'how long it took: >2s',
  wait: 'how long the server asks to wait',
  attempt: 'which attempt: >1',
  epoch: 'which connection',
  times: 'messages in one row: >100',
  group: 'failures that are the same trouble',
  since: 'newer than: 10m, or 2026-01-31T14:05',
  before: 'older than: 1h, or 2026-01-31T14:05',
};

/** The term at the caret; null inside quotes and patterns, and between terms that are not words. */
export function caretPlaceAt(text: string, caret: number): CaretPlace | null {
  const before = text.slice(0, caret);
  if ((before.match(/"/g)?.length ?? 0) % 2 === 1) return null;
  const from = before.length - (/[^\s()|]*$/.exec(before)?.[0].length ?? 0);
  const to = caret + (/^[^\s()|]*/.exec(text.slice(caret))?.[0].length ?? 0);
  const term = text.slice(from, caret);
  const negated = /^-[^\d]/.test(term) || term === '-';
  const bare = negated ? term.slice(1) : term;
  if (bare.startsWith('/') || bare.startsWith('"')) return null;
  const [, key, value] = /^([A-Za-z_]+):(.*)$/.exec(bare) ?? [];
  const start = from + Number(negated);
  if (key === undefined) return { from: start, to, negated, key: null, typed: bare };
  const known = key.toLowerCase();
  return (filterKeys as readonly string[]).includes(known)
    ? { from: start, to, negated, key: known, typed: value ?? '' }
    : null;
}

/** `counts`: values that rows have for this key, the most frequent first. */
export function suggest(
  place: CaretPlace,
  counts: readonly { value: string; count: number; about?: string | undefined }[],
  limit = 8,
): Suggestion[] {
  const typed = place.typed.toLowerCase();
  if (place.key === null) {
    if (typed === '') return [];
    return filterKeys
      .filter((key) => key.startsWith(typed))
      .map((key) => ({ text: `${key}:`, about: keyWords[key] ?? '', count: null }))
      .slice(0, limit);
  }
  const { key } = place;
  const counted = counts.map(({ value, count, about = '' }) => ({ text: `${key}:${quoted(value)}`, about, count }));
  const listed = wordsOfKey(key)
    .filter(([word]) => word.startsWith(typed) && !counts.some(({ value }) => value === word))
    .map(([word, about]) => ({ text: `${key}:${word}`, about, count: countedKeys.includes(key) ? 0 : null }));
  const all = [...counted, ...listed].filter(({ text }) => text.toLowerCase() !== `${key}:${typed}`);
  return all.slice(0, limit);
}

function wordsOfKey(key: string): [word: string, about: string][] {
  if (key === 'is') return Object.entries(isWords);
  if (key === 'has') return Object.entries(hasWords).map(([word, about]) => [word, `with ${about}`]);
  if (key === 'seen') return wordKeys.seen.map((word) => [word, seenWords[word as SeenWord]]);
  if (Object.hasOwn(wordKeys, key)) return wordKeys[key as keyof typeof wordKeys].map((word) => [word, '']);
  return [];
}

function quoted(value: string): string {
  return /^[^\s()|"]+$/.test(value) ? value : `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

/** The filter with a suggestion inserted, and the new position of the caret. */
export function accept(text: string, place: CaretPlace, { text: chosen }: Suggestion): { text: string; caret: number } {
  const rest = text.slice(place.to);
  const gap = chosen.endsWith(':') || rest.startsWith(' ') ? '' : ' ';
  const head = text.slice(0, place.from) + chosen + gap;
  return { text: head + rest, caret: head.length };
}
