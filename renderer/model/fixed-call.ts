// A rejected call with its fix applied: the corrected params, the changes, and the values that the user has to fill in. Pure.

import { applyFix } from '../../shared/correct/apply-fix.ts';
import { type Json, member, parseJson } from '../../shared/json/json.ts';
import type { RowDetail } from '../../shared/timeline.ts';
import { type Choices, type RequestFix, requestFix } from './request-fix.ts';

export interface FixedCall extends Pick<RequestFix, 'changes' | 'missing'> {
  /** The whole params with the corrected arguments, formatted. */
  params: string;
  /** The corrected arguments. */
  args: Json;
}

/** null: the row is not a tool call with rejected arguments, or another request is not the fix. */
export function fixedCall(detail: RowDetail, choices: Choices = {}): FixedCall | { problem: string } | null {
  const fix = requestFix(detail, choices);
  if (fix === null) return null;
  const applied = applyFix(detail.params, fix);
  if ('problem' in applied) return applied;
  const read = parseJson(applied.params);
  const { changes, missing } = fix;
  return { params: applied.params, args: (read.ok && member(read.value, 'arguments')) || {}, changes, missing };
}
