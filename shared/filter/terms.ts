// Splits a filter's text into its terms, which the window shows as chips. Adds, changes and removes a term without changing the
// meaning of the others. Pure; works on text that parse-filter.ts accepts.

import { filterKeys } from './filter.ts';
import { parseFilter } from './parse-filter.ts';

export interface Term {
  from: number;
  to: number;
  /** As written, with its minus or `NOT`. */
  text: string;
  /** The operator before it; null for the first. */
  joined: 'and' | 'or' | null;
}

/** The top-level terms, with parentheses and quotes as one each; [] if the text does not parse. */
export function splitTerms(text: string): Term[] {
  if (!parseFilter(text).ok) return [];
  const terms: Term[] = [];
  let joined: Term['joined'] = null;
  let from: number | null = null;
  for (const piece of pieces(text)) {
    const word = text.slice(piece.from, piece.to);
    if (word === '|' || word === 'OR') joined = 'or';
    else if (word !== 'AND') {
      from ??= piece.from;
      // A minus or `NOT` belongs to the term that it negates.
      if (word === 'NOT') continue;
      terms.push({ from, to: piece.to, text: text.slice(from, piece.to), joined });
      joined = 'and';
      from = null;
    }
  }
  return terms;
}

/** Words, quoted texts, patterns and parentheses at the top level. If the text parses, a piece ends where a term does. */
function* pieces(text: string): Generator<{ from: number; to: number }> {
  let at = 0;
  while (at < text.length) {
    if (/\s/.test(text[at]!)) at += 1;
    else if (text[at] === '|') {
      yield { from: at, to: at + 1 };
      at += 1;
    } else {
      const to = endOf(text, at);
      yield { from: at, to };
      at = to;
    }
  }
}

function endOf(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at]!;
    if (character === '"') at = endOfQuoted(text, at);
    else if (character === '/' && /[\s(|]|^-?$/.test(text.slice(start, at).slice(-1))) at = endOfPattern(text, at);
    else if (character === '(') depth += 1;
    else if (character === ')') {
      depth -= 1;
      if (depth === 0) return at + 1;
    } else if (depth === 0 && /[\s|]/.test(character)) return at;
  }
  return text.length;
}

function endOfQuoted(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at;
  }
  return text.length;
}

/** As parse-filter.ts reads it: a slash before a space or the end closes the pattern; without one it is a word. */
function endOfPattern(text: string, start: number): number {
  let inClass = false;
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text[at]!;
    if (character === '\\') at += 1;
    else if (character === '[') inClass = true;
    else if (character === ']') inClass = false;
    else if (character === '/' && !inClass) return /^[\s)|]?$/.test(text[at + 1] ?? '') ? at : start;
  }
  return start;
}

function join(terms: readonly Pick<Term, 'text' | 'joined'>[]): string {
  return terms.map(({ text, joined }, index) => (index > 0 && joined === 'or' ? `OR ${text}` : text)).join(' ');
}

/** The filter without one of its terms. */
export function withoutTerm(text: string, index: number): string {
  const terms = splitTerms(text);
  const next = terms[index + 1];
  // `a OR b c` without `b` is `a OR c`: the operator before the removed term moves to the next.
  if (next && terms[index]!.joined === 'or') next.joined = 'or';
  return join(terms.filter((_, place) => place !== index));
}

export function hasTerm(text: string, term: string): boolean {
  return splitTerms(text).some((known) => known.text === term);
}

/** The filter with an additional term that every row must match. */
export function withTerm(text: string, term: string): string {
  if (hasTerm(text, term) && !splitTerms(text).some(({ joined }) => joined === 'or')) return text.trim();
  const either = splitTerms(text).some(({ joined }) => joined === 'or');
  return `${either ? `(${text.trim()})` : text.trim()} ${term}`.trim();
}

/** Adds a term, or removes it if it exists. */
export function toggleTerm(text: string, term: string): string {
  const index = splitTerms(text).findIndex((known) => known.text === term);
  return index < 0 ? withTerm(text, term) : withoutTerm(text, index);
}

/**
 * Whether the last term is incomplete: the start of a key, an operator with nothing after it, a time without its unit. Filtering
 * by each of its letters would show unwanted rows.
 */
export function isHalfTyped(text: string): boolean {
  const last = /(?:^|[\s(|])-?([^\s()|"]*)$/.exec(text)?.[1] ?? '';
  if (last === '') return !parseFilter(text).ok;
  if (/^(?:OR|AND|NOT)$/.test(last)) return true;
  if (/^(?:dur|wait):[<>=]*[\d.]+$/i.test(last) || /^(?:since|before):[\d.]+$/i.test(last)) return true;
  if (/^[A-Za-z_]+$/.test(last) && filterKeys.some((key) => key.startsWith(last.toLowerCase()))) return true;
  return !parseFilter(text).ok;
}

/** Whether the last term has a value that may continue: `tool:get` on the way to `tool:get_order`. */
export function mayGoOn(text: string): boolean {
  return /(?:^|[\s(|])-?(?:server|tool|method|dialect|code|group):[^\s()|"*]+$/i.test(text);
}
