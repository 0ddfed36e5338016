// One request on its way to its answer, as pairing knows it.

import type { Json } from '../json/json.ts';
import type { HttpExchange } from '../wire.ts';
import type { LastLines } from './last-lines.ts';
import type { Entry } from './ledger.ts';

export type Direction = 'out' | 'in';

export interface Call {
  entry: Entry;
  direction: Direction;
  /** Canonical id. */
  key: string;
  method: string;
  target: string | null;
  params: Json | undefined;
  /** Made when it is first asked for. */
  chainKey: string | null;
  token: string | null;
  http: HttpExchange | null;
  /** How many noise lines the connection had seen when the call began. */
  noiseFrom: number;
  /** How many lines of stderr the connection had seen when the call began. */
  stderrFrom: number;
  /** No other request of this side was open meanwhile, so what the server writes to stderr is about this one. */
  isAlone: boolean;
  /** Noise on the call's own stream, which says nothing of other calls; made when there is some. */
  ownNoise: LastLines | null;
  /** The next open call that uses the same id. */
  next: Call | null;
  /** It ended for want of an answer that could still come, so an answer corrects it. */
  revisable: boolean;
}

/** Calls are remembered for a while after they ended; what they carried is not. */
export function letGo(call: Call): void {
  if (call.entry.row.pending) return;
  call.params = undefined;
  call.http = null;
}
