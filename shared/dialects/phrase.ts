// Finds phrases of the dialects in a message without regular expressions. A phrase is a sequence of words; `word*` allows any ending, and
// `..` allows up to six other words. Stored as a tree of words, which only grows where a message gets to: a command explains few errors.

import { readWords } from './split-words.ts';

/** Phrases as a tree of words: matching walks it, so the cost does not depend on the number of phrases. */
export interface Phrases<T> {
  /** Tags of the phrases that end here. */
  tags: T[];
  /** By next word; null if no phrase continues, which is the most common case. */
  next: Map<string, Phrases<T>> | null;
  /** Stems that may follow, by their first letter (`slotOf`). */
  stems: { stem: string; node: Phrases<T> }[][] | null;
  /** What may follow after a gap. */
  loose: Phrases<T> | null;
  /** Phrases that go on here, until a message gets here. */
  rest: { text: string; tag: T }[] | null;
}

/** Maximum number of words in a gap. */
const widestGap = 6;

export function emptyPhrases<T>(): Phrases<T> {
  return { tags: [], next: null, stems: null, loose: null, rest: null };
}

export function phrasesOf(texts: readonly string[]): Phrases<true> {
  const phrases = emptyPhrases<true>();
  for (const text of texts) addPhrase(phrases, text, true);
  return phrases;
}

export function addPhrase<T>(phrases: Phrases<T>, text: string, tag: T): void {
  phrases.rest ??= [];
  phrases.rest.push({ text: text.toLowerCase(), tag });
}

function grow<T>(node: Phrases<T>): void {
  const { rest } = node;
  node.rest = null;
  for (const { text, tag } of rest ?? []) addWord(node, text, tag);
}

/** Adds the first word of this text. The others wait in its node. */
function addWord<T>(node: Phrases<T>, text: string, tag: T): void {
  if (text === '') {
    node.tags.push(tag);
    return;
  }
  const end = text.indexOf(' ');
  const part = end < 0 ? text : text.slice(0, end);
  const after = end < 0 ? '' : text.slice(end + 1);
  if (part === '..') {
    node.loose ??= emptyPhrases();
    addPhrase(node.loose, after, tag);
    return;
  }
  const isStem = part.endsWith('*');
  const [word, ...others] = readWords(isStem ? part.slice(0, -1) : part);
  if (word === undefined) addWord(node, after, tag);
  else if (others.length === 0) addPhrase(isStem ? stemNode(node, word) : nextNode(node, word), after, tag);
  else addPhrase(nextNode(node, word), `${others.join(' ')}${isStem ? '*' : ''} ${after}`.trimEnd(), tag);
}

function nextNode<T>(from: Phrases<T>, word: string): Phrases<T> {
  from.next ??= new Map();
  const node = from.next.get(word) ?? emptyPhrases<T>();
  from.next.set(word, node);
  return node;
}

function stemNode<T>(from: Phrases<T>, stem: string): Phrases<T> {
  from.stems ??= [];
  from.stems[slotOf(stem)] ??= [];
  const alike = from.stems[slotOf(stem)] as { stem: string; node: Phrases<T> }[];
  const known = alike.find((other) => other.stem === stem);
  if (known !== undefined) return known.node;
  const node = emptyPhrases<T>();
  alike.push({ stem, node });
  return node;
}

/** Letters of other scripts share slots: an array with indexes in the thousands would be slow. */
const slotOf = (word: string): number => word.charCodeAt(0) & 127;

/** The tag of each matching phrase, in text order. */
export function findPhrases<T>(phrases: Phrases<T>, words: readonly string[]): T[] {
  const found: T[] = [];
  for (let at = 0; at < words.length; at++) goOn(phrases, words, at, found);
  return found;
}

/** From a position in the tree and in the text. */
function goOn<T>(from: Phrases<T>, words: readonly string[], at: number, found: T[]): void {
  if (from.rest !== null) grow(from);
  const { next, stems, loose } = from;
  const said = words[at] as string;
  const node = next?.get(said);
  if (node !== undefined) enter(node, words, at + 1, found);
  const alike = stems?.[slotOf(said)];
  if (alike !== undefined)
    for (const { stem, node } of alike)
      if (said.length >= stem.length && said.startsWith(stem)) enter(node, words, at + 1, found);
  if (loose === null) return;
  const end = Math.min(words.length, at + widestGap + 1);
  for (let place = at; place < end; place++) goOn(loose, words, place, found);
}

function enter<T>(node: Phrases<T>, words: readonly string[], at: number, found: T[]): void {
  if (node.rest !== null) grow(node);
  for (let index = 0; index < node.tags.length; index++) found.push(node.tags[index] as T);
  if (at < words.length) goOn(node, words, at, found);
}
