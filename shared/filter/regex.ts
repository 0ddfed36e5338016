// Regular expressions that cannot hang. JavaScript's own engine backtracks, so `(a+)+$` on a long line never ends. No check of a pattern
// finds all such cases. This one walks all possibilities at once (Thompson 1968): its time grows with the length of pattern times text
// and no faster. It supports the usual subset and ignores case; no lookaround, no backreferences.

import { type Matches, type RegexStep, runSteps, word } from './regex-steps.ts';

type CompiledRegex = { ok: true; test: (text: string) => boolean } | { ok: false; problem: string; at: number };

const stepLimit = 2000;

export function compileRegex(source: string): CompiledRegex {
  const compiler = new Compiler(source);
  try {
    const steps = compiler.run();
    // Most texts lack the letters that every match contains. Searching for those first is many times faster.
    const { needed } = compiler;
    const test = (text: string) => (needed === '' || text.toLowerCase().includes(needed)) && runSteps(steps, text);
    return { ok: true, test };
  } catch (error) {
    if (error instanceof BadPattern) return { ok: false, problem: error.message, at: error.at };
    throw error;
  }
}

class BadPattern extends Error {
  readonly at: number;
  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

const digit = (unit: number): boolean => unit >= 48 && unit <= 57;
const space = (unit: number): boolean => /\s/.test(String.fromCharCode(unit));
const not =
  (matches: Matches): Matches =>
  (unit) =>
    !matches(unit);
const shorthands: Record<string, Matches | undefined> = {
  d: digit,
  D: not(digit),
  w: word,
  W: not(word),
  s: space,
  S: not(space),
};
const controls: Record<string, number | undefined> = { n: 10, r: 13, t: 9, f: 12, v: 11, 0: 0 };

const lower = (unit: number): number => {
  const folded = String.fromCharCode(unit).toLowerCase();
  return folded.length === 1 ? folded.charCodeAt(0) : unit;
};

/** Turns the pattern into steps; quantifiers copy the steps of what they repeat. */
class Compiler {
  readonly #source: string;
  #at = 0;
  #steps: RegexStep[] = [];
  /** The longest run of plain letters that every match contains; '' if there is none. */
  needed = '';
  #run = '';
  #hasChoice = false;

  constructor(source: string) {
    this.#source = source;
  }

  run(): RegexStep[] {
    this.#choice(0);
    if (this.#at < this.#source.length) throw new BadPattern('This parenthesis was never opened.', this.#at);
    this.#push({ op: 'done' });
    this.#endRun();
    if (this.#hasChoice) this.needed = '';
    return this.#steps;
  }

  #push(step: RegexStep): number {
    if (this.#steps.length >= stepLimit) throw new BadPattern('The pattern is too large.', this.#at);
    this.#steps.push(step);
    return this.#steps.length - 1;
  }

  #choice(depth: number): void {
    if (depth > 50) throw new BadPattern('The parentheses are nested too deeply.', this.#at);
    const start = this.#steps.length;
    const ends: number[] = [];
    this.#sequence(depth);
    while (this.#source[this.#at] === '|') {
      if (depth === 0) this.#hasChoice = true;
      this.#at += 1;
      // The steps written so far move by one, to make space for the fork before them.
      this.#insert(start, { op: 'split', first: start + 1, second: 0 });
      for (let i = 0; i < ends.length; i += 1) ends[i] = (ends[i] as number) + 1;
      ends.push(this.#push({ op: 'jump', to: 0 }));
      (this.#steps[start] as RegexStep & { op: 'split' }).second = this.#steps.length;
      this.#sequence(depth);
    }
    for (const end of ends) (this.#steps[end] as RegexStep & { op: 'jump' }).to = this.#steps.length;
  }

  #sequence(depth: number): void {
    while (this.#at < this.#source.length && this.#source[this.#at] !== '|' && this.#source[this.#at] !== ')') {
      const start = this.#steps.length;
      const letter = this.#source[this.#at] as string;
      const isAssertion = this.#atom(depth);
      const isRepeated = this.#quantifier(start, isAssertion);
      if (depth > 0) continue;
      if (/^[\w \-:"',;<>=@#%&!~`]$/.test(letter) && !isRepeated) this.#run += letter.toLowerCase();
      else this.#endRun();
    }
  }

  #endRun(): void {
    if (this.#run.length > this.needed.length) this.needed = this.#run;
    this.#run = '';
  }

  #atom(depth: number): boolean {
    const at = this.#at;
    const character = this.#source[at] as string;
    this.#at += 1;
    if (character === '(') {
      if (this.#source[this.#at] === '?') {
        if (this.#source[this.#at + 1] !== ':')
          throw new BadPattern('Look-around and named groups are not known here.', at);
        this.#at += 2;
      }
      this.#choice(depth + 1);
      if (this.#source[this.#at] !== ')') throw new BadPattern('A parenthesis is not closed.', at);
      this.#at += 1;
      return false;
    }
    if (character === '^' || character === '$') {
      this.#push({ op: 'assert', what: character });
      return true;
    }
    if (character === '.') this.#push({ op: 'char', matches: (unit) => unit !== 10 && unit !== 13 });
    else if (character === '[') this.#push({ op: 'char', matches: this.#class(at) });
    else if (character === '\\') return this.#escape(at);
    else if (/[*+?]/.test(character)) throw new BadPattern('There is nothing to repeat here.', at);
    else this.#literal(character.charCodeAt(0));
    return false;
  }

  #literal(unit: number): void {
    const wanted = lower(unit);
    this.#push({ op: 'char', matches: (seen) => seen === unit || lower(seen) === wanted });
  }

  #escape(at: number): boolean {
    const character = this.#source[this.#at];
    if (character === undefined) throw new BadPattern('A backslash needs something after it.', at);
    if (character === 'b' || character === 'B') {
      this.#at += 1;
      this.#push({ op: 'assert', what: character });
      return true;
    }
    if (/[1-9k]/.test(character)) throw new BadPattern('Back-references are not known here.', at);
    const short = shorthands[character];
    if (short) {
      this.#at += 1;
      this.#push({ op: 'char', matches: short });
    } else {
      this.#literal(this.#escapedUnit(at));
    }
    return false;
  }

  #escapedUnit(at: number): number {
    const character = this.#source[this.#at] as string;
    const rest = this.#source.slice(this.#at);
    const hex = /^(?:x([0-9a-f]{2})|u([0-9a-f]{4}))/i.exec(rest);
    this.#at += hex ? hex[0].length : 1;
    if (hex) return Number.parseInt(hex[1] ?? hex[2] ?? '', 16);
    const control = controls[character];
    if (control !== undefined) return control;
    if (/[a-z]/i.test(character)) throw new BadPattern(`"\\${character}" is not known here.`, at);
    return character.charCodeAt(0);
  }

  #class(at: number): Matches {
    const parts: Matches[] = [];
    const negated = this.#source[this.#at] === '^';
    if (negated) this.#at += 1;
    while (this.#source[this.#at] !== ']') {
      if (this.#at >= this.#source.length) throw new BadPattern('A square bracket is not closed.', at);
      const from = this.#classItem();
      if (typeof from !== 'number') {
        parts.push(from);
        continue;
      }
      if (this.#source[this.#at] !== '-' || this.#source[this.#at + 1] === ']') {
        parts.push((unit) => unit === from);
        continue;
      }
      this.#at += 1;
      const to = this.#classItem();
      if (typeof to !== 'number' || to < from) throw new BadPattern('This range runs backwards.', this.#at - 1);
      parts.push((unit) => unit >= from && unit <= to);
    }
    this.#at += 1;
    const either: Matches = (unit) => parts.some((part) => part(unit));
    const folded: Matches = (unit) => either(unit) || either(lower(unit)) || either(upper(unit));
    return negated ? not(folded) : folded;
  }

  #classItem(): number | Matches {
    const at = this.#at;
    const character = this.#source[at] ?? '';
    if (character !== '\\') {
      this.#at += 1;
      return character.charCodeAt(0);
    }
    this.#at += 1;
    if (this.#source[this.#at] === undefined) throw new BadPattern('A backslash needs something after it.', at);
    const short = shorthands[this.#source[this.#at] as string];
    if (short) {
      this.#at += 1;
      return short;
    }
    if (this.#source[this.#at] === 'b') {
      this.#at += 1;
      return 8;
    }
    return this.#escapedUnit(at);
  }

  #quantifier(start: number, isAssertion: boolean): boolean {
    const at = this.#at;
    const found = /^(?:[*+?]|\{(\d{1,4})(?:(,)(\d{0,4}))?\})\??/.exec(this.#source.slice(at));
    if (!found) return false;
    if (isAssertion) throw new BadPattern('There is nothing to repeat here.', at);
    this.#at += found[0].length;
    const kind = found[0][0] as string;
    const least = kind === '*' || kind === '?' ? 0 : kind === '+' ? 1 : Number(found[1]);
    const most =
      kind === '?'
        ? 1
        : kind === '*' || kind === '+'
          ? null
          : !found[2]
            ? least
            : found[3] === ''
              ? null
              : Number(found[3]);
    if (most !== null && most < least) throw new BadPattern('This repetition runs backwards.', at);
    if (/^[*+?{]/.test(this.#source.slice(this.#at)) && /^(?:[*+?]|\{\d)/.test(this.#source.slice(this.#at))) {
      throw new BadPattern('There is nothing to repeat here.', this.#at);
    }
    const body = this.#steps.splice(start);
    for (let i = 0; i < least; i += 1) this.#copy(body, start);
    if (most === null) {
      const fork = this.#push({ op: 'split', first: this.#steps.length + 1, second: 0 });
      this.#copy(body, start);
      this.#push({ op: 'jump', to: fork });
      (this.#steps[fork] as RegexStep & { op: 'split' }).second = this.#steps.length;
      return true;
    }
    const forks: number[] = [];
    for (let i = least; i < most; i += 1) {
      forks.push(this.#push({ op: 'split', first: this.#steps.length + 1, second: 0 }));
      this.#copy(body, start);
    }
    for (const fork of forks) (this.#steps[fork] as RegexStep & { op: 'split' }).second = this.#steps.length;
    return true;
  }

  #copy(body: RegexStep[], from: number): void {
    const shift = this.#steps.length - from;
    for (const step of body) this.#push(shifted(step, shift, 0));
  }

  #insert(at: number, step: RegexStep): void {
    if (this.#steps.length >= stepLimit) throw new BadPattern('The pattern is too large.', this.#at);
    const moved = this.#steps.splice(at).map((old) => shifted(old, 1, at));
    this.#steps.push(step, ...moved);
  }
}

function shifted(step: RegexStep, by: number, from: number): RegexStep {
  const move = (target: number) => (target >= from ? target + by : target);
  if (step.op === 'split') return { op: 'split', first: move(step.first), second: move(step.second) };
  if (step.op === 'jump') return { op: 'jump', to: move(step.to) };
  return step;
}

const upper = (unit: number): number => {
  const folded = String.fromCharCode(unit).toUpperCase();
  return folded.length === 1 ? folded.charCodeAt(0) : unit;
};
