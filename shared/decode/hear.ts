// What the messages say in words: every phrase of every dialect found in them, before anyone decides whose words count.

import type { CompiledMark, Lexicon, Row } from '../dialects/compile.ts';
import { findPhrases, type Phrases, says } from '../dialects/phrase.ts';
import type { Facts, Found } from './facts.ts';

export interface Heard {
  rows: { row: Row; found: Found<string> }[];
  /** Marks of dialects that are phrases. */
  marks: CompiledMark[];
}

const mostMessages = 6;

export function hear(lexicon: Lexicon, facts: Facts): Heard {
  if (saysItAll(lexicon, facts)) return nothing;
  const heard: Heard = { rows: [], marks: [] };
  const { messages } = facts;
  for (let index = 0; index < messages.length && index < mostMessages; index++)
    listen(lexicon, heard, messages[index] as Found<string>);
  return heard;
}

// Many failures need no hearing: they share this, which no one writes to.
const nothing: Heard = { rows: [], marks: [] };

function listen(lexicon: Lexicon, { rows, marks }: Heard, found: Found<string>): void {
  findPhrases(lexicon.phrases, lexicon.vocabulary.read(found.value), (tag) => {
    if ('mark' in tag) marks.push(tag);
    else if (rows.length === 0 || rows[rows.length - 1]?.row !== tag) rows.push({ row: tag, found });
  });
}

/** Whether a message says one of these phrases. */
export function hasSaid({ vocabulary }: Lexicon, { messages }: Facts, phrases: Phrases<true>): boolean {
  for (let index = 0; index < messages.length && index < mostMessages; index++)
    if (says(vocabulary.read((messages[index] as Found<string>).value), phrases)) return true;
  return false;
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
      row.generic &&
      row.strength >= 3 &&
      row.message !== null &&
      row.message === message.value.toLowerCase()
    )
      return true;
  }
  return false;
}
