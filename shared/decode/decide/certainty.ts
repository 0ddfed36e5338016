// Certainty follows from which independent kinds of evidence agree, never from a tuned number.

import type { Certainty } from '../../failure.ts';
import type { Claim } from '../claims/claim.ts';

/** `flagged`: the server itself reported a failure. */
export function certaintyOf(deciding: Claim | null, claims: readonly Claim[], flagged: boolean): Certainty {
  if (deciding === null) return 'a guess';
  const others = claims.filter((claim) => !isCatchAll(claim) && claim.by !== deciding.by && !claim.isQuoted);
  if (others.some(({ row }) => row.meaning.class === deciding.row.meaning.class)) return 'certain';
  if (isCatchAll(deciding) || !flagged) return 'a guess';
  // The line was written during the call, and the answer says something else.
  const isDenied = claims.some((claim) => claim.path !== 'stderr' && !isCatchAll(claim) && !isSame(claim, deciding));
  if (deciding.path === 'stderr' && isDenied) return 'a guess';
  return deciding.by === 'dialect' && others.length === 0 ? 'certain' : 'likely';
}

function isSame({ row }: Claim, other: Claim): boolean {
  return row.meaning.class === other.row.meaning.class;
}

/** Says that something failed, but not what. */
function isCatchAll({ row }: Claim): boolean {
  const { class: failureClass } = row.meaning;
  return row.table === 'range' || (row.generic && (failureClass === 'internal' || failureClass === 'unknown'));
}
