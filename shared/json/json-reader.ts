// Reads JSON text token by token: the position, whether a string is a member's name, the depth, and what is still open. The only
// reader of JSON as text, for what JSON.parse loses: positions, spacing, digits, duplicate keys, comments, truncated text.
// json.ts owns values. One pass, no recursion, in linear time.

export type TokenKind = '{' | '}' | '[' | ']' | ',' | ':' | 'string' | 'word' | 'odd' | 'end';

export interface ReaderOptions {
  /** Reading stops here. */
  to?: number;
  /** Settings have comments, which count as white space. An unclosed one is `odd`. */
  comments?: boolean;
}

export class JsonReader {
  readonly text: string;
  readonly #to: number;
  readonly #comments: boolean;
  /** For each open bracket, whether it is an object's. */
  readonly #open: boolean[] = [];
  #expectsName = false;
  /** `word`: a number, true, false, null, or any run of their letters. `odd`: one character that JSON does not know. */
  kind: TokenKind = 'end';
  start = 0;
  /** Exclusive; for a string after its quotation mark. */
  end = 0;
  /** For a string: it is at the position of a member's name. */
  isName = false;
  /** For a string: it has its closing quotation mark. For a closing bracket: it closes the open one. */
  isWhole = true;

  constructor(text: string, { to = text.length, comments = false }: ReaderOptions = {}) {
    this.text = text;
    this.#to = to;
    this.#comments = comments;
  }

  /** The number of open brackets after this token. */
  get depth(): number {
    return this.#open.length;
  }

  get inObject(): boolean {
    return this.#open[this.#open.length - 1] === true;
  }

  /** The token as written. */
  get written(): string {
    return this.text.slice(this.start, this.end);
  }

  /** The text that closes all open brackets, or the outermost `depth` of them. */
  closing(depth = this.#open.length): string {
    let text = '';
    for (let at = depth - 1; at >= 0; at -= 1) text += this.#open[at] ? '}' : ']';
    return text;
  }

  /** Moves to the next token; false at the end of the text. */
  next(): boolean {
    // Most tokens follow each other directly.
    const first = this.text.charCodeAt(this.end);
    const at = first > 0x2f && first < 0x7f ? this.end : this.#skipSpace(this.end);
    this.start = at;
    this.end = at + 1;
    this.isWhole = true;
    this.isName = false;
    if (at >= this.#to) {
      this.end = at;
      this.kind = 'end';
      return false;
    }
    switch (this.text.charCodeAt(at)) {
      case 0x22: // "
        this.kind = 'string';
        this.isName = this.#expectsName;
        this.#readString(at);
        break;
      case 0x2c: // ,
        this.kind = ',';
        this.#expectsName = this.inObject;
        break;
      case 0x3a: // :
        this.kind = ':';
        this.#expectsName = false;
        break;
      case 0x7b: // {
        this.kind = '{';
        this.#open.push(true);
        this.#expectsName = true;
        break;
      case 0x5b: // [
        this.kind = '[';
        this.#open.push(false);
        this.#expectsName = false;
        break;
      case 0x7d: // }
        this.kind = '}';
        this.isWhole = this.#open.pop() === true;
        this.#expectsName = false;
        break;
      case 0x5d: // ]
        this.kind = ']';
        this.isWhole = this.#open.pop() === false;
        this.#expectsName = false;
        break;
      default:
        this.#readWord(at);
    }
    return true;
  }

  /** Moves on, and returns whether the token is one of these. */
  nextIs(kind: TokenKind): boolean {
    this.next();
    return this.kind === kind;
  }

  /** Moves from an opening bracket to its closing one; any other token is a value by itself. False if the text ends before. */
  finishValue(): boolean {
    if (this.kind !== '{' && this.kind !== '[') return this.kind !== 'end' && this.isWhole;
    const { start } = this;
    const outside = this.depth - 1;
    while (this.depth > outside) if (!this.next()) return false;
    this.start = start;
    return true;
  }

  /** Moves past the closing bracket if nothing comes before it; otherwise returns false. */
  finishEmpty(): boolean {
    const closer = this.kind === '{' ? 0x7d : 0x5d;
    const at = this.#skipSpace(this.end);
    if (at >= this.#to || this.text.charCodeAt(at) !== closer) return false;
    const { start } = this;
    this.next();
    this.start = start;
    return true;
  }

  #skipSpace(from: number): number {
    const { text } = this;
    let at = from;
    for (; at < this.#to; at += 1) {
      const unit = text.charCodeAt(at);
      if (unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09 || (unit === 0xfeff && at === 0)) continue;
      if (!this.#comments || (unit !== 0x2f && !isOtherSpace(unit))) break;
      if (unit !== 0x2f) continue;
      const end = commentEnd(text, at);
      if (end < 0) break;
      at = end - 1;
    }
    return at;
  }

  #readString(at: number): void {
    const end = stringEnd(this.text, at);
    this.isWhole = end < this.#to;
    this.end = this.isWhole ? end + 1 : this.#to;
  }

  #readWord(at: number): void {
    let end = at;
    while (end < this.#to && isWordSign(this.text.charCodeAt(end))) end += 1;
    this.kind = end > at ? 'word' : 'odd';
    this.end = Math.max(end, at + 1);
  }
}

/** The closing quotation mark of the string that starts here; the end of the text if there is none. */
export function stringEnd(text: string, at: number): number {
  const end = text.indexOf('"', at + 1);
  // Usually the next quotation mark is the one. After a backslash it may not be; then characters are read one by one, in linear
  // time.
  if (text.charCodeAt(end - 1) !== 0x5c) return end < 0 ? text.length : end;
  for (let i = at + 1; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit === 0x5c) i += 1;
    else if (unit === 0x22) return i;
  }
  return text.length;
}

/** White space that settings may have in addition to JSON's own four characters. */
function isOtherSpace(unit: number): boolean {
  return unit === 0x0b || unit === 0x0c || (unit >= 0xa0 && /\s/.test(String.fromCharCode(unit)));
}

/** The end of a comment that starts here; -1 if there is none, or it is not closed. */
function commentEnd(text: string, at: number): number {
  if (text.startsWith('//', at)) {
    const end = text.indexOf('\n', at);
    return end < 0 ? text.length : end;
  }
  if (!text.startsWith('/*', at)) return -1;
  const end = text.indexOf('*/', at + 2);
  return end < 0 ? -1 : end + 2;
}

/** Letters, digits and the signs of numbers. */
function isWordSign(unit: number): boolean {
  return (
    (unit >= 0x30 && unit <= 0x39) ||
    (unit >= 0x61 && unit <= 0x7a) ||
    (unit >= 0x41 && unit <= 0x5a) ||
    unit === 0x2d ||
    unit === 0x2e ||
    unit === 0x2b ||
    unit === 0x5f
  );
}
