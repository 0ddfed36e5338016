// What the user changed since an attempt: each value that differs, by its path. Pure.

import { placeName } from '../../../shared/correct/correction.ts';
import { isObject, type Json } from '../../../shared/json/json.ts';
import { pointerPart } from '../../../shared/json/json-pointer.ts';

export interface ArgumentChange {
  sign: '-' | '+';
  place: string;
  /** JSON text. */
  value: string;
}

export function changedArguments(before: Json, after: Json): ArgumentChange[] {
  const [old, now] = [leaves(before), leaves(after)];
  const changes: ArgumentChange[] = [];
  for (const place of new Set([...old.keys(), ...now.keys()])) {
    const [was, is] = [old.get(place), now.get(place)];
    if (was === is) continue;
    if (was !== undefined) changes.push({ sign: '-', place: placeName(place), value: was });
    if (is !== undefined) changes.push({ sign: '+', place: placeName(place), value: is });
  }
  return changes;
}

/** Each simple or empty value as JSON text, by JSON Pointer. */
function leaves(value: Json, at = '', found = new Map<string, string>()): Map<string, string> {
  const inner: [string, Json][] = Array.isArray(value)
    ? value.map((item, index) => [String(index), item])
    : isObject(value)
      ? Object.entries(value)
      : [];
  if (inner.length === 0) return found.set(at, JSON.stringify(value));
  for (const [name, part] of inner) leaves(part, `${at}/${pointerPart(name)}`, found);
  return found;
}
