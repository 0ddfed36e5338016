// All details of one row: its failure, short raw events, attempts, and what happened before. Bodies are cut to previews; `body` returns
// complete ones.

import { isCounted } from '../../../../shared/actors.ts';
import type { BurstEvent } from '../../../../shared/api/views.ts';
import { identityOfRow, judgeAnswer } from '../../../../shared/diff/verdict.ts';
import { clip } from '../../../../shared/exchange/clip.ts';
import { firstSeq } from '../../../../shared/exchange/ledger.ts';
import { readMessage } from '../../../../shared/exchange/message.ts';
import { bodyOf, describeEvent, paramsText } from '../../../../shared/exchange/row-event.ts';
import { summarizeNotification } from '../../../../shared/exchange/summary.ts';
import { parseJson } from '../../../../shared/json/json.ts';
import { judgeChain } from '../../../../shared/retry/judge.ts';
import type { HintJudgement } from '../../../../shared/timeline.ts';
import { beganAt, type OriginalCall, type Row, type RowDetail } from '../../../../shared/timeline.ts';
import type { StoredEvent } from '../../../../shared/wire.ts';
import type { LogStore } from '../store/store.ts';
import { readIncident } from './read-incident.ts';
import type { ReadableLog } from './readable-log.ts';
import { seenTool } from './seen-tool.ts';
import { versionOf } from './server-version.ts';
import { readStrays } from './stray-answers.ts';

const eventLimit = 200;
export const attemptLimit = 200;
const breadcrumbCount = 8;
const lineLength = 400;
const wordsLimit = 100_000;

export function readDetail(
  log: Pick<ReadableLog, 'store' | 'failureOf' | 'serverName'>,
  row: Row,
  now: number,
): RowDetail {
  const { store } = log;
  const attempts = row.chain === null ? [] : store.chainRows(row.chain, attemptLimit);
  // Users look for the first and last events, not for the progress between them. A burst has its own list.
  const edge = row.times > 1 ? 1 : eventLimit / 2;
  const { seqs: first, total } = store.eventPage(row.id, 0, edge);
  const rest = Math.min(edge, total - first.length);
  const shown = rest === 0 ? first : [...first, ...store.eventPage(row.id, total - rest, rest).seqs];
  const own = store.event(firstSeq(row.id));
  return {
    row,
    failure: log.failureOf(row),
    params: paramsText(row, own),
    events: shown.flatMap((seq) => {
      const event = seq === own?.seq ? own : store.event(seq);
      return event ? [describeEvent(event)] : [];
    }),
    moreEvents: total - shown.length,
    attempts,
    judgements: row.kind === 'call' ? judgeAttempts(log, attempts.length > 0 ? attempts : [row], now) : [],
    breadcrumbs: store.rowsBefore(row.server, row.ord, breadcrumbCount),
    incident: readIncident(log, row),
    ...straysOf(store, row),
    ...versionFor(store, row),
    original: originalOf(log, row),
  };
}

function straysOf(store: LogStore, row: Row): Pick<RowDetail, 'strays'> {
  const strays = readStrays(store, row);
  return strays.length === 0 ? {} : { strays };
}

function versionFor(store: LogStore, { server, epoch }: Row): Pick<RowDetail, 'version'> {
  const version = versionOf(store, server, epoch);
  return version === null ? {} : { version };
}

/** As recorded with the request; null if that is in another recording. */
function originalOf(log: Pick<ReadableLog, 'store' | 'failureOf'>, row: Row): OriginalCall | null {
  const copied = copiedBy(log.store, row);
  const source = copied === undefined ? null : log.store.row(copied);
  if (!source) return null;
  const was = identityOfRow(source, log.failureOf(source));
  const known = { row: source.id, passed: was === null };
  if (row.outcome === null || row.outcome === 'cancelled') return { ...known, verdict: null, because: '' };
  return { ...known, ...judgeAnswer(was, identityOfRow(row, log.failureOf(row))) };
}

const copiedBy = (store: LogStore, { id, kind }: Row): number | undefined =>
  kind === 'call' ? store.event(firstSeq(id))?.copyOf : undefined;

/** Computed on every read, because whether a client timed out depends on the time since. */
export function judgeAttempts(
  log: Pick<ReadableLog, 'store' | 'failureOf'>,
  attempts: readonly Row[],
  until: number,
): HintJudgement[] {
  const { store } = log;
  const judged = attempts.map((row) => ({
    row: row.id,
    at: beganAt(row),
    endAt: row.endAt,
    passed: row.outcome === 'answered',
    failure: log.failureOf(row),
  }));
  const findings = judgeChain(judged, {
    until,
    unsafe: attempts.length > 1 ? isUnsafe(store, attempts[0] as Row) : null,
  });
  // A replay or a corrected copy of the user breaks no rule: it is shown, but not counted against the client.
  const isOfCaller = (next: Row) => isCounted(next.actor) && copiedBy(store, next) === undefined;
  return findings.filter(({ row, finding }) => {
    const at = attempts.findIndex(({ id }) => id === row);
    const next = attempts[at + 1] ?? attempts[at];
    return next === undefined || isOfCaller(next) || finding === 'honoured' || finding === 'no_hint';
  });
}

/** Marked as neither read-only nor idempotent; null if the server said nothing. */
function isUnsafe(store: LogStore, { method, server, epoch, target }: Row): boolean | null {
  const hints =
    method === 'tools/call' && target !== null ? (seenTool(store, server, epoch, target)?.hints ?? null) : null;
  return hints && hints.readOnly !== true && (hints.destructive === true || hints.idempotent !== true);
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

/** The content of a message, without the envelope that all messages of its kind share. */
function wordsOf(event: StoredEvent): string {
  const { text } = bodyOf(event);
  const parsed = (event.lane === 'in' || event.lane === 'out') && text.length < wordsLimit ? parseJson(text) : null;
  const message = parsed?.ok && !Array.isArray(parsed.value) ? readMessage(parsed.value) : null;
  if (message?.kind !== 'notification') return clip(text.slice(0, lineLength), 200);
  const { headline, detail } = summarizeNotification(message.method, message.params);
  return `${headline} ${detail}`.trim();
}
