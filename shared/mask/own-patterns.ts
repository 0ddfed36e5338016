// Values that match the user's patterns. Checked in the same positions as every other secret, so that JSON stays valid.

import { compileRegex } from '../filter/regex.ts';
import type { SecretKind } from './kinds.ts';

export interface OwnPattern {
  test: (text: string) => boolean;
  /** It contains spaces, so it is matched against whole lines instead of words. */
  wide: boolean;
}

/** An invalid pattern masks nothing (see `checkPattern`). */
export function ownPatterns(sources: readonly string[]): OwnPattern[] {
  return sources.flatMap((source) => {
    const compiled = compileRegex(source);
    return compiled.ok && source !== '' ? [{ test: compiled.test, wide: /\s|\\s/.test(source) }] : [];
  });
}

/** A pattern masks each whole value that it matches: a word, or a line without quotes. */
export function findOwn(text: string, patterns: readonly OwnPattern[], found: SecretKind[]): void {
  for (const { test, wide } of patterns) {
    for (const match of text.matchAll(wide ? /[^"\r\n\\]+/g : /[^\s"'\\,;(){}[\]<>]+/g)) {
      if (test(match[0])) found.push({ from: match.index, to: match.index + match[0].length, kind: 'own' });
    }
  }
}
