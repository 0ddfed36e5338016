// Reads generated code as its language would, for tests: where strings, words and comments end, and what remains without them. It only
// reads. Generated code is never run, not even in tests.

import type { CodeLanguage } from '../../text/literal.ts';

interface ReadCode {
  /** The contents of strings (TypeScript, Python) or words (shell), in order. */
  texts: string[];
  /** The code with each of them replaced by `_`: if harmless and hostile text differ here, something broke out. */
  frame: string;
}

export function readCode(code: string, language: CodeLanguage): ReadCode {
  return language === 'shell' ? readShell(code) : readStrings(code, language === 'python' ? '#' : '//');
}

function readStrings(code: string, mark: string): ReadCode {
  const texts: string[] = [];
  let frame = '';
  for (let at = 0; at < code.length; ) {
    if (code.startsWith('"""', at)) {
      const end = code.indexOf('"""', at + 3);
      frame += code.slice(at, end + 3);
      at = end + 3;
    } else if (code.startsWith(mark, at) || code.startsWith('/*', at)) {
      const block = code.startsWith('/*', at) && mark === '//';
      const end = block ? code.indexOf('*/', at) + 2 : lineEnd(code, at);
      const { texts: quoted, frame: bare } = readStrings(code.slice(at + mark.length, end), '\0');
      texts.push(...quoted);
      frame += mark + bare;
      at = end;
    } else if (code[at] === '"' || code[at] === "'") {
      const { text, end } = readString(code, at);
      texts.push(text);
      frame += '_';
      at = end;
    } else {
      frame += code[at];
      at += 1;
    }
  }
  return { texts, frame };
}

/** U+2028 and U+2029 end a line in TypeScript; \v, \f, U+0085 and a few more do for some readers of Python. */
function lineEnd(code: string, at: number): number {
  const found = code.slice(at).search(/[\n\r\v\f\x1c-\x1e\u0085\u2028\u2029]/);
  return found < 0 ? code.length : at + found;
}

const simple: Record<string, string> = { n: '\n', r: '\r', t: '\t', '\\': '\\', '"': '"', "'": "'" };

function readString(code: string, from: number): { text: string; end: number } {
  let text = '';
  for (let at = from + 1; at < code.length; at += 1) {
    const char = code[at] as string;
    if (char === code[from]) return { text, end: at + 1 };
    if (char === '\n' || char === '\r') throw new Error('A string went over the end of its line.');
    if (char !== '\\') text += char;
    else {
      const next = code[at + 1] as string;
      const digits = { u: 4, U: 8, x: 2 }[next];
      if (digits) text += String.fromCodePoint(Number.parseInt(code.slice(at + 2, at + 2 + digits), 16));
      else if (simple[next] === undefined) throw new Error(`An escape that is not ours: \\${next}`);
      else text += simple[next];
      at += 1 + (digits ?? 0);
    }
  }
  throw new Error('A string has no end.');
}

function readShell(code: string): ReadCode {
  const texts: string[] = [];
  let frame = '';
  /** Percent-encoded, because escapes may give a character byte by byte. */
  let word: string | null = null;
  const push = (text: string) => {
    word = (word ?? '') + encodeURIComponent(text.toWellFormed());
  };
  const endWord = () => {
    if (word === null) return;
    texts.push(decodeURIComponent(word));
    frame += '_';
    word = null;
  };
  for (let at = 0; at < code.length; ) {
    const rest = code.slice(at);
    const ansi = /^\$'((?:[^'\\]|\\[\s\S])*)'/.exec(rest);
    const single = /^'([^']*)'/.exec(rest);
    const double = /^"((?:[^"\\]|\\[\s\S])*)"/.exec(rest);
    const plain = /^(?:[\w@%+:,./=~^!*?[\]-]|\\[\s\S])/.exec(rest);
    if (ansi) {
      word ??= '';
      for (const [part, octal] of (ansi[1] as string).matchAll(/\\([0-7]{3})|\\[\s\S]|[^\\]/gu)) {
        if (octal) word += `%${Number.parseInt(octal, 8).toString(16).padStart(2, '0')}`;
        else push(part.startsWith('\\') ? part.slice(1) : part);
      }
    } else if (single) push(single[1] as string);
    else if (double) push(double[1] as string);
    else if (plain) push(plain[0].startsWith('\\') ? plain[0].slice(1) : plain[0]);
    else {
      endWord();
      frame += code[at];
    }
    at += (ansi ?? single ?? double ?? plain)?.[0].length ?? 1;
  }
  endWord();
  return { texts, frame };
}
