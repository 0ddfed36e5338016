// The whole failure of a row, for whoever opens, exports or compares it. Most are not kept: the row's own events are paired
// and decoded again, knowing what was known when it was judged. Owns what is kept beside a row for that, and the last readings.

import { type DecodeOptions, decode } from '../../../shared/decode/decode.ts';
import { noFingerprint } from '../../../shared/decode/fingerprint.ts';
import { builtInDialects } from '../../../shared/dialects/built-in.ts';
import type { Dialect } from '../../../shared/dialects/schema.ts';
import { type Circumstances, isWhole, type Judged } from '../../../shared/exchange/judged.ts';
import { Lately } from '../../../shared/exchange/lately.ts';
import { Pairing } from '../../../shared/exchange/pairing.ts';
import type { Failure } from '../../../shared/failure.ts';
import type { Row } from '../../../shared/timeline.ts';
import { feed } from './recovery.ts';
import type { LogStore } from './store.ts';

/** A detail shows up to 200 attempts, and is asked for again whenever one of them changes. */
const memory = 500;
const connectionMemory = 50;

/** What a log keeps of a failure beside its row, as JSON text; null where the row's events are enough. */
export function keptOf(failure: Judged | null): string | null {
  if (failure === null) return null;
  if (isWhole(failure)) return JSON.stringify(failure);
  return failure.under === undefined ? null : JSON.stringify({ under: failure.under });
}

type Kept = Failure | { under: Circumstances };

export interface FailureReadingParts {
  store: LogStore;
  serverName: (server: string) => string;
  /** Those that failures are read through now, the same array as long as nothing changed; the built-in ones when left out. */
  dialects?: (() => readonly Dialect[]) | undefined;
}

interface Remembered {
  rev: number;
  server: string;
  dialects: readonly Dialect[];
  text: string | null;
}

export class FailureReading {
  readonly #parts: FailureReadingParts;
  /** As texts: each reader gets a value of its own. */
  readonly #lately = new Lately<number, Remembered>(memory);
  readonly #agreements = new Lately<string, { revision: string | null; ord: number }>(connectionMemory);

  constructor(parts: FailureReadingParts) {
    this.#parts = parts;
  }

  of(wanted: Row | number): Failure | null {
    const { store, dialects, serverName } = this.#parts;
    const row = typeof wanted === 'number' ? store.row(wanted) : wanted;
    if (!row?.failure) return null;
    const now = { rev: row.rev, server: serverName(row.server), dialects: dialects?.() ?? builtInDialects };
    const last = this.#lately.get(row.id);
    // Whatever is kept of a row changes with its revision.
    const isSame = last?.rev === now.rev && last.server === now.server && last.dialects === now.dialects;
    if (isSame) return last.text === null ? null : (JSON.parse(last.text) as Failure);
    const kept = store.keptFailure(row.id);
    const known = kept === null ? { under: {} } : (JSON.parse(kept) as Kept);
    if (!('under' in known)) return known;
    const text = this.#read(row, known.under, now.dialects);
    this.#lately.set(row.id, { ...now, text });
    return text === null ? null : (JSON.parse(text) as Failure);
  }

  #read(row: Row, { pinned, ...seen }: Circumstances, dialects: readonly Dialect[]): string | null {
    const { store, serverName } = this.#parts;
    const known: Partial<DecodeOptions> = { dialects, fingerprint: { ...noFingerprint, ...seen } };
    if (pinned !== undefined) known.pinnedDialect = pinned;
    const revision = this.#revisionOf(row);
    const agreed = revision === null ? {} : { revision };
    const pairing = new Pairing({
      serverName,
      decode: (subject, context) => decode(subject, { ...agreed, ...context, ...known }),
    });
    feed(store, pairing, row);
    pairing.endChunk();
    const failure = pairing.drain().find((change) => change.row.id === row.id)?.failure ?? null;
    return failure && JSON.stringify(failure);
  }

  /** What the handshake agreed on, which is in another row. */
  #revisionOf({ server, epoch, ord }: Row): string | null {
    const key = `${epoch}\n${server}`;
    const known = this.#agreements.get(key);
    // Where there was none before a row, a later one may still have come after it.
    if (known && (known.revision !== null || ord <= known.ord)) return known.revision;
    const { store } = this.#parts;
    const pairing = new Pairing({ decode: () => null });
    for (const row of store.contextRows(server, epoch, 0)) if (row.method === 'initialize') feed(store, pairing, row);
    const { revision } = pairing.agreement(server, epoch);
    this.#agreements.set(key, { revision, ord });
    return revision;
  }
}
