// The fix of a rejected call from its finding, with the suggested values that the user picked. Pure.

import type { Fix } from '../../shared/failure.ts';
import type { RowDetail } from '../../shared/timeline.ts';

export type RequestFix = Extract<Fix, { kind: 'request' }>;

/** By JSON Pointer: which of the suggested values the user picked. */
export type Choices = Readonly<Record<string, string>>;

/** null: the row is not a tool call with rejected arguments, or another request is not the fix. */
export function requestFix({ row, failure }: RowDetail, choices: Choices = {}): RequestFix | null {
  if (row.kind !== 'call' || row.direction !== 'out' || row.pending || row.method !== 'tools/call') return null;
  if (failure?.fix.kind !== 'request') return null;
  return failure.class === 'validation' || failure.issues.length > 0 ? withChoices(failure.fix, choices) : null;
}

export const isRefused = (detail: RowDetail): boolean => requestFix(detail) !== null;

/** The fix has every value that the call needs. */
export function isWhole(detail: RowDetail, choices: Choices): boolean {
  const fix = requestFix(detail, choices);
  return fix !== null && fix.changes.length > 0 && fix.missing.length === 0;
}

/** A picked value is a change like any other. */
function withChoices(fix: RequestFix, choices: Choices): RequestFix {
  const picked = fix.missing.filter(({ path }) => choices[path] !== undefined);
  if (picked.length === 0) return fix;
  return {
    ...fix,
    changes: [
      ...fix.changes,
      ...picked.map(({ path }) => ({ path, after: choices[path]!, because: 'picked by you', from: 'server' as const })),
    ],
    missing: fix.missing.filter((one) => !picked.includes(one)),
  };
}
