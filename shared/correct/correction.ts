// A corrected call: each change with its reason, and what the user must provide. Owns the types and their wording; correct-arguments.ts
// makes corrections.

import type { Change, Missing } from '../failure.ts';
import type { Json } from '../json/json.ts';
import { readPointerPart } from '../json/json-pointer.ts';
import { quoted } from './wanted.ts';

export interface Correction {
  args: Json;
  changes: Change[];
  missing: Missing[];
  /** The schema accepts it. */
  fits: boolean;
  isChanged: boolean;
  /** The server's remarks about no specific argument. */
  unplaced?: string;
}

/** A pointer in readable form: `order.lines.0.sku`. */
export function placeName(pointer: string): string {
  return pointer === '' ? 'all arguments' : pointer.slice(1).split('/').map(readPointerPart).join('.');
}

/** The change of the value: `"5" → 5`. `show` prints a value, masked if needed. */
export function changeWords(change: Change, show: (value: Json) => string = quoted): string {
  const { was, before, after, path } = change;
  if (after === undefined) return `${placeName(path)}: left out`;
  const changed = before !== undefined && JSON.stringify(before) !== JSON.stringify(after);
  if (was !== undefined)
    return `${placeName(was)} → ${placeName(path)}${changed ? `: ${show(before)} → ${show(after)}` : ''}`;
  return before === undefined
    ? `${placeName(path)}: ${show(after)}`
    : `${placeName(path)}: ${show(before)} → ${show(after)}`;
}

/** `limit: "5" → 5, the schema wants an integer` */
export function changeLine(change: Change, show: (value: Json) => string = quoted): string {
  return `${changeWords(change, show)}, ${change.because}`;
}

/** `city: wants text`, `workspace: one of ws_north, ws_south` */
export function missingLine({ path, wants, says, isSent, choices = [] }: Missing): string {
  if (choices.length > 1) return `${placeName(path)}: one of ${choices.join(', ')}`;
  // For a missing argument, say what it should be. For one that was sent, quote the objection.
  const wanted = wants === '' ? 'a value is wanted' : `wants ${wants}`;
  const about = isSent || wants === '' ? (says?.split('\n', 1)[0] ?? wanted) : wanted;
  return `${placeName(path)}: ${about}${isSent ? ', and what was sent does not fit' : ''}`;
}
