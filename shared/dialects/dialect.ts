// How built-in dialects are written. Without the schema, so that browsers do not load a validator.

import type { FailureClass } from '../failure.ts';
import type { Dialect, DialectSource, PhraseSource } from './dialect-schema.ts';
import type { Place } from './places.ts';

/** For built-in dialects: fills in the defaults; tests validate each of them against the schema. */
export function dialect(source: DialectSource): Dialect {
  return {
    kind: 'vendor',
    marks: [],
    codes: {},
    ranges: [],
    words: {},
    classes: {},
    statuses: {},
    phrases: [],
    fields: {},
    severities: [],
    retry: {},
    messageWeight: 0.4,
    ...source,
  };
}

/** A row of words. Its id starts with its class: `not-found.table`. Its file has the place, unless it names another. */
export interface WordingRow extends Omit<PhraseSource, 'class' | 'id'> {
  id: `${KebabCase<FailureClass>}.${string}`;
}

type KebabCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}-${KebabCase<Rest>}`
  : Name;

export function rowsAt(place: Place, rows: readonly WordingRow[]): PhraseSource[] {
  return rows.map((row) => ({
    place,
    ...row,
    class: row.id.slice(0, row.id.indexOf('.')).replaceAll('-', '_') as FailureClass,
  }));
}

/** Phrases separated by commas keep the word tables readable. */
export function phraseList(text: string): string[] {
  return text.split(',').map((phrase) => phrase.replaceAll(/\s+/g, ' ').trim());
}

/** Every start with every ending. */
export function phrasePairs(beginnings: readonly string[], endings: readonly string[]): string[] {
  return beginnings.flatMap((beginning) => endings.map((ending) => `${beginning} ${ending}`));
}
