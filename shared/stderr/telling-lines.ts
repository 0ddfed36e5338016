// Selects stderr lines if there is no space for all: those that report problems, and the last ones. Drops stack frames and empty fields
// of printed objects first, because they would push out the reason.

import { idleLine, lastWords, saidIn, speaksOfTrouble } from './last-words.ts';

/** Only the end of longer output counts: a server that continued had recovered from earlier failures. */
const looked = 400;

interface TellingLines {
  /** In written order. */
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
  // No line reports a problem: the last lines are the only evidence.
  if (chosen.size === 0 || (chosen.size === 1 && !speaksOfTrouble(reason))) take((line) => !idleLine(line));
  if (chosen.size === 0) take(() => true);
  const lines = [...chosen].sort((a, b) => a - b).map((index) => seen[index] as string);
  return { lines, leftOut: written.length - lines.length };
}
