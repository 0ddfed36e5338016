// The decoder: takes one exchange, returns one failure, or null if nothing failed. Never throws and is deterministic. The stages are
// locate → extract → identify → interpret → conclude → finding, each in its own folder. Rows, filters and counters show parts of the
// result; no other code decodes a failure.

import type { Account } from '../account/account.ts';
import { builtInDialects } from '../dialects/built-in.ts';
import { compile, type Lexicon } from '../dialects/compile.ts';
import type { Failure } from '../failure.ts';
import { isObject, member } from '../json/json.ts';
import { checkSchema } from '../schema/check-schema.ts';
import { buildFailure } from './conclude/build-failure.ts';
import { conclude, type Reading } from './conclude/conclude.ts';
import { hasTellingHeader, readHeaders } from './extract/headers.ts';
import { maskedCause } from './extract/masked-cause.ts';
import { openReader } from './extract/object.ts';
import { membersOf } from './extract/shapes.ts';
import { textsIn } from './facts/caller-words.ts';
import { dropToldTwice, emptyFacts, type Facts } from './facts/facts.ts';
import type { Located } from './facts/located.ts';
import type { Judged } from './finding/clues.ts';
import { toFinding } from './finding/finding.ts';
import type { DecodeOptions } from './identify/decode-options.ts';
import { identify } from './identify/identify.ts';
import { matchPhrases } from './identify/match-phrases.ts';
import { interpret } from './interpret/interpret.ts';
import { repeatMessage, unfitArguments, unfitEvidence } from './interpret/whose-issues.ts';
import { findCutAnswer } from './locate/cut-answer.ts';
import { locate } from './locate/locate.ts';
import { decodeMistake } from './silent/client-mistake.ts';
import { decodeNoAnswer, isSilent } from './silent/no-answer.ts';
import { tellStep } from './silent/sign-in.ts';
import { issueWords } from './words/reason-words.ts';

export function decode(account: Account, context: DecodeOptions): Failure | null {
  if (account.mistake !== undefined)
    return toFinding(decodeMistake(account, account.mistake, context), account, context);
  const judged = account.http?.step === undefined ? readWhole(account, context) : readStep(account, context);
  return judged && toFinding(judged, account, context);
}

/** A sign-in request: not a call, but it fails like one. */
function readStep(account: Account, context: DecodeOptions): Judged | null {
  const { step, problem, ...bare } = account.http as NonNullable<Account['http']>;
  if (step === undefined) return null;
  // A response with a success status is a failure only if something else is wrong with it.
  const isPlain = bare.error === undefined && bare.status !== null && bare.status < 300;
  const isOwnText = isPlain || step === 'authorization';
  const decoded = isOwnText ? null : readWhole({ ...account, http: bare }, context);
  return tellStep({ ...bare, step, ...(problem === undefined ? {} : { problem }) }, decoded);
}

function readWhole(account: Account, context: DecodeOptions): Judged | null {
  const located = locate(account);
  if (located === null) return null;
  if (isSilent(account, located)) return readSilent(account, located, context);
  const reading = read(compile(context.dialects ?? builtInDialects), account, located, context);
  return buildFailure(reading, conclude(reading));
}

function read(lexicon: Lexicon, account: Account, located: Located, context: DecodeOptions): Reading {
  const facts = emptyFacts(context.receivedAt);
  facts.argumentIssues = checkArguments(account);
  facts.sent = textsIn(account.params ?? null);
  const reader = openReader(facts, membersOf(lexicon));
  for (const { value, path } of located.sites) {
    reader.read(value, path, 0);
  }
  if (located.sites.length > 1) dropToldTwice(facts);
  const cause = maskedCause(account, facts);
  if (cause !== null) reader.read(cause, 'stderr', 0);
  if (facts.issues.length > 0 && repeatMessage(facts)) facts.issues = [];
  if (account.http !== undefined && hasTellingHeader(account.http.headers)) readHeaders(facts, account.http);
  const matches = matchPhrases(lexicon, facts);
  const identity = identify(lexicon, account, located, facts, matches, context);
  const interpretation = interpret(lexicon, account, located, facts, matches, identity);
  const rpcCode = located.carrier === 'jsonrpc.error' ? member(located.sites[0]?.value, 'code') : undefined;
  return { lexicon, account, context, located, facts, matches, identity, interpretation, rpcCode };
}

/** Arguments that break the tool's listed schema: known before the server's message is read. */
function checkArguments({ method, params, inputSchema }: Account): Facts['argumentIssues'] {
  if (method !== 'tools/call' || inputSchema === undefined || !isObject(params)) return [];
  return checkSchema(inputSchema, member(params, 'arguments') ?? {});
}

/** There is no error to read, unless a cut-off response can be repaired. */
function readSilent(account: Account, located: Located, context: DecodeOptions): Judged | null {
  const cut = findCutAnswer(account);
  const repaired = cut === null ? null : readWhole({ ...account, answer: cut, noise: undefined }, context);
  const silent = repaired ?? decodeNoAnswer(account, located, context);
  return silent === null || silent.judgment.issues.length > 0 ? silent : withUnfit(silent, account);
}

/** Even without a message, the rejected arguments may be the cause. */
function withUnfit(silent: Judged, account: Account): Judged {
  const issues = unfitArguments({ argumentIssues: checkArguments(account) });
  if (issues.length === 0) return silent;
  const { judgment, clues } = silent;
  const advice = `The arguments break the schema that the tool lists: ${issueWords(issues)}. Correct them first.`;
  return {
    judgment: {
      ...judgment,
      issues: issues.map((issue) => ({ ...issue, by: 'schema' })),
      remedy: [advice, ...judgment.remedy],
      evidence: [...judgment.evidence, ...unfitEvidence(account, issues)],
    },
    clues: { ...clues, argumentIssues: issues },
  };
}
