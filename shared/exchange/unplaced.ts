// Rows for unmatched responses and for lines that are not messages. Owns their text. messages.ts decides which responses are
// unmatched.

import { answered } from '../account/account.ts';
import { type Json, type JsonObject, member } from '../json/json.ts';
import { idText } from '../protocol/id-text.ts';
import type { RowRemark } from '../timeline.ts';
import type { MessageEvent, Opaque, StderrEvent } from '../wire.ts';
import { idKey } from './canonical.ts';
import { clip } from './clip.ts';
import type { ConnectionState, Delivery } from './connection.ts';
import { type Desk, explain, writeFailure } from './endings.ts';
import { idKeyAt } from './exact-number.ts';
import { LastLines } from './last-lines.ts';
import type { Entry } from './ledger.ts';
import { errorOf, hasBoth, type Message } from './message.ts';
import { ownText } from './own-text.ts';
import type { Direction, PendingCall } from './pending-call.ts';
import { wasAnswered } from './settled-calls.ts';
import { memberText } from './span.ts';
import { keepStray } from './stray-answer.ts';
import { summarizeResult } from './summary.ts';

export function takeOrphan(
  desk: Desk,
  connection: ConnectionState,
  delivery: Delivery,
  answer: Message & { kind: 'answer' },
  asked: Direction,
): Entry {
  const key = idKeyAt(answer.id, delivery.text, 'id');
  const settled = answer.id === null ? undefined : connection.settled[asked].get(key);
  const remark: RowRemark = settled ? (wasAnswered(settled) ? 'duplicate' : 'late') : 'unknown_id';
  if (delivery.lane === 'in') noteStray(connection, delivery, answer.id, settled);
  const id = clip(idText(key), 60);
  const entry = desk.ledger.open(delivery.event, delivery.memberIndex, 'orphan', {
    direction: delivery.lane,
    method: settled?.method ?? null,
    target: settled?.target ?? null,
    remarks: hasBoth(answer.value) ? [remark, 'both'] : [remark],
  });
  const what = settled ? clip([settled.method, settled.target ?? ''].join(' '), 70) : '';
  if (remark === 'duplicate') entry.row.headline = `Second answer to ${what}`;
  else if (remark === 'late') entry.row.headline = `Late answer to ${what}`;
  else entry.row.headline = answer.id === null ? 'Answer without an id' : `Answer to unknown id ${id}`;
  const headline = entry.row.headline;
  entry.row.detail = errorOf(answer.value) === undefined ? resultWords(settled, answer.value) : '';
  const twin = remark === 'unknown_id' ? otherType(connection, asked, answer.id) : undefined;
  if (twin !== undefined) entry.row.detail = `A call with id ${twin} is waiting; the types differ.`;
  // The call has its ending already, whatever this says.
  if (settled) {
    if (errorOf(answer.value) !== undefined) entry.row.detail = saidIn(answer.value);
    return entry;
  }
  const account = answered({ value: answer.value, text: delivery.text() }, {});
  if (delivery.lane === 'out') account.isFromServer = true;
  const failure = explain(desk, connection, account, delivery.event.at);
  if (!failure) return entry;
  writeFailure(desk, entry, delivery.lane === 'out' ? { ...failure, origin: 'local' } : failure);
  // With an id the row is about the unmatched response; without one it is about the error.
  if (answer.id !== null) entry.row.headline = headline;
  return entry;
}

/** For calls that wait, and for the one that timed out before. */
function noteStray(connection: ConnectionState, delivery: Delivery, id: Json, settled: PendingCall | undefined): void {
  const { at } = delivery.event;
  const written = id === null ? null : (memberText(delivery.text(), 'id') ?? JSON.stringify(id));
  const text = ownText(delivery.text().slice(0, strayLength));
  if (settled === undefined) keepStray(connection, { id: written, at, text });
  else if (!wasAnswered(settled)) {
    const lateMs = Math.max(0, at - (settled.entry.row.endAt ?? at));
    connection.growing.addLate(settled.entry, { kind: 'late', id: written, lateMs, text });
  }
}

const strayLength = 2000;

const saidIn = (answer: JsonObject): string => {
  const message = member(errorOf(answer), 'message');
  return clip(typeof message === 'string' ? message : 'An error', 300);
};

function resultWords(settled: PendingCall | undefined, answer: JsonObject): string {
  return summarizeResult(settled?.method ?? null, member(answer, 'result')).headline;
}

/** A server that turns 1 into "1" answers no call: worth a remark. */
function otherType(connection: ConnectionState, asked: Direction, id: Json): string | undefined {
  if (typeof id === 'number' && connection.openCall(asked, idKey(String(id)))) return `"${id}"`;
  if (typeof id === 'string' && /^-?\d{1,15}$/.test(id) && connection.openCall(asked, id)) return id;
  return undefined;
}

/** A line that is not a message. Every open call remembers it, or only the calls on whose stream it came. */
export function takeNoise(
  desk: Desk,
  connection: ConnectionState,
  event: MessageEvent & { seq: number },
  isJson: boolean,
): void {
  const words = noiseWords(event, isJson);
  // A truncated line is worth its own row, and Misfire's own messages are intended.
  const kind = event.lane === 'in' && !event.partial && event.cut === undefined ? `noise\n${words.headline}` : null;
  if (kind === null || !connection.bursts.join(desk.ledger, kind, event, () => words)) {
    const entry = desk.ledger.open(event, 0, 'noise', { direction: event.lane, ...words });
    if (kind !== null) connection.bursts.begin(kind, entry);
  }
  // A message over the size limit is not noise, although it cannot be parsed.
  if (event.lane === 'out' || event.cut !== undefined) return;
  const own = event.via === undefined ? [] : connection.exchange(event.via).calls;
  for (const call of own) {
    call.ownNoise ??= new LastLines();
    call.ownNoise.add(event.text);
    if (connection.quiet.delete(call)) desk.ledger.remark(call.entry, 'noise');
  }
  if (own.length > 0) return;
  connection.noise.add(event.text);
  for (const call of connection.quiet) desk.ledger.remark(call.entry, 'noise');
  connection.quiet.clear();
}

/** Traffic that is not made of lines: one row per direction, for any duration. */
export function takeOpaque(
  desk: Desk,
  connection: ConnectionState,
  event: MessageEvent & { seq: number },
  opaque: Opaque,
): void {
  const kind = `opaque\n${event.lane}`;
  if (connection.bursts.join(desk.ledger, kind, event, () => ({}), 1, Number.POSITIVE_INFINITY)) return;
  const what = opaque === 'http2' ? 'HTTP/2' : 'Binary data';
  const headline = event.lane === 'out' ? `${what} to the server` : `${what} from the server`;
  const detail =
    'Misfire reads messages as lines of JSON. These bytes were passed on and recorded, and are not decoded.';
  connection.bursts.begin(kind, desk.ledger.open(event, 0, 'life', { direction: event.lane, headline, detail }));
}

/** The first line of a stack trace has the error. A longer run is a log, whose newest line counts. */
const traceLength = 40;

/** A line of stderr. A stack trace is one row, and so is a continuous log. */
export function takeStderr(desk: Desk, connection: ConnectionState, event: StderrEvent & { seq: number }): void {
  connection.stderr.add(event.text);
  connection.growing.addStderr(event.text, event.at, !connection.hasOpen);
  const words = () => ({ detail: clip(event.text, 300) });
  // Blank lines carry no information: a row that started with them shows the first line with text.
  const isBlank = event.text.trim() === '';
  const shownFrom = isBlank ? Number.POSITIVE_INFINITY : connection.bursts.isWordless('stderr') ? 0 : traceLength;
  if (connection.bursts.join(desk.ledger, 'stderr', event, words, shownFrom)) return;
  connection.bursts.begin('stderr', desk.ledger.open(event, 0, 'stderr', { headline: 'stderr', ...words() }));
}

function noiseWords(event: MessageEvent, isJson: boolean): { headline: string; detail: string } {
  const where = event.lane === 'out' ? 'sent' : event.via === undefined ? 'on stdout' : 'in the stream';
  const words = clip(event.text.slice(0, 1200), 300);
  if (event.cut !== undefined) {
    return { headline: 'Message over the limit', detail: `${event.cut} bytes; only the beginning was kept. ${words}` };
  }
  if (event.partial) return { headline: 'Cut off in the middle', detail: words };
  if (event.text.trim() === '') return { headline: `Empty line ${where}`, detail: '' };
  if (event.text.charCodeAt(0) === 0xfeff) {
    return { headline: `Not JSON ${where}`, detail: `It begins with a byte order mark. ${words}` };
  }
  if (isJson) return { headline: `Not JSON-RPC ${where}`, detail: words };
  return { headline: `Not JSON ${where}`, detail: words };
}
