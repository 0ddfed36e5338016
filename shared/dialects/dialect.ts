// How built-in dialects are written. Without the schema, so that browsers do not load a validator.

import type { Dialect, DialectSource } from './dialect-schema.ts';

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

/** Phrases separated by commas keep the word tables readable. */
export function phraseList(text: string): string[] {
  return text.split(',').map((phrase) => phrase.replaceAll(/\s+/g, ' ').trim());
}
