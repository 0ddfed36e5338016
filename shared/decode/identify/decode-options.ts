// What the decoder knows beside the account: the dialects, what the server has shown so far, and a dialect that a person chose.

import type { DecodeContext } from '../../account/account.ts';
import type { Dialect } from '../../dialects/schema.ts';
import type { Fingerprint } from '../facts/fingerprint.ts';

export interface DecodeOptions extends DecodeContext {
  /** What the connection has shown so far. */
  fingerprint?: Fingerprint;
  /** A dialect that a person chose for this server. */
  pinnedDialect?: string;
  /** Built-in ones and those a person added; the built-in ones when left out. */
  dialects?: readonly Dialect[];
}
