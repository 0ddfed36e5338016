// Judges a call that was run again: by the outcome that its set expects, else by the failure that was recorded.

import { type FailureIdentity, judgeAnswer } from '../../../../shared/diff/verdict.ts';
import type { ReproCall } from '../repro-set.ts';
import type { ReplayedCall } from './replayed-call.ts';

/** `after`: how it failed; null: it succeeded. */
export function judgeCall(
  { failure, expected }: Pick<ReproCall, 'failure' | 'expected'>,
  after: FailureIdentity | null,
): Pick<ReplayedCall, 'verdict' | 'because'> {
  if (typeof expected === 'object') {
    const { class: kind, code = null } = expected.failsWith;
    const wanted = `It must fail with ${kind}${code === null ? '' : ` (${code})`}`;
    if (after === null) return { verdict: 'different', because: `${wanted}, and succeeds.` };
    const isSame = after.class === kind && (code === null || after.code === code);
    if (isSame) return { verdict: 'as_expected', because: 'It fails as the set expects.' };
    return { verdict: 'different', because: `${wanted}, and fails with ${after.class} (${after.code ?? 'no code'}).` };
  }
  const judged = judgeAnswer(failure, after);
  return { ...judged, verdict: judged.verdict === 'same' && failure === null ? 'passes' : judged.verdict };
}
