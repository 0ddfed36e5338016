// A rehearsal between a client and an HTTP server: which exchange is touched, and what the client gets instead. Owns sessions that
// are lost and tokens that have expired. Requests are read before they pass; their bytes stay as they are.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Generated } from '../../../../../shared/features/rehearse/generate.ts';
import type { Plan } from '../../../../../shared/features/rehearse/rehearsal-plan.ts';
import type { Rehearsal, Touch } from '../../../rehearse/running/rehearsal.ts';
import { answerLine } from '../../../rehearse/running/rehearse-lines.ts';
import { oneMessage, type ReadMessage } from '../lines/message-lines.ts';
import type { LiveStreams, ReadStream } from './live-streams.ts';
import { type AnswerHead, type ExchangeCopy, unpacked } from './proxy-copy.ts';
import { messagesIn, SpoiledAnswer } from './spoiled-answer.ts';

/** A longer request passes untouched. */
export const longestBody = 16 * 1024 * 1024;

/** A request that was read, on its way to the server. */
export interface Spoiling {
  body: Buffer;
  /** The body is another one than the client's. */
  isChanged?: boolean;
  /** Learns from the server's own answer. */
  listen: (answer: IncomingMessage) => void;
  /** Sends another answer than the server's. Left out: the server's passes. */
  spoil?: (answer: IncomingMessage, response: ServerResponse, exchange: ExchangeCopy) => void;
}

/** What reads the exchanges of a proxy while failures are injected, or messages held. */
export interface HttpIntervention {
  readonly isOn: boolean;
  /** null: nothing is injected. */
  readonly plan: Plan | null;
  /** `pass` goes on to the server; it is not called for what is answered here. `null`: as if nothing were on. */
  take(
    request: IncomingMessage,
    response: ServerResponse,
    exchange: ExchangeCopy,
    pass: (read: Spoiling | null) => void,
    streams: LiveStreams,
  ): void;
  /** For what comes on the streams of a client. */
  readonly readStream?: ReadStream;
}

export class HttpRehearsal implements HttpIntervention {
  readonly #rehearsal: Rehearsal;
  readonly #lostSessions = new Set<string>();
  readonly #expiredTokens = new Set<string>();

  constructor(rehearsal: Rehearsal) {
    this.#rehearsal = rehearsal;
  }

  get plan(): Plan {
    return this.#rehearsal.plan;
  }

  get isOn(): boolean {
    return this.#rehearsal.isOn;
  }

  take(
    request: IncomingMessage,
    response: ServerResponse,
    exchange: ExchangeCopy,
    pass: (read: Spoiling | null) => void,
  ): void {
    const ended = this.#endedFor(request);
    const isLong = Number(request.headers['content-length'] ?? 0) > longestBody;
    // A client of the older transport does not read answers to its POST.
    if (ended === null && (request.method !== 'POST' || isLong || exchange.isOlder)) {
      pass(null);
      return;
    }
    const parts: Buffer[] = [];
    request.on('data', (chunk: Buffer) => parts.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(parts);
      if (ended !== null) answerInPlace(ended.made, ended.injected, body, response, exchange);
      else this.#takeRead(request, body, response, exchange, pass);
    });
  }

  #takeRead(
    request: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
    exchange: ExchangeCopy,
    pass: (read: Spoiling | null) => void,
  ): void {
    const message = requestIn(body);
    const touch = message ? this.#rehearsal.decide(message, false) : null;
    const listen = (answer: IncomingMessage) => {
      if (message && this.#rehearsal.learnsFrom(message)) this.#listen(message, answer);
    };
    if (!message || !touch) {
      pass({ body, listen });
      return;
    }
    if (touch.isInPlace) {
      this.#remember(touch, request);
      answerInPlace(this.#answer(message, touch), touch.injected, body, response, exchange);
      return;
    }
    exchange.mark(touch.injected);
    const spoil: Spoiling['spoil'] = (answer, to, copy) =>
      new SpoiledAnswer({ rehearsal: this.#rehearsal, touch, message }, answer, to, copy).run();
    pass({ body, listen, spoil });
  }

  #answer({ idText }: ReadMessage, touch: Touch): Generated | { json: string } {
    const made = this.#rehearsal.answer(touch, true);
    return 'http' in made ? made : { json: answerLine(idText, made) };
  }

  #remember({ injection }: Touch, request: IncomingMessage): void {
    const session = request.headers['mcp-session-id'];
    const token = request.headers.authorization;
    if (!('end' in injection)) return;
    if (injection.end === 'session' && typeof session === 'string') this.#lostSessions.add(session);
    if (injection.end === 'sign-in' && token !== undefined) this.#expiredTokens.add(token);
  }

  /** A session that was lost stays lost, and a token stays expired, until the client has another or the plan is over. */
  #endedFor(request: IncomingMessage): { made: Generated; injected: string } | null {
    const session = request.headers['mcp-session-id'];
    const token = request.headers.authorization;
    const end =
      typeof session === 'string' && this.#lostSessions.has(session)
        ? 'session'
        : token !== undefined && this.#expiredTokens.has(token)
          ? 'sign-in'
          : null;
    if (end === null || !this.#rehearsal.isOn) return null;
    return { made: this.#rehearsal.endOf(end), injected: `end:${end}` };
  }

  #listen(message: ReadMessage, answer: IncomingMessage): void {
    const parts: Buffer[] = [];
    answer.on('data', (chunk: Buffer) => parts.push(chunk));
    answer.on('end', () => {
      const text = unpacked(Buffer.concat(parts), (answer.headers['content-encoding'] ?? '').trim().toLowerCase());
      const own = text === null ? undefined : messagesIn(text).find(({ key }) => key === message.key);
      if (own) this.#rehearsal.learn(message.value, own.value);
    });
  }
}

/** One request alone: a batch passes. */
function requestIn(body: Buffer): ReadMessage | null {
  const only = oneMessage(body.toString('utf8'));
  return only?.kind === 'request' ? only : null;
}

export function answerInPlace(
  made: Generated | { json: string },
  injected: string,
  body: Buffer,
  response: ServerResponse,
  exchange: ExchangeCopy,
): void {
  const json = 'json' in made ? made.json : '';
  const http =
    'http' in made ? made.http : { status: 200, headers: { 'content-type': 'application/json' }, body: json };
  const bytes = Buffer.from(http.body);
  exchange.mark(injected);
  // Recorded before it is sent: a client must not seem early because recording was late.
  keepAnswered(exchange, body, { status: http.status, headers: http.headers, bytes });
  response.writeHead(http.status, { ...http.headers, 'content-length': bytes.length });
  response.end(bytes);
}

/** An exchange that the server never saw. */
export function keepAnswered(
  exchange: ExchangeCopy,
  body: Buffer,
  { status, headers, bytes }: { status: number; headers: Record<string, string>; bytes: Buffer },
): void {
  exchange.sent(body);
  exchange.sentAll();
  exchange.answered(headOf(status, headers));
  exchange.received(bytes);
  exchange.receivedAll();
}

function headOf(status: number, headers: Record<string, string>): AnswerHead {
  return { statusCode: status, statusMessage: '', rawHeaders: Object.entries(headers).flat(), headers };
}
