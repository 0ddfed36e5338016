// Settings JSON with comments and trailing commas. Reports invalid text with line and column. Owns the messages; json-reader.ts has the
// tokens, json.ts strict JSON from servers.

import type { Json, JsonObject } from '../json/json.ts';
import { JsonReader, type TokenKind } from '../json/json-reader.ts';

type ReadJsonc = { ok: true; value: Json } | { ok: false; problem: string; at: number };

/** Settings are flat; deeper text is not a settings file. */
const deepest = 100;
const plainValue = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?)$/;

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

/** Reads values from tokens. Each method starts at its first token and ends at its last. */
class Reader {
  readonly #reader: JsonReader;

  constructor(text: string) {
    this.#reader = new JsonReader(text, { comments: true });
  }

  readAll(): Json {
    this.#next();
    const value = this.#value();
    if (this.#next() !== 'end') this.#fail('there is more text after the end.');
    return value;
  }

  #fail(message: string, at = this.#reader.start): never {
    throw new Misread(this.#reader.text, at, message);
  }

  #next(): TokenKind {
    const reader = this.#reader;
    reader.next();
    if (reader.kind === 'odd' && reader.text.startsWith('/*', reader.start)) this.#fail('this comment is not closed.');
    return reader.kind;
  }

  #value(): Json {
    const reader = this.#reader;
    if (reader.depth > deepest) this.#fail('the text nests too deep.');
    switch (reader.kind) {
      case 'end':
        return this.#fail('the text ends too early.');
      case '{':
        return this.#object();
      case '[':
        return this.#array();
      case 'string':
        return this.#string();
      case 'word':
        if (plainValue.test(reader.written)) return JSON.parse(reader.written) as Json;
        return this.#fail(`“${reader.written.slice(0, 40)}” needs quotation marks.`);
      default: {
        const sign = reader.text[reader.start] as string;
        if (sign === "'") this.#fail('texts need double quotes, not single ones.');
        if (/[“”„]/.test(sign)) this.#fail('this is a curly quotation mark; write a straight one (").');
        return this.#fail(`“${sign}” is not expected here.`);
      }
    }
  }

  #object(): JsonObject {
    const { start } = this.#reader;
    const object: JsonObject = {};
    while (this.#next() !== '}') {
      if (this.#reader.kind === 'end') this.#fail('this brace is never closed.', start);
      if (this.#reader.kind !== 'string')
        this.#fail(`a name in double quotes is expected here, not “${this.#reader.text[this.#reader.start]}”.`);
      const name = this.#string();
      if (this.#next() !== ':') this.#fail(`a colon is missing after "${name.slice(0, 40)}".`);
      this.#next();
      // Defined, not assigned: a field named __proto__ would change the object instead.
      const value = this.#value();
      Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true });
      if (this.#endsAfter('}', start)) break;
    }
    return object;
  }

  #array(): Json[] {
    const { start } = this.#reader;
    const list: Json[] = [];
    while (this.#next() !== ']') {
      if (this.#reader.kind === 'end') this.#fail('this bracket is never closed.', start);
      list.push(this.#value());
      if (this.#endsAfter(']', start)) break;
    }
    return list;
  }

  /** After a value: a comma, which may be trailing, or the closing bracket. */
  #endsAfter(closer: '}' | ']', start: number): boolean {
    const next = this.#next();
    if (next === closer) return true;
    if (next === ',') return false;
    if (next === 'end') this.#fail(`this ${closer === '}' ? 'brace' : 'bracket'} is never closed.`, start);
    return this.#fail(`a comma or “${closer}” is missing before “${this.#reader.text[this.#reader.start]}”.`);
  }

  #string(): string {
    const { written, isWhole } = this.#reader;
    if (!isWhole || written.includes('\n')) this.#fail('this text has no closing quotation mark.');
    try {
      return JSON.parse(written.replace(/\t/g, '\\t')) as string;
    } catch {
      return this.#fail('this text has a backslash or a sign that JSON does not know; write \\\\ for a backslash.');
    }
  }
}
