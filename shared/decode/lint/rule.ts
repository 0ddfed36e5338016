// What a rule about errors is given, and what it says.

import type { Account } from '../../account/account.ts';
import type { Row } from '../../dialects/compile.ts';
import type { Dialect } from '../../dialects/schema.ts';
import type { FailureClass, LintNote, Retry } from '../../failure.ts';
import type { Json } from '../../json/json.ts';
import type { Facts } from '../facts/facts.ts';
import type { Fingerprint } from '../facts/fingerprint.ts';
import type { Located } from '../facts/located.ts';
import type { Wrapped } from '../interpret/inner-error.ts';
import type { EnvelopeFault } from '../words/envelope.ts';

export interface Linted {
  account: Account;
  located: Located;
  facts: Facts;
  class: FailureClass;
  retry: Retry;
  /** The dialect whose tables were used, if a vendor's. */
  dialect: Dialect | null;
  codeRow: Row | null;
  message: string;
  fingerprint: Fingerprint | undefined;
  /** The code of the JSON-RPC error object itself, where that carried the failure. */
  rpcCode: Json | undefined;
  /** An error that names the one it wraps. */
  wrapped: Wrapped | null;
  /** What is wrong with the params of the request itself. */
  envelope: EnvelopeFault | null;
}

export interface LintRule {
  id: string;
  severity: LintNote['severity'];
  /** The sentence, or null when there is nothing to say. */
  check(linted: Linted): string | null;
}
