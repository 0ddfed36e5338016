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
import { locate } from './locate.ts';
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

export function decode(subject: Subject, context: DecodeOptions): Failure | null {
  const located = locate(subject, context);
  if (located === null) return null;
  const lexicon = compile(context.dialects ?? builtInDialects);
  const facts = emptyFacts(context.receivedAt);
  if (isSilent(subject, located)) {
    const cut = findCutAnswer(subject);
    if (cut === null) return decodeSilence(context.shortened ? withoutCutLines(subject) : subject, located, context);
    const mended = decode({ ...subject, answer: cut, noise: undefined }, context);
    return mended ?? (context.shortened ? null : decodeSilence(subject, located, context));
  }
  const reader = { facts, lexicon };
  for (const site of located.sites) {
    if (typeof site.value === 'object' && site.value !== null && !Array.isArray(site.value))
      readObject(reader, site.value, site.path, 0);
    else readValue(reader, site.value, site.path, 0);
  }
  if (subject.http !== undefined) readHeaders(facts, subject.http);
  const heard = hear(lexicon, facts);
  const identity = identify(lexicon, subject, located, facts, heard.marks, context.fingerprint, context.pinnedDialect);
  const interpretation = interpret(lexicon, subject, located, facts, heard, identity);
  return conclude({ lexicon, subject, context, located, facts, identity, interpretation });
}
