// Input and output of a lint rule.

import type { Account } from '../../account/account.ts';
import type { Row } from '../../dialects/compile.ts';
import type { Dialect } from '../../dialects/dialect-schema.ts';
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
  /** The dialect whose tables were used, if it is a vendor's. */
  dialect: Dialect | null;
  codeRow: Row | null;
  message: string;
  fingerprint: Fingerprint | undefined;
  /** The code of the JSON-RPC error object, if the failure came in one. */
  rpcCode: Json | undefined;
  /** An error that names its inner error. */
  wrapped: Wrapped | null;
  /** What is wrong with the request's own params. */
  envelope: EnvelopeFault | null;
}

export interface LintRule {
  id: string;
  severity: LintNote['severity'];
  /** The sentence, or null if the rule does not apply. */
  check(linted: Linted): string | null;
}
