// Turns messages into rows: requests open calls, responses end them, and unmatched messages get rows that say so. Owns matching
// by id, progress token and cancellation. endings.ts ends calls.

import type { BrokenRule, Side } from '../account/broken-rule.ts';
import { isHandshake } from '../ending/handshake.ts';
import { type Json, member, type ParsedJson } from '../json/json.ts';
import { metaMember } from '../protocol/revision.ts';
import type { HttpExchange, MessageEvent, StoredEvent } from '../wire.ts';
import { previewArgs } from './args-preview.ts';
import { notificationKind } from './bursts.ts';
import { idKey } from './canonical.ts';
import { clip, count } from './clip.ts';
import type { ConnectionState, Delivery } from './connection.ts';
import {
  beginListening,
  type Desk,
  endByAnswer,
  endWithout,
  explain,
  noteTaskState,
  tellMistake,
  writeFailure,
} from './endings.ts';
import { canceledKey, idKeyAt } from './exact-number.ts';
import { noteOtherRequest } from './fallback.ts';
import { blame, isOfClient, judgeExchange, judgeMessage, reportMistake } from './judge-rules.ts';
import { memberLimit, rehearsedBy } from './ledger.ts';
import { endAfterExit } from './life.ts';
import { errorOf, type Message, readMessage, targetOf } from './message.ts';
import type { Direction, PendingCall } from './pending-call.ts';
import { noteQuestion } from './questions.ts';
import { findRound } from './rounds.ts';
import { elementTexts } from './span.ts';
import { progressed, summarizeNotification } from './summary.ts';
import { endByTooLong } from './too-long.ts';
import { takeNoise, takeOpaque, takeOrphan } from './unplaced.ts';

export function takeMessage(
  desk: Desk,
  connection: ConnectionState,
  event: MessageEvent & { seq: number },
  parsed: ParsedJson,
): void {
  if (event.via !== undefined && event.sse?.id) connection.exchange(event.via).resumable = true;
  if (event.sse?.event === 'endpoint' && event.lane === 'in') {
    connection.watch.isOldHttp = true;
    takeEndpoint(desk, connection, event);
    return;
  }
  if (event.opaque) {
    takeOpaque(desk, connection, event, event.opaque);
    return;
  }
  if (event.madeBy !== undefined) {
    takeMadeAnswer(desk, connection, event, parsed);
    return;
  }
  if (!parsed.ok) {
    if (event.text.trim() !== '') judgeMessage(desk, connection, lineOf(event, 'noise', event.text));
    takeNoise(desk, connection, event, false);
    if (event.cut !== undefined && event.lane === 'in') endByTooLong(desk, connection, event);
    return;
  }
  const { value } = parsed;
  if (Array.isArray(value)) {
    judgeMessage(desk, connection, lineOf(event, 'batch', value));
    takeBatch(desk, connection, event, value);
    return;
  }
  const message = readMessage(value);
  // A logger that writes JSON to stdout is noise like any other.
  if (message.kind === 'odd') {
    judgeMessage(desk, connection, lineOf(event, 'noise', value));
    takeNoise(desk, connection, event, true);
  } else deliver(desk, connection, whole(event, value), message);
}

const eventIdOf = (event: StoredEvent): { eventId?: string } =>
  'sse' in event && event.sse?.id !== undefined ? { eventId: event.sse.id.slice(0, 200) } : {};

const sideOf = (lane: Direction): Side => (lane === 'out' ? 'client' : 'server');

/** A line that is not one message. */
const lineOf = ({ lane, at, via }: MessageEvent, kind: 'noise' | 'batch', value: Json) => ({
  kind,
  from: sideOf(lane),
  value,
  id: '',
  at,
  via,
});

/** The server's behavior decides how the call ended. The bridge's own response ends only calls that nothing else has ended. */
function takeMadeAnswer(
  desk: Desk,
  connection: ConnectionState,
  event: MessageEvent & { seq: number },
  parsed: ParsedJson,
): void {
  const answer = parsed.ok ? parsed.value : null;
  const said = member(member(answer, 'error'), 'message');
  const message = clip(typeof said === 'string' ? said : event.text.slice(0, 1200), 300);
  const key = idKeyAt(member(answer, 'id') ?? null, () => event.text, 'id');
  const call = connection.openCall('out', key) ?? connection.settled.out.get(key);
  if (!call) {
    desk.ledger.open(event, 0, 'orphan', {
      direction: 'in',
      headline: 'Answered by Misfire’s bridge',
      detail: message,
    });
    return;
  }
  desk.ledger.link(call.entry, event.seq);
  if (!call.entry.row.pending) return;
  const unanswered = { why: 'no_response' as const, message };
  endWithout(desk, connection, call, 'unanswered', { unanswered }, event.at, true);
}

function whole(event: MessageEvent & { seq: number }, value: Json): Delivery {
  return { event, lane: event.lane, memberIndex: 0, value, text: () => event.text, via: event.via };
}

/** HTTP+SSE of 2024-11-05: the first event of the stream contains the URL for messages. */
function takeEndpoint(desk: Desk, connection: ConnectionState, event: MessageEvent & { seq: number }): void {
  connection.answersOnStream = true;
  const detail = clip(`Messages go to ${event.text.slice(0, 1200)}`, 300);
  const carried = event.via === undefined ? null : connection.exchange(event.via).carried;
  if (!carried) {
    desk.ledger.open(event, 0, 'life', { headline: 'Endpoint named', detail });
    return;
  }
  carried.row.detail = detail;
  desk.ledger.link(carried, event.seq);
}

/** JSON-RPC 2.0 section 6. Only MCP 2025-03-26 had batches, but servers still send them. */
function takeBatch(
  desk: Desk,
  connection: ConnectionState,
  event: MessageEvent & { seq: number },
  members: Json[],
): void {
  const { lane, via } = event;
  if (members.length === 0) {
    desk.ledger.open(event, 0, 'orphan', { direction: lane, headline: 'Empty batch' });
    return;
  }
  let texts: string[] | undefined;
  for (let i = 0; i < Math.min(members.length, memberLimit); i += 1) {
    const text = () => {
      texts ??= elementTexts(event.text, memberLimit);
      return texts[i] ?? '';
    };
    deliver(desk, connection, { event, lane, memberIndex: i, value: members[i] as Json, text, via });
  }
  if (members.length > memberLimit) {
    const detail = `${count(members.length - memberLimit, 'message')} of this batch are only in its text.`;
    desk.ledger.open(event, memberLimit, 'orphan', { direction: lane, headline: 'Batch too long', detail });
  }
}

export function deliver(
  desk: Desk,
  connection: ConnectionState,
  delivery: Delivery,
  message = readMessage(delivery.value),
): void {
  const broken = message.kind === 'odd' ? [] : judge(desk, connection, delivery, message);
  switch (message.kind) {
    case 'request':
      takeRequest(desk, connection, delivery, message, broken);
      return;
    case 'notification':
      takeNotification(desk, connection, delivery, message);
      return;
    case 'answer':
      takeAnswer(desk, connection, delivery, message, broken);
      return;
    case 'odd':
      desk.ledger.open(delivery.event, delivery.memberIndex, 'orphan', {
        direction: delivery.lane,
        headline: 'Not a JSON-RPC message',
        detail: clip(delivery.text().slice(0, 1200), 300),
      });
  }
}

function judge(
  desk: Desk,
  connection: ConnectionState,
  { lane, value, event, via, text }: Delivery,
  message: Exclude<Message, { kind: 'odd' }>,
): readonly BrokenRule[] {
  const hasId = message.kind === 'request' || (message.kind === 'answer' && message.id !== null);
  return judgeMessage(desk, connection, {
    kind: message.kind,
    from: sideOf(lane),
    value,
    id: hasId ? idKeyAt(message.id, text, 'id') : '',
    at: event.at,
    via,
    ...eventIdOf(event),
    ...(message.kind === 'answer' ? {} : { method: message.method }),
  });
}

function takeRequest(
  desk: Desk,
  connection: ConnectionState,
  delivery: Delivery,
  request: Message & { kind: 'request' },
  broken: readonly BrokenRule[],
): void {
  const { method, params } = request;
  const target = targetOf(method, params);
  const version = metaMember(params, 'protocolVersion');
  if (typeof version === 'string' && delivery.lane === 'out') connection.facts.revision = clip(version, 40);
  if (delivery.lane === 'out') connection.facts.noteClient(method, params);
  const round = findRound(connection, delivery.lane, request, target, delivery);
  if (round) {
    desk.ledger.link(round.entry, delivery.event.seq);
    connection.add(round);
    for (const one of broken) blame(round, one);
    judgeSent(desk, connection, delivery, round, params);
    if (delivery.via !== undefined) connection.exchange(delivery.via).calls.push(round);
    return;
  }
  const entry = desk.ledger.open(delivery.event, delivery.memberIndex, 'call', {
    direction: delivery.lane,
    method,
    target,
    args: previewArgs(method, params),
    pending: true,
    headline: 'Waiting',
  });
  const token = member(member(params, '_meta'), 'progressToken');
  const call: PendingCall = {
    entry,
    direction: delivery.lane,
    key: idKeyAt(request.id, delivery.text, 'id'),
    method,
    target,
    params,
    chainKey: null,
    chain: null,
    copyOf: delivery.event.copyOf,
    token: token === undefined ? null : idKeyAt(token, delivery.text, 'params', '_meta', 'progressToken'),
    asked: null,
    broken: [],
    wait: { from: delivery.event.at, hasToken: token !== undefined, progress: noProgress, question: null },
    question: null,
    http: null,
    noiseFrom: connection.noise.seen,
    stderrFrom: connection.stderr.seen,
    isAlone: true,
    ownNoise: null,
    next: null,
    revisable: false,
  };
  if (delivery.lane === 'in') {
    noteQuestion(connection, call);
    judgeExchange(desk, connection, 'server', call, { method, params, at: delivery.event.at });
  } else for (const one of broken) blame(call, one);
  const waiting = connection.add(call);
  if (waiting) {
    desk.ledger.remark(waiting.entry, 'reused_id');
    desk.ledger.remark(entry, 'reused_id');
  }
  desk.chains.begin(call);
  if (delivery.lane === 'out' && !isHandshake(method)) noteOtherRequest(desk, connection);
  if (delivery.lane === 'out') judgeSent(desk, connection, delivery, call, params);
  if (delivery.lane === 'out' && isOfClient(delivery.event)) {
    if (delivery.event.actor === 'client') desk.seen.noteCall(call, delivery.event);
    judgeConduct(desk, connection, delivery, call);
  }
  if (delivery.lane === 'out' && delivery.via !== undefined) connection.exchange(delivery.via).calls.push(call);
  if (delivery.lane === 'out') endAfterExit(desk, connection, call, delivery.event.at);
}

function judgeSent(
  desk: Desk,
  connection: ConnectionState,
  { event }: Delivery,
  call: PendingCall,
  params: Json | undefined,
): void {
  const { method, asked } = call;
  connection.tasks.noteSent({ method, params }, event.at);
  const task = connection.tasks.of(member(params, 'taskId'));
  judgeExchange(desk, connection, 'client', call, { method, params, at: event.at, asked, task });
  if (task !== undefined && method === 'tasks/get') task.facts.polledAt = event.at;
}

const noProgress: readonly number[] = [];
/** Times of progress that a call keeps. */
const mostProgress = 100;

/** Only mistakes of watched clients have a row: Misfire's own requests are never a client's mistake. */
function judgeConduct(desk: Desk, connection: ConnectionState, { event, via }: Delivery, call: PendingCall): void {
  const { key, method } = call;
  const judged = connection.conduct.judgeRequest({ key, method, isHttp: via !== undefined }, event.at);
  if (!judged) return;
  reportMistake(desk, connection, judged.mistake, call);
  if (event.actor === 'client') tellMistake(desk, connection, event, judged.mistake, { of: call, about: judged.told });
}

function takeNotification(
  desk: Desk,
  connection: ConnectionState,
  delivery: Delivery,
  notification: Message & { kind: 'notification' },
): void {
  const { method, params } = notification;
  const { event, lane } = delivery;
  if (method === 'notifications/progress') {
    const token = member(params, 'progressToken');
    const key = token === undefined ? '' : idKeyAt(token, delivery.text, 'params', 'progressToken');
    const call = connection.tokens[opposite(lane)].get(key);
    if (call) {
      const words = progressed(params);
      call.wait.progress = [...call.wait.progress.slice(1 - mostProgress), event.at];
      call.entry.row.headline = clip(words.headline, 90);
      call.entry.row.detail = clip(words.detail, 300);
      desk.ledger.remark(call.entry, 'progress');
      desk.ledger.link(call.entry, event.seq);
      return;
    }
  }
  if (method === 'notifications/subscriptions/acknowledged') {
    const id = metaMember(params, 'subscriptionId');
    const call = id === undefined ? undefined : connection.openCall(opposite(lane), idKey(id));
    if (call) {
      desk.ledger.link(call.entry, event.seq);
      beginListening(desk, call, event.at);
      return;
    }
  }
  if (method === 'notifications/cancelled') {
    const key = canceledKey(params, delivery.text);
    const open = connection.openCall(lane, key);
    const call = open ?? connection.settled[lane].get(key);
    if (call) {
      desk.ledger.link(call.entry, event.seq);
      // A person held its answer while the client gave up.
      call.entry.row.rehearsed ??= rehearsedBy(event);
      const reason = member(params, 'reason');
      const cancelled = typeof reason === 'string' ? { reason: clip(reason, 300) } : {};
      if (open) endWithout(desk, connection, open, 'cancelled', { cancelled }, event.at);
      else if (lane === 'out') judgeTaskCancel(desk, connection, delivery, call, params);
      if (lane === 'out') claimExchange(connection, delivery, call.entry);
      return;
    }
  }
  // The longer name is of 2025-11-25.
  if ((method === 'notifications/tasks' || method === 'notifications/tasks/status') && lane === 'in') {
    const answer = { jsonrpc: '2.0', result: params ?? null };
    noteTaskState(desk, connection, member(params, 'taskId'), answer, delivery.text(), event.at);
  }
  const target = targetOf(method, params);
  // A posted message has its own HTTP exchange with its own status.
  const kind =
    lane === 'in' || delivery.via === undefined ? `${lane}\n${notificationKind(method, target, params)}` : null;
  if (kind !== null && connection.bursts.join(desk.ledger, kind, event, () => summarizeNotification(method, params)))
    return;
  const words = summarizeNotification(method, params);
  const entry = desk.ledger.open(event, delivery.memberIndex, 'notification', {
    direction: lane,
    method,
    target,
    args: lane === 'out' ? previewArgs(method, params) : '',
    headline: words.headline,
    detail: words.detail,
  });
  if (kind !== null) connection.bursts.begin(kind, entry);
  if (lane === 'in') connection.conduct.noteChange(method, entry, event.at);
  if (lane === 'out') claimExchange(connection, delivery, entry);
}

/** A request that became a task is answered, so a cancellation of it reaches nothing. */
function judgeTaskCancel(
  desk: Desk,
  connection: ConnectionState,
  { event }: Delivery,
  call: PendingCall,
  params: Json | undefined,
): void {
  const task = connection.tasks.startedBy(call);
  if (task === undefined) return;
  const about = { method: 'notifications/cancelled', params: task.call.params ?? params, at: event.at, task };
  judgeExchange(desk, connection, 'client', null, about);
}

/** Other posted messages also have an HTTP exchange, whose status belongs to this row. */
function claimExchange(connection: ConnectionState, delivery: Delivery, entry: PendingCall['entry']): void {
  if (delivery.via === undefined) connection.post(entry);
  else connection.exchange(delivery.via).carried ??= entry;
}

function takeAnswer(
  desk: Desk,
  connection: ConnectionState,
  delivery: Delivery,
  answer: Message & { kind: 'answer' },
  broken: readonly BrokenRule[],
): void {
  const asked = opposite(delivery.lane);
  const calls = callsFor(connection, delivery, answer, asked);
  for (const call of calls) {
    for (const one of broken) blame(call, one);
    desk.ledger.link(call.entry, delivery.event.seq);
    // A person has held or changed the answer: it is not the server's alone.
    call.entry.row.rehearsed ??= rehearsedBy(delivery.event);
    if (delivery.via !== undefined) call.http ??= connection.exchange(delivery.via).http;
    if (delivery.lane === 'in')
      desk.seen.noteAnswer(call.entry, {
        text: delivery.text(),
        at: delivery.event.at,
        outputSchema: connection.facts.outputSchemaOf(call.target ?? ''),
      });
    endByAnswer(desk, connection, call, answer.value, delivery.text(), delivery.event.at);
    if (delivery.lane === 'out') claimExchange(connection, delivery, call.entry);
  }
  if (calls.length > 0 || joinsExchange(desk, connection, delivery, answer)) return;
  const orphan = takeOrphan(desk, connection, delivery, answer, asked);
  if (delivery.lane === 'out') claimExchange(connection, delivery, orphan);
}

/** An error without an id that answers a GET, a DELETE or a notification is the body of that exchange. */
function joinsExchange(
  desk: Desk,
  connection: ConnectionState,
  { lane, via, event, text }: Delivery,
  answer: Message & { kind: 'answer' },
): boolean {
  if (answer.id !== null || lane !== 'in' || via === undefined || errorOf(answer.value) === undefined) return false;
  const { carried, http } = connection.exchange(via);
  if (!carried || !http) return false;
  desk.ledger.link(carried, event.seq);
  if (isNotOffered(http)) return true;
  const failure = explain(desk, connection, { http, answer: { value: answer.value, text: text() } }, event.at);
  if (failure) writeFailure(desk, carried, failure);
  return true;
}

/**
 * MCP, Streamable HTTP: 405 to GET means that the server offers no stream, to DELETE that sessions end by themselves. 404 to DELETE
 * means that the session was already over.
 */
export function isNotOffered({ status, method }: HttpExchange): boolean {
  return method === 'DELETE' ? status === 405 || status === 404 : status === 405 && method === 'GET';
}

function callsFor(
  connection: ConnectionState,
  delivery: Delivery,
  answer: Message & { kind: 'answer' },
  asked: Direction,
): PendingCall[] {
  const key = idKeyAt(answer.id, delivery.text, 'id');
  const open = connection.openCall(asked, key);
  if (open) return [open];
  if (answer.id === null) {
    // JSON-RPC 2.0 section 5: the id is null if the server could not read it. HTTP still shows which request it answers.
    const carried = delivery.via === undefined ? connection.justCarried : connection.exchange(delivery.via).calls;
    return carried.filter((call) => call.entry.row.pending || call.revisable);
  }
  const settled = connection.settled[asked].get(key);
  return settled?.revisable ? [settled] : [];
}

function opposite(direction: Direction): Direction {
  return direction === 'out' ? 'in' : 'out';
}
