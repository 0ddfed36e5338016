// The words that phrases are made of, each with a number: a text is cut into words and each is looked up on the way, letter by
// letter in a tree, so that words which no phrase has cost little more than a glance. What phrases are is in phrase.ts.

import { ends, follow, leaves, nothingPacked, type PackedTree, pack, width } from './letter-tree.ts';
import { allSigns, signOfCharacter } from './signs.ts';

const textLimit = 1600;
const wordLimit = 240;

// Kinds of characters: 0 boundary, 1 small letter or other script, 2 capital, 3 digit, 4 a letter that is a word by itself.
const kinds = new Uint8Array(128);
/** Steps in the tree: 1 to 26 for letters, 27 to 36 for digits, 0 for what separates words. Capitals add `capital`. */
const steps = new Uint8Array(128);
const lastLetter = 26;
const beforeA = 96;
const capital = 64;
/** Phrases are at most this long (schema.ts). */
const longestStem = 120;
for (let code = 0; code < 128; code++) {
  if (code >= 97 && code <= 122) kinds[code] = 1;
  else if (code >= 65 && code <= 90) kinds[code] = 2;
  else if (code >= 48 && code <= 57) kinds[code] = 3;
  if (kinds[code] === 3) steps[code] = code - 48 + lastLetter + 1;
  else if (kinds[code] !== 0) steps[code] = (code | 32) - 96 + (kinds[code] === 2 ? capital : 0);
}

function kindOf(code: number): number {
  if (code < 128) return kinds[code] as number;
  // General punctuation, CJK punctuation and full-width forms separate words like ASCII punctuation does.
  if ((code >= 0x2000 && code <= 0x206f) || (code >= 0x3000 && code <= 0x303f) || code >= 0xff00) return 0;
  // Chinese, Japanese and Korean put no spaces between words: phrases of theirs are found letter by letter.
  if ((code >= 0x3040 && code <= 0x9fff) || (code >= 0xac00 && code <= 0xd7a3)) return 4;
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
    } else if (kind === 4) {
      if (start >= 0) words.push(lower.slice(start, index));
      start = -1;
      words.push(lower.charAt(index));
      if (words.length >= wordLimit) return words;
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

/** Asked of the prototype: engines look a method up anew at each letter once they have met strings of more than four kinds. */
const letterAt = String.prototype.charCodeAt;

/** A text as the numbers of its words, and what else it has in it; valid until the next text is read. */
export interface Spoken {
  numbers: Int32Array;
  count: number;
  /** As in signs.ts; all of them where the text was not read to its end. */
  signs: number;
}

export class Vocabulary {
  /** By number: the word, or `stem*`. Number 0 is any word that no phrase has. */
  readonly #names: string[] = [''];
  readonly #numbers = new Map<string, number>();
  /**
   * The tree. For each node its branches (0 where there is none; node 0 is the root), then the number of words that end here,
   * and of words that go on where the tree does not, which is that of the longest stem on their way.
   */
  #tree = new Int32Array(width * 1024);
  #nodes = 1;
  /** The same tree packed for reading, made again when words were added; empty until then. */
  #packed: PackedTree = nothingPacked;
  /** The last text that was read: several ask in turn. */
  #lastText = '';
  readonly #spoken: Spoken = { numbers: new Int32Array(textLimit), count: 0, signs: 0 };
  /** Words that are signs, and by the number of a word: the signs that it is. */
  readonly #signWords: { name: string; sign: number }[] = [];
  #signs = new Int32Array(0);

  /** Takes in a word of a phrase, in small letters; gives its number. */
  add(word: string, stem: boolean): number {
    const name = stem ? `${word}*` : word;
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#lastText = '';
    this.#spoken.count = 0;
    this.#spoken.signs = 0;
    this.#packed = nothingPacked;
    const number = this.#names.length;
    this.#names.push(name);
    this.#numbers.set(name, number);
    let node = 0;
    for (let index = 0; index < word.length; index++) {
      const code = word.charCodeAt(index);
      // Letters of other scripts are not in the tree: such words are looked up by name.
      if (code >= 128) return number;
      node = this.#branch(node, steps[code] as number);
    }
    if (stem) this.#spread(node, number);
    else this.#tree[node * width + ends] = number;
    return number;
  }

  /** Takes in a word, or `stem*`, that is a sign wherever it stands. */
  addSign(name: string, sign: number): void {
    const stem = name.endsWith('*');
    this.add(stem ? name.slice(0, -1) : name, stem);
    this.#signWords.push({ name, sign });
    this.#packed = nothingPacked;
  }

  #branch(node: number, step: number): number {
    const at = node * width + step;
    const known = this.#tree[at] as number;
    if (known !== 0) return known;
    const fresh = this.#nodes++;
    if (this.#nodes * width > this.#tree.length) {
      const larger = new Int32Array(this.#tree.length * 2);
      larger.set(this.#tree);
      this.#tree = larger;
    }
    this.#tree[at] = fresh;
    const stem = this.#tree[node * width + leaves] as number;
    this.#tree[fresh * width + ends] = stem;
    this.#tree[fresh * width + leaves] = stem;
    return fresh;
  }

  /** All words that begin with a stem go by its number, but for those that are known themselves or have a longer stem. */
  #spread(node: number, number: number): void {
    const at = node * width;
    const before = this.#tree[at + leaves] as number;
    if (this.nameOf(before).length > this.nameOf(number).length) return;
    if (this.#tree[at + ends] === before) this.#tree[at + ends] = number;
    this.#tree[at + leaves] = number;
    for (let step = 1; step < ends; step++) {
      const child = this.#tree[at + step] as number;
      if (child !== 0) this.#spread(child, number);
    }
  }

  /** How many numbers there are. */
  get size(): number {
    return this.#names.length;
  }

  nameOf(number: number): string {
    return this.#names[number] as string;
  }

  /** Whether a word of this number begins with these letters, where they are one of the stems. */
  hasStem(number: number, stem: string): boolean {
    return this.nameOf(number).startsWith(stem);
  }

  #pack(): void {
    this.#packed = pack(this.#tree, this.#nodes);
    this.#signs = Int32Array.from(this.#names, (known) => {
      let signs = 0;
      for (const { name, sign } of this.#signWords)
        if (known === name || (name.endsWith('*') && known.startsWith(name.slice(0, -1)))) signs |= sign;
      return signs;
    });
  }

  /** Reads a text's words as `readWords` does. */
  read(text: string): Spoken {
    const spoken = this.#spoken;
    if (text === this.#lastText) return spoken;
    this.#lastText = text;
    if (this.#packed === nothingPacked) this.#pack();
    const { tree, numbers: named } = this.#packed;
    const length = text.length > textLimit ? textLimit : text.length;
    const { numbers } = spoken;
    let count = 0;
    let signs = text.length > textLimit ? allSigns : 0;
    // Where in the tree the word is; below 0 once it has left it: ~ the last place it was at.
    let at = 0;
    let atBefore = 0;
    /** Letters of the word so far, and the step of the last. */
    let letters = 0;
    let before = 0;
    for (let index = 0; index < length; index++) {
      const code = letterAt.call(text, index);
      let step = 0;
      if (code < 128) {
        step = steps[code] as number;
        if (step === 0) signs |= signOfCharacter[code] as number;
      } else if (kindOf(code) !== 0) return this.#readByName(text);
      if (step === 0) {
        if (letters === 0) continue;
        numbers[count++] = named[at >= 0 ? at : ~at + 1] as number;
        letters = 0;
        if (count >= wordLimit) {
          signs = allSigns;
          break;
        }
        at = 0;
        before = 0;
        continue;
      }
      if (step > capital) {
        step -= capital;
        // camelCase: a capital after a small letter begins a word.
        if (before > 0 && before <= lastLetter) {
          numbers[count++] = named[at >= 0 ? at : ~at + 1] as number;
          letters = 0;
          at = 0;
        }
        before = step + capital;
      } else {
        // HTTPError: the last capital of a run belongs to the next word.
        if (before > capital && letters > 1 && step <= lastLetter) {
          numbers[count++] = named[atBefore >= 0 ? atBefore : ~atBefore + 1] as number;
          letters = 1;
          at = follow(tree, 0, before - capital);
        }
        before = step;
      }
      letters++;
      atBefore = at;
      if (at >= 0) at = follow(tree, at, step);
      if (before > lastLetter) continue;
      // Small letters after a small one, which most are: nothing but the way through the tree matters.
      while (index + 1 < length) {
        const next = letterAt.call(text, index + 1) - beforeA;
        if (next < 1 || next > lastLetter) break;
        index++;
        if (at >= 0) at = follow(tree, at, next);
      }
    }
    if (letters > 0) numbers[count++] = named[at >= 0 ? at : ~at + 1] as number;
    const signsOf = this.#signs;
    for (let index = 0; index < count; index++) signs |= signsOf[numbers[index] as number] as number;
    spoken.count = count;
    spoken.signs = signs;
    return spoken;
  }

  /** The same for texts with letters of other scripts. */
  #readByName(text: string): Spoken {
    const words = readWords(text);
    for (const [index, word] of words.entries()) this.#spoken.numbers[index] = this.#numberOf(word);
    this.#spoken.count = words.length;
    this.#spoken.signs = allSigns;
    return this.#spoken;
  }

  #numberOf(word: string): number {
    const whole = this.#numbers.get(word);
    if (whole !== undefined) return whole;
    for (let length = Math.min(word.length, longestStem); length > 0; length--) {
      const stem = this.#numbers.get(`${word.slice(0, length)}*`);
      if (stem !== undefined) return stem;
    }
    return 0;
  }
}
