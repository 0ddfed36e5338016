// Finds phrases of the dialects in the words of a message, without regular expressions. A phrase is words in a row; `word*` has
// any ending, and `..` leaves room for up to six others. They are kept as a tree of words.

import { readWords } from './words.ts';

interface Step {
  word: string;
  /** Any ending will do. */
  stem: boolean;
  /** Up to this many words may come before it. */
  gap: number;
}

/** Phrases as a tree of words: what a text says is found by walking it, whatever the number of phrases. */
export interface Phrases<T> {
  /** Of the phrases that end here. */
  tags: T[];
  /** By the word that comes next. */
  next: Map<string, Phrases<T>>;
  /** Stems that come next, by their first letter. */
  stems: Map<number, Onward<T>[]>;
  /** Steps after a gap. */
  loose: Onward<T>[];
}

type Onward<T> = Step & { node: Phrases<T> };

const widestGap = 6;

export function emptyPhrases<T>(): Phrases<T> {
  return { tags: [], next: new Map(), stems: new Map(), loose: [] };
}

export function phrasesOf(texts: readonly string[]): Phrases<true> {
  const phrases = emptyPhrases<true>();
  for (const text of texts) addPhrase(phrases, text, true);
  return phrases;
}

export function addPhrase<T>(phrases: Phrases<T>, text: string, tag: T): void {
  let node = phrases;
  for (const step of splitPhrase(text))
    node = step.gap > 0 ? onwardNode(node.loose, step) : step.stem ? stemNode(node, step) : nextNode(node, step.word);
  if (node !== phrases) node.tags.push(tag);
}

function nextNode<T>({ next }: Phrases<T>, word: string): Phrases<T> {
  const node = next.get(word) ?? emptyPhrases<T>();
  next.set(word, node);
  return node;
}

function stemNode<T>({ stems }: Phrases<T>, step: Step): Phrases<T> {
  const letter = step.word.charCodeAt(0);
  const alike = stems.get(letter) ?? [];
  stems.set(letter, alike);
  return onwardNode(alike, step);
}

function onwardNode<T>(steps: Onward<T>[], step: Step): Phrases<T> {
  const known = steps.find(({ word, stem }) => word === step.word && stem === step.stem);
  if (known !== undefined) return known.node;
  const node = emptyPhrases<T>();
  steps.push({ ...step, node });
  return node;
}

function splitPhrase(text: string): Step[] {
  const steps: Step[] = [];
  let gap = 0;
  for (const part of text.toLowerCase().split(' ')) {
    if (part === '') continue;
    if (part === '..') {
      gap = widestGap;
      continue;
    }
    const stem = part.endsWith('*');
    const pieces = readWords(stem ? part.slice(0, -1) : part);
    for (const [index, word] of pieces.entries()) {
      steps.push({ word, stem: stem && index === pieces.length - 1, gap: index === 0 ? gap : 0 });
    }
    gap = 0;
  }
  return steps;
}

/** The tag of each phrase that the words say, in the order of the text. */
export function findPhrases<T>(phrases: Phrases<T>, words: readonly string[]): T[] {
  const found: T[] = [];
  for (let at = 0; at < words.length; at++) goOn(phrases, words, at, found);
  return found;
}

export function saysAny(phrases: Phrases<true>, words: readonly string[]): boolean {
  return findPhrases(phrases, words).length > 0;
}

/** From a place in the tree and in the text. No backtracking over gaps: after one, the first word that fits is taken. */
function goOn<T>({ next, stems, loose }: Phrases<T>, words: readonly string[], at: number, found: T[]): void {
  const said = words[at] as string;
  const node = next.size === 0 ? undefined : next.get(said);
  if (node !== undefined) enter(node, words, at + 1, found);
  const alike = stems.size === 0 ? undefined : stems.get(said.charCodeAt(0));
  if (alike !== undefined)
    for (const step of alike) if (said.startsWith(step.word)) enter(step.node, words, at + 1, found);
  for (const step of loose) {
    const end = Math.min(words.length, at + step.gap + 1);
    for (let place = at; place < end; place++) {
      if (!fits(step, words[place] as string)) continue;
      enter(step.node, words, place + 1, found);
      break;
    }
  }
}

function enter<T>(node: Phrases<T>, words: readonly string[], at: number, found: T[]): void {
  for (let index = 0; index < node.tags.length; index++) found.push(node.tags[index] as T);
  if (at < words.length) goOn(node, words, at, found);
}

function fits({ word, stem }: Step, said: string): boolean {
  return stem ? said.charCodeAt(0) === word.charCodeAt(0) && said.startsWith(word) : said === word;
}
