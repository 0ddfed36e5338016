// A line as a quote: byte for byte, at most as long as a card shows.

import type { Quote } from '../../failure.ts';

export const longestQuote = 300;

/** `whole`: the text that the line is from. */
export function quotedText(line: string, path: string, whole = line): Quote | null {
  if (line === '') return null;
  const text =
    line.length > longestQuote
      ? line
          .slice(0, longestQuote)
          .toWellFormed()
          .replace(/\ufffd$/, '')
      : line;
  return whole.trim().length > text.length ? { text, path, isCut: true } : { text, path };
}
