// How built-in dialects are written down. Without the schema, so that browsers need not load a checker of schemas.

import type { Dialect, DialectSource } from './schema.ts';

/** For built-in dialects: the defaults filled in; the tests hold each of them to the schema. */
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

/** Phrases with commas between them: tables of words stay readable. */
export function phraseList(text: string): string[] {
  return text.split(',').map((phrase) => phrase.replaceAll(/\s+/g, ' ').trim());
}
