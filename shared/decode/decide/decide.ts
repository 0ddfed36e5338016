// Which claim decides. The order of places is in dialects/places.ts; outside of it there are three rules, one function each: which dialect
// is trusted (trusted-dialect.ts), a wrapped error replaces its wrapper (wrapped-error.ts), and a code with rival meanings and nothing
// to choose between them decides nothing (rival-codes.ts).

import type { Lexicon } from '../../dialects/compile.ts';
import { isStronger } from '../../dialects/places.ts';
import type { Candidate } from '../../failure.ts';
import type { Claim } from '../claims/claim.ts';
import type { Reading } from '../reading/reading.ts';
import type { Trust } from '../trust/trusted-dialect.ts';
import { firstOf } from './first-claim.ts';
import { rivalMeanings } from './rival-codes.ts';
import { wrappedError } from './wrapped-error.ts';

export interface Decided {
  /** null: nothing decides. */
  deciding: Claim | null;
  /** What the error around the deciding one says. */
  wrapper: Claim | null;
  /** Ranked, if the code has rival meanings. */
  candidates: Candidate[];
}

export function decide(claims: readonly Claim[], lexicon: Lexicon, reading: Reading, trust: Trust): Decided {
  const first = firstOf(claims, (claim) => claim.isQuoted === undefined);
  const wrapped = wrappedError(first, claims);
  if (wrapped !== null) return { deciding: wrapped.inner, wrapper: wrapped.outer, candidates: [] };
  // A catch-all does not settle what an ambiguous code means.
  const isOpen = first === null || !isStronger(first.place, 'catch-all');
  const candidates = isOpen ? rivalMeanings(lexicon, reading, trust) : [];
  // A reserved range only says that the error is the server's own.
  const isReserved = first !== null && first.row.table === 'range' && first.row.generic;
  if (candidates.length > 1 || isReserved) return { deciding: null, wrapper: null, candidates };
  return { deciding: first, wrapper: null, candidates: [] };
}
