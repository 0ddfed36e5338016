// What the messages say in words: every phrase of every dialect found in them, before anyone decides whose words count.

import type { CompiledMark, Lexicon, Row } from '../dialects/compile.ts';
import { findPhrases, type Phrases, says } from '../dialects/phrase.ts';
import type { Facts, Found } from './facts.ts';

export interface Heard {
  /** Rows of dialects whose phrases were said, and beside each the message that said it. */
  rows: readonly Row[];
  sayers: readonly Found<string>[];
  /** Marks of dialects that are phrases. */
  marks: readonly CompiledMark[];
}

const mostMessages = 6;

export function hear(lexicon: Lexicon, facts: Facts): Heard {
  if (saysItAll(lexicon, facts)) return nothing;
  const rows: Row[] = [];
  const sayers: Found<string>[] = [];
  let marks: CompiledMark[] = none;
  const { messages } = facts;
  for (let index = 0; index < messages.length && index < mostMessages; index++) {
    const found = messages[index] as Found<string>;
    const tags = tagsIn(lexicon, found.value);
    for (let at = 0; at < tags.length; at++) {
      const tag = tags[at] as Row | CompiledMark;
      if ('mark' in tag) {
        if (marks === none) marks = [tag];
        else marks.push(tag);
      } else if (rows.length === 0 || rows[rows.length - 1] !== tag) {
        rows.push(tag);
        sayers.push(found);
      }
    }
  }
  return { rows, sayers, marks };
}

// Many failures need no hearing, and few show marks: they share these, which no one writes to.
const none: CompiledMark[] = Object.freeze([]) as never[];
const nothing: Heard = { rows: [], sayers: [], marks: none };

/** Used again for each text: read it before the next is heard. */
const heardTags: (Row | CompiledMark)[] = [];

function tagsIn({ phrases, vocabulary }: Lexicon, text: string): readonly (Row | CompiledMark)[] {
  heardTags.length = 0;
  findPhrases(phrases, vocabulary.read(text), heardTags);
  return heardTags;
}

/** Whether a message says one of these phrases. */
export function hasSaid({ vocabulary }: Lexicon, { messages }: Facts, phrases: Phrases<true>): boolean {
  for (let index = 0; index < messages.length && index < mostMessages; index++)
    if (says(vocabulary.read((messages[index] as Found<string>).value), phrases)) return true;
  return false;
}

/** The phrases in a single word: `RateLimitExceeded`. */
export function hearWord(lexicon: Lexicon, word: string): Row[] {
  return tagsIn(lexicon, word).filter((tag): tag is Row => !('mark' in tag));
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
