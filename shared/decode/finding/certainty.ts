// Certainty comes from whether independent kinds of evidence agree, never from a tuned number.

import type { Certainty } from '../../failure.ts';
import type { Vote } from '../facts/vote.ts';
import type { Interpretation } from '../interpret/interpret.ts';

type Kind = 'explicit' | 'words' | 'status' | 'arguments';

/** `flagged`: the server itself reported a failure. */
export function certaintyOf({ winner, votes, candidates }: Interpretation, flagged: boolean): Certainty {
  if (winner === null || candidates.length > 0) return 'a guess';
  const kind = kindOf(winner);
  const others = votes.filter((vote) => !isCatchAll(vote) && kindOf(vote) !== kind);
  if (others.some((vote) => vote.class === winner.class)) return 'certain';
  if (isCatchAll(winner) || !flagged) return 'a guess';
  return kind === 'explicit' && others.length === 0 ? 'certain' : 'likely';
}

/** Says that something failed, but not what. */
function isCatchAll({ row }: Vote): boolean {
  return (
    row.table === 'range' || (row.generic && (row.meaning.class === 'internal' || row.meaning.class === 'unknown'))
  );
}

function kindOf({ row }: Vote): Kind {
  switch (row.table) {
    case 'phrase':
      return 'words';
    case 'status':
      return 'status';
    case 'issues':
      return 'arguments';
    default:
      return 'explicit';
  }
}
