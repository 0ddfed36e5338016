// The words that phrases are made of, as a tree of letters: a text is cut into words and each is looked up on the way,
// letter by letter, so that words which no phrase has cost no more than their first letters. What phrases are is in phrase.ts.

/** A text's words in small letters; '' stands for one that no phrase has, `stem*` for one that only a stem fits. */
export interface Spoken {
  words: readonly string[];
  /** Where a phrase may begin; null where every word may. */
  openings: readonly number[] | null;
}

const textLimit = 800;
const wordLimit = 120;

// Kinds of characters: 0 boundary, 1 small letter or other script, 2 capital, 3 digit.
const kinds = new Uint8Array(128);
/** Steps in the tree: a to z, then 0 to 9; capitals as small letters. */
const steps = new Uint8Array(128);
const branches = 36;
for (let code = 0; code < 128; code++) {
  if (code >= 97 && code <= 122) kinds[code] = 1;
  else if (code >= 65 && code <= 90) kinds[code] = 2;
  else if (code >= 48 && code <= 57) kinds[code] = 3;
  steps[code] = kinds[code] === 3 ? code - 48 + 26 : (code | 32) - 97;
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

/** The tree is kept in one table of small numbers; with more letters than these, texts are read in full. */
const mostNodes = 0xffff;

export class Vocabulary {
  /** For each node its branches; 0 where there is none. Node 0 is the root. */
  #next = new Uint16Array(branches * 1024);
  #nodes = 1;
  #isFull = false;
  /** By place (see `placeOf`): what the word is called, and whether a phrase may begin with it. */
  readonly #names: string[] = ['', ''];
  #opens = new Uint8Array(2 * 1024);

  /** Takes in a word of a phrase, in small letters; other scripts are not looked up here. */
  add(word: string, stem: boolean, opens: boolean): void {
    let node = 0;
    for (let index = 0; index < word.length; index++) {
      const code = word.charCodeAt(index);
      if (code >= 128) return;
      node = this.#branch(node, steps[code] as number);
      if (node === 0) return;
    }
    if (stem) this.#spread(node, `${word}*`, Number(opens));
    else {
      this.#names[placeOf(node)] = word;
      if (opens) this.#opens[placeOf(node)] = 1;
    }
  }

  #branch(node: number, step: number): number {
    const at = node * branches + step;
    const known = this.#next[at] as number;
    if (known !== 0) return known;
    if (this.#nodes >= mostNodes) {
      this.#isFull = true;
      return 0;
    }
    const fresh = this.#nodes++;
    if (this.#nodes * branches > this.#next.length) {
      this.#next = twice(this.#next, new Uint16Array(this.#next.length * 2));
      this.#opens = twice(this.#opens, new Uint8Array(this.#opens.length * 2));
    }
    this.#next[at] = fresh;
    const above = placeOf(~node);
    for (const place of [placeOf(fresh), placeOf(~fresh)]) {
      this.#names[place] = this.#names[above] as string;
      this.#opens[place] = this.#opens[above] as number;
    }
    return fresh;
  }

  /** A stem is the name of all that follows it, up to a longer stem; a whole word keeps its own. */
  #spread(node: number, stem: string, opens: number): void {
    const before = this.#names[placeOf(~node)] as string;
    if (before.length < stem.length) {
      if (this.#names[placeOf(node)] === before) this.#names[placeOf(node)] = stem;
      this.#names[placeOf(~node)] = stem;
    }
    this.#opens[placeOf(node)] = (this.#opens[placeOf(node)] as number) | opens;
    this.#opens[placeOf(~node)] = (this.#opens[placeOf(~node)] as number) | opens;
    for (let step = 0; step < branches; step++) {
      const child = this.#next[node * branches + step] as number;
      if (child !== 0) this.#spread(child, stem, opens);
    }
  }

  /** Reads a text as `readWords` does, but only tells the words that phrases have. */
  read(text: string): Spoken {
    if (this.#isFull) return { words: readWords(text), openings: null };
    const length = text.length > textLimit ? textLimit : text.length;
    const next = this.#next;
    const names = this.#names;
    const opens = this.#opens;
    const words: string[] = [];
    const openings: number[] = [];
    // Where in the tree the word is; below 0 once it has left it: ~ the last node it was at.
    let at = 0;
    let atBefore = 0;
    let start = -1;
    let before = 0;
    for (let index = 0; index < length; index++) {
      const code = text.charCodeAt(index);
      const kind = code < 128 ? (kinds[code] as number) : kindOf(code);
      if (kind === 0) {
        if (start < 0) continue;
        const place = placeOf(at);
        if (opens[place] === 1) openings.push(words.length);
        words.push(names[place] as string);
        start = -1;
        if (words.length >= wordLimit) return { words, openings };
        continue;
      }
      // Letters of other scripts: in full, as strings.
      if (code >= 128) return { words: readWords(text), openings: null };
      if (start < 0) {
        start = index;
        at = 0;
      } else if (
        kind !== before &&
        ((kind === 2 && before === 1) || (kind === 1 && before === 2 && index - start > 1))
      ) {
        // camelCase begins a word with the capital; of HTTPError the last capital belongs to the next word.
        const place = placeOf(kind === 2 ? at : atBefore);
        if (opens[place] === 1) openings.push(words.length);
        words.push(names[place] as string);
        start = kind === 2 ? index : index - 1;
        at = kind === 2 ? 0 : next[steps[text.charCodeAt(start)] as number] || ~0;
      }
      atBefore = at;
      if (at >= 0) {
        const child = next[at * branches + (steps[code] as number)] as number;
        at = child === 0 ? ~at : child;
      }
      before = kind;
    }
    if (start >= 0) {
      const place = placeOf(at);
      if (opens[place] === 1) openings.push(words.length);
      words.push(names[place] as string);
    }
    return { words, openings };
  }
}

/** Words that end at a node and words that left the tree after it have names of their own. */
function placeOf(at: number): number {
  return at >= 0 ? at * 2 : ~at * 2 + 1;
}

function twice<T extends Uint8Array | Uint16Array>(table: T, larger: T): T {
  larger.set(table);
  return larger;
}
