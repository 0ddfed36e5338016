// Common words of comparisons: the titles of classes, and lists of names.

import { classTitles } from '../../decode/finding/class-titles.ts';
import type { FailureClass } from '../../failure.ts';

/** Spelled the same everywhere, even within a sentence, because the card titles the failure so. */
export const classTitle = (meaning: FailureClass): string => classTitles[meaning];

/** `a`, `a and b`, `a, b and c`. */
export function listWords(items: readonly string[]): string {
  if (items.length <= 1) return items[0] ?? 'none';
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}
