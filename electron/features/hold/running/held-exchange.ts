// Holds messages between a client and an HTTP server: requests before they are sent on, answers as a whole, streams event by event.
// What no rule holds passes as it came.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { holdMarks } from '../../../../shared/features/hold/held.ts';
import { mayHoldResponse, ruleThatHolds } from '../../../../shared/features/hold/rules.ts';
import { now } from '../../../transports/clock.ts';
import { canceledBy, oneMessage, type ReadMessage } from '../../watch/programs/lines/message-lines.ts';
import type { LiveStream, LiveStreams, ReadStream } from '../../watch/programs/proxy/live-streams.ts';
import type { ExchangeCopy } from '../../watch/programs/proxy/proxy-copy.ts';
import {
  answerInPlace,
  type HttpIntervention,
  keepAnswered,
  longestBody,
  type Spoiling,
} from '../../watch/programs/proxy/rehearse-exchange.ts';
import { type AwaitedCall, AwaitedCalls, type OpenHold } from './awaited-calls.ts';
import { HeldAnswer } from './held-answer.ts';
import { HeldStream, type HoldOf, WaitingMessages } from './held-stream.ts';
import { clientNameIn, serverFacts, toolOf } from './hold-facts.ts';
import { free, type HoldDecision, type HoldLink, holdMarkOf, left, passed, type WantedMessage } from './hold-link.ts';

/** One message of a client, on its way. */
interface Passing {
  message: ReadMessage;
  body: Buffer;
  /** '': clients cannot be told apart. */
  session: string;
  response: ServerResponse;
  exchange: ExchangeCopy;
  pass: (read: Spoiling | null) => void;
  /** Of the older transport: where its answers go. */
  stream: LiveStream | null;
}

/** A held message, by the request that it belongs to. */
interface Waiting {
  session: string;
  key: string;
  /** Of a held request: what its client waits for. */
  response: ServerResponse | null;
  leave: () => void;
}

export class HttpHold implements HttpIntervention {
  readonly plan = null;
  readonly #link: HoldLink;
  readonly #calls = new AwaitedCalls();
  readonly #waiting = new Set<Waiting>();

  constructor(link: HoldLink) {
    this.#link = link;
  }

  get isOn(): boolean {
    return this.#link.isOn;
  }

  readonly readStream: ReadStream = (session, { response, exchange }, write) => {
    const holdOf: HoldOf = (message) => this.#holdAnswer(session, message, this.#calls.of(session, message));
    return new HeldStream(new WaitingMessages(holdOf, response, exchange), write);
  };

  take(
    request: IncomingMessage,
    response: ServerResponse,
    exchange: ExchangeCopy,
    pass: (read: Spoiling | null) => void,
    streams: LiveStreams,
  ): void {
    const isLong = Number(request.headers['content-length'] ?? 0) > longestBody;
    if (request.method !== 'POST' || isLong) {
      pass(null);
      return;
    }
    const { url = '' } = request;
    const stream = exchange.isOlder ? (streams.get(url) ?? null) : null;
    const session = stream ? url : String(request.headers['mcp-session-id'] ?? '');
    const parts: Buffer[] = [];
    request.on('data', (chunk: Buffer) => parts.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(parts);
      const message = oneMessage(body.toString('utf8'));
      if (!message) pass({ body, listen: () => {} });
      else void this.#takeRead({ message, body, session, response, exchange, pass, stream });
    });
  }

  async #takeRead(passing: Passing): Promise<void> {
    const { message, body, session, response, exchange, pass, stream } = passing;
    const { method = '', kind } = message;
    if (method === 'initialize') this.#link.learnClient(clientNameIn(message));
    if (method === 'notifications/cancelled') return this.#takeCancel(passing);
    const isAwaited = kind === 'request' && mayHoldResponse(this.#link.rules, { method, tool: toolOf(message) });
    const call = isAwaited ? this.#calls.note(session, message, now()) : null;
    if (!call && kind === 'request') this.#calls.forget(session, message);
    const decided = kind === 'response' || kind === 'invalid' ? free : await this.#askFor(passing, kind);
    if (!decided.isFree && decided.action !== 'pass' && decided.action !== 'edit') {
      this.#keepBack(passing, decided);
      return;
    }
    const text = decided.text ?? message.text;
    const isChanged = text !== message.text;
    if (!decided.isFree) exchange.mark(holdMarks[decided.action], isChanged ? message.text : undefined);
    // What the client of the older transport gets has been said when its message was held.
    const isAccepted = stream !== null && response.headersSent;
    const spoil: Spoiling['spoil'] = isAccepted
      ? keepOnly
      : call && !stream
        ? (answer, to, copy) =>
            new HeldAnswer(
              (held) => this.#holdAnswer(session, held, held.key === message.key ? call : null),
              answer,
              to,
              copy,
            ).run()
        : undefined;
    pass({ body: isChanged ? Buffer.from(text) : body, isChanged, listen: () => {}, ...(spoil ? { spoil } : {}) });
  }

  /** The server never sees it. */
  #keepBack({ message, body, response, exchange, stream }: Passing, decided: HoldDecision): void {
    const { action, text = '' } = decided;
    const isAnswered = action === 'answer';
    if (isAnswered && !stream) {
      answerInPlace({ json: text }, holdMarks.answer, body, response, exchange);
      return;
    }
    exchange.mark(holdMarkOf(decided));
    const isGone = response.destroyed && !response.headersSent;
    if (isGone || (message.kind === 'request' && !response.headersSent)) {
      exchange.sent(body);
      exchange.sentAll();
      // The client waits until its own limit.
      if (isGone) exchange.left();
      else response.once('close', () => exchange.left());
      return;
    }
    keepAnswered(exchange, body, { status: 202, headers: {}, bytes: Buffer.alloc(0) });
    accept(response);
    if (isAnswered) stream?.inject(text, holdMarks.answer);
  }

  /** MCP, "Cancellation": the client no longer waits for what is held. Without sessions, only one call can be meant. */
  async #takeCancel({ message, body, session, exchange, pass }: Passing): Promise<void> {
    const key = canceledBy(message);
    // A held notification has no id either.
    const meant = [...this.#waiting].filter((one) => key !== '' && one.session === session && one.key === key);
    const [only] = meant.length === 1 ? meant : [];
    if (only) exchange.mark(holdMarks.pass);
    // Recorded in this order: what was asked, the cancellation, and the answer, which is late now.
    if (only?.response) {
      accept(only.response);
      only.leave();
      await new Promise((resolve) => setImmediate(resolve));
    }
    pass({ body, listen: () => {} });
    only?.leave();
  }

  /** A request or a notification of the client. */
  async #askFor(
    { message, session, response, stream }: Passing,
    direction: 'request' | 'notification',
  ): Promise<HoldDecision> {
    const { method = '', text, key } = message;
    const about = { direction, method, tool: toolOf(message), isFailure: false };
    const rule = ruleThatHolds(this.#link.rules, about);
    if (!rule) return free;
    const wanted = { ...about, rule: rule.id, from: 'client' as const, text, calledAt: now() };
    const hold = this.#hold({ session, key, response }, wanted);
    // Its answer comes on the stream, and clients wait for this one only for a moment.
    if (stream) accept(response);
    // Closing its response cancels a request.
    else response.once('close', hold.leave);
    return hold.decision;
  }

  /** null: no rule holds it. */
  #holdAnswer(session: string, message: ReadMessage, call: AwaitedCall | null): OpenHold | null {
    if (call?.hold) return call.hold;
    const facts = serverFacts(message, call);
    const rule = facts && ruleThatHolds(this.#link.rules, facts);
    if (!facts || !rule) return null;
    const calledAt = call?.calledAt ?? now();
    const wanted = { ...facts, rule: rule.id, from: 'server' as const, text: message.text, calledAt };
    const hold = this.#hold({ session, key: call ? message.key : '', response: null }, wanted);
    if (call) call.hold = hold;
    return hold;
  }

  #hold(of: Omit<Waiting, 'leave'>, wanted: WantedMessage): OpenHold {
    const { held, decision } = this.#link.hold(wanted);
    const leave = () => this.#link.release(held, 'client', of.response ? left : passed);
    const waiting = { ...of, leave };
    this.#waiting.add(waiting);
    void decision.then(() => this.#waiting.delete(waiting));
    return { decision, streams: 0, leave };
  }
}

/** What a server says to a message that gets no other answer here. */
function accept(response: ServerResponse): void {
  if (!response.headersSent && !response.destroyed) response.writeHead(202).end();
}

/** The server's answer to a message whose client has had one. */
const keepOnly: NonNullable<Spoiling['spoil']> = (answer, _to, copy) => {
  copy.answered(answer);
  answer.on('data', (chunk: Buffer) => copy.received(chunk));
  answer.on('end', () => copy.receivedAll());
  answer.on('error', () => copy.failed('ECONNRESET: The server broke off the answer.'));
};
