// Incoming messages of a connection, after they were recorded: parsed and dispatched. Owns which events settle which request; the session
// owns the consequences.

import { rowId } from '../../../shared/exchange/ledger.ts';
import { elementTexts } from '../../../shared/exchange/span.ts';
import { leadingIdOf } from '../../../shared/exchange/too-long.ts';
import { isObject, type Json, type JsonObject, member } from '../../../shared/json/json.ts';
import type { HttpExchange, LifeEvent, MessageEvent, MessageId } from '../../../shared/wire.ts';
import type { Recorded } from '../log/recorder.ts';
import { isOver, type OpenRequest, type OpenRequests } from './open-requests.ts';

interface InboxParts {
  open: OpenRequests;
  /** See Transport. */
  answersElsewhere: () => boolean;
  onSent: (seq: number, via: number | undefined) => void;
  /** `text` is the whole event, verbatim. */
  onAnswer: (request: OpenRequest, answer: JsonObject, text: string) => void;
  /** A request of the server; `row` is its row in the log. */
  onAsk: (message: JsonObject, row: number, text: () => string) => void;
  onNotification: (method: string, params: Json | undefined, text: () => string) => void;
  onExchange: (exchange: number) => void;
  onLife: (event: Omit<LifeEvent, 'server' | 'epoch'>) => void;
}

export class Inbox {
  readonly #parts: InboxParts;

  constructor(parts: InboxParts) {
    this.#parts = parts;
  }

  /** Everything in one chunk of I/O. */
  take(recorded: readonly Recorded[]): void {
    const finished: { id: MessageId; http: HttpExchange }[] = [];
    const brought = new Map<number, JsonObject>();
    for (const { event, message } of recorded) {
      switch (event.lane) {
        case 'out':
          this.#parts.onSent(event.seq, event.via);
          break;
        case 'in':
          if (event.cut !== undefined) this.#endTooLong(event);
          // A line that the stream cut short is shown but not processed, as in other clients.
          if (!message?.ok || event.partial) break;
          if (event.via !== undefined && isObject(message.value)) brought.set(event.via, message.value);
          this.#takeMessage(message.value, event);
          break;
        case 'http':
          this.#parts.onExchange(event.http.exchange);
          if (event.id !== undefined && this.#ends(event.http)) finished.push({ id: event.id, http: event.http });
          break;
        case 'life':
          this.#takeLife(event);
          break;
        case 'err':
        case 'seen':
        case 'log':
          break;
        default:
          event satisfies never;
      }
    }
    // Only now: the response, if there was one, came after its exchange in the same batch.
    const { open } = this.#parts;
    for (const { id, http } of finished) {
      const request = open.byId(id);
      if (request) open.settle(request, { kind: 'http', http, message: brought.get(http.exchange) ?? null });
    }
  }

  #takeMessage(message: Json, event: MessageEvent & { seq: number }): void {
    // Batches were part of 2025-03-26 and still occur.
    for (const [index, part] of (Array.isArray(message) ? message : [message]).entries()) {
      if (!isObject(part)) continue;
      const id = member(part, 'id');
      const method = member(part, 'method');
      const text = () => (Array.isArray(message) ? (elementTexts(event.text)[index] ?? '') : event.text);
      if (typeof method === 'string' && id === undefined)
        this.#parts.onNotification(method, member(part, 'params'), text);
      else if (method !== undefined) this.#parts.onAsk(part, rowId(event.seq, index), text);
      else if (id !== undefined) {
        const request = this.#parts.open.byId(id);
        if (request) this.#parts.onAnswer(request, part, event.text);
      }
    }
  }

  #takeLife(event: Omit<LifeEvent, 'server' | 'epoch'>): void {
    if (event.event === 'stream_ended' && event.id !== undefined) {
      const request = this.#parts.open.byId(event.id);
      if (request) this.#parts.open.settle(request, { kind: 'stream_ended', message: event.message ?? '' });
    }
    this.#parts.onLife(event);
  }

  #ends(http: HttpExchange): boolean {
    const taken = http.status !== null && http.status >= 200 && http.status < 300 && http.error === undefined;
    return isOver(http) && !(taken && this.#parts.answersElsewhere());
  }

  /** On a pipe nothing else shows that this was a response; over HTTP the end of its exchange does. */
  #endTooLong({ text, via }: MessageEvent): void {
    if (via !== undefined && !this.#parts.answersElsewhere()) return;
    const { open } = this.#parts;
    const id = leadingIdOf(text);
    const request = id !== undefined ? open.byId(id) : open.size === 1 ? open.all()[0] : undefined;
    if (request)
      open.settle(request, { kind: 'stream_ended', message: 'The answer was over the limit for one message.' });
  }
}
