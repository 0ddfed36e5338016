// Learns how each server words its failures, from the failures themselves, and reads the next ones by it. One learner stands
// behind the app, imports, the command line and the library; what a connection says about itself is in exchange/connection-facts.ts.
// What is learnt does not depend on when anyone looks: only a dialect that has become clear counts, for earlier failures too.

import type { Account, DecodeContext } from '../account/account.ts';
import { ToolBook } from '../account/tool-book.ts';
import { builtInDialects } from '../dialects/built-in.ts';
import type { Dialect } from '../dialects/schema.ts';
import type { Failure } from '../failure.ts';
import { decode } from './decode.ts';
import { type Fingerprint, hasFirmedUp, noFingerprint, noteMarks } from './facts/fingerprint.ts';
import type { DecodeOptions } from './identify/decode-options.ts';

export interface LearnerOptions {
  /** Those that Misfire brings and a person's own, as they are now; the built-in ones when left out. */
  dialects?: () => readonly Dialect[];
  /** A dialect that a person chose for the server. */
  pinned?: (server: string) => string | undefined;
  /**
   * The server's dialect became clear, or another than before, or it listed a tool that had failed: its earlier failures should
   * be judged again.
   */
  onClear?: (server: string) => void;
}

export class Learner {
  readonly #options: LearnerOptions;
  readonly #fingerprints = new Map<string, Fingerprint>();

  /** What servers list of their tools. */
  readonly tools: ToolBook;

  constructor(options: LearnerOptions = {}) {
    this.#options = options;
    this.tools = new ToolBook((server) => options.onClear?.(server));
  }

  /** Reads an exchange and learns from it; null when nothing failed. */
  decode(account: Account, context: DecodeContext, server: string): Failure | null {
    const failure = this.decodeAgain(account, context, server);
    if (failure === null) return null;
    const before = this.#fingerprintOf(server);
    const after = noteMarks(before, failure);
    this.#fingerprints.set(server, after);
    if (hasFirmedUp(before, after)) this.#options.onClear?.(server);
    return failure;
  }

  /** Reads an exchange a second time, by what is known now: it must not count as evidence twice. */
  decodeAgain(account: Account, context: DecodeContext, server: string): Failure | null {
    const options: DecodeOptions = {
      ...context,
      fingerprint: this.#fingerprintOf(server),
      dialects: this.#dialects,
    };
    const pinned = this.#options.pinned?.(server);
    if (pinned !== undefined) options.pinnedDialect = pinned;
    return decode(account, options);
  }

  /** The dialect a server is taken to speak; null while that is open. */
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
