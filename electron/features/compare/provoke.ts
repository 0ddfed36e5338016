// Sends one provocation and returns the server's reaction. Owns how a response in the log becomes an observation.

import type { Observation, PlannedProvocation } from '../../../shared/features/compare/probing.ts';
import { member } from '../../../shared/json/json.ts';
import { knownRevisions } from '../../../shared/protocol/revision.ts';
import type { Log } from '../../inspector/log/log.ts';
import { nothingAnswered, readAnswered } from './answered.ts';
import type { TappedSession } from './tapped-session.ts';

/** Standard mistakes are refused at once; a documented failure may be slow. */
export const patience = { standard: 5_000, own: 10_000, afterSilence: 1_000 };
const lateMs = 250;
const asIfRight = 'It was answered as if nothing were wrong.';

export async function provoke(
  log: Log,
  server: string,
  tapped: TappedSession,
  planned: PlannedProvocation,
  timeoutMs: number = patience[planned.kind],
): Promise<Observation> {
  const { session } = tapped;
  const { id, name, kind, expects } = planned;
  const base: Observation = {
    server,
    provocation: { id, name, kind, expects },
    state: 'left_out',
    row: null,
    failure: null,
    answered: nothingAnswered,
    why: planned.leftOut,
  };
  if (planned.leftOut !== '') return base;
  if (!session.isOpen) return { ...base, why: session.endReason || 'The connection had ended.' };
  if (planned.way !== 'call') {
    const { rows, silent, ended } = await tapped.sendAndWatch(planned.sends, planned.headers);
    return observe(log, base, rows, silent ? (ended ? 'It ended the connection.' : 'Nothing came back.') : '');
  }
  const params = planned.sends.replace(/[\r\n]+/g, ' ');
  const { seq, id: sentId, settled } = session.request(planned.method, params, { timeoutMs });
  if (id === 'cancelled-call') {
    session.cancel(seq, 'Misfire tries what a canceled call does.');
    const late = await tapped.lateAnswer(sentId, seq, lateMs);
    return late === null
      ? { ...base, state: 'silent', row: seq, why: 'It kept quiet, as asked.' }
      : observe(log, base, [late], '', 'It answered anyway, perhaps before the cancellation arrived.');
  }
  const { kind: ending } = await settled;
  // Misfire's own timeout is not the server's action: the server stayed silent.
  if (ending === 'timeout')
    return { ...base, state: 'silent', row: seq, why: `No answer within ${timeoutMs / 1000} s.` };
  return observe(log, base, [seq], '');
}

/** `quiet`: the result if no row holds a response. */
function observe(log: Log, base: Observation, rows: number[], quiet: string, passed?: string): Observation {
  log.flush();
  const answered = readAnswered(log.store, rows);
  // The response's own row comes last and says most; the request's row may only show our timeout.
  for (const row of rows.toReversed()) {
    const failure = log.failureOf(row);
    if (failure && log.store.row(row)?.outcome !== 'cancelled')
      return { ...base, state: 'failed', row, failure, answered };
  }
  const [row = null] = rows;
  if (quiet !== '') return { ...base, state: 'silent', row, answered, why: quiet };
  return { ...base, state: 'passed', row, answered, why: passed ?? passedWords(base.provocation.id, answered) };
}

/** A server that does not support a version may offer another one. */
function passedWords(id: string, { message }: Observation['answered']): string {
  const version = member(member(message ?? {}, 'result') ?? {}, 'protocolVersion');
  const isOffer = id === 'unsupported-version' && knownRevisions.some((known) => known === version);
  return isOffer ? `It offered revision ${String(version)} instead.` : asIfRight;
}
