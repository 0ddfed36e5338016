// The decoder: one exchange in, one failure out, or null when nothing failed. Never throws; the same exchange always reads the same.
// locate → extract → hear → identify → interpret → conclude, each in its own file. Read at two depths: `judge` stops
// there, at what a row shows and counts; `decode` goes on to the whole account, for whoever opens, exports or compares it.

import { checkSchema } from '../check-schema.ts';
import { builtInDialects } from '../dialects/built-in.ts';
import { compile, type Lexicon } from '../dialects/compile.ts';
import type { Dialect } from '../dialects/schema.ts';
import type { Failure, Judgement } from '../failure.ts';
import { isObject, type Json, member } from '../json.ts';
import { account } from './account.ts';
import { asksMethod, conclude, type Reading } from './conclude.ts';
import { findCutAnswer, withoutCutLines } from './cut-answer.ts';
import { hasTellingHeader, readHeaders } from './extract/headers.ts';
import { membersOf } from './extract/members.ts';
import { readValue } from './extract/object.ts';
import { emptyFacts, type Facts, first } from './facts.ts';
import type { Fingerprint } from './fingerprint.ts';
import { hear } from './hear.ts';
import { identify } from './identify.ts';
import { interpret } from './interpret.ts';
import { type Located, locate, type Site } from './locate.ts';
import { anyKind, findError, kindOf, type Readings, repeatable } from './readings.ts';
import { tellStep } from './sign-in.ts';
import { decodeSilence, isSilent } from './silence.ts';
import type { DecodeContext, Subject } from './subject.ts';

export interface DecodeOptions extends DecodeContext {
  /** What the connection has shown so far. */
  fingerprint?: Fingerprint;
  /** A dialect that a person chose for this server. */
  pinnedDialect?: string;
  /** Built-in ones and those a person added; the built-in ones when left out. */
  dialects?: readonly Dialect[];
  /** Texts may have been shortened by whoever recorded them: an answer that is cut off is then not held against the server. */
  shortened?: boolean;
}

/**
 * What a row shows and counts; the whole failure where no answer was read, since there is nothing of the server's to show then.
 * What comes out of `readings` is shared with calls that failed alike: nobody may write to it.
 */
export function judge(subject: Subject, context: DecodeOptions, readings?: Readings): Judgement | null {
  const { answer, http } = subject;
  if (http?.step !== undefined) return readStep(subject, context);
  if (answer === undefined) return readWhole(subject, context);
  // What says that it failed may be looked up at once; asking for every answer would cost the good ones more than looking.
  const errorAt = findError(answer.text);
  const isOpen = errorAt > 0 || saysItFailed(answer.value);
  let located = isOpen ? null : locate(subject);
  if (!isOpen && located === null) return null;
  const lexicon = compile(context.dialects ?? builtInDialects);
  const body = readings === undefined ? null : repeatable(subject, lexicon, errorAt);
  const known = body === null ? null : (readings?.recall(body, subject, context, lexicon) ?? null);
  if (known !== null) return known;
  located ??= locate(subject);
  if (located === null) return null;
  if (located.layer === 'transport' || isSilent(subject, located)) return readWhole(subject, context, located);
  const reading = read(lexicon, subject, located, context);
  const judgement = conclude(reading);
  // A wait may be measured against the clock: such an answer means something else each time.
  if (body !== null && reading.facts.afterMs === null) {
    const kind = asksMethod(reading) ? kindOf(subject.method, lexicon) : anyKind;
    readings?.remember(body, subject, context, kind, judgement);
  }
  return judgement;
}

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

function readWhole(
  subject: Subject,
  context: DecodeOptions,
  located: Located | null = locate(subject),
): Failure | null {
  if (located === null) return null;
  if (isSilent(subject, located)) return readSilent(subject, located, context);
  const reading = read(compile(context.dialects ?? builtInDialects), subject, located, context);
  return account(reading, conclude(reading));
}

/** An error object, or a tool error. */
function saysItFailed(value: Json): boolean {
  if (!isObject(value)) return false;
  const { error, result } = value;
  return isObject(error) || (isObject(result) && result.isError === true);
}

function read(lexicon: Lexicon, subject: Subject, located: Located, context: DecodeOptions): Reading {
  const facts = emptyFacts(context.receivedAt);
  facts.argumentIssues = checkArguments(subject);
  const reader = { facts, members: membersOf(lexicon) };
  for (let index = 0; index < located.sites.length; index++) {
    const { value, path } = located.sites[index] as Site;
    readValue(reader, value, path, 0);
  }
  if (subject.http !== undefined && hasTellingHeader(subject.http.headers)) readHeaders(facts, subject.http);
  const heard = hear(lexicon, facts);
  const identity = identify(lexicon, subject, located, facts, heard, context.fingerprint, context.pinnedDialect);
  const interpretation = interpret(lexicon, subject, located, facts, heard, identity);
  const rpcCode = located.carrier === 'jsonrpc.error' ? member(first(located.sites)?.value, 'code') : undefined;
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
  if (cut === null) return decodeSilence(context.shortened ? withoutCutLines(subject) : subject, located, context);
  const mended = readWhole({ ...subject, answer: cut, noise: undefined }, context);
  return mended ?? (context.shortened ? null : decodeSilence(subject, located, context));
}
