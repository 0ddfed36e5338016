// Follows a JSON Pointer (RFC 6901) into the arguments of a call, as they were sent.

import { type Json, member, parseJson } from '../../../shared/json/json.ts';
import { valueAtPointer } from '../../../shared/json/json-place.ts';

/** undefined: not sent, or the parameters cannot be read. */
export function sentValue(params: string, pointer: string): Json | undefined {
  const parsed = parseJson(params);
  if (!parsed.ok) return undefined;
  // Some servers leave out the first slash.
  const whole = pointer === '' || pointer.startsWith('/') ? pointer : `/${pointer}`;
  return valueAtPointer(member(parsed.value, 'arguments') ?? parsed.value, whole);
}
