// Reads the filter language: `is:failed -class:validation (http:>=500 | dur:>2s) tool:get* since:10m /regex/ "words"`. In
// capitals, `OR`, `AND` and `NOT` mean what `|`, a space and a minus mean; as words they are written in quotes.
// The same for the box in the window and for the command line. Says what is wrong and where; never throws.

import { nearestWord } from '../text/nearest-word.ts';
import { rowKinds } from '../timeline.ts';
import {
  durationKeys,
  type Filter,
  filterKeys,
  type GlobKey,
  globKeys,
  hasWords,
  isWords,
  type NumberKey,
  numberKeys,
  type WordKey,
  wordKeys,
} from './filter.ts';
import { compileRegex } from './regex.ts';

type ParsedFilter =
  | { ok: true; filter: Filter }
  /** `at` is the position in the text, in characters. */
  | { ok: false; problem: string; at: number };

const lengthLimit = 2000;
const depthLimit = 20;

class Problem {
  readonly text: string;
  readonly at: number;
  constructor(text: string, at: number) {
    this.text = text;
    this.at = at;
  }
}

export function parseFilter(text: string): ParsedFilter {
  if (text.length > lengthLimit) {
    return { ok: false, problem: `The filter is longer than ${lengthLimit} characters.`, at: lengthLimit };
  }
  const reader = new Reader(text);
  try {
    const filter = reader.terms(0, false);
    return { ok: true, filter };
  } catch (problem) {
    if (problem instanceof Problem) return { ok: false, problem: problem.text, at: problem.at };
    throw problem;
  }
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Terms next to each other are ANDed; `|` between them, with or without parentheses, means either. */
  terms(depth: number, nested: boolean): Filter {
    if (depth > depthLimit) throw new Problem('The parentheses are nested too deeply.', this.#at);
    const start = this.#at;
    const choices: Filter[] = [];
    let terms: Filter[] = [];
    let either = '|';
    for (;;) {
      this.#space();
      const next = this.#text[this.#at];
      if (next === undefined || next === ')') {
        if (nested && next === undefined) throw new Problem('A parenthesis is not closed.', start - 1);
        if (!nested && next === ')') throw new Problem('This parenthesis was never opened.', this.#at);
        break;
      }
      const word = this.#operator();
      if (word === '|' || word === 'OR') {
        if (terms.length === 0) throw new Problem(`There is nothing to the left of this ${word}.`, this.#at);
        choices.push(joined(terms));
        terms = [];
        either = word;
        this.#at += word.length;
        continue;
      }
      if (word === 'AND') {
        if (terms.length === 0) throw new Problem('There is nothing to the left of this AND.', this.#at);
        this.#at += word.length;
        this.#space();
        const after = this.#operator();
        if (this.#isOver() || (after !== null && after !== 'NOT'))
          throw new Problem('There is nothing to the right of this AND.', this.#at);
        continue;
      }
      terms.push(this.#term(depth));
    }
    if (choices.length === 0) {
      if (nested && terms.length === 0) throw new Problem('These parentheses are empty.', start - 1);
      return joined(terms);
    }
    if (terms.length === 0) throw new Problem(`There is nothing to the right of this ${either}.`, this.#at);
    return { op: 'or', terms: [...choices, joined(terms)] };
  }

  /** The operator at this position, if any. In capitals, so that "or" and "not" can be searched for. */
  #operator(): '|' | 'OR' | 'AND' | 'NOT' | null {
    if (this.#text[this.#at] === '|') return '|';
    const word = /^(?:OR|AND|NOT)(?=$|[\s()|"])/.exec(this.#text.slice(this.#at, this.#at + 4))?.[0];
    return (word as 'OR' | 'AND' | 'NOT' | undefined) ?? null;
  }

  #isOver(): boolean {
    const next = this.#text[this.#at];
    return next === undefined || next === ')';
  }

  #term(depth: number): Filter {
    const next = this.#text[this.#at];
    if (this.#operator() === 'NOT') {
      const start = this.#at;
      this.#at += 'NOT'.length;
      this.#space();
      const after = this.#operator();
      if (this.#isOver() || (after !== null && after !== 'NOT'))
        throw new Problem('There is nothing after this NOT.', start);
      if (depth > depthLimit) throw new Problem('Too many NOTs.', this.#at);
      return { op: 'not', term: this.#term(depth + 1) };
    }
    if (next === '-' && !/^-\d/.test(this.#text.slice(this.#at, this.#at + 2))) {
      this.#at += 1;
      const after = this.#text[this.#at];
      if (after === undefined || /[\s)|]/.test(after))
        throw new Problem('There is nothing after this minus.', this.#at - 1);
      if (depth > depthLimit) throw new Problem('Too many minus signs.', this.#at);
      return { op: 'not', term: this.#term(depth + 1) };
    }
    if (next === '(') {
      this.#at += 1;
      const inner = this.terms(depth + 1, true);
      this.#at += 1;
      return inner;
    }
    if (next === '"') return { op: 'text', words: this.#quoted() };
    if (next === '/') {
      const regex = this.#regex();
      if (regex) return regex;
    }
    const start = this.#at;
    const name = /^([A-Za-z_]+):/.exec(this.#text.slice(start, start + 40))?.[1];
    if (name !== undefined && this.#text.slice(start + name.length + 1, start + name.length + 3) !== '//') {
      this.#at += name.length + 1;
      return readKey(name.toLowerCase(), this.#value(), start, start + name.length + 1);
    }
    return { op: 'text', words: this.#bare() };
  }

  #value(): string {
    return this.#text[this.#at] === '"' ? this.#quoted() : this.#bare();
  }

  #bare(): string {
    const word = /^[^\s()|]*/.exec(this.#text.slice(this.#at))?.[0] ?? '';
    this.#at += word.length;
    return word;
  }

  #quoted(): string {
    const start = this.#at;
    let words = '';
    for (let i = start + 1; i < this.#text.length; i += 1) {
      const character = this.#text[i] as string;
      if (character === '\\' && (this.#text[i + 1] === '"' || this.#text[i + 1] === '\\')) {
        words += this.#text[i + 1];
        i += 1;
      } else if (character === '"') {
        this.#at = i + 1;
        return words;
      } else {
        words += character;
      }
    }
    throw new Problem('A quotation mark is not closed.', start);
  }

  /** A lone slash, as in a path, is a word. */
  #regex(): Filter | null {
    const start = this.#at;
    let inClass = false;
    for (let i = start + 1; i < this.#text.length; i += 1) {
      const character = this.#text[i];
      if (character === '\\') i += 1;
      else if (character === '[') inClass = true;
      else if (character === ']') inClass = false;
      else if (character === '/' && !inClass) {
        const after = this.#text[i + 1];
        if (after !== undefined && !/[\s)|]/.test(after)) return null;
        const source = this.#text.slice(start + 1, i);
        const compiled = compileRegex(source);
        if (!compiled.ok) throw new Problem(compiled.problem, start + 1 + compiled.at);
        this.#at = i + 1;
        return { op: 'regex', source };
      }
    }
    return null;
  }

  #space(): void {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at += 1;
  }
}

function joined(terms: Filter[]): Filter {
  return terms.length === 1 ? (terms[0] as Filter) : { op: 'and', terms };
}

function readKey(key: string, value: string, at: number, valueAt: number): Filter {
  if (!(filterKeys as readonly string[]).includes(key)) {
    throw new Problem(`There is no key "${key}". Did you mean "${nearestWord(key, filterKeys)}"?`, at);
  }
  if (value === '') throw new Problem(`"${key}:" needs a value, as in ${example(key)}.`, valueAt);
  if (key === 'is') {
    return {
      op: 'is',
      word: oneOf(key, value, [...Object.keys(isWords), ...rowKinds], valueAt) as keyof typeof isWords,
    };
  }
  if (key === 'has')
    return { op: 'has', word: oneOf(key, value, Object.keys(hasWords), valueAt) as keyof typeof hasWords };
  if (Object.hasOwn(wordKeys, key)) {
    return { op: 'word', key: key as WordKey, word: oneOf(key, value, wordKeys[key as WordKey], valueAt) };
  }
  if ((globKeys as readonly string[]).includes(key)) return { op: 'glob', key: key as GlobKey, pattern: value };
  if ((numberKeys as readonly string[]).includes(key)) return readNumber(key as NumberKey, value, valueAt);
  if (key === 'since' || key === 'before') {
    const at = readMoment(value);
    if (at !== null) return { op: key === 'since' ? 'from' : 'until', at };
    const ms = readDuration(value);
    if (ms === null)
      throw new Problem(`"${value}" is not a time; write 30s, 10m, 2h, 1d or 2026-01-31T14:05:00.`, valueAt);
    return { op: key, ms };
  }
  if (key === 'group') return { op: 'group', id: value.toLowerCase() };
  return { op: 'code', pattern: value };
}

/** `2026-01-31`, `2026-01-31T14:05:00.250`: local time, or with a zone as in `…T14:05Z`. */
function readMoment(text: string): number | null {
  const [, day, time = 'T00:00'] =
    /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)?)?$/i.exec(text) ?? [];
  const at = day === undefined ? Number.NaN : Date.parse(`${day}${time.toUpperCase()}`);
  return Number.isNaN(at) ? null : at;
}

function readNumber(key: NumberKey, value: string, at: number): Filter {
  const [, sign = '', figure = ''] = /^(>=|<=|>|<|=)?(.*)$/s.exec(value) ?? [];
  const number = durationKeys.includes(key)
    ? readDuration(figure)
    : /^-?\d+(?:\.\d+)?$/.test(figure)
      ? Number(figure)
      : null;
  if (number === null) throw new Problem(`"${value}" cannot be compared; write ${example(key)}.`, at);
  return { op: 'number', key, comparison: (sign || '=') as '=', value: number };
}

const units: Record<string, number> = { ms: 1, s: 1000, m: 60_000, min: 60_000, h: 3_600_000, d: 86_400_000 };

/** Milliseconds, also for a number without a unit. */
function readDuration(text: string): number | null {
  const [, figure, unit = 'ms'] = /^(\d+(?:\.\d+)?)(ms|s|min|m|h|d)?$/.exec(text) ?? [];
  return figure === undefined ? null : Number(figure) * (units[unit] as number);
}

function oneOf(key: string, value: string, words: readonly string[], at: number): string {
  const word = value.toLowerCase();
  const known = words.find((candidate) => candidate.toLowerCase() === word);
  if (known !== undefined) return known;
  throw new Problem(`"${key}:" does not know "${value}". Did you mean "${nearestWord(word, words)}"?`, at);
}

function example(key: string): string {
  const examples: Record<string, string> = {
    is: 'is:failed',
    has: 'has:problem',
    http: 'http:>=500',
    dur: 'dur:>2s',
    wait: 'wait:>10s',
    attempt: 'attempt:>1',
    epoch: 'epoch:2',
    times: 'times:>100',
    group: 'group:4k0zx7qe',
    since: 'since:10m',
    before: 'before:1h',
    code: 'code:-32602',
    tool: 'tool:get*',
    server: 'server:files',
    method: 'method:tools/*',
    dialect: 'dialect:mcp',
  };
  return examples[key] ?? `${key}:${wordKeys[key as WordKey][0]}`;
}
