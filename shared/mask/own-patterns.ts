// Values that match a pattern of the user. Looked for in the same places as every other secret, so that a JSON text stays one.

import { compileRegex } from '../filter/regex.ts';
import type { Secret } from './kinds.ts';

export interface OwnPattern {
  test: (text: string) => boolean;
  /** It names spaces, so it is tried on whole lines rather than on words. */
  wide: boolean;
}

/** A pattern that does not compile hides nothing (see `checkPattern`). */
export function ownPatterns(sources: readonly string[]): OwnPattern[] {
  return sources.flatMap((source) => {
    const compiled = compileRegex(source);
    return compiled.ok && source !== '' ? [{ test: compiled.test, wide: /\s|\\s/.test(source) }] : [];
  });
}

/** A pattern hides each whole value that it matches: a word, or a line without quotes. */
export function findOwn(text: string, patterns: readonly OwnPattern[], found: Secret[]): void {
  for (const { test, wide } of patterns) {
    for (const match of text.matchAll(wide ? /[^"\r\n\\]+/g : /[^\s"'\\,;(){}[\]<>]+/g)) {
      if (test(match[0])) found.push({ from: match.index, to: match.index + match[0].length, kind: 'own' });
    }
  }
}
