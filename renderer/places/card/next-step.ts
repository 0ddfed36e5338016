// The one thing to do next about a failure: send it again, wait as asked and then send it, or mend the request. Pure.

import type { FailureClass } from '../../../shared/failure.ts';
import type { ReplayDraft } from '../../../shared/replay.ts';
import type { RowDetail } from '../../../shared/timeline.ts';
import { waitWords } from '../../text/replay-words.ts';

export interface NextStep {
  kind: 'replay' | 'wait' | 'fix';
  label: string;
  /** Worth standing out; a replay that cannot help is offered quietly. */
  primary: boolean;
  /** When the wait is over, ms since 1970; null when nothing is waited for. */
  until: number | null;
}

const argumentFaults: ReadonlySet<FailureClass> = new Set([
  'validation',
  'not_found',
  'conflict',
  'too_large',
  'terminal',
]);

/** null: the row is no call of ours, so there is nothing to send again. `draft` null: not known yet. */
export function nextStep(detail: RowDetail, draft: ReplayDraft | null, now: number): NextStep | null {
  const { row, failure, attempts } = detail;
  if (row.kind !== 'call' || row.direction !== 'out' || row.pending) return null;
  const replay = (primary: boolean): NextStep => ({
    kind: 'replay',
    label: draft === null || draft.guard.need === 'free' ? 'Replay' : 'Replay…',
    primary,
    until: null,
  });
  if (!failure) return replay(false);
  const triedSince = attempts.some((other) => other.at > row.at);
  switch (failure.retry.verdict) {
    case 'after_fix':
      if (failure.fault === 'server') return replay(false);
      return {
        kind: 'fix',
        label: row.method === 'tools/call' && argumentFaults.has(failure.class) ? 'Fix arguments' : 'Change the call',
        primary: true,
        until: null,
      };
    case 'wait':
    case 'backoff': {
      const wait = draft?.hinted?.attempts[0]?.earliestMs ?? failure.retry.afterMs;
      if (triedSince || wait === null || wait <= 0 || draft?.hinted === null) return replay(true);
      const until = (row.endAt ?? row.at) + wait;
      const left = until - now;
      return {
        kind: 'wait',
        label: left > 0 ? `Wait ${waitWords(left)}, then retry` : 'Retry, the wait is over',
        primary: true,
        until,
      };
    }
    case 'after_auth':
    case 'never':
      return replay(false);
    case 'unknown':
      return replay(true);
  }
}
