// Which lines of stderr to show where there is no room for all: those that speak of trouble, and what was written last. Stack frames
// and empty members of printed objects push the reason out of the last lines, so those are left out first.

import { idleLine, lastWords, saidIn, speaksOfTrouble } from './last-words.ts';

/** Longer output is judged by its end: a server that went on had got over what failed before. */
const looked = 400;

export interface TellingLines {
  /** In the order they were written. */
  lines: string[];
  /** How many more there were. */
  leftOut: number;
}

export function tellingLines(stderr: readonly string[], most = 10): TellingLines {
  const written = stderr.filter((line) => line.trim() !== '');
  if (written.length <= most) return { lines: written, leftOut: 0 };
  const seen = written.slice(-looked);
  const reason = lastWords(seen);
  const chosen = new Set<number>();
  const take = (isWanted: (line: string, index: number) => boolean) => {
    for (let index = seen.length - 1; index >= 0 && chosen.size < most; index--)
      if (!chosen.has(index) && isWanted(seen[index] as string, index)) chosen.add(index);
  };
  const last = seen.findLastIndex((line) => saidIn(line) === reason);
  take((_, index) => index === last);
  take((line) => speaksOfTrouble(line) && !idleLine(line));
  // Nothing speaks of trouble: what it said last is all there is to go by.
  if (chosen.size === 0 || (chosen.size === 1 && !speaksOfTrouble(reason))) take((line) => !idleLine(line));
  if (chosen.size === 0) take(() => true);
  const lines = [...chosen].sort((a, b) => a - b).map((index) => seen[index] as string);
  return { lines, leftOut: written.length - lines.length };
}
