// A claim: what one piece of evidence says about a failure. Readers return claims and never look at each other's; decide/ compares them.

import type { DialectRow } from '../../dialects/compile.ts';
import type { Place } from '../../dialects/places.ts';
import type { Certainty, Evidence, Origin, Owner, Quote, WrongWord } from '../../failure.ts';
import type { Json } from '../../json/json.ts';
import type { Phrase } from '../words/phrase.ts';

/** The kinds of evidence. Certainty counts how many of them agree. */
export type Witness = 'process' | 'transport' | 'protocol' | 'client' | 'dialect' | 'status' | 'words' | 'arguments';

export interface Claim {
  by: Witness;
  /** What it says: the class, and the advice that differs from that of the class. */
  row: DialectRow;
  /** The row's own place, or a weaker one. */
  place: Place;
  path: string;
  /** The exact text or value. */
  value: Json;
  /** Which message it was read in, from 0; -1 for a field, which comes before them. */
  message: number;
  /** It is about an error that the answer quotes, so it decides only in place of what wraps it (decide/decide.ts). */
  isQuoted?: true;
  /** There was no error to read: the witness words the finding itself. */
  told?: Told;
}

/** What a witness says in its own words. */
export interface Told {
  message?: string;
  code?: number | string | null;
  /** Its producer, if that differs from its transport. */
  origin?: Origin;
  evidence: Evidence[];
  /** Default: that of the class. */
  phrase?: Phrase;
  quote?: Quote | null;
  /** Environment variables that the server asks for. */
  variables?: readonly string[];
  /** What the settings name and what does not exist. */
  wrong?: WrongWord;
  /** Default: an observed fact. */
  certainty?: Certainty;
  /** Default: that of the fault. */
  owner?: Owner;
}
