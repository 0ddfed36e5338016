// Which environment variables a server lacks, from its own messages. Owns the patterns; the advice is elsewhere.

import { withoutColors } from './colors.ts';

const name = /(?<![\w$])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?!\w)/g;
const named = '(?<![\\w$])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?!\\w)';
const wanting =
  '(?:required|missing|not set|not (?:provided|found|defined|configured|specified)|must be (?:set|provided|defined|specified)|undefined|empty|needed)';

const patterns: readonly RegExp[] = [
  new RegExp(`${named}[^\\n]{0,80}\\b${wanting}\\b`),
  new RegExp(`\\b(?:[Mm]issing|[Rr]equire[sd]?|[Ss]et|[Pp]rovide|[Ss]pecify|[Pp]ass|[Nn]eeds?)\\b[^\\n]{0,60}${named}`),
];
const pythonKey = /KeyError: ['"]([A-Z][A-Z0-9_]{2,60})['"]/;
/** Advice about something else: verbosity. */
const aside = /\bfor (?:more|details|further)\b|\bto (?:see|enable|silence|suppress|disable|debug)\b/i;
/** Error codes that look like variables. */
const isCode =
  /^(?:NODE_MODULE_VERSION$|GLIBC_|(?:ERR|HPE|SQLITE|UV|ERROR|MODULE|E[A-Z]{3,})_)|_(?:ERROR|FAILED|FOUND|EXCEPTION|MISSING|REQUIRED)$/;
const most = 5;

/** Between the first and last of several: any one is enough. */
const choice = /\bor\b/i;

export interface MissingVariables {
  /** What must be set: all that are named, or the first of several alternatives. */
  names: string[];
  /** `A`, `A and B`, `A or B`. */
  words: string;
  /** The line that names them. */
  line: string;
}

/** Lines in written order: the last are most informative. null if none names one. */
export function missingVariables(lines: readonly string[]): MissingVariables | null {
  for (const whole of lines.toReversed()) {
    const line = withoutColors(whole.slice(0, 1_000));
    const key = pythonKey.exec(line)?.[1];
    if (key !== undefined) return { names: [key], words: key, line: whole };
    if (aside.test(line) || !patterns.some((pattern) => pattern.test(line))) continue;
    const found = (line.match(name) ?? []).filter((word) => word.length <= 100 && !isCode.test(word));
    const names = [...new Set(found)].slice(0, most);
    const [first, last] = [names[0], names.at(-1)];
    if (first === undefined || last === undefined) continue;
    const isChoice = choice.test(line.slice(line.indexOf(first), line.lastIndexOf(last)));
    return {
      names: isChoice ? [first] : names,
      words: first === last ? first : `${names.slice(0, -1).join(', ')} ${isChoice ? 'or' : 'and'} ${last}`,
      line: whole,
    };
  }
  return null;
}
