// Applies the changes of a finding to the params of a rejected `tools/call`. Decides nothing: decode/finding/fix.ts chooses the changes.

import type { Fix } from '../failure.ts';
import { isObject, type Json, member, parseJson } from '../json/json.ts';
import { lossOf } from '../json/json-loss.ts';
import { pathIn, setAt } from '../json/json-place.ts';

/** `params`: formatted, with everything else as sent. `problem`: why these params stay unchanged, in one sentence. */
export function applyFix(paramsText: string, fix: Fix): { params: string } | { problem: string } {
  if (fix.kind !== 'request') return { problem: 'No corrected call: no other request helps.' };
  const loss = lossOf(paramsText);
  if (loss !== '') return { problem: `No corrected call: ${loss.charAt(0).toLowerCase()}${loss.slice(1)}` };
  const read = parseJson(paramsText === '' ? '{}' : paramsText);
  if (!read.ok || !isObject(read.value)) return { problem: 'No corrected call: the params are not an object of JSON.' };
  const sent = member(read.value, 'arguments');
  let args: Json = sent === undefined ? {} : sent;
  // In order: later paths lead into the result of earlier changes.
  for (const { path, was, after } of fix.changes) {
    if (was !== undefined) args = setAt(args, pathIn(args, was), undefined);
    args = setAt(args, pathIn(args, path), after);
  }
  return { params: JSON.stringify(setAt(read.value, ['arguments'], args), null, 2) };
}
