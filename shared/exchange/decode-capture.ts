// Decodes a whole capture: events in, one line's worth of values a failure out, as `misfire decode --json` prints them.
// Pairing and the learner do what they do for live traffic; this only joins failures to line numbers. Where a server's dialect
// became clear on the way, its failures are read a second time, as a log does.

import type { CaptureEntry } from '../capture.ts';
import { Learner, type LearnerOptions } from '../decode/learner.ts';
import type { Failure } from '../failure.ts';
import { parseJson } from '../json.ts';
import type { Decode } from './endings.ts';
import { firstSeq, type RowChange } from './ledger.ts';
import { Pairing } from './pairing.ts';
import { canBeReread } from './rereading.ts';

export interface DecodedLine extends Failure {
  server: string;
  /** Milliseconds since the capture began. */
  t: number;
  /** Line of the event that showed the failure: the answer, or what ended the call without one; that of the request where nothing did. */
  line: number;
  /** Line of the request; null where there was none. */
  request: number | null;
  method: string | null;
  target: string | null;
}

export function decodeCapture(
  entries: readonly CaptureEntry[],
  started: number,
  options: Omit<LearnerOptions, 'onClear'> = {},
): DecodedLine[] {
  const clear = new Set<string>();
  const learner = new Learner({ ...options, onClear: (server) => clear.add(server) });
  const changes = pairAll(entries, (subject, context, server) => learner.decode(subject, context, server));
  if (clear.size > 0) {
    const again = pairAll(entries, (subject, context, server) => learner.decodeAgain(subject, context, server));
    for (const [id, change] of again)
      if (clear.has(change.row.server) && canBeReread(change.row)) changes.set(id, change);
  }
  return [...changes.values()]
    .map((failed) => lineOf(failed, started))
    .sort((one, other) => one.line - other.line || (one.request ?? 0) - (other.request ?? 0));
}

type FailedRow = Pick<RowChange, 'row' | 'shownBy'> & { failure: Failure };

/** Each row that failed, as it was in the end. */
function pairAll(entries: readonly CaptureEntry[], decode: Decode): Map<number, FailedRow> {
  const pairing = new Pairing({ decode });
  const last = new Map<number, FailedRow>();
  const collect = (): void => {
    for (const { row, shownBy, failure: told } of pairing.drain()) {
      const failure = told === 'as before' ? (last.get(row.id)?.failure ?? null) : told;
      if (failure === null) last.delete(row.id);
      else last.set(row.id, { row, shownBy, failure });
    }
  };
  for (const { event, line } of entries) {
    const stored = { ...event, seq: line };
    pairing.take(
      event.lane === 'in' || event.lane === 'out'
        ? { event: stored, message: parseJson(event.text) }
        : { event: stored },
    );
    if (pairing.changed > 100) collect();
  }
  pairing.endOpen();
  collect();
  return last;
}

function lineOf({ row, shownBy, failure }: FailedRow, started: number): DecodedLine {
  const first = firstSeq(row.id);
  return {
    server: row.server,
    t: round((row.endAt ?? row.at) - started),
    line: shownBy ?? first,
    request: row.kind === 'call' || row.kind === 'notification' ? first : null,
    method: row.method,
    target: row.target,
    ...failure,
  };
}

function round(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
