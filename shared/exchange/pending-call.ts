// One request that waits for its response, as pairing knows it.

import type { BrokenRule } from '../account/broken-rule.ts';
import type { Wait } from '../ending/ending-facts.ts';
import type { Json } from '../json/json.ts';
import type { HttpExchange } from '../wire.ts';
import type { LastLines } from './last-lines.ts';
import type { Entry } from './ledger.ts';

export type Direction = 'out' | 'in';

/** Attempts at the same call. */
export interface Chain {
  first: Entry;
  attempts: number;
  /** The server itself failed, not only a rehearsal of it. */
  isReal: boolean;
}

/** What decides whether it repeats an earlier request. */
export interface EarlierRequest {
  entry: Entry;
  direction: Direction;
  method: string;
  target: string | null;
  params: Json | undefined;
  /** Created on first use. */
  chainKey: string | null;
  /** The failed attempts before it. */
  chain: Chain | null;
  /** The row that it corrects or repeats. */
  copyOf?: number | undefined;
}

export interface PendingCall extends EarlierRequest {
  /** Canonical id. */
  key: string;
  token: string | null;
  /** The round that its newest request continues, or will continue: its id, and the result that asked. */
  asked: { id: string; result: Json | undefined } | null;
  /** The rules that one side broke, so that the other may not have gone on. */
  broken: readonly BrokenRule[];
  /** What happened while it waited. */
  wait: Wait;
  /** The row of the newest question of the server during it. */
  question: Entry | null;
  http: HttpExchange | null;
  /** How many noise lines the connection had seen when the call began. */
  noiseFrom: number;
  /** How many lines of stderr the connection had seen when the call began. */
  stderrFrom: number;
  /** No other request of this side was open at the time, so the server's stderr is about this one. */
  isAlone: boolean;
  /** Noise on the call's own stream, which does not affect other calls. Created on first use. */
  ownNoise: LastLines | null;
  /** The next open call that uses the same id. */
  next: PendingCall | null;
  /** It ended without a response that could still arrive. A later response corrects it. */
  revisable: boolean;
}

/** Ended calls are remembered for a while, without their content. */
export function letGo(call: PendingCall): void {
  if (call.entry.row.pending) return;
  call.params = undefined;
  call.http = null;
}
