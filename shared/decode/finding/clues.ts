// What a finding is made from: the judgment, and what was read on the way to it.

import type { Certainty, FieldIssue, Judgment, Owner, Quote } from '../../failure.ts';
import type { Found } from '../facts/facts.ts';
import type { EnvelopeFault } from '../words/envelope.ts';

/** How a failure is put into words: on the card, in a row, and where there is hardly any room. */
export interface Phrase {
  sentence: string;
  short: string;
  tiny?: string;
}

/** What was read on the way to a judgment, and is worth a place in the finding. */
export interface Clues {
  /** Texts that were received, the outermost first. */
  said: readonly Found<string>[];
  /** What Misfire's check of the arguments found. */
  argumentIssues: readonly FieldIssue[];
  /** Environment variables that the server asks for. */
  variables: readonly string[];
  /** What is wrong with the params of the request itself; left out where nothing answered. */
  envelope?: EnvelopeFault | null | undefined;
  certainty: Certainty;
  /** Where what was sent shows another owner than fault and class do. */
  owner?: Owner | undefined;
  /** Where there was no error to read, who wrote the judgment knows best what it is about. */
  phrase?: Phrase | undefined;
  quote?: Quote | null | undefined;
}

export interface Judged {
  judgment: Judgment;
  clues: Clues;
}
