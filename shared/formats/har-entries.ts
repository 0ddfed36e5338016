// Cuts the entries out of a HAR file while it arrives, so that only one entry is held at a time. Knows strings and brackets;
// what an entry holds is read-har.ts's. A library for streams of JSON would build every value twice.

/** Where `"log":{"entries":[` opens its list, counted in brackets. */
const listDepth = 3;
/** `"entries"` is the longest name that is looked for. */
const longestName = 10;

const quote = 34;
const backslash = 92;
const openBrace = 123;
const closeBrace = 125;
const openBracket = 91;
const closeBracket = 93;

export class HarEntries {
  /** The list of entries was found: this is a HAR file. */
  isFound = false;
  /** The list has ended. */
  isOver = false;
  readonly #longest: number;
  /** Entries that were longer than any that is taken. */
  tooLong = 0;
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  /** The last string of the outer objects, and the names that lead to where the reader is. */
  #name = '';
  readonly #path: string[] = [];
  /** Parts of the entry that is being read; null between entries. */
  #entry: string[] | null = null;
  #entryLength = 0;

  constructor(longest: number) {
    this.#longest = longest;
  }

  /** An entry has begun and not ended. */
  get isInEntry(): boolean {
    return this.#entry !== null;
  }

  /** The texts of the entries that end in this part. Each letter is looked at once. */
  take(part: string): string[] {
    const entries: string[] = [];
    let start = 0;
    for (let at = 0; at < part.length && !this.isOver; at += 1) {
      if (this.#isInString) {
        at = this.#skipString(part, at);
        continue;
      }
      const letter = part.charCodeAt(at);
      if (this.#depth === 0 && letter !== openBrace) {
        // A HAR file is one object. Spaces and a byte order mark may precede it.
        this.isOver = !/[\s\ufeff]/.test(part.charAt(at));
        continue;
      }
      switch (letter) {
        case quote:
          this.#isInString = true;
          this.#name = '';
          break;
        case openBrace:
        case openBracket:
          this.#open(letter === openBracket);
          if (this.isFound && this.#depth === listDepth + 1) {
            this.#entry = [];
            this.#entryLength = 0;
            start = at;
          }
          break;
        case closeBrace:
        case closeBracket:
          this.#depth -= 1;
          if (this.#entry && this.#depth === listDepth) entries.push(...this.#endEntry(part.slice(start, at + 1)));
          else if (this.#depth < (this.isFound ? listDepth : 1)) this.isOver = true;
          break;
        default:
      }
    }
    if (this.#entry && !this.isOver) this.#hold(part.slice(start));
    return entries;
  }

  /** Returns the place of the last letter of the string in this part. */
  #skipString(part: string, from: number): number {
    let at = from;
    if (this.#isEscaped) {
      this.#isEscaped = false;
      at += 1;
    }
    for (; at < part.length; at += 1) {
      const letter = part.charCodeAt(at);
      if (letter === backslash) {
        at += 1;
        this.#isEscaped = at >= part.length;
      } else if (letter === quote) {
        this.#isInString = false;
        break;
      }
    }
    if (this.#depth < listDepth && this.#name.length < longestName)
      this.#name += part.slice(from, at).slice(0, longestName);
    return at;
  }

  #open(isList: boolean): void {
    this.#depth += 1;
    if (this.isFound || this.#depth > listDepth) return;
    this.#path.length = this.#depth - 1;
    // The name of the outermost value is none.
    this.#path.push(this.#depth === 1 ? '' : this.#name);
    this.isFound = isList && this.#depth === listDepth && this.#path[1] === 'log' && this.#path[2] === 'entries';
  }

  #hold(text: string): void {
    this.#entryLength += text.length;
    if (this.#entryLength <= this.#longest) this.#entry?.push(text);
  }

  #endEntry(text: string): string[] {
    this.#hold(text);
    const parts = this.#entry ?? [];
    this.#entry = null;
    if (this.#entryLength <= this.#longest) return [parts.join('')];
    this.tooLong += 1;
    return [];
  }
}
