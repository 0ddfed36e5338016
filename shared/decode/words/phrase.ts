// The forms of a finding's sentence.

/** The wording of a failure: on the card, in a row, and in very little space. */
export interface Phrase {
  sentence: string;
  short: string;
  tiny?: string;
}
