// The decoder: takes one exchange, returns one failure, or null if nothing failed. Never throws and is deterministic. Each step has its
// own folder: locate (did it fail, and where is it written) → extract (what is written) → trust (whose dialect it is) → claims (what each
// piece of evidence says) → decide (which claim counts) → finding (sentence, advice and fix). No other code decodes a failure.

import type { Account } from '../account/account.ts';
import { builtInDialects } from '../dialects/built-in.ts';
import { compile, type Lexicon } from '../dialects/compile.ts';
import { endingOf } from '../ending/decide-ending.ts';
import type { Failure } from '../failure.ts';
import type { Claim } from './claims/claim.ts';
import { requestClaims } from './claims/request-claims.ts';
import { tableClaims } from './claims/table-claims.ts';
import { unfitArguments } from './claims/whose-issues.ts';
import { wordClaims } from './claims/word-claims.ts';
import { decide } from './decide/decide.ts';
import { matchPhrases } from './extract/match-phrases.ts';
import { checkArguments, read } from './extract/read.ts';
import { conclude } from './finding/conclude.ts';
import type { Decision } from './finding/decision.ts';
import { toFinding } from './finding/finding.ts';
import { lintFailure } from './lint/lint.ts';
import { findCutAnswer } from './locate/cut-answer.ts';
import { locate } from './locate/locate.ts';
import { type DecodeOptions, emptyReading, type Located, located } from './reading/reading.ts';
import { brokenClaim, brokenEvidence } from './silent/broken-rule.ts';
import { mistakeClaim } from './silent/client-mistake.ts';
import { declinedClaim } from './silent/declined.ts';
import { isSilent, silentClaim } from './silent/no-answer.ts';
import { eraClaim } from './silent/other-era.ts';
import { tellStep } from './silent/sign-in.ts';
import { noTrust, trustedDialect } from './trust/trusted-dialect.ts';

export function decode(account: Account, context: DecodeOptions): Failure | null {
  const { mistake, http } = account;
  if (mistake !== undefined) {
    const found = located('protocol', 'jsonrpc.error', 'local', [], [], 'reported' in mistake);
    return decodeClaim(mistakeClaim(account, mistake, context), account, found, context);
  }
  const failure = http?.step === undefined ? decodeExchange(account, context) : decodeStep(account, context);
  if (failure === null || account.broken === undefined) return failure;
  return { ...failure, evidence: [...failure.evidence, ...brokenEvidence(account)] };
}

function decodeExchange(account: Account, context: DecodeOptions): Failure | null {
  const found = locate(account);
  const broken = brokenClaim(account, found, context) ?? (found === null ? null : eraClaim(account, context));
  if (broken !== null) return decodeClaim(broken, account, found ?? rejected, context);
  if (found === null) return null;
  if (isSilent(account, found)) return decodeSilence(account, found, context);
  const decision = decided(account, found, context);
  const declined = declinedClaim(account, decision, context);
  if (declined !== null) return decodeClaim(declined, account, found, context);
  return toFailure(decision, withoutQuestion(account), context);
}

/** The question had no part in the failure. */
const withoutQuestion = (account: Account): Account =>
  account.wait?.question ? { ...account, wait: { ...account.wait, question: null } } : account;

/** A result that clients refuse, although nothing in it says so. */
const rejected = located('protocol', 'result.error', 'wire', [], [], false);

/** What is decided about an exchange with an error to read; null if there is none. For tests of the signs. */
export function decisionOn(account: Account, context: DecodeOptions): Decision | null {
  const found = locate(account);
  return found === null || isSilent(account, found) ? null : decided(account, found, context);
}

function decided(account: Account, found: Located, context: DecodeOptions): Decision {
  const lexicon = lexiconOf(context);
  const reading = read(lexicon, account, found, context);
  const matches = matchPhrases(lexicon, reading);
  const trust = trustedDialect(lexicon, reading, matches);
  const claims = tableClaims(lexicon, reading, trust);
  claims.push(...wordClaims(lexicon, reading, trust, matches), ...requestClaims(lexicon, reading));
  return conclude(lexicon, reading, trust, claims, decide(claims, lexicon, reading, trust));
}

/** There is no error to read, unless a cut-off response can be repaired. */
function decodeSilence(account: Account, found: Located, context: DecodeOptions): Failure | null {
  const cut = findCutAnswer(account);
  const repaired = cut === null ? null : decodeExchange({ ...account, answer: cut, noise: undefined }, context);
  if (repaired !== null) return repaired;
  const claim = silentClaim(account, found, context);
  const ended = account.answer === undefined ? account : withoutQuestion(account);
  return claim && decodeClaim(claim, ended, found, context);
}

/** What the process, the transport, the protocol or the client shows: nothing else was said. */
function decodeClaim(claim: Claim, account: Account, found: Located, context: DecodeOptions): Failure {
  const reading = emptyReading(account, context, found);
  if (found.oddities.includes('schema-mismatch')) reading.issues = [...(account.schemaIssues ?? [])];
  else if (claim.by !== 'client') {
    // Even without a message, the rejected arguments may be the cause.
    reading.argumentIssues = checkArguments(account);
    reading.issues = unfitArguments(reading).map((issue) => ({ ...issue, by: 'schema' as const }));
  }
  const lexicon = lexiconOf(context);
  return toFailure(
    conclude(lexicon, reading, noTrust, [claim], decide([claim], lexicon, reading, noTrust)),
    account,
    context,
  );
}

function toFailure(decision: Decision, account: Account, { receivedAt }: DecodeOptions): Failure {
  const ending = account.mistake === undefined ? endingOf(account, receivedAt) : null;
  return toFinding(decision, lintFailure(decision), account.process?.stderr ?? account.stderr ?? [], ending);
}

/** A sign-in request: not a call, but it fails like one. */
function decodeStep(account: Account, context: DecodeOptions): Failure | null {
  const { step, problem, ...bare } = account.http as NonNullable<Account['http']>;
  if (step === undefined) return null;
  // A response with a success status is a failure only if something else is wrong with it.
  const isPlain = bare.error === undefined && bare.status !== null && bare.status < 300;
  const isOwnText = isPlain || step === 'authorization';
  const decoded = isOwnText ? null : decodeExchange({ ...account, http: bare }, context);
  const http = { ...bare, step, ...(problem === undefined ? {} : { problem }) };
  const failure = tellStep(http, decoded, (claim) =>
    decodeClaim(claim, {}, located('transport', 'http', 'local'), { ...context, dialects: builtInDialects }),
  );
  return failure && { ...failure, ending: endingOf({ http: bare }, context.receivedAt) };
}

function lexiconOf({ dialects }: DecodeOptions): Lexicon {
  return compile(dialects ?? builtInDialects);
}
