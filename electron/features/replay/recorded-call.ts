// A recorded call: what was sent, and what came back. Owns the way from a row to its texts.

import { firstSeq, rowId } from '../../../shared/exchange/ledger.ts';
import { elementTexts, memberText } from '../../../shared/exchange/span.ts';
import type { Failure } from '../../../shared/failure.ts';
import { isObject, member, parseJson } from '../../../shared/json/json.ts';
import type { Row } from '../../../shared/timeline.ts';
import type { StoredEvent } from '../../../shared/wire.ts';
import type { ReadableLog } from '../../inspector/log/rows/readable-log.ts';
import type { LogStore } from '../../inspector/log/store/store.ts';

export interface RecordedCall {
  row: Row;
  method: string;
  /** Verbatim; '' if there were none. */
  params: string;
  /** The complete message, verbatim. */
  raw: string;
  failure: Failure | null;
  /** Why it cannot be sent again, in one sentence; '' if it can. */
  problem: string;
}

export function readCall(log: Pick<ReadableLog, 'store' | 'failureOf'>, row: Row): RecordedCall {
  return { ...readSent(log.store, row), failure: log.failureOf(row) };
}

/** Only what was sent, for callers that need no failure. */
export function readSent(store: LogStore, row: Row): Omit<RecordedCall, 'failure'> {
  const call = { row, method: row.method ?? '', params: '', raw: '' };
  if (row.kind !== 'call') return { ...call, problem: 'Only calls can be tried again, and this row is none.' };
  if (row.direction !== 'out') {
    return { ...call, problem: 'The server asked this one. Only calls to a server can be tried again.' };
  }
  const event = store.event(firstSeq(row.id));
  if (event?.lane === 'seen')
    return { ...call, problem: 'This call is known from a transcript. Misfire did not see the message that was sent.' };
  if (event?.lane !== 'out') return { ...call, problem: 'The log does not hold the message that was sent.' };
  const raw = messageOf(event.text, row.id);
  const method = parsedMethod(raw) ?? call.method;
  const sent = { ...call, method, raw, params: memberText(raw, 'params') ?? '' };
  if (event.cut !== undefined) {
    return { ...sent, problem: 'The message was too long to be kept whole, so it cannot be sent again as it was.' };
  }
  return { ...sent, problem: row.pending ? 'This call still waits for its answer.' : '' };
}

/** Of a batch, the member that the row shows. */
function messageOf(text: string, id: number): string {
  if (!/^\s*\[/.test(text)) return text;
  const index = (id - firstSeq(id)) / (rowId(0, 1) - rowId(0, 0));
  return elementTexts(text)[index] ?? '';
}

function parsedMethod(raw: string): string | null {
  const parsed = parseJson(raw);
  const method = parsed.ok ? member(parsed.value, 'method') : undefined;
  return typeof method === 'string' ? method : null;
}

/** The result of a call as text to compare: the response, or what came instead. */
export function recordedAnswerText(store: LogStore, row: Row): string {
  const events = store
    .eventsOf(row.id)
    .map((seq) => store.event(seq))
    .filter((event) => event !== null);
  const answer = events.findLast((event) => event.lane === (row.direction === 'out' ? 'in' : 'out') && isAnswer(event));
  if (answer && answer.lane !== 'life' && answer.lane !== 'http') return answer.text;
  const http = events.findLast((event) => event.lane === 'http');
  if (http?.lane === 'http' && http.http.status !== null) {
    const { status, statusText, headers, body } = http.http;
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    return [`HTTP ${status} ${statusText ?? ''}`.trim(), ...lines, '', body ?? ''].join('\n');
  }
  return [row.headline, row.detail].filter(Boolean).join('\n');
}

function isAnswer(event: StoredEvent): boolean {
  if (event.lane !== 'in' && event.lane !== 'out') return false;
  const parsed = parseJson(event.text);
  if (!parsed.ok) return false;
  const parts = Array.isArray(parsed.value) ? parsed.value : [parsed.value];
  return parts.some((part) => isObject(part) && member(part, 'method') === undefined);
}
