// The inputs of a finding: the judgment, and what was read on the way to it.

import type { Certainty, FieldIssue, Judgment, Owner, Quote } from '../../failure.ts';
import type { Found } from '../facts/facts.ts';
import type { EnvelopeFault } from '../words/envelope.ts';

/** The wording of a failure: on the card, in a row, and in very little space. */
export interface Phrase {
  sentence: string;
  short: string;
  tiny?: string;
}

/** What was read on the way to a judgment and belongs in the finding. */
export interface Clues {
  /** Received texts, the outermost first. */
  said: readonly Found<string>[];
  /** The line of the message that decided; omitted: its first line. */
  line?: string | undefined;
  /** Results of Misfire's argument check. */
  argumentIssues: readonly FieldIssue[];
  /** Environment variables that the server asks for. */
  variables: readonly string[];
  /** What is wrong with the request's own params; omitted if there was no response. */
  envelope?: EnvelopeFault | null | undefined;
  certainty: Certainty;
  /** The owner, if the request shows another one than fault and class do. */
  owner?: Owner | undefined;
  /** Without an error to read, the author of the judgment knows its subject best. */
  phrase?: Phrase | undefined;
  quote?: Quote | null | undefined;
}

export interface Judged {
  judgment: Judgment;
  clues: Clues;
}
