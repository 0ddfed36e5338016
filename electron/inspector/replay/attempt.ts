// Sends one attempt of a replay over a session and reads what became of it from the log, where its row is.
// Owns what is sent: the recorded message restamped, edited params, or a text exactly as it was typed.

import { identityOf } from '../../../shared/diff/verdict.ts';
import type { Failure } from '../../../shared/failure.ts';
import type { ReplayRequest } from '../../../shared/replay.ts';
import type { Row } from '../../../shared/timeline.ts';
import { now } from '../../transports/clock.ts';
import type { Log } from '../log/log.ts';
import type { Session } from '../session/session.ts';
import type { RequestOptions } from '../session/session-options.ts';
import type { RecordedCall } from './recorded-call.ts';
import { restampMessage, restampParams } from './restamp.ts';
import type { AttemptResult, OpenAttempt } from './run.ts';

export interface AttemptParts {
  log: Log;
  session: Session;
  call: RecordedCall;
  message: ReplayRequest['message'];
  headers: ReplayRequest['headers'];
  clientInfo: { name: string; version: string };
}

export function sendAttempt({ log, session, call, message, headers, clientInfo }: AttemptParts): OpenAttempt {
  const options: RequestOptions = { actor: 'replay', ...(Object.keys(headers).length === 0 ? {} : { headers }) };
  const text = message.kind === 'raw' ? message.text : textOf(session, call, message, clientInfo);
  const { seq, settled } = session.sendRaw(text, options);
  return {
    row: seq,
    at: log.store.event(seq)?.at ?? now(),
    cancel: () => session.cancel(seq),
    result: settled?.then(() => readResult(log, seq)) ?? null,
  };
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

/** The row was written by the event that settled the call, so it is there. */
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
    at: row.at,
    endAt: row.endAt ?? now(),
    headline: row.headline,
    latencyMs: row.latencyMs,
  };
}

/** null: it passed. A failure that nobody could read is told by how the call ended. */
export function identityOfRow(row: Row, failure: Failure | null) {
  if (row.outcome === 'answered') return null;
  if (failure) return identityOf(failure, row.target);
  return {
    layer: 'transport' as const,
    carrier: row.outcome === 'timeout' ? ('timeout' as const) : ('process' as const),
    class: 'unknown' as const,
    code: row.outcome,
    target: row.target,
    fields: [],
  };
}
