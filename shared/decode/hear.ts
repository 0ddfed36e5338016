// What the messages say in words: every phrase of every dialect found in them, before anyone decides whose words count.

import type { CompiledMark, Lexicon, Row } from '../dialects/compile.ts';
import { findPhrases } from '../dialects/phrase.ts';
import type { Spoken } from '../dialects/vocabulary.ts';
import type { Facts, Found } from './facts.ts';

export interface Heard {
  rows: { row: Row; found: Found<string> }[];
  /** Marks of dialects that are phrases. */
  marks: CompiledMark[];
  /** The words of each message; null until someone asks for them. */
  spoken: Spoken[] | null;
}

const mostMessages = 6;

export function hear(lexicon: Lexicon, facts: Facts): Heard {
  const heard: Heard = { rows: [], marks: [], spoken: null };
  if (saysItAll(lexicon, facts)) return heard;
  const spoken = wordsOf(lexicon, facts, heard);
  for (let index = 0; index < spoken.length; index++)
    listen(lexicon, heard, facts.messages[index] as Found<string>, spoken[index] as Spoken);
  return heard;
}

/** The words of each message, read once. */
export function wordsOf(lexicon: Lexicon, { messages }: Facts, heard: Heard): readonly Spoken[] {
  if (heard.spoken !== null) return heard.spoken;
  const spoken: Spoken[] = [];
  for (let index = 0; index < messages.length && index < mostMessages; index++)
    spoken.push(lexicon.vocabulary.read((messages[index] as Found<string>).value));
  heard.spoken = spoken;
  return spoken;
}

function listen(lexicon: Lexicon, heard: Heard, found: Found<string>, spoken: Spoken): void {
  const { rows } = heard;
  findPhrases(lexicon.phrases, spoken, (tag) => {
    if ('mark' in tag) heard.marks.push(tag);
    else if (rows.length === 0 || rows[rows.length - 1]?.row !== tag) rows.push({ row: tag, found });
  });
}

/** The phrases in a single word: `RateLimitExceeded`. */
export function hearWord(lexicon: Lexicon, word: string): Row[] {
  const rows: Row[] = [];
  findPhrases(lexicon.phrases, lexicon.vocabulary.read(word), (tag) => {
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
