// The decoder: one exchange in, one explained failure out, or null when nothing failed. Pure, and it never throws.
// locate → extract → identify → interpret → advise → lint, each in its own file.

import { builtInDialects } from '../dialects/built-in.ts';
import { compile } from '../dialects/compile.ts';
import type { Dialect } from '../dialects/schema.ts';
import type { Failure } from '../failure.ts';
import { conclude } from './conclude.ts';
import { findCutAnswer, withoutCutLines } from './cut-answer.ts';
import { readHeaders } from './extract/headers.ts';
import { readObject, readValue } from './extract/object.ts';
import { emptyFacts } from './facts.ts';
import type { Fingerprint } from './fingerprint.ts';
import { hear } from './hear.ts';
import { identify } from './identify.ts';
import { interpret } from './interpret.ts';
import { type Located, locate } from './locate.ts';
import { recall, remember, repeatable } from './repeats.ts';
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

/** Never throws; the failure is shared with other calls that failed alike, so nobody may write to it. */
export function decode(subject: Subject, context: DecodeOptions): Failure | null {
  const { http } = subject;
  if (http?.step === undefined) return decodeExchange(subject, context);
  const { step, problem, ...bare } = http;
  // An answer that HTTP calls good is only as bad as what was found wrong with it.
  const isPlain = bare.error === undefined && bare.status !== null && bare.status < 300;
  const told = isPlain || step === 'authorization' ? null : decodeExchange({ ...subject, http: bare }, context);
  return tellStep({ ...bare, step, ...(problem === undefined ? {} : { problem }) }, told);
}

function decodeExchange(subject: Subject, context: DecodeOptions): Failure | null {
  const located = locate(subject, context);
  if (located === null) return null;
  if (isSilent(subject, located)) return decodeSilent(subject, located, context);
  const lexicon = compile(context.dialects ?? builtInDialects);
  const body = subject.http !== undefined && lexicon.marksByHeader.length > 0 ? null : repeatable(subject);
  const known = body === null ? null : recall(body, subject, context);
  if (known !== null) return known;
  const facts = emptyFacts(context.receivedAt);
  const reader = { facts, lexicon };
  for (const { value, path } of located.sites) {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) readObject(reader, value, path, 0);
    else readValue(reader, value, path, 0);
  }
  if (subject.http !== undefined) readHeaders(facts, subject.http);
  const heard = hear(lexicon, facts);
  const identity = identify(lexicon, subject, located, facts, heard.marks, context.fingerprint, context.pinnedDialect);
  const interpretation = interpret(lexicon, subject, located, facts, heard, identity);
  const { failure, story } = conclude({ lexicon, subject, context, located, facts, identity, interpretation });
  // A wait may be measured against the clock: such an answer means something else each time.
  if (body !== null && facts.afterMs === null) remember(body, subject, context, failure, story);
  return failure;
}

function decodeSilent(subject: Subject, located: Located, context: DecodeOptions): Failure | null {
  const cut = findCutAnswer(subject);
  if (cut === null) return decodeSilence(context.shortened ? withoutCutLines(subject) : subject, located, context);
  const mended = decodeExchange({ ...subject, answer: cut, noise: undefined }, context);
  return mended ?? (context.shortened ? null : decodeSilence(subject, located, context));
}
