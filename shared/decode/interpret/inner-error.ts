// An error that wraps another and names it: `4001 ADAPTER_ERROR` with `details.originalError: ORDER_NOT_FOUND`. The inner error decides
// class and retry; the wrapper stays as evidence and gets a lint warning (lint/codes.ts).

import type { FailureClass } from '../../failure.ts';
import type { Vote } from '../facts/vote.ts';

export interface Wrapped {
  /** The wrapper's statement; null if it makes none. */
  outer: Vote | null;
  inner: Vote;
}

/** These say that something upstream failed, or nothing at all. */
const wrappers: ReadonlySet<FailureClass> = new Set(['dependency', 'internal', 'terminal', 'unknown']);

/** These name another error. */
const origin = /(?:^|\.)(?:originalError|original_error|originalCode|original_code)$/;
/** These may be a detail of the same error: they do not decide if a dialect's table explains it. */
const detail = /(?:^|\.)(?:cause|reason)(?:\.\w{1,40})?$/;
const codeWord = /^[A-Za-z]\w{2,79}$/;
/** Below this strength a word is only a hint. */
const least = 2;

/** `winner`: the deciding vote so far; null if there is none. */
export function innerError(winner: Vote | null, votes: readonly Vote[]): Wrapped | null {
  if (winner === null || isWrapper(winner)) {
    const isOwnCode = winner !== null && !winner.row.generic;
    const inner = strongest(
      votes,
      (vote) => !isWrapper(vote) && isName(vote) && (origin.test(vote.path) || (!isOwnCode && detail.test(vote.path))),
    );
    return inner && { outer: winner, inner };
  }
  if (!origin.test(winner.path) || !isName(winner)) return null;
  const outer = strongest(votes, isWrapper);
  return outer && { outer, inner: winner };
}

export function isWrapper({ class: failureClass }: Vote): boolean {
  return wrappers.has(failureClass);
}

function isName({ value, strength }: Vote): boolean {
  return strength >= least && typeof value === 'string' && codeWord.test(value);
}

function strongest(votes: readonly Vote[], suits: (vote: Vote) => boolean): Vote | null {
  let best: Vote | null = null;
  for (const vote of votes) if ((best === null || vote.strength > best.strength) && suits(vote)) best = vote;
  return best;
}
