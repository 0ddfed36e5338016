// JSON as people write settings: with comments and trailing commas. Says in words, with line and column, why a text is none.
// Strict JSON from servers is json.ts's.

import type { Json, JsonObject } from '../json.ts';

export type ReadJsonc = { ok: true; value: Json } | { ok: false; problem: string; at: number };

/** Settings are flat; a text that nests deeper is no settings file. */
const deepest = 100;

export function readJsonc(text: string): ReadJsonc {
  const reader = new Reader(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  try {
    return { ok: true, value: reader.readAll() };
  } catch (problem) {
    if (!(problem instanceof Misread)) throw problem;
    return { ok: false, problem: `Line ${problem.line}, column ${problem.column}: ${problem.message}`, at: problem.at };
  }
}

class Misread extends Error {
  readonly at: number;
  readonly line: number;
  readonly column: number;
  constructor(text: string, at: number, message: string) {
    super(message);
    this.at = at;
    const before = text.slice(0, at).split('\n');
    this.line = before.length;
    this.column = (before.at(-1)?.length ?? 0) + 1;
  }
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  readAll(): Json {
    const value = this.#value(0);
    this.#skip();
    if (this.#at < this.#text.length) this.#fail('there is more text after the end.');
    return value;
  }

  #fail(message: string, at = this.#at): never {
    throw new Misread(this.#text, at, message);
  }

  /** White space and comments. */
  #skip(): void {
    for (;;) {
      while (/\s/.test(this.#text[this.#at] ?? '')) this.#at += 1;
      if (this.#text.startsWith('//', this.#at)) {
        const end = this.#text.indexOf('\n', this.#at);
        this.#at = end < 0 ? this.#text.length : end;
      } else if (this.#text.startsWith('/*', this.#at)) {
        const end = this.#text.indexOf('*/', this.#at + 2);
        if (end < 0) this.#fail('this comment is not closed.');
        this.#at = end + 2;
      } else return;
    }
  }

  #value(depth: number): Json {
    if (depth > deepest) this.#fail('the text nests too deep.');
    this.#skip();
    const first = this.#text[this.#at];
    if (first === undefined) this.#fail('the text ends too early.');
    if (first === '{') return this.#object(depth);
    if (first === '[') return this.#array(depth);
    if (first === '"') return this.#string();
    if (first === "'") this.#fail('texts need double quotes, not single ones.');
    if (/[“”„]/.test(first)) this.#fail('this is a curly quotation mark; write a straight one (").');
    // Bounded by what can follow: numbers are short, words have four or five letters.
    const word = /^[-+.\w]{1,400}/.exec(this.#text.slice(this.#at, this.#at + 400))?.[0] ?? '';
    if (/^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?)$/.test(word)) {
      this.#at += word.length;
      return JSON.parse(word) as Json;
    }
    return this.#fail(
      word === '' ? `“${first}” is not expected here.` : `“${word.slice(0, 40)}” needs quotation marks.`,
    );
  }

  #object(depth: number): JsonObject {
    const start = this.#at;
    this.#at += 1;
    const object: JsonObject = {};
    for (;;) {
      this.#skip();
      const next = this.#text[this.#at];
      if (next === undefined) this.#fail('this brace is never closed.', start);
      if (next === '}') {
        this.#at += 1;
        return object;
      }
      if (next !== '"') this.#fail(`a name in double quotes is expected here, not “${next}”.`);
      const name = this.#string();
      this.#skip();
      if (this.#text[this.#at] !== ':') this.#fail(`a colon is missing after "${name.slice(0, 40)}".`);
      this.#at += 1;
      // Defined, not set: a member called __proto__ would change the object instead.
      const value = this.#value(depth + 1);
      Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true });
      this.#separator('}');
    }
  }

  #array(depth: number): Json[] {
    const start = this.#at;
    this.#at += 1;
    const list: Json[] = [];
    for (;;) {
      this.#skip();
      const next = this.#text[this.#at];
      if (next === undefined) this.#fail('this bracket is never closed.', start);
      if (next === ']') {
        this.#at += 1;
        return list;
      }
      list.push(this.#value(depth + 1));
      this.#separator(']');
    }
  }

  #separator(end: '}' | ']'): void {
    this.#skip();
    const next = this.#text[this.#at];
    if (next === ',') this.#at += 1;
    else if (next !== end && next !== undefined) this.#fail(`a comma or “${end}” is missing before “${next}”.`);
  }

  #string(): string {
    const start = this.#at;
    this.#at += 1;
    for (; this.#at < this.#text.length; this.#at += 1) {
      const character = this.#text[this.#at];
      if (character === '\\') this.#at += 1;
      else if (character === '\n') break;
      else if (character === '"') {
        this.#at += 1;
        const quoted = this.#text.slice(start, this.#at);
        try {
          return JSON.parse(quoted.replace(/\t/g, '\\t')) as string;
        } catch {
          return this.#fail(
            'this text has a backslash or a sign that JSON does not know; write \\\\ for a backslash.',
            start,
          );
        }
      }
    }
    return this.#fail('this text has no closing quotation mark.', start);
  }
}
