// The words of retries and their waits: of a planned attempt, and of how a client respected the server's hint.

import { duration } from '../../shared/text/duration.ts';
import type { HintJudgement } from '../../shared/timeline.ts';
import type { Tone } from '../text/row-words.ts';

export function plannedWords(earliestMs: number, latestMs: number): string {
  if (latestMs - earliestMs < 1) return earliestMs === 0 ? 'at once' : `+${duration(earliestMs)}`;
  const [from = '', fromUnit] = duration(earliestMs).split(' ');
  const until = duration(latestMs).split(' ');
  // The unit once if both have the same: `+3 to 3.6 s`.
  return until.length === 2 && fromUnit === until[1]
    ? `+${from} to ${until.join(' ')}`
    : `+${duration(earliestMs)} to ${duration(latestMs)}`;
}

const shortFindings: Record<HintJudgement['finding'], string> = {
  honoured: 'respected',
  too_early: 'too early',
  ignored: 'hint ignored',
  must_not_repeat: 'must not be repeated',
  gave_up: 'no retry',
  no_hint: 'no hint',
};

export const findingWord = (finding: HintJudgement['finding']): string => shortFindings[finding];

export function findingTone(finding: HintJudgement['finding']): Tone {
  switch (finding) {
    case 'honoured':
      return 'ok';
    case 'too_early':
    case 'gave_up':
      return 'warn';
    case 'ignored':
    case 'must_not_repeat':
      return 'bad';
    case 'no_hint':
      return 'mute';
  }
}
