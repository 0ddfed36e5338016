// Turns recorded events into finished exchanges, with the pairing and the decoder of the log. Keeps only open requests in memory.
// shared/telemetry describes the exchanges.

import { Learner } from '../../shared/decode/learner.ts';
import { type RowChange, rowId } from '../../shared/exchange/ledger.ts';
import { Pairing } from '../../shared/exchange/pairing.ts';
import type { Failure } from '../../shared/failure.ts';
import { isObject, type Json, type ParsedJson, parseJson } from '../../shared/json/json.ts';
import type { FinishedCall } from '../../shared/telemetry/spans.ts';
import type { WireEvent } from '../../shared/wire.ts';

interface ExchangeReaderOptions {
  serverName: (server: string) => string;
  addressOf: (server: string) => FinishedCall['address'];
  onExchange: (exchange: FinishedCall) => void;
  /** A failure that is not a call: a process that died, a connection that was refused. */
  onFailure: (failure: Failure, server: string) => void;
}

/** The limit of open calls; beyond it the oldest are not reported. */
const mostOpen = 5_000;

export class ExchangeReader {
  readonly #options: ExchangeReaderOptions;
  readonly #pairing: Pairing;
  readonly #open = new Map<number, Json>();
  #seq = 0;

  constructor(options: ExchangeReaderOptions) {
    this.#options = options;
    const learner = new Learner();
    this.#pairing = new Pairing({
      decode: (subject, context, server) => learner.decode(subject, context, server),
      serverName: options.serverName,
    });
  }

  take(event: WireEvent): void {
    this.#seq += 1;
    const stored = { ...event, seq: this.#seq };
    if (event.lane !== 'in' && event.lane !== 'out') {
      this.#pairing.take({ event: stored });
      this.#report('');
      return;
    }
    const message = parseJson(event.text);
    this.#keep(message);
    this.#pairing.take({ event: stored, message });
    this.#report(event.text);
  }

  /** No more events: open calls get no response. */
  end(): void {
    this.#pairing.endOpen();
    this.#report('');
  }

  #keep(message: ParsedJson): void {
    if (!message.ok) return;
    const members = Array.isArray(message.value) ? message.value : [message.value];
    members.forEach((one, index) => {
      if (isObject(one) && one.method !== undefined && one.id !== undefined)
        this.#open.set(rowId(this.#seq, index), one);
    });
    for (const id of this.#open.keys()) {
      if (this.#open.size <= mostOpen) break;
      this.#open.delete(id);
    }
  }

  #report(text: string): void {
    for (const change of this.#pairing.drain()) this.#reportOne(change, text);
  }

  #reportOne({ row, failure }: RowChange, text: string): void {
    if (failure === 'as before') return; // Already reported.
    if (row.kind !== 'call') {
      if (row.kind === 'life' && failure && row.rehearsed === null) this.#options.onFailure(failure, row.server);
      return;
    }
    const request = this.#open.get(row.id);
    if (row.pending || request === undefined) return;
    this.#open.delete(row.id);
    const { serverName, addressOf, onExchange } = this.#options;
    onExchange({
      row,
      failure,
      request,
      answer: row.outcome === 'timeout' ? '' : text,
      serverName: serverName(row.server),
      revision: this.#pairing.agreement(row.server, row.epoch).revision,
      address: addressOf(row.server),
    });
  }
}
