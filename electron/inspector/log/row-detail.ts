// All about one row: its failure, its raw events in short, its attempts, and what came before it.
// Owns the labels of raw events. Bodies are cut to previews here; whole ones come by `body`.

import { clip } from '../../../shared/exchange/clip.ts';
import { firstSeq, rowId } from '../../../shared/exchange/ledger.ts';
import { readMessage } from '../../../shared/exchange/message.ts';
import { elementTexts, memberText } from '../../../shared/exchange/span.ts';
import { summariseNotification } from '../../../shared/exchange/summary.ts';
import { parseJson } from '../../../shared/json.ts';
import type { HintJudgement } from '../../../shared/replay.ts';
import { judgeChain } from '../../../shared/retry/judge.ts';
import { bodyPreviewLength, type Row, type RowDetail, type RowEvent } from '../../../shared/timeline.ts';
import type { BurstEvent } from '../../../shared/views.ts';
import type { HttpExchange, StoredEvent } from '../../../shared/wire.ts';
import { seenHints } from './seen-hints.ts';
import type { ReadableLog } from './still-log.ts';
import type { LogStore } from './store.ts';

const eventLimit = 200;
const attemptLimit = 200;
const breadcrumbCount = 8;
const stderrCount = 20;
const hexLimit = 4096;
const lineLength = 400;
const wordsLimit = 100_000;
/** Longer messages are labelled by their lane alone: reading them whole for one word is not worth it. */
const labelLimit = 1_000_000;

export function readDetail(log: Pick<ReadableLog, 'store' | 'failureOf'>, row: Row, now: number): RowDetail {
  const { store } = log;
  const attempts = row.chain === null ? [] : store.chainRows(row.chain, attemptLimit);
  // The first and the last are what one looks for; a storm of progress between them is not. A burst has a list of its own.
  const edge = row.times > 1 ? 1 : eventLimit / 2;
  const { seqs: first, total } = store.eventPage(row.id, 0, edge);
  const rest = Math.min(edge, total - first.length);
  const shown = rest === 0 ? first : [...first, ...store.eventPage(row.id, total - rest, rest).seqs];
  const isOver = row.failure?.origin === 'process' || row.outcome === 'process_died';
  return {
    row,
    failure: log.failureOf(row),
    params: paramsOf(store, row),
    events: shown.flatMap((seq) => {
      const event = store.event(seq);
      return event ? [describeEvent(event)] : [];
    }),
    moreEvents: total - shown.length,
    attempts,
    judgements: row.kind === 'call' ? judge(log, attempts.length > 0 ? attempts : [row], now) : [],
    breadcrumbs: store.rowsBefore(row.server, row.ord, breadcrumbCount),
    stderr: isOver ? lastWords(store, row) : [],
  };
}

/** Read anew each time: whether a client gave up depends on how long ago that was. */
function judge(
  log: Pick<ReadableLog, 'store' | 'failureOf'>,
  attempts: readonly Row[],
  until: number,
): HintJudgement[] {
  const { store } = log;
  const judged = attempts.map((row) => ({
    row: row.id,
    at: row.at,
    endAt: row.endAt,
    passed: row.outcome === 'answered',
    failure: log.failureOf(row),
  }));
  return judgeChain(judged, { until, unsafe: attempts.length > 1 ? isUnsafe(store, attempts[0] as Row) : null });
}

/** Marked as neither reading nor safe to repeat; null where the server said nothing. */
function isUnsafe(store: LogStore, { method, server, epoch, target }: Row): boolean | null {
  const hints = method === 'tools/call' && target !== null ? seenHints(store, server, epoch, target) : null;
  return hints && hints.readOnly !== true && (hints.destructive === true || hints.idempotent !== true);
}

/** The request's parameters exactly as they were written. */
function paramsOf(store: LogStore, row: Row): string {
  if (row.kind !== 'call' && row.kind !== 'notification') return '';
  const seq = firstSeq(row.id);
  const event = store.event(seq);
  if (!event || (event.lane !== 'in' && event.lane !== 'out')) return '';
  const isBatch = /^\s*\[/.test(event.text);
  const index = (row.id - seq) / (rowId(0, 1) - rowId(0, 0));
  const message = isBatch ? (elementTexts(event.text)[index] ?? '') : event.text;
  return memberText(message, 'params') ?? '';
}

function lastWords(store: LogStore, row: Row): string[] {
  const lines = store.stderrUntil(row.server, row.epoch, row.endAt ?? row.at, stderrCount);
  const until = row.endAt ?? row.at;
  const said: string[] = [];
  for (const { id } of lines.reverse()) {
    if (said.length >= stderrCount) break;
    const { total } = store.eventPage(id, 0, 1);
    const { seqs } = store.eventPage(id, Math.max(0, total - stderrCount * 2), stderrCount * 2);
    const texts = seqs.flatMap((seq) => {
      const event = store.event(seq);
      return event?.lane === 'err' && event.at <= until ? [event.text.slice(0, 2000)] : [];
    });
    said.unshift(...texts);
  }
  return said.slice(-stderrCount);
}

/** A page of a row's events, each with its first words only. */
export function readEvents(
  store: LogStore,
  id: number,
  from: number,
  count: number,
): { events: BurstEvent[]; total: number } {
  const { seqs, total } = store.eventPage(id, from, count);
  const events = seqs.flatMap((seq) => {
    const event = store.event(seq);
    if (!event) return [];
    const { hex: _, ...described } = describeEvent(event);
    return [{ ...described, text: described.text.slice(0, lineLength), words: wordsOf(event) }];
  });
  return { events, total };
}

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
  if (event.lane === 'http') described.http = describeHttp(event.http);
  if (event.lane === 'in' || event.lane === 'out' || event.lane === 'err') {
    if (event.partial) described.partial = true;
    if (event.cut !== undefined) described.cut = event.cut;
  }
  if (event.lane === 'http' && event.http.bodyCut !== undefined) described.cut = event.http.bodyCut;
  return described;
}

/** What an event carried, verbatim. */
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
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString('hex')
    .replace(/..(?=.)/g, '$& ');
}

/** What a message says, without the wrapping that all of its kind share. */
function wordsOf(event: StoredEvent): string {
  const { text } = bodyOf(event);
  const parsed = (event.lane === 'in' || event.lane === 'out') && text.length < wordsLimit ? parseJson(text) : null;
  const message = parsed?.ok && !Array.isArray(parsed.value) ? readMessage(parsed.value) : null;
  if (message?.kind !== 'notification') return clip(text.slice(0, lineLength), 200);
  const { headline, detail } = summariseNotification(message.method, message.params);
  return `${headline} ${detail}`.trim();
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
