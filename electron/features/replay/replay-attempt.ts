// Sends one attempt of a replay over a session and reads its result from its row in the log. Owns what is sent: the recorded message with a
// new id, edited params, or a text exactly as typed.

import type { Actor } from '../../../shared/actors.ts';
import { identityOfRow } from '../../../shared/diff/verdict.ts';
import type { ReplayRequest } from '../../../shared/retry/replay.ts';
import { beganAt } from '../../../shared/timeline.ts';
import type { Log } from '../../inspector/log/log.ts';
import type { Session } from '../../inspector/session/session.ts';
import type { RequestOptions, SentRaw } from '../../inspector/session/session-options.ts';
import { now } from '../../transports/clock.ts';
import type { RecordedCall } from './recorded-call.ts';
import type { AttemptResult, OpenAttempt } from './replay-run.ts';
import { restampMessage, restampParams } from './restamp.ts';

export interface AttemptParts {
  log: Log;
  session: Session;
  call: RecordedCall;
  message: ReplayRequest['message'];
  headers: ReplayRequest['headers'];
  timeoutMs: ReplayRequest['timeoutMs'];
  clientInfo: { name: string; version: string };
  /** Omitted: a replay, which does not count. */
  actor?: Actor;
  /** While it is held before it is sent. */
  withdrawn?: AbortSignal | undefined;
}

export function sendAttempt({
  log,
  session,
  call,
  message,
  headers,
  timeoutMs,
  clientInfo,
  actor = 'replay',
  withdrawn,
}: AttemptParts): OpenAttempt | Promise<OpenAttempt> {
  const options: RequestOptions = {
    actor,
    copyOf: call.row.id,
    withdrawn,
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  };
  const text = message.kind === 'raw' ? message.text : textOf(session, call, message, clientInfo);
  const opened = ({ seq, settled }: SentRaw): OpenAttempt => ({
    row: seq,
    at: log.store.event(seq)?.at ?? now(),
    cancel: () => session.cancel(seq),
    result: settled?.then(() => readResult(log, seq)) ?? null,
  });
  const sent = session.sendOrHold(text, options);
  return sent instanceof Promise ? sent.then(opened) : opened(sent);
}

function textOf(
  session: Session,
  call: RecordedCall,
  message: Exclude<ReplayRequest['message'], { kind: 'raw' }>,
  clientInfo: AttemptParts['clientInfo'],
): string {
  const { protocolVersion } = session;
  const stamp = { id: session.takeId(), protocolVersion, clientInfo };
  // On stdio a line break would end the message; inside JSON it is only white space.
  if (message.kind === 'as_sent') return oneLine(session.complete(restampMessage(call.raw, stamp)));
  const params = message.params.trim() === '' ? '' : `,"params":${oneLine(restampParams(message.params, stamp))}`;
  return session.complete(`{"jsonrpc":"2.0","id":${stamp.id},"method":${JSON.stringify(message.method)}${params}}`);
}

const oneLine = (json: string): string => json.replace(/[\r\n]+/g, ' ');

/** The event that settled the call has written the row, so it exists. */
function readResult(log: Log, seq: number): AttemptResult {
  log.flush();
  const row = log.store.row(seq);
  if (!row) throw new Error('The attempt is missing in the log.');
  const failure = log.failureOf(row);
  return {
    identity: identityOfRow(row, failure),
    failure,
    outcome: row.outcome,
    passed: row.outcome === 'answered',
    verdict: null,
    at: beganAt(row),
    endAt: row.endAt ?? now(),
    headline: row.headline,
    latencyMs: row.latencyMs,
  };
}
