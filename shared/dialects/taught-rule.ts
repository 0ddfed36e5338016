// A rule that the user teaches from one response: the server's sentence and its meaning. It becomes a small generic dialect
// (docs/adding-a-dialect.md), so that other failures of the server decode as before. Pure.

import type { FailureClass } from '../failure.ts';
import type { DialectSource } from './dialect-schema.ts';

interface Lesson {
  /** The server's name. */
  server: string;
  /** What the server said. */
  said: string;
  class: FailureClass;
  /** What to do about it; '' for none. */
  remedy: string;
}

const mostWords = 14;
const longestPhrase = 120;
const longestName = 80;

/** null: the text has no stable word. */
export function taughtRule({ server, said, class: meaning, remedy }: Lesson): DialectSource | null {
  const says = phraseOf(said);
  if (says === null) return null;
  const row = { says: [says], class: meaning, place: 'explicit field' as const };
  return {
    id: `own-${slug(`${server} ${says}`)}`,
    name: `Yours: ${says}`.slice(0, longestName),
    kind: 'generic',
    phrases: [remedy.trim() === '' ? row : { ...row, remedy: [remedy.trim()] }],
  };
}

/** The words of a sentence; variable parts such as ids and numbers become gaps. */
function phraseOf(said: string): string | null {
  const words = said.match(/[\p{L}\p{N}_'’-]+/gu) ?? [];
  const kept: string[] = [];
  for (const word of words.slice(0, mostWords)) {
    const isOpen = /\p{N}/u.test(word) || word.length > 30;
    const next = isOpen ? '..' : word.toLowerCase();
    if (next === '..' && (kept.length === 0 || kept.at(-1) === '..')) continue;
    if ([...kept, next].join(' ').length > longestPhrase) break;
    kept.push(next);
  }
  if (kept.at(-1) === '..') kept.pop();
  const phrase = kept.join(' ');
  return phrase.length >= 4 && /^[\p{L}]/u.test(phrase) ? phrase : null;
}

/** In the format of dialect ids. */
function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 56)
    .replace(/-$/, '');
}
