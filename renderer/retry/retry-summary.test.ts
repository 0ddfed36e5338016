import { expect, it } from 'vitest';
import type { HintJudgement, RowDetail } from '../../shared/timeline.ts';
import { retrySummary } from './retry-summary.ts';

const detail = (findings: HintJudgement['finding'][], attempts = 2, verdict = 'wait') =>
  ({
    judgements: findings.map((finding) => ({ finding })),
    attempts: Array.from({ length: attempts }, () => ({})),
    failure: { retry: { verdict } },
  }) as unknown as RowDetail;

it('names the worst of all waits, in amber if it differs from the hint', () => {
  expect(retrySummary(detail(['honoured', 'too_early']), false)).toEqual({
    summary: 'retried too early',
    tone: 'warn',
  });
  expect(retrySummary(detail(['honoured']), false)).toEqual({ summary: 'waited as asked' });
});

it('judges only what the log covers', () => {
  expect(retrySummary(detail([], 1), true).summary).toBe('not judged, recording too short');
  expect(retrySummary(detail([], 1), false).summary).toBe('not judged, still waiting');
  expect(retrySummary(detail([], 1, 'never'), false).summary).toBe('');
});
