// Which claim decides. The order of places is in dialects/places.ts; outside of it there are three rules: which dialect is trusted
// (trusted-dialect.ts), a wrapped error replaces its wrapper, and a code with rival meanings and nothing to choose between them decides
// nothing.

import type { Lexicon } from '../../dialects/compile.ts';
import type { Dialect } from '../../dialects/dialect-schema.ts';
import { isStronger, placeRank } from '../../dialects/places.ts';
import type { Candidate, FailureClass } from '../../failure.ts';
import type { Claim } from '../claims/claim.ts';
import type { Reading } from '../reading/reading.ts';
import type { Trust } from '../trust/trusted-dialect.ts';

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
  if (wrapped !== null) return wrapped;
  // A catch-all does not settle what an ambiguous code means.
  const isOpen = first === null || !isStronger(first.place, 'catch-all');
  const candidates = isOpen ? rivalMeanings(lexicon, reading, trust) : [];
  // A reserved range only says that the error is the server's own.
  const isReserved = first !== null && first.row.table === 'range' && first.row.generic;
  if (candidates.length > 1 || isReserved) return { deciding: null, wrapper: null, candidates };
  return { deciding: first, wrapper: null, candidates: [] };
}

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

/** Possible meanings of a code if no evidence decides: every known one, likeliest first. */
function rivalMeanings({ readings }: Lexicon, { numbers }: Reading, trust: Trust): Candidate[] {
  const [code] = numbers;
  return (code === undefined ? [] : (readings.get(code.value) ?? []))
    .map(({ meaning, dialects, because }) => ({
      class: meaning.class,
      codeName: meaning.name ?? null,
      dialect: (dialects[0] as Dialect).id,
      confidence: Math.round(Math.min(0.9, likelihood(dialects, trust)) * 100) / 100,
      because,
    }))
    .sort((one, other) => other.confidence - one.confidence)
    .slice(0, 8);
}

function likelihood([first, ...others]: readonly Dialect[], { confidence }: Trust): number {
  const sure = (dialect: Dialect): number => (confidence.get(dialect.id) ?? 0) * 0.6;
  const base = first === undefined ? 0 : (first.kind === 'generic' ? 0.3 : 0.2) + sure(first);
  return others.reduce((sum, dialect) => sum + (0.1 + sure(dialect)), base);
}

/** These say that something upstream failed, or nothing at all. */
const wrappers: ReadonlySet<FailureClass> = new Set(['dependency', 'internal', 'terminal', 'unknown']);

/** These name another error. */
const origin = /(?:^|\.)(?:originalError|original_error|originalCode|original_code)$/;
/** These may be a detail of the same error: they do not decide if a dialect's table explains it. */
const detail = /(?:^|\.)(?:cause|reason)(?:\.\w{1,40})?$/;
const codeWord = /^[A-Za-z]\w{2,79}$/;

/**
 * An error that wraps another and names it: `4001 ADAPTER_ERROR` with `details.originalError: ORDER_NOT_FOUND`, or an output that was
 * rejected because it quotes a failure. The inner error decides class and retry; the wrapper stays as evidence and gets a lint warning.
 * `first`: the claim that comes first; null if there is none.
 */
function wrappedError(first: Claim | null, claims: readonly Claim[]): Decided | null {
  if (first?.row.meaning.class === 'invalid_response') {
    const quoted = firstOf(
      claims,
      (claim) => claim.isQuoted === true && claim.row.meaning.class !== 'invalid_response',
    );
    return quoted && { deciding: quoted, wrapper: first, candidates: [] };
  }
  if (first === null || isWrapper(first)) {
    const isOwnCode = first !== null && !first.row.generic;
    const inner = firstOf(
      claims,
      (claim) =>
        !isWrapper(claim) && isName(claim) && (origin.test(claim.path) || (!isOwnCode && detail.test(claim.path))),
    );
    return inner && { deciding: inner, wrapper: first, candidates: [] };
  }
  if (!origin.test(first.path) || !isName(first)) return null;
  const outer = firstOf(claims, isWrapper);
  return outer && { deciding: first, wrapper: outer, candidates: [] };
}

function isWrapper({ row }: Claim): boolean {
  return wrappers.has(row.meaning.class);
}

/** A code word that says more than that something failed. */
function isName({ value, place }: Claim): boolean {
  return isStronger(place, 'catch-all') && typeof value === 'string' && codeWord.test(value);
}
