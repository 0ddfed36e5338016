// Reading words: finds phrases of the dialects in a message, in one pass and without regular expressions.
// `rate_limit_exceeded`, `RateLimitExceeded` and "Rate limit exceeded" are the same words, so codes and sentences share one vocabulary.

import { readWords, type Spoken, type Vocabulary } from './vocabulary.ts';

interface Step {
  word: string;
  stem: boolean;
  /** Up to this many words may come before it. */
  gap: number;
}

/** Phrases as a tree of words: what a text says is found by walking it, whatever the number of phrases. */
export interface PhraseNode<T> {
  tags: T[];
  next: Map<string, PhraseNode<T>>;
  /** Steps that a plain lookup cannot take: stems by their first letter, and words after a gap under 0. */
  loose: Map<number, Loose<T>[]> | null;
}

interface Loose<T> {
  step: Step;
  node: PhraseNode<T>;
}

const widestGap = 6;

export function emptyPhrases<T>(): PhraseNode<T> {
  return { tags: [], next: new Map(), loose: null };
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

export function addPhrase<T>(vocabulary: Vocabulary, root: PhraseNode<T>, text: string, tag: T): void {
  let node = root;
  for (const step of splitPhrase(text)) {
    vocabulary.add(step.word, step.stem, node === root);
    if (!step.stem && step.gap === 0) {
      let next = node.next.get(step.word);
      if (next === undefined) {
        next = emptyPhrases();
        node.next.set(step.word, next);
      }
      node = next;
      continue;
    }
    node = looseNode(node, step);
  }
  if (node !== root) node.tags.push(tag);
}

function looseNode<T>(node: PhraseNode<T>, step: Step): PhraseNode<T> {
  node.loose ??= new Map();
  const key = step.gap > 0 ? 0 : step.word.charCodeAt(0);
  const list = node.loose.get(key) ?? [];
  node.loose.set(key, list);
  const same = list.find(
    ({ step: known }) => known.word === step.word && known.stem === step.stem && known.gap === step.gap,
  );
  if (same !== undefined) return same.node;
  const next = emptyPhrases<T>();
  list.push({ step, node: next });
  return next;
}

export function phrasesOf(vocabulary: Vocabulary, texts: readonly string[]): PhraseNode<true> {
  const root = emptyPhrases<true>();
  for (const text of texts) addPhrase(vocabulary, root, text, true);
  return root;
}

/** Calls `hit` for each phrase found, in the order of the text. */
export function findPhrases<T>(root: PhraseNode<T>, { words, openings }: Spoken, hit: (tag: T) => void): void {
  if (openings === null) for (let at = 0; at < words.length; at++) walk(root, words, at, hit);
  else for (let index = 0; index < openings.length; index++) walk(root, words, openings[index] as number, hit);
}

// No backtracking over gaps: after one, the first word that fits is taken. Depth is at most the length of a phrase.
function walk<T>(node: PhraseNode<T>, words: readonly string[], at: number, hit: (tag: T) => void): void {
  const word = words[at];
  if (word === undefined) return;
  const next = node.next.get(word);
  if (next !== undefined) {
    for (const tag of next.tags) hit(tag);
    walk(next, words, at + 1, hit);
  }
  if (node.loose === null) return;
  const stems = node.loose.get(word.charCodeAt(0));
  if (stems !== undefined) {
    for (const { step, node: inner } of stems) {
      if (!word.startsWith(step.word)) continue;
      for (const tag of inner.tags) hit(tag);
      walk(inner, words, at + 1, hit);
    }
  }
  const afterGap = node.loose.get(0);
  if (afterGap !== undefined) for (const loose of afterGap) walkGap(loose, words, at, hit);
}

function walkGap<T>({ step, node }: Loose<T>, words: readonly string[], at: number, hit: (tag: T) => void): void {
  const last = Math.min(words.length - 1, at + step.gap);
  for (let index = at; index <= last; index++) {
    const word = words[index] as string;
    if (step.stem ? !word.startsWith(step.word) : word !== step.word) continue;
    for (const tag of node.tags) hit(tag);
    walk(node, words, index + 1, hit);
    return;
  }
}

/** Whether a text says one of these phrases. */
export function says(spoken: Spoken, phrases: PhraseNode<true>): boolean {
  let said = false;
  findPhrases(phrases, spoken, () => {
    said = true;
  });
  return said;
}
