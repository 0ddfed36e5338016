// Learns each server's dialect from its failures, and asks for earlier ones to be read again when it becomes clear.
// Owns the fingerprints; what a dialect is and how a failure is read through it belongs to shared/.

import { type DecodeOptions, decode, judge } from '../../shared/decode/decode.ts';
import {
  type Fingerprint,
  hasFirmedUp,
  noFingerprint,
  noteMarks,
  noteServerInfo,
} from '../../shared/decode/fingerprint.ts';
import { Readings } from '../../shared/decode/readings.ts';
import type { DecodeContext, Subject } from '../../shared/decode/subject.ts';
import type { Dialect } from '../../shared/dialects/schema.ts';
import { type Circumstances, type Depth, isWhole, type Judged } from '../../shared/exchange/judged.ts';
import type { Judgement } from '../../shared/failure.ts';

interface Options {
  /** Those that Misfire brings and a person's own, as they are now; the same array as long as nothing changed. */
  dialects: () => readonly Dialect[];
  /** A dialect that a person chose for the server. */
  pinned: (server: string) => string | undefined;
  /** The server's dialect became clear, or another than before. Called outside of decoding. */
  onClear: (server: string) => void;
}

export class DialectWatch {
  readonly #options: Options;
  readonly #fingerprints = new Map<string, Fingerprint>();
  readonly #readings = new Readings();
  /** A second reading must not count as new evidence. */
  readonly #rereading = new Map<string, Promise<void>>();

  constructor(options: Options) {
    this.#options = options;
  }

  decode(subject: Subject, context: DecodeContext, server: string, depth: Depth): Judged | null {
    const before = this.#fingerprints.get(server) ?? noFingerprint;
    const options: DecodeOptions = { ...context, fingerprint: before, dialects: this.#options.dialects() };
    const pinned = this.#options.pinned(server);
    if (pinned !== undefined) options.pinnedDialect = pinned;
    const failure: Judged | null =
      depth === 'whole' ? decode(subject, options) : judge(subject, options, this.#readings);
    if (failure === null) return null;
    if (!this.#rereading.has(server)) this.#learn(server, before, failure);
    const under = isWhole(failure) ? undefined : circumstancesOf(failure, before, pinned);
    return under === undefined ? failure : { ...failure, under };
  }

  #learn(server: string, before: Fingerprint, failure: Judgement): void {
    const after = noteMarks(before, failure);
    this.#fingerprints.set(server, after);
    if (hasFirmedUp(before, after)) setImmediate(() => this.#options.onClear(server));
  }

  noteServerInfo(server: string, name: string): void {
    this.#fingerprints.set(server, noteServerInfo(this.#fingerprints.get(server) ?? noFingerprint, name));
  }

  /** Runs a second reading of a server's failures; one that is asked for meanwhile follows it. */
  async reread(server: string, run: () => Promise<unknown>): Promise<void> {
    const before = this.#rereading.get(server);
    const reading = (async () => {
      await before;
      await run();
    })();
    this.#rereading.set(server, reading);
    try {
      await reading;
    } finally {
      if (this.#rereading.get(server) === reading) this.#rereading.delete(server);
    }
  }

  /** The dialect a server is taken to speak; null while that is open. */
  dialectOf(server: string): { id: string; name: string; confidence: number } | null {
    const pinned = this.#options.pinned(server);
    const fingerprint = this.#fingerprints.get(server);
    const id = pinned ?? fingerprint?.firm ?? null;
    if (id === null) return null;
    const name = this.#options.dialects().find((dialect) => dialect.id === id)?.name ?? id;
    return { id, name, confidence: pinned === undefined ? (fingerprint?.confidence[id] ?? 0) : 1 };
  }
}

/** What of all that was known has a say in this failure; undefined: nothing has. */
function circumstancesOf(
  { problem }: Judgement,
  { confidence, titles, serverInfo }: Fingerprint,
  pinned: string | undefined,
): Circumstances | undefined {
  const under: Circumstances = {};
  if (pinned !== undefined) under.pinned = pinned;
  // A fingerprint that has met no mark still has the very object that it began with.
  if (confidence !== noFingerprint.confidence) under.confidence = confidence;
  if (serverInfo !== '') under.serverInfo = serverInfo;
  const type = problem?.type;
  if (type !== undefined && Object.hasOwn(titles, type)) under.titles = { [type]: titles[type] as string };
  return Object.keys(under).length === 0 ? undefined : under;
}
