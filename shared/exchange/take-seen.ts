// Adds a call of a client's transcript to the row of its watched call, or gives it a separate row. Owns the text of such rows.
// seen-calls.ts decides which calls match.

import { answered } from '../account/account.ts';
import type { ClientMistake } from '../account/client-mistake.ts';
import { clientOfId, nameOfClient } from '../clients/clients.ts';
import { rowHasFailed } from '../filter/row-facts.ts';
import { type JsonObject, member } from '../json/json.ts';
import type { SeenDifference } from '../seen/compare-seen.ts';
import { gotText } from '../seen/parts/blocks.ts';
import { clientAnswer } from '../transcripts/client-answer.ts';
import { isUnknownTool, lostServer, saysNotConnected } from '../transcripts/client-refusal.ts';
import { compareCall } from '../transcripts/compare-call.ts';
import type { SeenCall } from '../transcripts/parts/seen-call.ts';
import { readSeenText } from '../transcripts/seen-text.ts';
import type { SeenEvent } from '../wire.ts';
import { previewArgs } from './args-preview.ts';
import { clip } from './clip.ts';
import type { ConnectionState, WatchedTime } from './connection.ts';
import { type Desk, explain, outcomeOf, tellMistake, writeFailure } from './endings.ts';
import { failureHeadline, outcomeWords } from './failure-words.ts';
import type { Entry } from './ledger.ts';
import type { EarlierRequest } from './pending-call.ts';
import { differenceOf } from './seen-calls.ts';
import { saysNo, summarizeResult } from './summary.ts';

type StoredSeen = SeenEvent & { seq: number };

export function takeSeen(desk: Desk, connection: ConnectionState, event: StoredSeen): void {
  const seen = readSeenText(event.text, event.server);
  if (seen === null) {
    const detail = clip(event.text.slice(0, 1200), 300);
    desk.ledger.open(event, 0, 'orphan', { direction: 'in', headline: 'Unreadable transcript entry', detail });
    return;
  }
  const joined = desk.seen.join(seen);
  if (joined.how !== 'none') {
    const { entry } = joined.call;
    desk.ledger.link(entry, event.seq);
    desk.ledger.remark(entry, 'joined');
    if (joined.how === 'time') desk.ledger.remark(entry, 'joined_by_time');
    if (lostServer(seen)) desk.seen.lastWithServer(seen, entry.row);
    remarkDifference(desk, entry, differenceOf(joined.call, seen));
    return;
  }
  const attempt = openRow(desk, event, seen);
  const { entry } = attempt;
  joinLostServer(desk, entry, seen, joined.ended);
  const isAmbiguous = joined.alike.length > 0;
  if (isAmbiguous) {
    desk.ledger.remark(entry, 'ambiguous');
    for (const watched of joined.alike) desk.ledger.remark(watched.entry, 'ambiguous');
  }
  // Codex keeps both sides.
  if (seen.said !== undefined) remarkDifference(desk, entry, compareCall(seen, seen.said, undefined));
  // The client's own message shows best which of the two it was.
  const wasWatched = joined.wasWatched && !isAmbiguous && !seen.isReported && seen.got !== null;
  const wasGone = joined.ended !== null && saysNotConnected(seen);
  const unsent = wasGone ? 'server_gone' : isUnknownTool(seen) ? 'no_such_tool' : wasWatched ? 'never_sent' : null;
  if (seen.got === null && seen.said === undefined)
    entry.row.headline = seen.isReported ? 'Result not reported' : 'No result in the transcript';
  else if (unsent !== null) tellUnsent(desk, connection, event, entry, seen, unsent);
  else if (seen.putAside !== undefined) {
    entry.row.outcome = 'answered';
    entry.row.headline = 'Result put aside in a file';
  } else judgeSeen(desk, connection, event, entry, seen);
  const { row } = entry;
  if (rowHasFailed(row) || row.outcome === 'answered') desk.chains.end(attempt, rowHasFailed(row));
}

/** One event made all of these calls fail: the server exited, and the client did not start it again. */
function joinLostServer(desk: Desk, entry: Entry, seen: SeenCall, ended: WatchedTime | null): void {
  if (!lostServer(seen)) {
    if (seen.got !== null && !seen.failed) desk.seen.noteServer(seen);
    return;
  }
  const first = desk.seen.lastWithServer(seen, entry.row);
  if (first !== entry.row) desk.incidents.join(entry.row, first);
  else if (ended !== null) desk.incidents.joinEnd(entry.row, ended.connection);
}

function remarkDifference(desk: Desk, entry: Entry, difference: SeenDifference | 'not comparable' | null): void {
  if (difference === 'not comparable') return;
  desk.ledger.remark(entry, difference === null ? 'arrived' : 'differs');
  if (difference?.lost.includes('everything')) desk.ledger.remark(entry, 'lost');
  if (difference?.because === 'unexpected') desk.ledger.remark(entry, 'unexpected');
}

/** A line that a client wrote to its log. */
export function takeClientLog(desk: Desk, connection: ConnectionState, event: StoredSeen): void {
  const words = () => ({ detail: clip(event.text, 300) });
  if (connection.bursts.join(desk.ledger, 'log', event, words)) return;
  connection.bursts.begin('log', desk.ledger.open(event, 0, 'stderr', { headline: 'client log', ...words() }));
}

function openRow(desk: Desk, event: StoredSeen, seen: SeenCall): EarlierRequest {
  const method = 'tools/call';
  const params: JsonObject = { name: seen.tool, arguments: seen.args };
  const target = clip(seen.tool, 200);
  const entry = desk.ledger.open(event, 0, 'call', {
    direction: 'out',
    method,
    target,
    args: previewArgs(method, params),
    endAt: seen.ended,
    latencyMs: seen.started === null ? null : Math.max(0, seen.ended - seen.started),
    remarks: ['transcript'],
  });
  const attempt: EarlierRequest = { entry, direction: 'out', method, target, params, chainKey: null, chain: null };
  desk.chains.begin(attempt);
  return attempt;
}

/** The wire was watched all the time without this call, or the client's message says that it refused the call. */
function tellUnsent(
  desk: Desk,
  connection: ConnectionState,
  event: StoredSeen,
  entry: Entry,
  { got, client, server, tool }: SeenCall,
  kind: 'never_sent' | 'no_such_tool' | 'server_gone',
): void {
  desk.ledger.remark(entry, 'never_sent');
  const reported = clip(got === null ? '' : gotText(got).slice(0, 1200), 300);
  const about = { tool: entry.row.target ?? '', reported };
  const rereadsList = clientOfId(client)?.seen?.beside?.rereadsList ?? null;
  const isListed = desk.parts.tools?.lists(server, tool) ?? null;
  const mistake: ClientMistake =
    kind === 'no_such_tool' ? { kind, ...about, isListed, rereadsList } : { kind, ...about };
  tellMistake(desk, connection, event, mistake, { about: entry, client: nameOfClient(client) });
}

/** Decoded like a response, from what the transcript contains. */
function judgeSeen(desk: Desk, connection: ConnectionState, event: StoredSeen, entry: Entry, seen: SeenCall): void {
  const answer = clientAnswer(seen);
  if (answer === null) return;
  const { row } = entry;
  const params: JsonObject = { name: seen.tool, arguments: seen.args };
  const account = answered(
    { value: answer, text: JSON.stringify(answer) },
    { method: 'tools/call', target: seen.tool, params },
  );
  const failure = explain(desk, connection, account, event.at);
  row.outcome = outcomeOf(answer, failure);
  if (failure !== null) {
    writeFailure(desk, entry, failure);
    row.headline = failureHeadline(failure);
    return;
  }
  if (row.outcome !== 'answered') {
    row.headline = outcomeWords[row.outcome];
    desk.incidents.note(entry, null);
    return;
  }
  const result = member(answer, 'result');
  Object.assign(row, summarizeResult('tools/call', result), { negative: saysNo(result) });
}
