// What the decoder knows besides the account: the dialects, the fingerprint so far, and the user's chosen dialect.

import type { DecodeContext } from '../../account/account.ts';
import type { Dialect } from '../../dialects/dialect-schema.ts';
import type { Fingerprint } from './fingerprint.ts';

export interface DecodeOptions extends DecodeContext {
  /** The connection's fingerprint so far. */
  fingerprint?: Fingerprint;
  /** A dialect that the user chose for this server. */
  pinnedDialect?: string;
  /** Built-in dialects and the user's own; only the built-in ones if omitted. */
  dialects?: readonly Dialect[];
}
