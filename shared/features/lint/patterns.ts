// Regular expressions of schemas as other validators read them: which of them a JavaScript validator or a model service refuses, and the
// same expression as JavaScript writes it. They come from servers: they are compiled to see whether that works, and never run.

const longest = 1_000;

/** `(?i)`: one flag for the whole expression, as Python, Go and Rust write it. */
const ignoresCase = /^\^?\(\?i\)/;
const lookaround = /\(\?<?[=!]/;
/** Escapes that JavaScript has no character for. */
const punctuation = /[-_@"'#%&,:;<=>`~! ]/;
const classes: Readonly<Record<string, string>> = {
  alnum: 'A-Za-z0-9',
  alpha: 'A-Za-z',
  digit: '0-9',
  lower: 'a-z',
  upper: 'A-Z',
  xdigit: '0-9A-Fa-f',
  space: '\\s',
  word: '\\w',
};

export const compiles = (pattern: string): boolean => {
  if (pattern.length > longest) return true; // no verdict
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
};

export const hasLookaround = (pattern: string): boolean => lookaround.test(pattern.slice(0, longest));

/** null: the same values cannot be described in JavaScript's language by rewriting single parts. */
export function inJavaScript(pattern: string): string | null {
  if (pattern.length > longest) return null;
  const isCaseless = ignoresCase.test(pattern);
  const rest = pattern.replace(ignoresCase, (start) => (start.startsWith('^') ? '^' : ''));
  const written = new PatternWriter(rest, isCaseless).write();
  return written !== null && compiles(written) ? written : null;
}

class PatternWriter {
  readonly #text: string;
  readonly #isCaseless: boolean;
  #at = 0;

  constructor(text: string, isCaseless: boolean) {
    this.#text = text;
    this.#isCaseless = isCaseless;
  }

  write(): string | null {
    let written = '';
    while (this.#at < this.#text.length) {
      const part = this.#next();
      if (part === null) return null;
      written += part;
    }
    return written;
  }

  #next(): string | null {
    const char = this.#text[this.#at] ?? '';
    if (char === '\\') return this.#escape(false);
    if (char === '[') return this.#class();
    if (this.#text.startsWith('(?P<', this.#at)) return this.#take(4, '(?<');
    this.#at += 1;
    return this.#isCaseless ? bothCases(char) : char;
  }

  #take(length: number, as: string): string {
    this.#at += length;
    return as;
  }

  #escape(isInClass: boolean): string | null {
    const escaped = this.#text[this.#at + 1] ?? '';
    if (!isInClass && escaped === 'A') return this.#take(2, '^');
    if (!isInClass && (escaped === 'z' || escaped === 'Z')) return this.#take(2, '$');
    if (punctuation.test(escaped)) return this.#take(2, isInClass && escaped === '-' ? '\\-' : escaped);
    // Written with a code, a property or a control character: the other case is not known here.
    if (this.#isCaseless && /[xupPc]/.test(escaped)) return null;
    return this.#take(2, `\\${escaped}`);
  }

  #class(): string | null {
    let written = '[';
    this.#at += 1;
    if (this.#text[this.#at] === '^') written += this.#take(1, '^');
    let isFirst = true;
    while (this.#at < this.#text.length) {
      const char = this.#text[this.#at] ?? '';
      if (char === ']' && !isFirst) return written + this.#take(1, ']');
      const part = this.#inClass(char);
      if (part === null) return null;
      written += part;
      isFirst = false;
    }
    return null;
  }

  #inClass(char: string): string | null {
    if (char === '\\') return this.#escape(true);
    const named = /^\[:(\w+):\]/.exec(this.#text.slice(this.#at, this.#at + 12));
    if (named) {
      const known = classes[named[1] ?? ''];
      return known === undefined || this.#isCaseless ? null : this.#take(named[0].length, known);
    }
    if (char === '[') return this.#take(1, '\\[');
    const range = /^([a-z])-([a-z])|^([A-Z])-([A-Z])/.exec(this.#text.slice(this.#at, this.#at + 3))?.[0];
    if (range !== undefined && this.#isCaseless) return this.#take(3, `${range.toLowerCase()}${range.toUpperCase()}`);
    this.#at += 1;
    return this.#isCaseless && /[A-Za-z]/.test(char) ? `${char.toLowerCase()}${char.toUpperCase()}` : char;
  }
}

const bothCases = (char: string): string =>
  /[A-Za-z]/.test(char) ? `[${char.toLowerCase()}${char.toUpperCase()}]` : char;
