// The decoder: one exchange in, one failure out, or null when nothing failed. Never throws; the same exchange always reads the same.
// locate → extract → hear → identify → interpret → conclude, each in its own file. Read at two depths: `judge` stops
// there, at what a row shows and counts; `decode` goes on to the whole account, for whoever opens, exports or compares it.

import { builtInDialects } from '../dialects/built-in.ts';
import { compile, type Lexicon } from '../dialects/compile.ts';
import type { Dialect } from '../dialects/schema.ts';
import type { Failure, Judgement } from '../failure.ts';
import { isObject, type Json } from '../json.ts';
import { account } from './account.ts';
import { conclude, type Reading, retold } from './conclude.ts';
import { findCutAnswer, withoutCutLines } from './cut-answer.ts';
import { explain, type Story } from './explain.ts';
import { hasTellingHeader, readHeaders } from './extract/headers.ts';
import { membersOf } from './extract/members.ts';
import { readValue } from './extract/object.ts';
import { emptyFacts } from './facts.ts';
import type { Fingerprint } from './fingerprint.ts';
import { hear } from './hear.ts';
import { identify } from './identify.ts';
import { interpret } from './interpret.ts';
import { type Located, locate, type Site } from './locate.ts';
import { anyKind, beginsWithError, kindOf, type Readings, repeatable } from './readings.ts';
import { remedies } from './remedy.ts';
import { tellStep } from './sign-in.ts';
import { decodeSilence, isSilent } from './silence.ts';
import { type DecodeContext, inOneShape, type Subject } from './subject.ts';

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

/** How much of a failure is wanted. */
interface Depth<T extends Judgement> {
  finish(reading: Reading, judgement: Judgement, story: Story): T;
  /** The same, told of another server or tool. */
  retell(known: T, story: Story): T;
}

const short: Depth<Judgement> = {
  finish: (_reading, judgement) => judgement,
  retell: (known, story) => retold(known, explain(story)),
};

const whole: Depth<Failure> = {
  finish: account,
  retell: (known, story) => ({ ...known, explanation: explain(story), remedy: remedies(story, known.retry) }),
};

/** What a row shows and counts. What comes out of `readings` is shared with calls that failed alike: nobody may write to it. */
export function judge(subject: Subject, context: DecodeOptions, readings?: Readings<Judgement>): Judgement | null {
  const { http } = subject;
  if (http?.step !== undefined) return readStep(subject, context);
  return readAt(short, subject, http, context, readings);
}

/** The whole failure; the same of `readings`. */
export function decode(subject: Subject, context: DecodeOptions, readings?: Readings<Failure>): Failure | null {
  const { http } = subject;
  if (http?.step !== undefined) return readStep(subject, context);
  return readAt(whole, subject, http, context, readings);
}

/** A request of signing in: no call, but it fails like one. */
function readStep(subject: Subject, context: DecodeOptions): Failure | null {
  const { step, problem, ...bare } = subject.http as NonNullable<Subject['http']>;
  if (step === undefined) return null;
  // An answer that HTTP calls good is only as bad as what was found wrong with it.
  const isPlain = bare.error === undefined && bare.status !== null && bare.status < 300;
  const isTold = isPlain || step === 'authorization';
  const told = isTold ? null : readAt(whole, { ...subject, http: bare }, bare, context, undefined);
  return tellStep({ ...bare, step, ...(problem === undefined ? {} : { problem }) }, told);
}

function readAt<T extends Judgement>(
  depth: Depth<T>,
  subject: Subject,
  http: Subject['http'],
  context: DecodeOptions,
  readings: Readings<T> | undefined,
): T | Failure | null {
  const { answer } = subject;
  if (answer === undefined) return readUnanswered(depth, subject, context);
  const asked = inOneShape(subject, answer, http);
  // What says that it failed may be looked up at once; asking for every answer would cost the good ones more than looking.
  const isOpen = beginsWithError(answer.text) || saysItFailed(answer.value);
  let located = isOpen ? null : locate(asked, context);
  if (!isOpen && located === null) return null;
  if (located !== null && isSilent(asked, located)) return readSilent(depth, subject, located, context);
  const lexicon = compile(context.dialects ?? builtInDialects);
  const body = readings === undefined ? null : repeatable(asked, lexicon);
  const known = body === null ? null : (readings?.recall(body, asked, context, lexicon, depth.retell) ?? null);
  if (known !== null) return known;
  if (located === null) {
    located = locate(asked, context);
    if (located === null) return null;
    if (isSilent(asked, located)) return readSilent(depth, subject, located, context);
  }
  const reading = read(lexicon, asked, located, context);
  const { judgement, story, asksMethod } = conclude(reading);
  const failure = depth.finish(reading, judgement, story);
  // A wait may be measured against the clock: such an answer means something else each time.
  if (body !== null && reading.facts.afterMs === null)
    readings?.remember(body, context, asksMethod ? kindOf(asked.method, lexicon) : anyKind, failure, story);
  return failure;
}

function readUnanswered<T extends Judgement>(
  depth: Depth<T>,
  subject: Subject,
  context: DecodeOptions,
): T | Failure | null {
  const located = locate(subject, context);
  if (located === null) return null;
  if (isSilent(subject, located)) return readSilent(depth, subject, located, context);
  const reading = read(compile(context.dialects ?? builtInDialects), subject, located, context);
  const { judgement, story } = conclude(reading);
  return depth.finish(reading, judgement, story);
}

/** An error object, or a tool error. */
function saysItFailed(value: Json): boolean {
  if (!isObject(value)) return false;
  const { error, result } = value;
  return isObject(error) || (isObject(result) && result.isError === true);
}

function read(lexicon: Lexicon, subject: Subject, located: Located, context: DecodeOptions): Reading {
  const facts = emptyFacts(context.receivedAt);
  const reader = { facts, members: membersOf(lexicon) };
  for (let index = 0; index < located.sites.length; index++) {
    const { value, path } = located.sites[index] as Site;
    readValue(reader, value, path, 0);
  }
  if (subject.http !== undefined && hasTellingHeader(subject.http.headers)) readHeaders(facts, subject.http);
  const heard = hear(lexicon, facts);
  const identity = identify(lexicon, subject, located, facts, heard, context.fingerprint, context.pinnedDialect);
  const interpretation = interpret(lexicon, subject, located, facts, heard, identity);
  return { lexicon, subject, context, located, facts, identity, interpretation };
}

/** Nobody sent an error to read, unless an answer was cut off and can be mended. */
function readSilent<T extends Judgement>(
  depth: Depth<T>,
  subject: Subject,
  located: Located,
  context: DecodeOptions,
): T | Failure | null {
  const cut = findCutAnswer(subject);
  if (cut === null) return decodeSilence(context.shortened ? withoutCutLines(subject) : subject, located, context);
  const mended = readAt(depth, { ...subject, answer: cut, noise: undefined }, subject.http, context, undefined);
  return mended ?? (context.shortened ? null : decodeSilence(subject, located, context));
}
