// The one thing to do next about a failure, from its fix: send it again, wait as asked and then send it, or fix the request. Pure.

import type { ReplayDraft } from '../../../shared/retry/replay.ts';
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
  const { fix, retry } = failure;
  switch (fix.kind) {
    case 'request':
      return { kind: 'fix', label: 'Fix the request', primary: true, until: null };
    case 'wait': {
      const triedSince = attempts.some((other) => other.at > row.at);
      const wait = draft?.hinted?.attempts[0]?.earliestMs ?? fix.afterMs;
      if (triedSince || wait === null || wait <= 0 || draft?.hinted === null) return replay(true);
      const until = (row.endAt ?? row.at) + wait;
      const left = until - now;
      return {
        kind: 'wait',
        label: left > 0 ? `Retry in ${waitWords(left)}` : 'Retry now',
        primary: true,
        until,
      };
    }
    case 'setting':
    case 'sign_in':
    case 'approval':
    case 'report':
    case 'none':
      return replay(retry.verdict === 'unknown');
  }
}
