// The states of retries: the drawing of waits, of a plan before it runs, and a running replay.

import { answered, rpcError, standard } from '../../shared/features/compare/testing/compare-fixtures.ts';
import type { JsonObject } from '../../shared/json/json.ts';
import type { RetryPlan } from '../../shared/retry/planned.ts';
import type { ReplayView } from '../../shared/retry/replay.ts';
import type { HintJudgement } from '../../shared/timeline.ts';
import type { Shown } from '../testing/showcase/shown.ts';
import { RetryFindings } from './findings.tsx';
import { type LaneAttempt, laneOf } from './lane.ts';
import { LaneDrawing } from './lane.tsx';
import { LiveStrip } from './live-strip.tsx';
import { RetryPlanView } from './plan-view.tsx';
import { RetryFacts } from './retry-facts-list.tsx';

const attempt = (id: number, at: number, tone: LaneAttempt['tone'] = 'wait'): LaneAttempt => ({
  id,
  at,
  endAt: at + 10,
  tone,
  words: 'Rate limited',
});

const judged = (row: number, finding: HintJudgement['finding'], didMs: number | null): HintJudgement => ({
  row,
  finding,
  toldMs: 1_000,
  didMs,
  words: 'The server asked to wait 1 s.',
});

const respected = [judged(1, 'honoured', 1_020)];
const each: HintJudgement['finding'][] = ['honoured', 'too_early', 'ignored', 'must_not_repeat', 'gave_up', 'no_hint'];

const planOf = (...waits: [earliestMs: number, latestMs: number][]): RetryPlan => ({
  attempts: waits.map(([earliestMs, latestMs]) => ({ earliestMs, latestMs })),
  words: `500 ms, doubling, at most ${waits.length} attempts`,
  sources: ['retry_after_ms in result.content[0].text'],
});

const failed = (code: number, message: string, data: JsonObject) =>
  answered('billing', standard('unknown-tool'), rpcError(code, message, data)).failure!;

const replay = (state: ReplayView['state']): ReplayView => ({
  id: state,
  source: 1,
  server: 'billing',
  to: 'billing',
  method: 'tools/call',
  target: 'send_invoice',
  state,
  verdict: null,
  fixedCount: 0,
  passedBefore: false,
  attempts: [],
  remaining: 2,
  nextAt: state === 'waiting' ? Date.now() + 90_000 : null,
  words: '',
  bulk: null,
});

export const shown: readonly Shown[] = [
  {
    component: 'Asked vs. actual',
    states: [
      {
        state: 'respected',
        element: <LaneDrawing lane={laneOf([attempt(1, 0), attempt(2, 1_030, 'ok')], respected)} label="Respected" />,
      },
      {
        state: 'too early, then stopped',
        element: (
          <LaneDrawing
            lane={laneOf(
              [attempt(1, 0), attempt(2, 300), attempt(3, 700, 'bad')],
              [judged(1, 'too_early', 290), judged(2, 'too_early', 390), judged(3, 'gave_up', null)],
            )}
            label="Too early"
          />
        ),
      },
      { state: 'one attempt', element: <LaneDrawing lane={laneOf([attempt(1, 0)], [])} label="One attempt" /> },
    ],
  },
  {
    component: 'Waits in words',
    states: [
      {
        state: 'each finding',
        element: <RetryFindings findings={each.map((finding, index) => judged(index + 1, finding, 500))} />,
      },
      { state: 'no hint', element: <RetryFindings findings={[judged(1, 'no_hint', 500)]} /> },
    ],
  },
  {
    component: 'Retry plan',
    states: [
      { state: 'one wait', element: <RetryPlanView plan={planOf([900, 900])} /> },
      { state: 'with jitter', element: <RetryPlanView plan={planOf([800, 1_200], [2_400, 3_600])} /> },
      {
        state: 'more than is drawn',
        element: (
          <RetryPlanView
            plan={planOf(...Array.from({ length: 12 }, (_, n) => [n * 500, n * 500] as [number, number]))}
          />
        ),
      },
    ],
  },
  {
    component: 'Retry advice',
    states: [
      {
        state: 'a wait',
        element: <RetryFacts failure={failed(-32003, 'Rate limit exceeded', { retry_after: 1, max_attempts: 3 })} />,
      },
      { state: 'never', element: <RetryFacts failure={failed(-32602, 'amount is required', {})} /> },
    ],
  },
  {
    component: 'Running replay',
    states: (['waiting', 'paused', 'running'] as const).map((state) => ({
      state,
      element: <LiveStrip view={replay(state)} />,
    })),
  },
];
