// Follows a JSON Pointer (RFC 6901) into the arguments of a call, as they were sent.

import { type Json, member, parseJson } from '../../../shared/json.ts';

/** undefined: not sent, or the parameters cannot be read. */
export function sentValue(params: string, pointer: string): Json | undefined {
  const parsed = parseJson(params);
  if (!parsed.ok) return undefined;
  let value: Json | undefined = member(parsed.value, 'arguments') ?? parsed.value;
  if (pointer === '') return value;
  for (const part of pointer.replace(/^\//, '').split('/')) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    value = Array.isArray(value) ? value[Number(name)] : member(value, name);
  }
  return value;
}
