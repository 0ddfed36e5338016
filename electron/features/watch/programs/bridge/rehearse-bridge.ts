// A rehearsal, or held messages, in the bridge: between the client's lines and the bridge itself. What reaches the server is recorded by
// the transport, so its events are marked here, and the server's own answer gives way to what the client got.

import { idKey } from '../../../../../shared/exchange/canonical.ts';
import type { TransportEvent } from '../../../../transports/transport.ts';
import type { LineIntervention, RehearsedLineReader } from '../../../rehearse/running/rehearse-lines.ts';
import { oneMessage, type ReadMessage } from '../lines/message-lines.ts';

export interface BridgeEnds {
  /** A line without its end. */
  toServer: (text: string) => void;
  toClient: (text: string) => void;
  record: (event: TransportEvent) => void;
  end: (reason: string) => void;
}

export class BridgeRehearsal {
  readonly #intervention: RehearsedLineReader;
  readonly #lines: LineIntervention;
  /** What is done to requests that reach the server, by id, with what they were before. */
  readonly #touched = new Map<string, { injected: string; original?: string }>();
  /** Answers that may be touched: kept until it is known what the client gets. null: not here yet. */
  readonly #expected = new Map<string, TransportEvent | null>();
  /** Their exchanges, kept with them: without its answer, an exchange looks as if none had come. */
  readonly #exchanges = new Map<string, TransportEvent>();
  readonly #record: BridgeEnds['record'];

  constructor(intervention: RehearsedLineReader, ends: BridgeEnds) {
    this.#intervention = intervention;
    this.#record = ends.record;
    const textOf = (bytes: Buffer) => bytes.toString('utf8').replace(/\n$/, '');
    this.#lines = intervention.lines({
      toServer: (bytes) => ends.toServer(textOf(bytes)),
      toClient: (bytes) => ends.toClient(textOf(bytes)),
      // The bridge records what passes.
      copy: (lane, bytes) => {
        const kept = lane === 'in' && this.#expected.size > 0 ? this.#takeExpected(textOf(bytes)) : null;
        if (kept) ends.record(kept);
      },
      record: (lane, text, injected, at, isInPlace, original) => {
        const more = original === undefined ? {} : { original };
        if (lane === 'in') this.#takeExpected(text);
        if (lane === 'out' && !isInPlace) this.#touched.set(sentKey(text), { injected, ...more });
        else ends.record({ lane, text, at, rehearsed: true, injected, ...more });
      },
      expectAnswer: (key) => this.#expected.set(key, null),
      end: () => ends.end('The rehearsal ended the connection.'),
    });
  }

  /** Nothing is injected any more, and nothing of it is on its way. */
  get isDone(): boolean {
    return this.#lines.isIdle && !this.#intervention.isOn;
  }

  /** The client has closed its end. */
  end(): void {
    this.#lines.end?.();
  }

  fromClient(text: string): void {
    this.#lines.fromClient(Buffer.from(`${text}\n`));
  }

  fromServer(text: string): void {
    this.#lines.fromServer(Buffer.from(`${text}\n`));
  }

  /** The event with its marks. null: it is recorded when it is known what the client gets. */
  marked(event: TransportEvent): TransportEvent | null {
    const marked = this.#withMarks(event);
    if (marked?.lane !== 'http' || !bringsMessage(marked)) return marked;
    const key = keyOf(marked);
    if (!this.#expected.has(key)) return marked;
    this.#exchanges.set(key, marked);
    // Its message is the next event, if there is one.
    queueMicrotask(() => {
      if (!this.#expected.get(key)) this.#recordExchange(key);
    });
    return null;
  }

  #withMarks(event: TransportEvent): TransportEvent | null {
    if ((this.#touched.size === 0 && this.#expected.size === 0) || event.rehearsed) return event;
    const key = keyOf(event);
    if (key === '') return event;
    if (event.lane === 'in' && this.#expected.has(key)) {
      this.#expected.set(key, event);
      return null;
    }
    const touched = this.#touched.get(key);
    if (touched === undefined) return event;
    if (event.lane === 'in') return null;
    if (event.lane === 'out' && keyIn(event.text, 'request') === '') this.#touched.delete(key);
    const { injected, original } = touched;
    // The exchange carries the same request: its text is in the message.
    return {
      ...event,
      rehearsed: true,
      injected,
      ...(event.lane === 'out' && original !== undefined ? { original } : {}),
    };
  }

  #takeExpected(text: string): TransportEvent | null {
    const key = keyIn(text, 'response');
    const kept = this.#expected.get(key) ?? null;
    this.#expected.delete(key);
    this.#recordExchange(key);
    return kept;
  }

  #recordExchange(key: string): void {
    const exchange = this.#exchanges.get(key);
    this.#exchanges.delete(key);
    if (exchange) this.#record(exchange);
  }
}

/** Its body is a message, which is an event of its own. */
const bringsMessage = ({ http }: TransportEvent & { lane: 'http' }): boolean =>
  http.endedAt !== undefined && http.body === undefined && http.error === undefined;

function keyOf(event: TransportEvent): string {
  if (event.lane === 'http') return event.id === undefined ? '' : idKey(event.id);
  if (event.lane === 'out') return sentKey(event.text);
  return event.lane === 'in' ? keyIn(event.text, 'response') : '';
}

/** A notification has no id: it is known by its text. */
const sentKey = (text: string): string => keyIn(text, 'request') || text;

/** '' for other messages: a request of the server may have the same id. */
function keyIn(text: string, kind: ReadMessage['kind']): string {
  const only = oneMessage(text);
  return only?.kind === kind ? only.key : '';
}
