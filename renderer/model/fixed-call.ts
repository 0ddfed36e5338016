// A refused call with the fix of its finding applied: the corrected params, and what was changed or is left to a person. Pure.

import { applyFix } from '../../shared/correct/apply-fix.ts';
import type { Fix } from '../../shared/failure.ts';
import { type Json, member, parseJson } from '../../shared/json/json.ts';
import type { RowDetail } from '../../shared/timeline.ts';

type RequestFix = Extract<Fix, { kind: 'request' }>;

export interface FixedCall extends Pick<RequestFix, 'changes' | 'missing'> {
  /** The whole params with the corrected arguments in them, laid out. */
  params: string;
  /** The corrected arguments. */
  args: Json;
}

/** By JSON Pointer: which of the values that the finding names a person picked. */
export type Choices = Readonly<Record<string, string>>;

/** null: the row is no call of a tool whose arguments were refused, or another request is not the fix. */
export function fixedCall(detail: RowDetail, choices: Choices = {}): FixedCall | { problem: string } | null {
  const found = requestFix(detail);
  if (found === null) return null;
  const fix = withChoices(found, choices);
  const applied = applyFix(detail.params, fix);
  if ('problem' in applied) return applied;
  const read = parseJson(applied.params);
  const { changes, missing } = fix;
  return { params: applied.params, args: (read.ok && member(read.value, 'arguments')) || {}, changes, missing };
}

/** What was picked is a change like any other. */
function withChoices(fix: RequestFix, choices: Choices): RequestFix {
  const picked = fix.missing.filter(({ path }) => choices[path] !== undefined);
  return {
    ...fix,
    changes: [
      ...fix.changes,
      ...picked.map(({ path }) => ({ path, after: choices[path]!, because: 'picked by you', from: 'server' as const })),
    ],
    missing: fix.missing.filter((one) => !picked.includes(one)),
  };
}

/** The fix gives every value that the call needs. */
export function isWhole(detail: RowDetail, choices: Choices): boolean {
  const found = requestFix(detail);
  if (found === null) return false;
  const { changes, missing } = withChoices(found, choices);
  return changes.length > 0 && missing.length === 0;
}

export const isRefused = (detail: RowDetail): boolean => requestFix(detail) !== null;

function requestFix({ row, failure }: RowDetail): RequestFix | null {
  if (row.kind !== 'call' || row.direction !== 'out' || row.pending || row.method !== 'tools/call') return null;
  if (failure?.fix.kind !== 'request') return null;
  return failure.class === 'validation' || failure.issues.length > 0 ? failure.fix : null;
}
