// What the messages say in words: every phrase of every dialect found in them, before anyone decides whose words count.

import type { CompiledMark, Lexicon, Row } from '../dialects/compile.ts';
import { findPhrases, readWords } from '../dialects/phrase.ts';
import type { Facts, Found } from './facts.ts';

export interface Heard {
  rows: { row: Row; found: Found<string> }[];
  /** Marks of dialects that are phrases. */
  marks: CompiledMark[];
  /** The words of each message, for conditions; read when first asked for. */
  words(): readonly (readonly string[])[];
}

const mostMessages = 6;

export function hear(lexicon: Lexicon, facts: Facts): Heard {
  let words: string[][] | null = null;
  const heard: Heard = {
    rows: [],
    marks: [],
    words: () => {
      words ??= facts.messages.slice(0, mostMessages).map((message) => readWords(message.value));
      return words;
    },
  };
  if (saysItAll(lexicon, facts)) return heard;
  for (const [index, spoken] of heard.words().entries())
    listen(lexicon, heard, facts.messages[index] as Found<string>, spoken);
  return heard;
}

function listen(lexicon: Lexicon, heard: Heard, found: Found<string>, words: readonly string[]): void {
  findPhrases(lexicon.phrases, words, (tag) => {
    if ('mark' in tag) heard.marks.push(tag);
    else if (heard.rows[heard.rows.length - 1]?.row !== tag) heard.rows.push({ row: tag, found });
  });
}

/** The phrases in a single word: `RateLimitExceeded`. */
export function hearWord(lexicon: Lexicon, word: string): Row[] {
  const rows: Row[] = [];
  findPhrases(lexicon.phrases, readWords(word), (tag) => {
    if (!('mark' in tag)) rows.push(tag);
  });
  return rows;
}

/** A standard code with its standard message, or a list of issues, needs no reading between the lines. */
function saysItAll(lexicon: Lexicon, facts: Facts): boolean {
  if (facts.statuses.length > 0) return false;
  const code = facts.numbers[0]?.value;
  if (facts.issues.length > 0) return code === undefined || code === -32602 || code === -32603;
  const message = facts.messages[0];
  if (code === undefined || message === undefined || facts.messages.length > 1 || message.value.length > 40)
    return false;
  const rows = lexicon.codes.get(code);
  if (rows === undefined) return false;
  for (const row of rows) {
    if (
      row.dialect.kind === 'generic' &&
      row.strength >= 3 &&
      row.message !== null &&
      row.message === message.value.toLowerCase()
    )
      return true;
  }
  return false;
}
