// The fix of a rejected call from its finding, with the values that the user entered or picked. Pure.

import type { Fix } from '../../shared/failure.ts';
import { type Json, member, parseJson } from '../../shared/json/json.ts';
import { pathIn, valueAt } from '../../shared/json/json-place.ts';
import type { RowDetail } from '../../shared/timeline.ts';

export type RequestFix = Extract<Fix, { kind: 'request' }>;

/** By JSON Pointer: the value that the user chose. */
export type Choices = Readonly<Record<string, Json>>;

const isToolCall = ({ row }: RowDetail): boolean =>
  row.kind === 'call' && row.direction === 'out' && !row.pending && row.method === 'tools/call';

/** null: the row is not a tool call with rejected arguments, or another request is not the fix. */
export function requestFix(detail: RowDetail, choices: Choices = {}): RequestFix | null {
  const { failure } = detail;
  if (!isToolCall(detail) || failure === null) return null;
  const isRejected = failure.class === 'validation' || failure.issues.length > 0;
  if (failure.fix.kind === 'request' && isRejected) return withChoices(detail, failure.fix, choices);
  // Nothing in the finding is to be changed: the user replaced a value, for example by one that exists.
  const paths = Object.keys(choices);
  if (paths.length === 0) return null;
  const missing = paths.map((path) => ({ path, wants: '', isSent: true }));
  return withChoices(detail, { kind: 'request', changes: [], missing }, choices);
}

export const isRefused = (detail: RowDetail): boolean => requestFix(detail) !== null;

/** The arguments to change have names, so the card can ask for their values. */
export function isFixableHere(detail: RowDetail): boolean {
  const fix = requestFix(detail);
  return fix !== null && fix.changes.length + fix.missing.length > 0 && fix.missing.every(({ path }) => path !== '');
}

/** As sent; undefined: none were. */
export function sentArguments({ params }: Pick<RowDetail, 'params'>): Json | undefined {
  const read = parseJson(params);
  return read.ok ? member(read.value, 'arguments') : undefined;
}

/** A chosen value is a change like any other. */
function withChoices(detail: RowDetail, fix: RequestFix, choices: Choices): RequestFix {
  const chosen = fix.missing.filter(({ path }) => choices[path] !== undefined);
  if (chosen.length === 0) return fix;
  const args = sentArguments(detail);
  return {
    ...fix,
    changes: [
      ...fix.changes,
      ...chosen.map(({ path }) => {
        const before = valueAt(args, pathIn(args, path));
        const after = choices[path]!;
        return { path, ...(before !== undefined && { before }), after, because: 'by you', from: 'server' as const };
      }),
    ],
    missing: fix.missing.filter((one) => !chosen.includes(one)),
  };
}
