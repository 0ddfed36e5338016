// The form's notes for each field of a corrected call: the change with its reason, or that a value is still missing. Pure.

import { placeName } from '../../../shared/correct/correction.ts';
import type { Change } from '../../../shared/failure.ts';
import type { Json } from '../../../shared/json/json.ts';
import { pathIn, valueAt } from '../../../shared/json/json-place.ts';
import type { FieldMark } from '../../arguments/argument-form-parts.tsx';
import type { FixedCall } from '../../model/fixed-call.ts';

export function fieldMarks(corrected: FixedCall | null, args: Json | undefined): Map<string, FieldMark> {
  const marks = new Map<string, FieldMark>();
  if (!corrected) return marks;
  for (const change of corrected.changes)
    if (change.after !== undefined) marks.set(change.path, { look: 'changed', words: changedWords(change) });
  for (const missing of corrected.missing) {
    const { path, wants, says } = missing;
    if (path === '') continue;
    const isDone = isSettled(corrected, path, args);
    const about = says ?? (wants === '' ? 'a value is wanted' : `wants ${wants}`);
    marks.set(path, { look: isDone ? 'done' : 'wanted', words: isDone ? `filled in; it ${about}` : about });
  }
  return marks;
}

/** The user has entered something since. */
export function isSettled({ args: from }: FixedCall, path: string, args: Json | undefined): boolean {
  const now = valueAt(args, pathIn(args, path));
  return now !== undefined && JSON.stringify(now) !== JSON.stringify(valueAt(from, pathIn(from, path)));
}

function changedWords({ was, before, after, because }: Change): string {
  if (was !== undefined) return `was sent as ${placeName(was)}: ${because}`;
  if (before === undefined) return `filled in: ${because}`;
  return `was ${JSON.stringify(before).slice(0, 80)}: ${because}${after === undefined ? ', left out' : ''}`;
}
