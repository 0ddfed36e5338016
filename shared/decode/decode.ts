// The decoder: one exchange in, one failure out, or null when nothing failed. Never throws; the same exchange always reads the same.
// locate → extract → match phrases → identify → interpret → conclude → build the failure, each in its own file. Rows, filters and counters show
// parts of what comes out; nobody reads a failure a second way.

import { checkSchema } from '../check-schema.ts';
import { builtInDialects } from '../dialects/built-in.ts';
import { compile, type Lexicon } from '../dialects/compile.ts';
import type { Failure } from '../failure.ts';
import { isObject, member } from '../json.ts';
import { buildFailure } from './build-failure.ts';
import { textsIn } from './caller-words.ts';
import { conclude, type Reading } from './conclude.ts';
import { findCutAnswer } from './cut-answer.ts';
import { hasTellingHeader, readHeaders } from './extract/headers.ts';
import { openReader } from './extract/object.ts';
import { membersOf } from './extract/shapes.ts';
import { emptyFacts, type Facts } from './facts/facts.ts';
import type { Located } from './facts/located.ts';
import type { DecodeOptions, Subject } from './facts/subject.ts';
import { identify } from './identify.ts';
import { interpret } from './interpret.ts';
import { locate } from './locate.ts';
import { matchPhrases } from './match-phrases.ts';
import { decodeNoAnswer, isSilent } from './no-answer.ts';
import { issueWords } from './reason-words.ts';
import { tellStep } from './sign-in.ts';
import { unfitArguments, unfitEvidence } from './whose-issues.ts';

export function decode(subject: Subject, context: DecodeOptions): Failure | null {
  return subject.http?.step === undefined ? readWhole(subject, context) : readStep(subject, context);
}

/** A request of signing in: no call, but it fails like one. */
function readStep(subject: Subject, context: DecodeOptions): Failure | null {
  const { step, problem, ...bare } = subject.http as NonNullable<Subject['http']>;
  if (step === undefined) return null;
  // An answer that HTTP calls good is only as bad as what was found wrong with it.
  const isPlain = bare.error === undefined && bare.status !== null && bare.status < 300;
  const isTold = isPlain || step === 'authorization';
  const told = isTold ? null : readWhole({ ...subject, http: bare }, context);
  return tellStep({ ...bare, step, ...(problem === undefined ? {} : { problem }) }, told);
}

function readWhole(subject: Subject, context: DecodeOptions): Failure | null {
  const located = locate(subject);
  if (located === null) return null;
  if (isSilent(subject, located)) return readSilent(subject, located, context);
  const reading = read(compile(context.dialects ?? builtInDialects), subject, located, context);
  return buildFailure(reading, conclude(reading));
}

function read(lexicon: Lexicon, subject: Subject, located: Located, context: DecodeOptions): Reading {
  const facts = emptyFacts(context.receivedAt);
  facts.argumentIssues = checkArguments(subject);
  facts.sent = textsIn(subject.params ?? null);
  const reader = openReader(facts, membersOf(lexicon));
  for (const { value, path } of located.sites) {
    reader.read(value, path, 0);
  }
  if (subject.http !== undefined && hasTellingHeader(subject.http.headers)) readHeaders(facts, subject.http);
  const heard = matchPhrases(lexicon, facts);
  const identity = identify(lexicon, subject, located, facts, heard, context);
  const interpretation = interpret(lexicon, subject, located, facts, heard, identity);
  const rpcCode = located.carrier === 'jsonrpc.error' ? member(located.sites[0]?.value, 'code') : undefined;
  return { lexicon, subject, context, located, facts, heard, identity, interpretation, rpcCode };
}

/** What does not fit of the arguments that were sent, by the tool's own list: known before anyone reads what the server says. */
function checkArguments({ method, params, inputSchema }: Subject): Facts['argumentIssues'] {
  if (method !== 'tools/call' || inputSchema === undefined || !isObject(params)) return [];
  return checkSchema(inputSchema, member(params, 'arguments') ?? {});
}

/** Nobody sent an error to read, unless an answer was cut off and can be mended. */
function readSilent(subject: Subject, located: Located, context: DecodeOptions): Failure | null {
  const cut = findCutAnswer(subject);
  const mended = cut === null ? null : readWhole({ ...subject, answer: cut, noise: undefined }, context);
  const silent = mended ?? decodeNoAnswer(subject, located, context);
  return silent === null || silent.issues.length > 0 ? silent : withUnfit(silent, subject);
}

/** Also where nobody said a word, what did not fit of the arguments may be why. */
function withUnfit(failure: Failure, subject: Subject): Failure {
  const issues = unfitArguments({ argumentIssues: checkArguments(subject) });
  if (issues.length === 0) return failure;
  const advice = `The arguments break the schema that the tool lists: ${issueWords(issues)}. Correct them first.`;
  return {
    ...failure,
    issues: [...issues],
    remedy: [advice, ...failure.remedy],
    evidence: [...failure.evidence, ...unfitEvidence(subject, issues)],
  };
}
