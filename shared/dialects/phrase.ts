// Reading words: finds phrases of the dialects in a message, in one pass and without regular expressions.
// `rate_limit_exceeded`, `RateLimitExceeded` and "Rate limit exceeded" are the same words, so codes and sentences share one vocabulary.

interface Step {
  word: string;
  stem: boolean;
  /** Up to this many words may come before it. */
  gap: number;
}

export interface Phrase<T> {
  steps: Step[];
  tag: T;
}

/** Phrases by the first two letters of their first word. */
export type PhraseTable<T> = Map<number, Phrase<T>[]>;

const widestGap = 6;

export function splitPhrase(text: string): Step[] {
  const steps: Step[] = [];
  let gap = 0;
  for (const part of text.toLowerCase().split(' ')) {
    if (part === '') continue;
    if (part === '..') {
      gap = widestGap;
      continue;
    }
    const stem = part.endsWith('*');
    const word = stem ? part.slice(0, -1) : part;
    for (const [index, piece] of wordsOf(word).entries()) {
      const last = index === wordsOf(word).length - 1;
      steps.push({ word: piece, stem: stem && last, gap: index === 0 ? gap : 0 });
    }
    gap = 0;
  }
  return steps;
}

export function addPhrase<T>(table: PhraseTable<T>, text: string, tag: T): void {
  const steps = splitPhrase(text);
  const first = steps[0];
  if (first === undefined) return;
  // A one-letter word has no second letter: what follows it in a text is a boundary, which reads as 0.
  const keys = [bucket(first.word.charCodeAt(0), first.word.length > 1 ? first.word.charCodeAt(1) : 0)];
  for (const key of keys) {
    const list = table.get(key);
    if (list === undefined) table.set(key, [{ steps, tag }]);
    else list.push({ steps, tag });
  }
}

function bucket(first: number, second: number): number {
  return first * 65536 + second;
}

export interface Words {
  lower: string;
  starts: number[];
  ends: number[];
}

const textLimit = 1200;
const wordLimit = 200;

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

/** The words of a text's beginning: bounded, so that a long text costs no more than a page. */
export function readWords(text: string): Words {
  const part = text.length > textLimit ? text.slice(0, textLimit) : text;
  let lower = part.toLowerCase();
  // Some letters change length in lower case (U+0130); then positions no longer agree.
  const source = lower.length === part.length ? part : lower;
  if (lower.length !== part.length) lower = source;
  const starts: number[] = [];
  const ends: number[] = [];
  let start = -1;
  let before = 0;
  const length = source.length;
  for (let index = 0; index < length; index++) {
    const kind = kindOf(source.charCodeAt(index));
    if (kind === 0) {
      if (start >= 0) {
        starts.push(start);
        ends.push(index);
        start = -1;
        if (starts.length >= wordLimit) break;
      }
    } else if (start < 0) {
      start = index;
    } else if (kind === 2 && before === 1) {
      // camelCase: a capital after a small letter begins a word.
      starts.push(start);
      ends.push(index);
      start = index;
    } else if (kind === 1 && before === 2 && index - start > 1) {
      // HTTPError: the last capital of a run belongs to the next word.
      starts.push(start);
      ends.push(index - 1);
      start = index - 1;
    }
    before = kind;
  }
  if (start >= 0 && starts.length < wordLimit) {
    starts.push(start);
    ends.push(length);
  }
  return { lower, starts, ends };
}

export function wordsOf(text: string): string[] {
  const words = readWords(text);
  return words.starts.map((start, index) => words.lower.slice(start, words.ends[index]));
}

function fits(words: Words, index: number, step: Step): boolean {
  const start = words.starts[index];
  if (start === undefined) return false;
  if (!words.lower.startsWith(step.word, start)) return false;
  const end = start + step.word.length;
  const wordEnd = words.ends[index] as number;
  return step.stem ? end <= wordEnd : end === wordEnd;
}

function follows(words: Words, from: number, steps: readonly Step[]): boolean {
  let at = from;
  for (let index = 1; index < steps.length; index++) {
    const step = steps[index] as Step;
    // The first fitting word is taken: no backtracking, so each phrase costs at most its length times the gap.
    let found = -1;
    for (let skip = 0; skip <= step.gap; skip++) {
      if (fits(words, at + skip, step)) {
        found = at + skip;
        break;
      }
    }
    if (found < 0) return false;
    at = found + 1;
  }
  return true;
}

/** Calls `hit` for each phrase found, in the order of the text, with the index of its first word. */
export function findPhrases<T>(table: PhraseTable<T>, words: Words, hit: (tag: T, at: number) => void): void {
  const { lower, starts, ends } = words;
  for (let index = 0; index < starts.length; index++) {
    const start = starts[index] as number;
    const second = start + 1 < (ends[index] as number) ? lower.charCodeAt(start + 1) : 0;
    const list = table.get(bucket(lower.charCodeAt(start), second));
    if (list === undefined) continue;
    for (const phrase of list) {
      if (fits(words, index, phrase.steps[0] as Step) && follows(words, index + 1, phrase.steps))
        hit(phrase.tag, index);
    }
  }
}

/** Whether a text says one of these phrases. For single questions; tables are for many. */
export function says(words: Words, phrases: readonly Phrase<unknown>[]): boolean {
  for (const phrase of phrases) {
    const first = phrase.steps[0];
    if (first === undefined) continue;
    for (let index = 0; index < words.starts.length; index++) {
      if (fits(words, index, first) && follows(words, index + 1, phrase.steps)) return true;
    }
  }
  return false;
}
