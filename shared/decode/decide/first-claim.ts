// The order of claims: by place, then within the place.

import { placeRank } from '../../dialects/places.ts';
import type { Claim } from '../claims/claim.ts';

/** The claim that comes before all others; null if there is none. */
export function firstOf(claims: readonly Claim[], suits: (claim: Claim) => boolean = () => true): Claim | null {
  let first: Claim | null = null;
  for (const claim of claims) if (suits(claim) && (first === null || compare(claim, first) < 0)) first = claim;
  return first;
}

/** Below 0 if `one` comes first: by place, then the trusted dialect, the narrower condition, the earlier message, the earlier row. */
function compare(one: Claim, other: Claim): number {
  return (
    placeRank[one.place] - placeRank[other.place] ||
    Number(one.row.generic) - Number(other.row.generic) ||
    other.row.conditions - one.row.conditions ||
    one.message - other.message ||
    one.row.position - other.row.position
  );
}
