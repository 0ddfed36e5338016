// A parsed filter: terms as plain data, which can be matched, described, or turned into SQL. Owns the words that keys accept.
// parse-filter.ts parses, match.ts matches, describe.ts explains in English.

import { actors } from '../actors.ts';
import { endingKinds } from '../ending/ending.ts';
import { carriers, failureClasses, layers, origins, severities, verdicts } from '../failure.ts';
import { outcomes, rowKinds } from '../timeline.ts';
import { seenMarks, seenStates } from './seen-state.ts';

export type Comparator = '=' | '>' | '>=' | '<' | '<=';

/** A closed tree: `and` and `or` hold terms, everything else is one condition. */
export type Filter =
  | { op: 'and' | 'or'; terms: Filter[] }
  | { op: 'not'; term: Filter }
  | { op: 'is'; word: IsWord }
  | { op: 'has'; word: HasWord }
  | { op: 'word'; key: WordKey; word: string }
  | { op: 'glob'; key: GlobKey; pattern: string }
  | { op: 'code'; pattern: string }
  | { op: 'number'; key: NumberKey; comparison: Comparator; value: number }
  /** `ms` before now. */
  | { op: 'since' | 'before'; ms: number }
  /** A moment, in milliseconds since 1970. */
  | { op: 'from' | 'until'; at: number }
  | { op: 'group'; id: string }
  | { op: 'regex'; source: string }
  | { op: 'text'; words: string };

export const isWords = {
  failed: 'failed',
  ok: 'succeeded',
  pending: 'still open',
  recovered: 'worked after failing',
  retried: 'tried more than once',
  negative: 'a success that says no',
  unflagged: 'a failure reported as success',
  in: 'sent by the server',
  out: 'sent to the server',
  orphan: 'unmatched responses',
  late: 'a late answer',
  duplicate: 'a second answer',
  expected: 'an expected failure',
  rehearsed: 'touched by a rehearsal',
} as const;
export type IsWord = keyof typeof isWords | (typeof rowKinds)[number];

export const hasWords = {
  problem: 'a problem document (RFC 9457)',
  issues: 'faults of single arguments',
  wait: 'a wait named by the server',
  http: 'an HTTP exchange',
  code: 'a code',
  progress: 'progress',
  noise: 'noise on stdout during the call',
  notes: 'notes for the server’s author',
} as const;
export type HasWord = keyof typeof hasWords;

/** Keys with a closed list of words. */
export const wordKeys = {
  class: failureClasses,
  retry: verdicts,
  severity: severities,
  origin: origins,
  layer: layers,
  carrier: carriers,
  outcome: outcomes,
  ending: endingKinds,
  kind: rowKinds,
  by: actors,
  seen: [...seenStates, ...seenMarks],
} as const;
export type WordKey = keyof typeof wordKeys;

/** Keys with free text; `*` matches any characters. */
export const globKeys = ['server', 'tool', 'method', 'dialect', 'client'] as const;
export type GlobKey = (typeof globKeys)[number];

export const numberKeys = ['http', 'dur', 'wait', 'attempt', 'epoch', 'times'] as const;
export type NumberKey = (typeof numberKeys)[number];
/** These are durations: `2s`, `150ms`. */
export const durationKeys: readonly string[] = ['dur', 'wait'];

export const filterKeys = [
  'is',
  'has',
  ...(Object.keys(wordKeys) as WordKey[]),
  ...globKeys,
  'code',
  'group',
  ...numberKeys,
  'since',
  'before',
] as const;

export const isEmpty = (filter: Filter): boolean => filter.op === 'and' && filter.terms.length === 0;

/** Whether its result depends on marks: it names expected failures or a group. */
export function dependsOnMarks(filter: Filter): boolean {
  switch (filter.op) {
    case 'and':
    case 'or':
      return filter.terms.some(dependsOnMarks);
    case 'not':
      return dependsOnMarks(filter.term);
    default:
      return filter.op === 'group' || (filter.op === 'is' && filter.word === 'expected');
  }
}

/** The same filter for renamed groups: `namesOf` returns all names of a group. */
export function withNames(filter: Filter, namesOf: (group: string) => readonly string[]): Filter {
  switch (filter.op) {
    case 'and':
    case 'or':
      return { ...filter, terms: filter.terms.map((term) => withNames(term, namesOf)) };
    case 'not':
      return { ...filter, term: withNames(filter.term, namesOf) };
    case 'group': {
      const names = namesOf(filter.id);
      return names.length === 1 ? filter : { op: 'or', terms: names.map((id) => ({ op: 'group', id })) };
    }
    default:
      return filter;
  }
}

/** The words that it searches for or excludes; they may occur in the messages. */
export function wordsIn(filter: Filter): string[] {
  switch (filter.op) {
    case 'and':
    case 'or':
      return [...new Set(filter.terms.flatMap(wordsIn))];
    case 'not':
      return wordsIn(filter.term);
    default:
      return filter.op === 'text' ? [filter.words] : [];
  }
}

/** Whether its result depends on the current time. */
export function dependsOnNow(filter: Filter): boolean {
  switch (filter.op) {
    case 'and':
    case 'or':
      return filter.terms.some(dependsOnNow);
    case 'not':
      return dependsOnNow(filter.term);
    default:
      return filter.op === 'since' || filter.op === 'before';
  }
}

/** The words that a matching row contains, for highlighting. */
export function searchWords(filter: Filter): string[] {
  switch (filter.op) {
    case 'and':
    case 'or':
      return filter.terms.flatMap(searchWords);
    default:
      return filter.op === 'text' ? [filter.words] : [];
  }
}
