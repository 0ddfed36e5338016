// Holds messages between a client and an HTTP server: requests before they are sent on, answers as a whole, streams event by event.
// What no rule holds passes as it came.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { holdMarks } from '../../../../../shared/features/hold/held.ts';
import { mayHoldResponse, ruleThatHolds } from '../../../../../shared/features/hold/rules.ts';
import { isObject, member } from '../../../../../shared/json/json.ts';
import { now } from '../../../../transports/clock.ts';
import { toolOf } from '../../../hold/running/held-lines.ts';
import type { HoldDecision, HoldLink } from '../../../hold/running/hold-link.ts';
import { type ReadMessage, readLine } from '../lines/message-lines.ts';
import { type AwaitedCall, AwaitedCalls } from './awaited-calls.ts';
import { HeldAnswer } from './held-answer.ts';
import type { ExchangeCopy } from './proxy-copy.ts';
import { answerInPlace, type HttpIntervention, longestBody, type Spoiling } from './rehearse-exchange.ts';

export class HttpHold implements HttpIntervention {
  readonly plan = null;
  readonly #link: HoldLink;
  readonly #calls = new AwaitedCalls();

  constructor(link: HoldLink) {
    this.#link = link;
  }

  get isOn(): boolean {
    return this.#link.isOn;
  }

  take(
    request: IncomingMessage,
    response: ServerResponse,
    exchange: ExchangeCopy,
    pass: (read: Spoiling | null) => void,
  ): void {
    // What a server says by itself comes on a stream of its own. Without a body there is nothing to read first.
    const session = sessionOf(request);
    if (request.method === 'GET' && (this.#mayHoldStream || request.headers['last-event-id'] !== undefined)) {
      pass({
        body: Buffer.alloc(0),
        listen: () => {},
        spoil: this.#spoil((answer) => this.#calls.of(session, answer)),
      });
      return;
    }
    const isLong = Number(request.headers['content-length'] ?? 0) > longestBody;
    if (request.method !== 'POST' || isLong || exchange.isOlder) {
      pass(null);
      return;
    }
    const parts: Buffer[] = [];
    request.on('data', (chunk: Buffer) => parts.push(chunk));
    request.on('end', () => void this.#takeRead(Buffer.concat(parts), session, response, exchange, pass));
  }

  get #mayHoldStream(): boolean {
    return this.#link.rules.some(({ direction }) => direction !== 'response');
  }

  async #takeRead(
    body: Buffer,
    session: string,
    response: ServerResponse,
    exchange: ExchangeCopy,
    pass: (read: Spoiling | null) => void,
  ): Promise<void> {
    const message = oneMessage(body);
    if (!message) {
      pass({ body, listen: () => {} });
      return;
    }
    const { method = '', kind } = message;
    if (method === 'initialize') this.#learnClient(message);
    const decided = kind === 'response' || kind === 'invalid' ? null : await this.#askFor(message, kind, response);
    if (decided && response.destroyed) {
      // Closing its response cancels a request, so the server never sees it.
      exchange.mark(holdMarks.drop);
      exchange.sent(body);
      exchange.sentAll();
      exchange.left();
      return;
    }
    const text = decided?.action === 'edit' ? decided.text : undefined;
    if (decided && !decided.lost)
      exchange.mark(holdMarks[decided.action], text === undefined ? undefined : message.text);
    if (decided?.action === 'drop') {
      dropped(body, message, response, exchange);
      return;
    }
    if (decided?.action === 'answer')
      return answerInPlace({ json: decided.text ?? '' }, holdMarks.answer, body, response, exchange);
    const isAwaited = kind === 'request' && mayHoldResponse(this.#link.rules, { method, tool: toolOf(message) });
    if (!isAwaited) this.#calls.forget(session, message);
    const call = isAwaited ? this.#calls.note(session, message, now()) : null;
    pass({
      body: text === undefined ? body : Buffer.from(text),
      isChanged: text !== undefined,
      listen: () => {},
      ...(call ? { spoil: this.#spoil(({ key }) => (key === message.key ? call : null)) } : {}),
    });
  }

  /** null: no rule holds it. */
  async #askFor(
    message: ReadMessage,
    kind: 'request' | 'notification',
    response: ServerResponse,
  ): Promise<HoldDecision | null> {
    const { method = '', text } = message;
    const about = { direction: kind, method, tool: toolOf(message), isFailure: false } as const;
    const rule = ruleThatHolds(this.#link.rules, about);
    if (!rule) return null;
    const { held, decision } = this.#link.hold({ ...about, rule: rule.id, from: 'client', text, calledAt: now() });
    // Closing its response cancels a request.
    response.once('close', () => this.#link.giveUp(held));
    return decision;
  }

  #spoil(callOf: (answer: ReadMessage) => AwaitedCall | null): NonNullable<Spoiling['spoil']> {
    return (answer, to, copy) => new HeldAnswer({ link: this.#link, callOf }, answer, to, copy).run();
  }

  #learnClient({ value }: ReadMessage): void {
    const name = member(member(member(value, 'params'), 'clientInfo'), 'name');
    if (typeof name === 'string') this.#link.learnClient(name);
  }
}

const sessionOf = ({ headers }: IncomingMessage): string => String(headers['mcp-session-id'] ?? '');

/** The client waits until its own limit. A notification gets what a server would say. */
function dropped(body: Buffer, { kind }: ReadMessage, response: ServerResponse, exchange: ExchangeCopy): void {
  exchange.sent(body);
  exchange.sentAll();
  if (kind === 'request') response.once('close', () => exchange.left());
  else {
    exchange.answered({ statusCode: 202, statusMessage: 'Accepted', rawHeaders: [], headers: {} });
    exchange.receivedAll();
    response.writeHead(202).end();
  }
}

/** A batch passes. */
function oneMessage(body: Buffer): ReadMessage | null {
  const read = readLine(body.toString('utf8'));
  const [only] = read.ok && !read.isBatch ? read.messages : [];
  return only && isObject(only.value) ? only : null;
}
