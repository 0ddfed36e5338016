// Matches rows with a filter. Compiles the tree once into a predicate; patterns are prepared, not parsed per row.

import { endingKindOf } from '../ending/ending.ts';
import { groupOf } from './failure-group.ts';
import type { Comparator, Filter, GlobKey, HasWord, IsWord, NumberKey, WordKey } from './filter.ts';
import { compileWords } from './filter-words.ts';
import { compileRegex } from './regex.ts';
import { type Facts, rowHasFailed } from './row-facts.ts';
import { isSeenAs, type SeenWord } from './seen-state.ts';

export type Predicate = (facts: Facts) => boolean;

/** `since:` and `before:` count back from `now`. */
export function compileFilter(filter: Filter, now: number): Predicate {
  switch (filter.op) {
    case 'and': {
      const all = filter.terms.map((term) => compileFilter(term, now));
      return (facts) => all.every((passes) => passes(facts));
    }
    case 'or': {
      const any = filter.terms.map((term) => compileFilter(term, now));
      return (facts) => any.some((passes) => passes(facts));
    }
    case 'not': {
      const passes = compileFilter(filter.term, now);
      return (facts) => !passes(facts);
    }
    case 'is':
      return (facts) => isIt(filter.word, facts);
    case 'has':
      return (facts) => hasIt(filter.word, facts);
    case 'word':
      if (filter.key === 'seen') return ({ row }) => isSeenAs(filter.word as SeenWord, row);
      return wordIs(filter.key, filter.word);
    case 'glob': {
      const passes = compileGlob(filter.pattern);
      return (facts) => textsOf(filter.key, facts).some(passes);
    }
    case 'code': {
      const passes = compileCode(filter.pattern);
      return ({ row }) => row.code !== null && passes(row.code);
    }
    case 'number':
      return (facts) => {
        const value = numberOf(filter.key, facts);
        return value !== null && compare(value, filter.comparison, filter.value);
      };
    case 'since':
      return ({ row }) => row.at >= now - filter.ms;
    case 'before':
      return ({ row }) => row.at < now - filter.ms;
    case 'from':
      return ({ row }) => row.at >= filter.at;
    case 'until':
      return ({ row }) => row.at < filter.at;
    case 'group':
      // A row of an incident belongs to the group of its cause; other rows have their own.
      return ({ row, layer }) => (row.group ?? groupOf(row, layer)) === filter.id;
    case 'regex': {
      const passes = compileText(filter);
      return (facts) => passes(searchText([facts.serverName, rowText(facts)]));
    }
    case 'text': {
      const passes = compileText(filter);
      return (facts) => passes(facts.serverName) || passes(rowText(facts)) || facts.said?.(filter.words) === true;
    }
  }
}

/** Searches a row's text for a pattern or for words. */
export function compileText(filter: Filter & { op: 'regex' | 'text' }): (text: string) => boolean {
  if (filter.op === 'regex') {
    const compiled = compileRegex(filter.source);
    return (text) => compiled.ok && compiled.test(text);
  }
  return compileWords(filter.words);
}

/** The searched text of a row besides its server and its messages: the visible text, and the text of its failure. */
export function rowText({ row, words }: Pick<Facts, 'row' | 'words'>): string {
  return searchText([row.method, row.target, row.args, row.headline, row.detail, row.code, words]);
}

/** Texts that are searched as one. */
export function searchText(parts: readonly (string | null)[]): string {
  return parts.filter(Boolean).join('\n');
}

function isIt(word: IsWord, { row, expected = false }: Facts): boolean {
  switch (word) {
    case 'failed':
      return rowHasFailed(row);
    case 'ok':
      return row.outcome === 'answered';
    case 'pending':
      return row.pending;
    case 'recovered':
      return row.remarks.includes('recovered');
    case 'retried':
      return row.chain !== null;
    case 'negative':
      return row.negative;
    case 'unflagged':
      return row.failure !== null && !row.failure.flagged;
    case 'late':
    case 'duplicate':
      return row.remarks.includes(word);
    case 'expected':
      return expected;
    case 'rehearsed':
      return row.rehearsed !== null;
    case 'in':
    case 'out':
      return row.direction === word;
    default:
      return row.kind === word;
  }
}

function hasIt(word: HasWord, facts: Facts): boolean {
  switch (word) {
    case 'problem':
    case 'issues':
    case 'notes':
      return facts[word];
    case 'wait':
      return facts.row.failure?.afterMs != null;
    case 'http':
      return facts.http !== null || facts.row.kind === 'http';
    case 'code':
      return facts.row.code !== null;
    case 'progress':
    case 'noise':
      return facts.row.remarks.includes(word);
  }
}

function wordIs(key: Exclude<WordKey, 'seen'>, word: string): Predicate {
  return (facts) => wordOf(key, facts) === word;
}

function wordOf(key: Exclude<WordKey, 'seen'>, { row, layer, carrier }: Facts): string | null {
  switch (key) {
    case 'class':
      return row.failure?.class ?? null;
    case 'retry':
      return row.failure?.verdict ?? null;
    case 'severity':
      return row.failure?.severity ?? null;
    case 'origin':
      return row.failure?.origin ?? null;
    case 'layer':
      return layer;
    case 'carrier':
      return carrier;
    case 'outcome':
      return row.outcome;
    case 'ending':
      return endingKindOf(row);
    case 'kind':
      return row.kind;
    case 'by':
      return row.actor;
  }
}

function textsOf(key: GlobKey, { row, serverName, dialect }: Facts): string[] {
  switch (key) {
    case 'server':
      return [serverName, row.server];
    case 'tool':
      return row.target === null ? [] : [row.target];
    case 'method':
      return row.method === null ? [] : [row.method];
    case 'dialect':
      return dialect === null ? [] : [dialect];
    case 'client':
      return row.client === null ? [] : [row.client];
  }
}

function numberOf(key: NumberKey, { row, http }: Facts): number | null {
  switch (key) {
    case 'http':
      return http;
    case 'dur':
      return row.latencyMs;
    case 'wait':
      return row.failure?.afterMs ?? null;
    case 'attempt':
      return row.attempt;
    case 'epoch':
      return row.epoch;
    case 'times':
      return row.times;
  }
}

function compare(value: number, comparison: Comparator, with_: number): boolean {
  switch (comparison) {
    case '=':
      return value === with_;
    case '>':
      return value > with_;
    case '>=':
      return value >= with_;
    case '<':
      return value < with_;
    case '<=':
      return value <= with_;
  }
}

/**
 * `*` matches any characters; without one the whole text must be equal. Case is ignored. Linear: the pieces are found in order.
 */
export function compileGlob(pattern: string): (text: string) => boolean {
  const pieces = pattern.toLowerCase().split('*');
  const first = pieces[0] as string;
  const last = pieces.at(-1) as string;
  if (pieces.length === 1) return (text) => text.toLowerCase() === first;
  return (text) => {
    const lower = text.toLowerCase();
    if (lower.length < first.length + last.length || !lower.startsWith(first) || !lower.endsWith(last)) return false;
    let from = first.length;
    for (const piece of pieces.slice(1, -1)) {
      const found = lower.indexOf(piece, from);
      if (found < 0) return false;
      from = found + piece.length;
    }
    return from <= lower.length - last.length;
  };
}

/** `code:-32003`, `code:-32*`, `code:>=500`: compares the code itself, taken from its visible form. */
export function compileCode(pattern: string): (shown: string) => boolean {
  const [, sign, figure] = /^(>=|<=|>|<)(-?\d+(?:\.\d+)?)$/.exec(pattern) ?? [];
  if (sign === undefined) {
    const passes = compileGlob(pattern);
    return (shown) => passes(bareCode(shown));
  }
  return (shown) => {
    const code = bareCode(shown);
    return /^-?\d/.test(code) && compare(Number(code), sign as Comparator, Number(figure));
  };
}

/** `404 in isError`, `HTTP 429`, `exit 1`. */
function bareCode(shown: string): string {
  return shown.replace(/^(?:HTTP|exit) /, '').replace(/ in (?:isError|result|structuredContent|text|task)$/, '');
}
