// Matches HTTP exchanges with their rows, and ends calls that HTTP itself rejected. Owns what a status means for a call.
// messages.ts handles bodies that are JSON-RPC.

import { stepWords } from '../decode/silent/step-words.ts';
import { type Json, member, parseJson } from '../json/json.ts';
import { type HttpEvent, type HttpExchange, hasClientLeft } from '../wire.ts';
import { idKey } from './canonical.ts';
import { clip } from './clip.ts';
import type { ConnectionState } from './connection.ts';
import { endConnection } from './connection-end.ts';
import { type Desk, endWithout, explain, tellMistake, wantsSignIn, writeFailure } from './endings.ts';
import { blame, isOfClient, report, reportMistake } from './judge-rules.ts';
import { type Entry, memberLimit, rehearsedBy } from './ledger.ts';
import { readMessage } from './message.ts';
import { letGo, type PendingCall } from './pending-call.ts';
import { elementTexts } from './span.ts';
import { deliver, isNotOffered } from './take-message.ts';

export function takeHttp(desk: Desk, connection: ConnectionState, event: HttpEvent & { seq: number }): void {
  const { http } = event;
  const exchange = connection.exchange(http.exchange);
  // Exchanges are remembered for a while, without their bodies.
  exchange.http = http.body === undefined ? http : { ...http, body: undefined, bodyBytes: undefined };
  if (exchange.calls.length === 0 && event.id !== undefined) {
    const call = connection.callNamed('out', event.id);
    if (call) exchange.calls.push(call);
  }
  const messages = messagesIn(http.body);
  judgeHttp(desk, connection, event, exchange.calls);
  if (isOfClient(event)) judgeConduct(desk, connection, event, exchange.calls[0]);
  if (exchange.calls.length > 0) {
    for (const call of exchange.calls) {
      desk.ledger.link(call.entry, event.seq);
      call.http = http;
      call.entry.http = http.status;
      if (messages.length === 0) judge(desk, connection, call, event);
      if (!call.entry.row.pending && !call.revisable) letGo(call);
    }
    connection.justCarried = exchange.calls;
  } else {
    exchange.carried = carry(desk, connection, event, exchange.carried, messages.length > 0);
  }
  if (endsSession(http) && !connection.closing && connection.hasOpen)
    endConnection(desk, connection, event, 'unanswered', { unanswered: { why: 'closed' } }, null);
  const own = exchange.calls.length === 0 && exchange.carried?.row.id === event.seq;
  // A capture may have JSON-RPC on the http line. It is read as a separate message.
  messages.forEach(({ value, text }, index) => {
    const memberIndex = own ? index + 1 : index;
    deliver(desk, connection, { event, lane: 'in', memberIndex, value, text: () => text, via: http.exchange });
  });
}

/** MCP up to 2025-11-25, "Session Management": the client no longer needs the session, nor what it asked there. */
const endsSession = ({ method, status }: HttpExchange): boolean =>
  method === 'DELETE' && status !== null && status >= 200 && status < 300;

/** The rules about exchanges. A broken one can explain how its calls end. */
function judgeHttp(
  desk: Desk,
  connection: ConnectionState,
  { http, id, at }: HttpEvent,
  calls: readonly PendingCall[],
): void {
  const key = id === undefined ? null : idKey(id);
  const broken = connection.watch.takeHttp(http, key, at, connection.isProbed);
  if (broken.length === 0) return;
  for (const call of calls) for (const one of broken) blame(call, one);
  report(desk, broken, { method: calls[0]?.method ?? http.method, target: calls[0]?.target ?? null });
}

/** The client's mistakes in this exchange. */
function judgeConduct(
  desk: Desk,
  connection: ConnectionState,
  event: HttpEvent & { seq: number },
  call?: PendingCall,
): void {
  const isOpen = call?.direction === 'out' && call.entry.row.pending;
  const tool = isOpen && call.method === 'tools/call' ? member(call.params, 'name') : undefined;
  const inputSchema = typeof tool === 'string' ? connection.facts.inputSchemaOf(tool) : undefined;
  const request = isOpen ? { method: call.method, params: call.params, inputSchema } : null;
  const mistake = connection.conduct.judgeExchange(event.http, event.at, request);
  if (mistake !== null) reportMistake(desk, connection, mistake, call);
  if (mistake !== null && event.actor === 'client') tellMistake(desk, connection, event, mistake, { of: call });
  if (call && event.http.status === null) connection.conduct.noteBroken(call.key, call.method);
}

/** Ends the call if this response cannot be JSON-RPC. */
function judge(desk: Desk, connection: ConnectionState, call: PendingCall, event: HttpEvent): void {
  if (!call.entry.row.pending && !call.revisable) return;
  const { http } = event;
  const { status, body } = http;
  // A followed redirect is recorded without the id: the call continues.
  if (event.id === undefined && isFollowed(http)) return;
  if (hasClientLeft(http.error)) {
    call.entry.row.rehearsed ??= rehearsedBy(event);
    const cancelled = { reason: clip((http.error ?? '').replace('ABORTED: ', ''), 300), isClosing: true as const };
    endWithout(desk, connection, call, 'cancelled', { cancelled }, event.at);
    return;
  }
  const isGood = status !== null && status >= 200 && status < 300;
  // The HTTP+SSE transport of 2024-11-05 answers on its stream, and returns `Accepted` or nothing here.
  if (isGood && http.error === undefined && (status === 202 || connection.answersOnStream)) return;
  if (status === null || http.error !== undefined || body !== undefined) {
    endByHttp(desk, connection, call, event.at);
    return;
  }
  const mayGoOn = http.endedAt === undefined || isStream(http);
  // JSON-RPC bodies are separate events, so only the next event shows whether there was one.
  if (!isGood || !mayGoOn) connection.doubts.push({ call, at: event.at, seq: desk.seq });
}

function endByHttp(desk: Desk, connection: ConnectionState, call: PendingCall, at: number, revisable = false): void {
  const outcome = call.http && wantsSignIn(call.http) ? 'sign_in' : 'http_failure';
  endWithout(desk, connection, call, outcome, {}, at, revisable);
}

/** A response was possible and none followed. A later response corrects this. */
export function endDoubts(desk: Desk, connection: ConnectionState, doubts: ConnectionState['doubts']): void {
  for (const { call, at, seq } of doubts) {
    desk.seq = seq;
    // A call whose response requires input has its response.
    if (call.entry.row.pending && !connection.wanting.has(call)) endByHttp(desk, connection, call, at, true);
  }
}

function isFollowed(http: HttpExchange): boolean {
  return (http.status === 307 || http.status === 308) && http.headers.location !== undefined;
}

function isStream(http: HttpExchange): boolean {
  return http.headers['content-type']?.startsWith('text/event-stream') ?? false;
}

/** The row of an exchange without a request. */
function carry(
  desk: Desk,
  connection: ConnectionState,
  event: HttpEvent & { seq: number },
  known: Entry | null,
  hasMessages: boolean,
): Entry {
  const { http } = event;
  // Closing a connection aborts its open exchanges, which is not a failure.
  const failed = hasFailed(http) && !(connection.closing && http.status === null);
  const posted = known ?? (http.method === 'POST' ? connection.claimPost() : undefined);
  if (posted && !failed) {
    posted.http ??= http.status;
    desk.ledger.link(posted, event.seq);
    return posted;
  }
  const entry = desk.ledger.open(event, 0, 'http', {
    direction: 'out',
    endAt: event.at,
    latencyMs: Math.max(0, event.at - http.startedAt),
    method: clip(http.method, 20),
    target: clip(http.url, 200),
    headline: plainWords(http),
    detail: clip(http.body ?? http.error ?? '', 300),
  });
  entry.http = http.status;
  if (failed && !hasMessages) {
    const failure = explain(desk, connection, { http }, event.at);
    if (failure) writeFailure(desk, entry, failure);
  }
  return entry;
}

function hasFailed(http: HttpExchange): boolean {
  // A stream that the client no longer reads and that has delivered nothing.
  if (hasClientLeft(http.error)) return false;
  if (http.problem !== undefined) return true;
  if (http.status === null) return true;
  if (http.status < 400) return http.status >= 300 && !isFollowed(http);
  if (isNotOffered(http)) return false;
  // Sign-in tries several well-known URLs (RFC 9728, RFC 8414). Some are expected to be empty.
  return !(http.status === 404 && http.url.includes('/.well-known/'));
}

function plainWords(http: HttpExchange): string {
  if (hasClientLeft(http.error)) return 'Closed by the client';
  if (http.status === null) return 'No answer';
  if (http.step !== undefined && http.status < 300) return stepWords[http.step].done;
  if (http.step !== undefined && http.status === 404) return 'Sign-in: nothing there';
  if (http.method === 'GET' && http.status === 405) return 'No stream offered';
  if (http.method === 'GET' && isStream(http)) return 'Stream opened';
  if (http.method === 'DELETE' && http.status < 300) return 'Session ended';
  if (http.method === 'DELETE' && http.status === 404) return 'Session was already over';
  return clip(`HTTP ${http.status} ${http.statusText ?? ''}`, 60);
}

const bodyLimit = 8_000_000;

interface BodyMessage {
  value: Json;
  text: string;
}

/** JSON-RPC messages in a body: one, a batch, or the data of a recorded event stream. */
function messagesIn(body: string | undefined): BodyMessage[] {
  if (body === undefined || body.length > bodyLimit) return [];
  const start = /\S/.exec(body)?.[0];
  if (start === '{') return toMessages([body]);
  if (start === '[') return toMessages(elementTexts(body));
  if (!/^(?:event|data|id|retry|:)/.test(body)) return [];
  const lines = body.split(/\r\n|\r|\n/).filter((line) => line.startsWith('data:'));
  return toMessages(lines.map((line) => line.slice(5).trim()).filter((data) => data !== ''));
}

/** All of them, or none if one is not a message: then the body is not JSON-RPC. */
function toMessages(texts: string[]): BodyMessage[] {
  if (texts.length > memberLimit) return [];
  const messages: BodyMessage[] = [];
  for (const text of texts) {
    const parsed = parseJson(text);
    if (!parsed.ok || !isMessage(parsed.value)) return [];
    messages.push({ value: parsed.value, text });
  }
  return messages;
}

/** Stricter than for a separate message: `{"error": "invalid_token"}` is an OAuth body, not JSON-RPC. */
function isMessage(value: Json): boolean {
  return readMessage(value).kind !== 'odd' && Object.hasOwn(value as object, 'jsonrpc');
}
