// Whether a value is nested deeper than recursive readers can handle.

import type { Json } from './json.ts';

/** In levels. More than any response needs, and far less than what `JSON.stringify` and the client rules can handle. */
export const deepestAnswer = 500;

/** Level by level, because a message may be nested deeper than the stack. */
export function isTooDeep(value: Json, deepest = deepestAnswer): boolean {
  let level: Json[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) return true;
    const next: Json[] = [];
    for (const each of level)
      if (typeof each === 'object' && each !== null)
        for (const part of Object.values(each)) if (typeof part === 'object' && part !== null) next.push(part);
    level = next;
  }
  return false;
}
