// Learns how each server words its failures and decodes later ones with that knowledge. The app, imports, the command line and the
// library share one learner; exchange/connection-facts.ts has what a connection reports about itself. The result does not depend on when
// it is read: only an established dialect counts, for earlier failures too.

import type { Account, DecodeContext } from '../account/account.ts';
import { ToolBook } from '../account/tool-book.ts';
import { builtInDialects } from '../dialects/built-in.ts';
import type { Dialect } from '../dialects/dialect-schema.ts';
import type { Failure } from '../failure.ts';
import { decode } from './decode.ts';
import { type Fingerprint, hasFirmedUp, noFingerprint, noteMarks } from './reading/fingerprint.ts';
import type { DecodeOptions } from './reading/reading.ts';

export interface LearnerOptions {
  /** Built-in dialects and the user's own, as they are now; only the built-in ones if omitted. */
  dialects?: () => readonly Dialect[];
  /** The dialect that the user chose for the server. */
  pinned?: (server: string) => string | undefined;
  /** The server's dialect was established or changed, or it listed a tool that had failed: decode its earlier failures again. */
  onClear?: (server: string) => void;
}

export class Learner {
  readonly #options: LearnerOptions;
  readonly #fingerprints = new Map<string, Fingerprint>();

  /** Tool lists of servers. */
  readonly tools: ToolBook;

  constructor(options: LearnerOptions = {}) {
    this.#options = options;
    this.tools = new ToolBook((server) => options.onClear?.(server));
  }

  /** Decodes an exchange and learns from it; null if nothing failed. */
  decode(account: Account, context: DecodeContext, server: string): Failure | null {
    const failure = this.decodeAgain(account, context, server);
    if (failure === null) return null;
    const before = this.#fingerprintOf(server);
    const after = noteMarks(before, failure);
    this.#fingerprints.set(server, after);
    if (hasFirmedUp(before, after)) this.#options.onClear?.(server);
    return failure;
  }

  /** Decodes an exchange again with current knowledge, without counting it as evidence twice. */
  decodeAgain(account: Account, context: DecodeContext, server: string): Failure | null {
    const options: DecodeOptions = { ...context, fingerprint: this.#fingerprintOf(server), dialects: this.#dialects };
    const pinned = this.#options.pinned?.(server);
    if (pinned !== undefined) options.pinnedDialect = pinned;
    return decode(account, options);
  }

  /** The server's established dialect; null if there is none yet. */
  dialectOf(server: string): { id: string; name: string; confidence: number } | null {
    const pinned = this.#options.pinned?.(server);
    const fingerprint = this.#fingerprintOf(server);
    const id = pinned ?? fingerprint.firm;
    if (id === null) return null;
    const name = this.#dialects.find((dialect) => dialect.id === id)?.name ?? id;
    return { id, name, confidence: pinned === undefined ? (fingerprint.confidence[id] ?? 0) : 1 };
  }

  get #dialects(): readonly Dialect[] {
    return this.#options.dialects?.() ?? builtInDialects;
  }

  #fingerprintOf(server: string): Fingerprint {
    return this.#fingerprints.get(server) ?? noFingerprint;
  }
}
