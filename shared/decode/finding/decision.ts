// What was decided about a failure, with everything that sentences, advice, fixes and lint rules are made of: the only input of the
// files in finding/ and lint/. conclude.ts makes it.

import type { DialectRow } from '../../dialects/compile.ts';
import type { Dialect, Meaning } from '../../dialects/dialect-schema.ts';
import type { DialectGuess, FailureClass, Fault, Owner, Retry } from '../../failure.ts';
import type { Claim } from '../claims/claim.ts';
import type { Decided } from '../decide/decide.ts';
import type { CallFacts, Reading } from '../reading/reading.ts';
import type { Trust } from '../trust/trusted-dialect.ts';
import type { EnvelopeFault } from '../words/envelope.ts';

/** Values for placeholders. */
export type Slots = Readonly<Record<string, string>>;

export interface Decision extends Decided {
  reading: Reading;
  call: CallFacts;
  trust: Trust;
  claims: readonly Claim[];
  class: FailureClass;
  /** What the deciding row says beyond its class; null if nothing decided. */
  meaning: Meaning | null;
  /** The row of the failure's own code, even if another claim decided. */
  codeRow: DialectRow | null;
  /** The tables that were used, if they are a vendor's or the user chose them. */
  vendor: Dialect | null;
  dialect: DialectGuess;
  /** The code to quote: the error object's own, else the status, else the word. */
  code: number | string | null;
  codeName: string | null;
  /** The server's message, without prefixes. */
  message: string;
  /** The same as sentences use it: with the cause that it hides or wraps. */
  reason: string;
  /** The line of the reason that says why. */
  line: string;
  /** The line below the first one that decided, as received; null: the first one did. */
  decidingLine: string | null;
  /** The stderr line that reports a problem while the call was open; '' if there is none. */
  stderrLine: string;
  /** An upstream service refused; the server itself had accepted the caller. */
  isUpstream: boolean;
  /** What is wrong with the request's own params. */
  envelope: EnvelopeFault | null;
  retry: Retry;
  fault: Fault;
  owner: Owner;
}
