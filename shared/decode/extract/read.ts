// Reads everything that is written where a failure was found, and checks the sent arguments against the tool's listed schema.

import type { Lexicon } from '../../dialects/compile.ts';
import type { FieldIssue } from '../../failure.ts';
import { isObject, member } from '../../json/json.ts';
import { checkSchema } from '../../schema/check-schema.ts';
import {
  type CallFacts,
  type DecodeOptions,
  dropToldTwice,
  emptyReading,
  type Located,
  type Reading,
} from '../reading/reading.ts';
import { namesIn, textsIn } from './caller-words.ts';
import { hasTellingHeader, readHeaders } from './headers.ts';
import { maskedCause } from './masked-cause.ts';
import { networkCause } from './network-cause.ts';
import { openReader } from './object.ts';
import type { Reader } from './reader.ts';
import { membersOf } from './shapes.ts';

export function read(lexicon: Lexicon, call: CallFacts, found: Located, context: DecodeOptions): Reading {
  const reading = emptyReading(call, context, found);
  reading.argumentIssues = checkArguments(call);
  reading.sent = textsIn(call.params ?? null);
  reading.repeatable = [...reading.sent, ...namesIn(call)];
  const reader = openReader(reading, membersOf(lexicon));
  for (const { value, path } of found.sites) reader.read(value, path, 0);
  if (found.sites.length > 1) dropToldTwice(reading);
  const cause = maskedCause(call, reading);
  if (cause !== null) reader.read(cause, 'stderr', 0);
  else readNetworkCause(reading, reader);
  if (reading.flagged) readUnnamedText(reading, reader);
  if (reading.issues.length > 0 && repeatMessage(reading)) reading.issues = [];
  if (call.http !== undefined && hasTellingHeader(call.http.headers)) readHeaders(reading, call.http);
  return reading;
}

/** It comes first: the answer only says that something went wrong, or that nothing was found. */
function readNetworkCause(reading: Reading, reader: Reader): void {
  const cause = reading.call.stderr === undefined ? null : networkCause(reading.call, reading);
  if (cause === null) return;
  const answered = reading.messages;
  reading.messages = [];
  reader.read(cause, 'stderr', 0);
  reading.messages.push(...answered);
}

/** `{"why": "The license has expired"}`: the only sentence is the reason, under any name. The caller's own texts are none. */
function readUnnamedText(reading: Reading, reader: Reader): void {
  if (reading.messages.length > 0 || reading.words.length > 0 || reading.issues.length > 0) return;
  const sentences = reading.remainder.filter(
    ({ value }) => typeof value === 'string' && /\p{L}\s+\S/u.test(value) && !reading.repeatable.includes(value),
  );
  const [only] = sentences;
  if (only === undefined || sentences.length > 1) return;
  reading.remainder = reading.remainder.filter((found) => found !== only);
  reader.read(only.value, only.path, 1);
}

/** Errors without a path that repeat the message are the same failure again, not a list of values. */
function repeatMessage({ issues, messages }: Pick<Reading, 'issues' | 'messages'>): boolean {
  return issues.every(({ path, message, code }) => {
    const isOwn =
      path === '' && code !== undefined && !/invalid|required|missing|type|param|argument|valid/i.test(code);
    return isOwn && message !== '' && messages.some(({ value }) => value.endsWith(message));
  });
}

export function checkArguments({ method, params, inputSchema }: CallFacts): readonly FieldIssue[] {
  if (method !== 'tools/call' || inputSchema === undefined || !isObject(params)) return [];
  return checkSchema(inputSchema, member(params, 'arguments') ?? {});
}
