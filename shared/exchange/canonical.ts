// One text for one JSON value: members sorted, so that equal values have equal texts whatever order they were sent in.
// Owns the keys that pairing compares by. Works without recursion, since JSON.stringify gives up at some 4,000 levels.

import type { Json, JsonObject } from '../json/json.ts';

interface Frame {
  value: Json[] | JsonObject;
  /** null for arrays. */
  keys: string[] | null;
  next: number;
}

/** JSON text of any value, however deep. `sorted: false` keeps the members as they came. */
export function jsonText(value: Json, sorted = false): string {
  const parts: string[] = [];
  const open: Frame[] = [];
  let current: Json = value;
  for (;;) {
    if (typeof current === 'object' && current !== null) {
      const keys: string[] | null = Array.isArray(current) ? null : Object.keys(current);
      if (sorted) keys?.sort();
      parts.push(keys ? '{' : '[');
      open.push({ value: current, keys, next: 0 });
    } else {
      parts.push(JSON.stringify(current));
    }
    let found = false;
    while (!found) {
      const frame = open.at(-1);
      if (!frame) return parts.join('');
      const length: number = frame.keys ? frame.keys.length : (frame.value as Json[]).length;
      if (frame.next === length) {
        parts.push(frame.keys ? '}' : ']');
        open.pop();
        continue;
      }
      if (frame.next > 0) parts.push(',');
      if (frame.keys) {
        const key = frame.keys[frame.next] as string;
        parts.push(JSON.stringify(key), ':');
        current = (frame.value as JsonObject)[key] as Json;
      } else {
        current = (frame.value as Json[])[frame.next] as Json;
      }
      frame.next += 1;
      found = true;
    }
  }
}

/** The same for equal ids only: the number 1 and the string "1" are two ids. Short, since it is remembered. */
export function idKey(id: Json): string {
  if (typeof id === 'number') return String(id);
  const text = typeof id === 'string' ? `"${id}` : jsonText(id, true);
  return text.length <= 200 ? text : `${text.slice(0, 100)}… ${digest(text)}`;
}

/** A short key for a call of that group: what must be equal for two requests to be attempts at the same thing. */
export function callKey(group: string, params: Json | undefined): string {
  let subject = params;
  if (typeof params === 'object' && params !== null && !Array.isArray(params) && Object.hasOwn(params, '_meta')) {
    const { _meta, ...rest } = params;
    subject = rest;
  }
  return `${group}\n${subject === undefined ? '' : digest(jsonText(subject, true))}`;
}

/** Short texts stand for themselves; long ones are folded to 106 bits (two rounds of cyrb53). */
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
