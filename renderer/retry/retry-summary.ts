// Whether the client followed the server's hint, in one phrase for a section heading. Pure.

import type { HintJudgement, RowDetail } from '../../shared/timeline.ts';

const words: Record<HintJudgement['finding'], string> = {
  honoured: 'waited as asked',
  too_early: 'retried too early',
  ignored: 'ignored the wait',
  must_not_repeat: 'repeated against advice',
  gave_up: 'did not try again',
  no_hint: '',
};

/** Worst first: one violated wait outweighs the correct ones. */
const order: readonly HintJudgement['finding'][] = ['must_not_repeat', 'ignored', 'too_early', 'gave_up', 'honoured'];

export function isJudged(judgements: readonly HintJudgement[]): boolean {
  return judgements.some(({ finding }) => finding !== 'no_hint');
}

export function retrySummary(
  { judgements, attempts, failure }: Pick<RowDetail, 'judgements' | 'attempts' | 'failure'>,
  isRecording: boolean,
): { summary: string; tone?: 'warn' } {
  const worst = order.find((finding) => judgements.some((one) => one.finding === finding));
  if (worst !== undefined) return { summary: words[worst], ...(worst === 'honoured' ? {} : { tone: 'warn' as const }) };
  if (attempts.length > 1) return { summary: 'no wait was asked for' };
  const isAsked = failure?.retry.verdict === 'wait' || failure?.retry.verdict === 'backoff';
  if (!isAsked) return { summary: '' };
  return { summary: isRecording ? 'not judged, recording too short' : 'not judged, still waiting' };
}
