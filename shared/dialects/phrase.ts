// Reading words: finds phrases of the dialects in a message, in one pass and without regular expressions.
// `rate_limit_exceeded`, `RateLimitExceeded` and "Rate limit exceeded" are the same words, so codes and sentences share one vocabulary.

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

export function addPhrase<T>(root: PhraseNode<T>, text: string, tag: T): void {
  let node = root;
  for (const step of splitPhrase(text)) {
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

export function phrasesOf(texts: readonly string[]): PhraseNode<true> {
  const root = emptyPhrases<true>();
  for (const text of texts) addPhrase(root, text, true);
  return root;
}

const textLimit = 800;
const wordLimit = 120;

// Kinds of characters: 0 boundary, 1 small letter or other script, 2 capital, 3 digit.
const kinds = new Uint8Array(128);
for (let code = 0; code < 128; code++) {
  if (code >= 97 && code <= 122) kinds[code] = 1;
  else if (code >= 65 && code <= 90) kinds[code] = 2;
  else if (code >= 48 && code <= 57) kinds[code] = 3;
}

function kindOf(code: number): number {
  if (code < 128) return kinds[code] as number;
  // General punctuation, CJK punctuation and full-width forms separate words like ASCII punctuation does.
  if ((code >= 0x2000 && code <= 0x206f) || (code >= 0x3000 && code <= 0x303f) || code >= 0xff00) return 0;
  return code < 0xc0 ? 0 : 1;
}

/** The words of a text's beginning, in small letters: bounded, so that a long text costs no more than a page. */
export function readWords(text: string): string[] {
  const part = text.length > textLimit ? text.slice(0, textLimit) : text;
  const lower = part.toLowerCase();
  // Some letters change length in lower case (U+0130); then positions no longer agree, and the capitals do not matter.
  const source = lower.length === part.length ? part : lower;
  const words: string[] = [];
  let start = -1;
  let before = 0;
  const length = source.length;
  for (let index = 0; index < length; index++) {
    const kind = kindOf(source.charCodeAt(index));
    if (kind === 0) {
      if (start >= 0) {
        words.push(lower.slice(start, index));
        start = -1;
        if (words.length >= wordLimit) return words;
      }
    } else if (start < 0) {
      start = index;
    } else if (kind === 2 && before === 1) {
      // camelCase: a capital after a small letter begins a word.
      words.push(lower.slice(start, index));
      start = index;
    } else if (kind === 1 && before === 2 && index - start > 1) {
      // HTTPError: the last capital of a run belongs to the next word.
      words.push(lower.slice(start, index - 1));
      start = index - 1;
    }
    before = kind;
  }
  if (start >= 0) words.push(lower.slice(start, length));
  return words;
}

/** Calls `hit` for each phrase found, in the order of the text. */
export function findPhrases<T>(root: PhraseNode<T>, words: readonly string[], hit: (tag: T) => void): void {
  for (let index = 0; index < words.length; index++) walk(root, words, index, hit);
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
export function says(words: readonly string[], phrases: PhraseNode<true>): boolean {
  let said = false;
  for (let index = 0; index < words.length && !said; index++) {
    walk(phrases, words, index, () => {
      said = true;
    });
  }
  return said;
}
