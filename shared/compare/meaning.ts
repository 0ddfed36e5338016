// What a failure comes to when servers are compared. Two steps away from the decoded class, both from what is known here:
// a wrapper that names what it wraps means that, and a mistake that we made ourselves has one natural name.

import type { Failure, FailureClass } from '../failure.ts';
import { isObject, type Json, member } from '../json.ts';
import type { Answered, ProvocationInfo, StandardId } from '../probing.ts';

/** These say that something behind the server failed, or nothing at all. */
const wrappers = new Set<FailureClass>(['dependency', 'internal', 'terminal', 'unknown']);
const originNames = ['originalError', 'original_error', 'originalCode', 'cause', 'reason'];
const originWords: [RegExp, FailureClass][] = [
  [/(^|_)(NOT_FOUND|DOES_NOT_EXIST|NO_SUCH_\w+)$/i, 'not_found'],
  [/(^|_)(RATE_LIMIT(ED|_EXCEEDED)?|TOO_MANY_REQUESTS)$/i, 'rate_limited'],
  [/(^|_)(TIMEOUT|TIMED_OUT)$/i, 'timeout'],
  [/(^|_)(CONFLICT|ALREADY_\w+|INVALID_STATE|WRONG_STATE)$/i, 'conflict'],
  [/(^|_)(UNAUTHORI[SZ]ED|UNAUTHENTICATED)$/i, 'unauthorized'],
  [/(^|_)(FORBIDDEN|PERMISSION_DENIED|ACCESS_DENIED)$/i, 'forbidden'],
];

export interface Refined {
  class: FailureClass;
  /** The word that said so; null when the decoded class stands. */
  word: string | null;
}

export function refineClass(failure: Failure, { message }: Answered): Refined {
  if (wrappers.has(failure.class)) {
    const error = member(member(message, 'result'), 'error') ?? member(message, 'error');
    const structured = member(member(message, 'result'), 'structuredContent');
    for (const place of [error, member(error, 'data'), member(error, 'details'), structured]) {
      const word = originOf(place);
      const found = word && originWords.find(([pattern]) => pattern.test(word));
      if (word && found) return { class: found[1], word };
    }
  }
  return { class: failure.class, word: null };
}

function originOf(place: Json | undefined): string | null {
  if (!isObject(place)) return null;
  for (const name of originNames) {
    const value = member(place, name);
    if (typeof value === 'string' && value.length <= 80) return value;
  }
  return null;
}

/** What a standard mistake is, and which other classes say the same of it: the specification itself calls an unknown tool -32602. */
const natural: Partial<Record<StandardId, [FailureClass, ...FailureClass[]]>> = {
  'unknown-method': ['method_not_found', 'not_found', 'unsupported'],
  'unknown-tool': ['not_found', 'validation', 'invalid_request', 'method_not_found'],
  'missing-argument': ['validation', 'invalid_request'],
  'wrong-type': ['validation', 'invalid_request'],
  'extra-argument': ['validation', 'invalid_request'],
  'out-of-enum': ['validation', 'invalid_request'],
  'null-for-object': ['validation', 'invalid_request'],
  'empty-string': ['validation', 'invalid_request', 'not_found', 'method_not_found'],
  'oversized-string': ['validation', 'invalid_request', 'not_found', 'too_large', 'method_not_found'],
  'bad-cursor': ['validation', 'invalid_request', 'not_found'],
  'unknown-resource': ['not_found', 'validation', 'invalid_request'],
  'malformed-uri': ['validation', 'invalid_request', 'not_found'],
  'unknown-prompt': ['not_found', 'validation', 'invalid_request'],
  'missing-prompt-argument': ['validation', 'invalid_request'],
  'before-handshake': ['not_ready', 'invalid_request'],
  'unsupported-version': ['unsupported', 'validation', 'invalid_request'],
  'wrong-jsonrpc-version': ['invalid_request', 'parse_error', 'validation'],
  'null-id': ['invalid_request', 'parse_error', 'validation'],
  batch: ['invalid_request', 'parse_error', 'validation', 'unsupported'],
  'malformed-json': ['parse_error', 'invalid_request', 'validation'],
  'wrong-content-type': ['invalid_request', 'unsupported', 'validation'],
  'missing-session': ['not_ready', 'invalid_request', 'validation'],
};

export function meaningOf({ id }: ProvocationInfo, decoded: FailureClass): FailureClass {
  const known = natural[id as StandardId];
  return known?.includes(decoded) ? known[0] : decoded;
}
