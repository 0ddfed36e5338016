// The attempts of a client at the same call, and what it did after each one. Asked versus actual is judged by retry/judge.ts.

import { judgeChain } from '../../retry/judge.ts';
import type { HintJudgement } from '../../timeline.ts';
import type { CardEvidence } from './card.ts';
import type { Asker } from './model-calls.ts';
import type { RunCall } from './recorded-run.ts';

/** One failed attempt, and the next one at the same call. */
export interface AttemptGap {
  failed: RunCall;
  next: RunCall;
  asker: Asker;
  judgement: HintJudgement;
}

/** Requests that a client sends to keep its connection. They are no attempts at something. */
const housekeeping = new Set(['initialize', 'ping', 'server/discover']);

/** Calls with the same key in the order of time, each started after the one before ended. */
export function chainsOf({ run }: CardEvidence): RunCall[][] {
  const chains = new Map<string, RunCall[]>();
  for (const call of run.calls) {
    if (housekeeping.has(call.method)) continue;
    const known = chains.get(call.key);
    if (known) known.push(call);
    else chains.set(call.key, [call]);
  }
  return [...chains.values()];
}

/** Every gap after a failed attempt. */
export function gapsOf(evidence: CardEvidence): AttemptGap[] {
  return chainsOf(evidence).flatMap((chain) => {
    const attempts = chain.map(({ at, endAt, failure, outcome }, index) => {
      return { row: index, at, endAt, failure, passed: outcome === 'answered' };
    });
    const judged = judgeChain(attempts, { until: evidence.run.until, unsafe: isUnsafe(evidence, chain[0]) });
    return judged.flatMap((judgement): AttemptGap[] => {
      const [failed, next] = [chain[judgement.row], chain[judgement.row + 1]];
      // Sent before the answer came: that is another call at the same time, not a repeat.
      if (!failed || !next || failed.endAt === null || next.at < failed.endAt) return [];
      return [{ failed, next, asker: evidence.model.askerOf(next, failed), judgement }];
    });
  });
}

/** Marked as neither reading nor safe to repeat; null where no list names the tool. */
export function isUnsafe({ run }: CardEvidence, call: RunCall | undefined): boolean | null {
  if (call?.method !== 'tools/call' || call.target === null) return null;
  const hints = run.hintsOf(call.server, call.target);
  return hints && hints.readOnly !== true && (hints.destructive === true || hints.idempotent !== true);
}
