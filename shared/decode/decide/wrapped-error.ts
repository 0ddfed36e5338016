// An error that wraps another and names it: `4001 ADAPTER_ERROR` with `details.originalError: ORDER_NOT_FOUND`, or an output that was
// rejected because it quotes a failure. The inner error decides class and retry; the wrapper stays as evidence and gets a lint warning.

import { isStronger } from '../../dialects/places.ts';
import type { FailureClass } from '../../failure.ts';
import type { Claim } from '../claims/claim.ts';
import { firstOf } from './first-claim.ts';

export interface Wrapped {
  /** The wrapper's statement; null if it makes none. */
  outer: Claim | null;
  inner: Claim;
}

/** These say that something upstream failed, or nothing at all. */
const wrappers: ReadonlySet<FailureClass> = new Set(['dependency', 'internal', 'terminal', 'unknown']);

/** These name another error. */
const origin = /(?:^|\.)(?:originalError|original_error|originalCode|original_code)$/;
/** These may be a detail of the same error: they do not decide if a dialect's table explains it. */
const detail = /(?:^|\.)(?:cause|reason)(?:\.\w{1,40})?$/;
const codeWord = /^[A-Za-z]\w{2,79}$/;

/** `first`: the claim that comes first; null if there is none. */
export function wrappedError(first: Claim | null, claims: readonly Claim[]): Wrapped | null {
  if (first?.row.meaning.class === 'invalid_response') {
    const quoted = firstOf(
      claims,
      (claim) => claim.isQuoted === true && claim.row.meaning.class !== 'invalid_response',
    );
    return quoted && { outer: first, inner: quoted };
  }
  if (first === null || isWrapper(first)) {
    const isOwnCode = first !== null && !first.row.generic;
    const inner = firstOf(
      claims,
      (claim) =>
        !isWrapper(claim) && isName(claim) && (origin.test(claim.path) || (!isOwnCode && detail.test(claim.path))),
    );
    return inner && { outer: first, inner };
  }
  if (!origin.test(first.path) || !isName(first)) return null;
  const outer = firstOf(claims, isWrapper);
  return outer && { outer, inner: first };
}

function isWrapper({ row }: Claim): boolean {
  return wrappers.has(row.meaning.class);
}

/** A code word that says more than that something failed. */
function isName({ value, place }: Claim): boolean {
  return isStronger(place, 'catch-all') && typeof value === 'string' && codeWord.test(value);
}
