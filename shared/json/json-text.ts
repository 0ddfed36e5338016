// Writes JSON values of any depth as text. Works without recursion, because JSON.stringify fails at about 4,000 levels.

import type { Json, JsonObject } from './json.ts';

interface Frame {
  value: Json[] | JsonObject;
  /** null for arrays. */
  keys: string[] | null;
  next: number;
}

/** JSON text of any value at any depth. `sorted: false` keeps the order of the members. */
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

/** The beginning of its text, for sentences. */
export const jsonHead = (value: Json, most: number): string => jsonText(value).slice(0, most);
