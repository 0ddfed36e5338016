// Reading words: finds phrases of the dialects in a message, in one pass and without regular expressions.
// `rate_limit_exceeded`, `RateLimitExceeded` and "Rate limit exceeded" are the same words, so codes and sentences share one vocabulary.

import { readWords, type Spoken, type Vocabulary } from './vocabulary.ts';

interface Step {
  word: string;
  /** Any ending will do. */
  stem: boolean;
  /** Up to this many words may come before it. */
  gap: number;
}

/** Phrases as a tree of words: what a text says is found by walking it, whatever the number of phrases. */
export interface Phrases<T> {
  vocabulary: Vocabulary;
  root: PhraseNode<T>;
  /** Where phrases that begin with a word go on, by the number of the word; null where none begins. Made for all at first use. */
  openings: (PhraseNode<T>[] | null)[];
}

interface PhraseNode<T> {
  tags: T[];
  /** Numbers of the words that may come next, and where they lead: few, but for the root, which has `openings`. */
  words: number[];
  nodes: PhraseNode<T>[];
  /** Steps that a plain lookup cannot take. */
  stems: Loose<T>[];
  gaps: Loose<T>[];
}

interface Loose<T> {
  step: Step;
  number: number;
  node: PhraseNode<T>;
}

const widestGap = 6;

export function emptyPhrases<T>(vocabulary: Vocabulary): Phrases<T> {
  return { vocabulary, root: emptyNode(), openings: [] };
}

function emptyNode<T>(): PhraseNode<T> {
  return { tags: [], words: [], nodes: [], stems: [], gaps: [] };
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

export function addPhrase<T>({ vocabulary, root }: Phrases<T>, text: string, tag: T): void {
  let node = root;
  for (const step of splitPhrase(text)) {
    const number = vocabulary.add(step.word, step.stem);
    if (step.stem || step.gap > 0) {
      node = looseNode(step.gap > 0 ? node.gaps : node.stems, step, number);
      continue;
    }
    node = nextNode(node, number);
  }
  if (node !== root) node.tags.push(tag);
}

function nextNode<T>(node: PhraseNode<T>, number: number): PhraseNode<T> {
  const known = follow(node, number);
  if (known !== undefined) return known;
  const next = emptyNode<T>();
  node.words.push(number);
  node.nodes.push(next);
  return next;
}

function follow<T>({ words, nodes }: PhraseNode<T>, number: number): PhraseNode<T> | undefined {
  for (let index = 0; index < words.length; index++) if (words[index] === number) return nodes[index];
  return undefined;
}

function looseNode<T>(list: Loose<T>[], step: Step, number: number): PhraseNode<T> {
  const same = list.find((known) => known.number === number && known.step.gap === step.gap);
  if (same !== undefined) return same.node;
  const node = emptyNode<T>();
  list.push({ step, number, node });
  return node;
}

export function phrasesOf(vocabulary: Vocabulary, texts: readonly string[]): Phrases<true> {
  const phrases = emptyPhrases<true>(vocabulary);
  for (const text of texts) addPhrase(phrases, text, true);
  return phrases;
}

/** Calls `hit` for each phrase found, in the order of the text. */
export function findPhrases<T>(phrases: Phrases<T>, spoken: Spoken, hit: (tag: T) => void): void {
  const { vocabulary, openings } = phrases;
  if (openings.length < vocabulary.size) open(phrases);
  const { numbers, count } = spoken;
  for (let at = 0; at < count; at++) {
    const number = numbers[at] as number;
    if (number === 0) continue;
    const opened = openings[number] as PhraseNode<T>[] | null;
    if (opened === null) continue;
    for (let index = 0; index < opened.length; index++)
      enter(vocabulary, opened[index] as PhraseNode<T>, spoken, at + 1, hit);
  }
}

function open<T>({ vocabulary, root, openings }: Phrases<T>): void {
  openings.length = 0;
  for (let number = 0; number < vocabulary.size; number++) {
    const nodes: PhraseNode<T>[] = [];
    const plain = follow(root, number);
    if (plain !== undefined) nodes.push(plain);
    for (const { step, node } of root.stems) if (vocabulary.hasStem(number, step.word)) nodes.push(node);
    openings.push(nodes.length === 0 ? null : nodes);
  }
}

// No backtracking over gaps: after one, the first word that fits is taken. Depth is at most the length of a phrase.
function enter<T>(
  vocabulary: Vocabulary,
  node: PhraseNode<T>,
  spoken: Spoken,
  at: number,
  hit: (tag: T) => void,
): void {
  const { tags, stems, gaps } = node;
  for (let index = 0; index < tags.length; index++) hit(tags[index] as T);
  if (at >= spoken.count) return;
  const number = spoken.numbers[at] as number;
  if (number !== 0) {
    const plain = follow(node, number);
    if (plain !== undefined) enter(vocabulary, plain, spoken, at + 1, hit);
    for (let index = 0; index < stems.length; index++) {
      const { step, node: inner } = stems[index] as Loose<T>;
      if (vocabulary.hasStem(number, step.word)) enter(vocabulary, inner, spoken, at + 1, hit);
    }
  }
  for (let index = 0; index < gaps.length; index++) leap(vocabulary, gaps[index] as Loose<T>, spoken, at, hit);
}

function leap<T>(
  vocabulary: Vocabulary,
  { step, number: wanted, node }: Loose<T>,
  spoken: Spoken,
  at: number,
  hit: (tag: T) => void,
): void {
  const last = Math.min(spoken.count - 1, at + step.gap);
  for (let index = at; index <= last; index++) {
    const number = spoken.numbers[index] as number;
    if (number === 0) continue;
    if (step.stem ? !vocabulary.hasStem(number, step.word) : number !== wanted) continue;
    enter(vocabulary, node, spoken, index + 1, hit);
    return;
  }
}

/** Whether a text says one of these phrases. */
export function says(spoken: Spoken, phrases: Phrases<true>): boolean {
  let said = false;
  findPhrases(phrases, spoken, () => {
    said = true;
  });
  return said;
}
