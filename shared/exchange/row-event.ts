// Describes the raw events of a row, and returns its parameters as written. Owns the labels of raw events. Bodies are truncated
// to previews.

import { parseJson } from '../json/json.ts';
import { bodyPreviewLength, type Row, type RowEvent } from '../timeline.ts';
import { readSeenText } from '../transcripts/seen-text.ts';
import type { HttpExchange, StoredEvent } from '../wire.ts';
import { firstSeq, rowId } from './ledger.ts';
import { readMessage } from './message.ts';
import { elementTexts, memberText } from './span.ts';

const hexLimit = 4096;
/** Longer messages are labeled by their lane only. Parsing them for one word is not worth it. */
const labelLimit = 1_000_000;

export function describeEvent(event: StoredEvent): RowEvent {
  const { text, bytes } = bodyOf(event);
  const described: RowEvent = {
    seq: event.seq,
    at: event.at,
    lane: event.lane,
    label: labelOf(event),
    text: text.slice(0, bodyPreviewLength),
    length: text.length,
  };
  if (bytes) described.hex = hexOf(bytes.subarray(0, hexLimit));
  if (event.original !== undefined) described.original = event.original.slice(0, bodyPreviewLength);
  if (event.lane === 'http') described.http = describeHttp(event.http);
  if (event.lane === 'in' || event.lane === 'out' || event.lane === 'err') {
    if (event.partial) described.partial = true;
    if (event.cut !== undefined) described.cut = event.cut;
  }
  if (event.lane === 'http' && event.http.bodyCut !== undefined) described.cut = event.http.bodyCut;
  return described;
}

/** The verbatim content of an event. */
export function bodyOf(event: StoredEvent): { text: string; bytes: Uint8Array | null } {
  switch (event.lane) {
    case 'life':
      return { text: event.message ?? '', bytes: null };
    case 'http':
      return { text: event.http.body ?? '', bytes: event.http.bodyBytes ?? null };
    default:
      return { text: event.text, bytes: event.bytes ?? null };
  }
}

export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' ');
}

/** The request's parameters exactly as written; '' if the row has none. `event` is the row's first. */
export function paramsText({ id, kind }: Pick<Row, 'id' | 'kind'>, event: StoredEvent | null): string {
  if (kind !== 'call' && kind !== 'notification') return '';
  if (event?.lane === 'seen') return seenParams(event);
  if (!event || (event.lane !== 'in' && event.lane !== 'out')) return '';
  const isBatch = /^\s*\[/.test(event.text);
  const index = (id - firstSeq(id)) / (rowId(0, 1) - rowId(0, 0));
  const message = isBatch ? (elementTexts(event.text)[index] ?? '') : event.text;
  return memberText(message, 'params') ?? '';
}

function seenParams({ text, server }: StoredEvent & { lane: 'seen' | 'log' }): string {
  const call = readSeenText(text, server);
  return call === null ? '' : JSON.stringify({ name: call.tool, arguments: call.args });
}

function describeHttp(http: HttpExchange): NonNullable<RowEvent['http']> {
  return {
    method: http.method,
    url: http.url,
    status: http.status,
    statusText: http.statusText ?? '',
    requestHeaders: Object.entries(http.requestHeaders),
    headers: Object.entries(http.headers),
    error: http.error ?? http.problem ?? null,
    ...(http.requestBody === undefined ? {} : { requestBody: http.requestBody }),
    startedAt: http.startedAt,
    headersAt: http.headersAt ?? null,
    endedAt: http.endedAt ?? null,
  };
}

const lifeLabels: Record<string, string> = {
  spawned: 'started',
  connected: 'connected',
  closed: 'closed',
  exited: 'exited',
  timeout: 'stopped waiting',
  cancelled: 'cancelled',
  spawn_failed: 'could not start',
  connect_failed: 'could not connect',
  stream_opened: 'stream opened',
  stream_ended: 'stream ended',
  sse_comment: 'comment',
  missing: 'not recorded',
};

function labelOf(event: StoredEvent): string {
  switch (event.lane) {
    case 'err':
      return 'stderr';
    case 'seen':
      return 'transcript';
    case 'log':
      return 'client log';
    case 'http':
      return event.http.status === null ? 'no HTTP answer' : `HTTP ${event.http.status}`;
    case 'life':
      return lifeLabels[event.event] ?? event.event;
    default:
      return event.text.length > labelLimit ? 'message' : messageLabel(event.text);
  }
}

function messageLabel(text: string): string {
  const parsed = parseJson(text);
  if (!parsed.ok) return 'not JSON';
  if (Array.isArray(parsed.value)) return 'batch';
  const message = readMessage(parsed.value);
  if (message.kind !== 'notification') return message.kind === 'odd' ? 'no message' : message.kind;
  if (message.method === 'notifications/progress') return 'progress';
  return message.method === 'notifications/cancelled' ? 'cancel' : 'notification';
}
