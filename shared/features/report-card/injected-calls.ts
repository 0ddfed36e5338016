// The calls that a rehearsal touched, one by one: what was injected, and what the client did next. Asked versus actual is judged where
// the rules of a report card read it (attempts.ts).

import { waitOf } from '../../retry/retry-plan.ts';
import { duration } from '../../text/duration.ts';
import { injectionName } from '../rehearse/plan-words.ts';
import { type AttemptGap, gapsOf } from './attempts.ts';
import { ModelCalls } from './model-calls.ts';
import type { RecordedRun, RowRef, RunCall } from './recorded-run.ts';

export interface InjectedCall {
  ref: RowRef;
  at: number;
  client: string;
  server: string;
  /** The tool; a method where no tool was called. */
  target: string;
  /** `answered “rate limited”, asking to wait 2 s` */
  what: string;
  /** What the client did next, as far as it is recorded. */
  did: string;
  sign: 'good' | 'bad' | 'open' | 'plain';
}

export function injectedCalls(run: RecordedRun): InjectedCall[] {
  const gaps = new Map(
    gapsOf({ run, model: new ModelCalls(run.calls, null), shown: null }).map((gap) => [gap.failed, gap]),
  );
  return run.calls.flatMap((call): InjectedCall[] => {
    if (call.injected === null) return [];
    const { ref, at, server, method, target, failure } = call;
    const waitMs = failure ? waitOf(failure.retry) : null;
    const asked = waitMs === null || waitMs === 0 ? '' : `, asking to wait ${duration(waitMs)}`;
    return [
      {
        ref,
        at,
        client: run.client?.name ?? '',
        server,
        target: target ?? method,
        what: `${injectionName(call.injected)}${asked}`,
        ...next(call, gaps.get(call)),
      },
    ];
  });
}

function next(call: RunCall, gap: AttemptGap | undefined): Pick<InjectedCall, 'did' | 'sign'> {
  if (call.outcome === null || call.outcome === 'unanswered') return { did: 'no answer so far', sign: 'open' };
  if (gap === undefined)
    return call.outcome === 'answered'
      ? { did: 'got its answer', sign: 'plain' }
      : { did: 'not sent again so far', sign: 'open' };
  const did = `came back after ${duration(gap.judgement.didMs ?? 0, 2)}`;
  switch (gap.judgement.finding) {
    case 'honoured':
      return { did, sign: 'good' };
    case 'too_early':
    case 'ignored':
    case 'must_not_repeat':
      return { did, sign: 'bad' };
    default:
      return { did, sign: 'plain' };
  }
}
