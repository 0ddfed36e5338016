// Equal keys for equal JSON values. Pairing compares by them.

import type { Json } from '../json/json.ts';
import { jsonText } from '../json/json-text.ts';

/** Equal for equal ids only: the number 1 and the string "1" differ. Short, because it is kept in memory. */
export function idKey(id: Json): string {
  if (typeof id === 'number') return String(id);
  const text = typeof id === 'string' ? `"${id}` : jsonText(id, true);
  return text.length <= 200 ? text : `${text.slice(0, 100)}… ${digest(text)}`;
}

/** A short key of a call in its group. Two requests are attempts at the same call if their keys are equal. */
export function callKey(group: string, params: Json | undefined): string {
  let subject = params;
  if (typeof params === 'object' && params !== null && !Array.isArray(params) && Object.hasOwn(params, '_meta')) {
    const { _meta, ...rest } = params;
    subject = rest;
  }
  return `${group}\n${subject === undefined ? '' : digest(jsonText(subject, true))}`;
}

/** Short texts are their own key; long ones are hashed to 106 bits (two rounds of cyrb53). */
function digest(text: string): string {
  return text.length <= 200 ? text : `${text.length}:${fold(text, 1).toString(36)}${fold(text, 2).toString(36)}`;
}

function fold(text: string, seed: number): number {
  let a = 0xdeadbeef ^ seed;
  let b = 0x41c6ce57 ^ seed;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 2654435761);
    b = Math.imul(b ^ unit, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return 4294967296 * (2097151 & b) + (a >>> 0);
}
