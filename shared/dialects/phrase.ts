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
  /** The tree as it is walked, and for how many words it was made; made at first use, and again when there are more. */
  packed: Packed<T> | null;
}

interface PhraseNode<T> {
  tags: T[];
  /** Numbers of the words that may come next, and where they lead. */
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

/**
 * The tree in one list of numbers, which stays in the nearest cache where thousands of small lists would not. A node is
 * [first tag, tags, words, gaps], then for each word that may come next [number, node], then for each gap
 * [width, node, numbers, …the numbers of the words that end it]. Stems are written out: one entry for each word that has it.
 */
interface Packed<T> {
  size: number;
  tree: Int32Array;
  tags: T[];
  /** By the number of a word: where its list of nodes begins in `opened`; it ends where the next begins. */
  openings: Int32Array;
  opened: Int32Array;
}

const widestGap = 6;

export function emptyPhrases<T>(vocabulary: Vocabulary): Phrases<T> {
  return { vocabulary, root: emptyNode(), packed: null };
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

export function addPhrase<T>(phrases: Phrases<T>, text: string, tag: T): void {
  const { vocabulary, root } = phrases;
  phrases.packed = null;
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

/** Tags of phrases that were found: the first `count` of the list. Used again and again, so that nothing is made anew. */
export interface Said<T> {
  tags: T[];
  count: number;
}

/** Finds the tag of each phrase that a text says, in the order of the text. */
export function findPhrases<T>(phrases: Phrases<T>, spoken: Spoken, into: Said<T>): void {
  into.count = 0;
  const { numbers, count } = spoken;
  let { packed } = phrases;
  if (packed === null || packed.size < phrases.vocabulary.size) {
    packed = pack(phrases);
    phrases.packed = packed;
  }
  const { openings, opened } = packed;
  for (let at = 0; at < count; at++) {
    const number = numbers[at] as number;
    if (number === 0) continue;
    const last = openings[number + 1] as number;
    for (let index = openings[number] as number; index < last; index++)
      enter(packed, opened[index] as number, spoken, at + 1, into);
  }
}

// No backtracking over gaps: after one, the first word that fits is taken. Depth is at most the length of a phrase.
function enter<T>(packed: Packed<T>, node: number, spoken: Spoken, at: number, into: Said<T>): void {
  const { tree } = packed;
  const tag = tree[node] as number;
  const lastTag = tag + (tree[node + 1] as number);
  for (let index = tag; index < lastTag; index++) into.tags[into.count++] = packed.tags[index] as T;
  if (at >= spoken.count) return;
  const number = spoken.numbers[at] as number;
  let place = node + 4;
  const gaps = place + 2 * (tree[node + 2] as number);
  for (; place < gaps; place += 2)
    if (tree[place] === number) enter(packed, tree[place + 1] as number, spoken, at + 1, into);
  for (let left = tree[node + 3] as number; left > 0; left--) {
    leap(packed, place, spoken, at, into);
    place += 3 + (tree[place + 2] as number);
  }
}

function leap<T>(packed: Packed<T>, gap: number, spoken: Spoken, at: number, into: Said<T>): void {
  const { tree } = packed;
  const last = Math.min(spoken.count - 1, at + (tree[gap] as number));
  const end = gap + 3 + (tree[gap + 2] as number);
  for (let index = at; index <= last; index++) {
    const number = spoken.numbers[index] as number;
    if (number === 0) continue;
    for (let place = gap + 3; place < end; place++) {
      if (tree[place] !== number) continue;
      enter(packed, tree[gap + 1] as number, spoken, index + 1, into);
      return;
    }
  }
}

const anySaid: Said<true> = { tags: [], count: 0 };

/** Whether a text says one of these phrases. */
export function says(spoken: Spoken, phrases: Phrases<true>): boolean {
  findPhrases(phrases, spoken, anySaid);
  return anySaid.count > 0;
}

function pack<T>({ vocabulary, root }: Phrases<T>): Packed<T> {
  const tree: number[] = [];
  const tags: T[] = [];
  const place = (node: PhraseNode<T>): number => {
    const next = entriesOf(vocabulary, node).map(({ number, node: inner }) => ({ number, at: place(inner) }));
    const gaps = node.gaps.map(({ step, number, node: inner }) => ({
      width: step.gap,
      at: place(inner),
      numbers: step.stem ? withStem(vocabulary, step.word) : [number],
    }));
    const at = tree.length;
    tree.push(tags.length, node.tags.length, next.length, gaps.length);
    tags.push(...node.tags);
    for (const entry of next) tree.push(entry.number, entry.at);
    for (const { width, at: inner, numbers } of gaps) tree.push(width, inner, numbers.length, ...numbers);
    return at;
  };
  const nodes: number[][] = Array.from({ length: vocabulary.size }, () => []);
  const places = new Map<PhraseNode<T>, number>();
  for (const { number, node } of entriesOf(vocabulary, root)) {
    const known = places.get(node) ?? place(node);
    places.set(node, known);
    nodes[number]?.push(known);
  }
  const openings = new Int32Array(vocabulary.size + 1);
  for (const [number, list] of nodes.entries()) openings[number + 1] = (openings[number] as number) + list.length;
  return {
    size: vocabulary.size,
    tree: Int32Array.from(tree),
    tags,
    openings,
    opened: Int32Array.from(nodes.flat()),
  };
}

/** What may come next, plain words first. */
function entriesOf<T>(vocabulary: Vocabulary, node: PhraseNode<T>): { number: number; node: PhraseNode<T> }[] {
  const plain = node.words.map((number, index) => ({ number, node: node.nodes[index] as PhraseNode<T> }));
  const stems = node.stems.flatMap(({ step, node: inner }) =>
    withStem(vocabulary, step.word).map((number) => ({ number, node: inner })),
  );
  return [...plain, ...stems];
}

/** The numbers of the words that begin with these letters. */
function withStem(vocabulary: Vocabulary, stem: string): number[] {
  const numbers: number[] = [];
  for (let number = 1; number < vocabulary.size; number++) if (vocabulary.hasStem(number, stem)) numbers.push(number);
  return numbers;
}
