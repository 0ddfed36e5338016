// Walks an object or list within a text: JSON, cut or malformed JSON, and what JavaScript and Python print. Owns where fields, texts and
// bare words start and end; the visitor processes them. One pass, no recursion.

export interface OpenContainer {
  isObject: boolean;
  name: string;
  /** The name of the current field; '' in a list. */
  key: string;
  /** How to quote a bare word so that the text stays valid. */
  quote: string;
  parent: OpenContainer | null;
}

export interface JsonVisitor<F extends OpenContainer> {
  /** `name`: of its field; a list in a list has its parent's. */
  open(isObject: boolean, name: string, quote: string, parent: F | null): F;
  /** The raw text between the quotes. */
  text(frame: F, from: number, to: number): void;
  /** A number, `true`, `null`, or a word without quotes. */
  bare(frame: F, from: number, to: number): void;
  /** With or without quotes around it. */
  key(frame: F, from: number, to: number): void;
  close(frame: F): void;
}

/** Where an object or list may start that is worth reading: `[12]` is a list, `[12 errors]` is a remark. */
export const jsonStart =
  /\{(?=\s{0,40}(?:["'{[}]|[A-Za-z_$][\w$-]{0,60}\s{0,4}[:=]))|\[(?=\s{0,40}(?:["'{[\]]|(?:true|false|null|-?\d{1,400}[\d.eE+-]{0,40})\s{0,40}[,\]]))/g;

const bareWord = /[^,{}[\]\r\n"']+/y;
const bareKey = /[A-Za-z_$][\w$.-]{0,100}(?=\s{0,8}(?::|=(?!=)))/y;
const depthLimit = 200_000;

/** Reads from `start`; returns the position after the last thing it recognized, and whether that included a field. */
export function walkJson<F extends OpenContainer>(
  text: string,
  start: number,
  name: string,
  visitor: JsonVisitor<F>,
): { end: number; members: number } {
  let top: F | null = null;
  let members = 0;
  let depth = 0;
  let i = start;
  let state: 'value' | 'key' | 'colon' | 'after' = 'value';
  const { length } = text;
  reading: while (i < length) {
    const unit = text.charCodeAt(i);
    if (unit === 32 || unit === 10 || unit === 13 || unit === 9) {
      i += 1;
      continue;
    }
    // A closing bracket ends what is open, anywhere.
    if (unit === 125 || unit === 93) {
      if (top === null || top.isObject !== (unit === 125)) break;
      const closing: F = top;
      visitor.close(closing);
      top = closing.parent as F | null;
      depth -= 1;
      i += 1;
      if (top === null) break;
      state = 'after';
      continue;
    }
    if (unit === 44) {
      if (top === null) break;
      state = top.isObject ? 'key' : 'value';
      i += 1;
      continue;
    }
    const isQuote: boolean = unit === 34 || unit === 39;
    // Two values without a comma: the next one starts.
    if (state === 'after') {
      if (!isQuote || top === null) break;
      state = top.isObject ? 'key' : 'value';
    }
    switch (state) {
      case 'key': {
        const frame = top as F;
        let to: number;
        if (isQuote) {
          to = closingQuote(text, i + 1, unit);
          frame.key = unescaped(text.slice(i + 1, to));
          frame.quote = text[i] as string;
          visitor.key(frame, i + 1, to);
          i = Math.min(length, to + 1);
        } else {
          bareKey.lastIndex = i;
          const found = bareKey.exec(text)?.[0];
          if (found === undefined) break reading;
          frame.key = found;
          frame.quote = '';
          visitor.key(frame, i, i + found.length);
          i += found.length;
        }
        state = 'colon';
        break;
      }
      case 'colon':
        if (unit !== 58 && unit !== 61) break reading;
        i += unit === 61 && text.charCodeAt(i + 1) === 62 ? 2 : 1;
        state = 'value';
        break;
      case 'value': {
        if (unit === 123 || unit === 91) {
          if (depth >= depthLimit) break reading;
          const called = top === null ? name : top.isObject ? top.key : top.name;
          top = visitor.open(unit === 123, called, top?.quote ?? '"', top);
          depth += 1;
          i += 1;
          state = top.isObject ? 'key' : 'value';
          break;
        }
        if (top === null) break reading;
        members += 1;
        if (isQuote) {
          const to = closingQuote(text, i + 1, unit);
          visitor.text(top, i + 1, to);
          i = Math.min(length, to + 1);
        } else {
          bareWord.lastIndex = i;
          const found = bareWord.test(text) ? text.slice(i, bareWord.lastIndex).trimEnd() : '';
          if (found === '') break reading;
          // Python's u'…' and b'…', Rust's Some("…").
          const next = text.charCodeAt(i + found.length);
          if ((next === 34 || next === 39) && /^(?:[ubrUBR]{1,2}|Some\()$/.test(found)) {
            i += found.length;
            break;
          }
          visitor.bare(top, i, i + found.length);
          i += found.length;
        }
        state = 'after';
        break;
      }
    }
  }
  // Cut off: keeps what was read so far.
  for (let frame: F | null = top; frame !== null; frame = frame.parent as F | null) visitor.close(frame);
  return { end: Math.min(i, length), members };
}

function closingQuote(text: string, from: number, quote: number): number {
  const sign = String.fromCharCode(quote);
  for (let end = text.indexOf(sign, from); end >= 0; end = text.indexOf(sign, end + 1)) {
    let backslashes = 0;
    while (end - backslashes > from && text.charCodeAt(end - backslashes - 1) === 92) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}

const escapes = /\\(?:u\{?([0-9a-fA-F]{4})\}?|x([0-9a-fA-F]{2})|([\s\S]))/g;
const letters: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v', '0': '\0' };

export function unescaped(raw: string): string {
  return raw.includes('\\')
    ? raw.replace(escapes, (_whole, four?: string, two?: string, one?: string) =>
        one === undefined ? String.fromCharCode(Number.parseInt(four ?? two ?? '0', 16)) : (letters[one] ?? one),
      )
    : raw;
}
