// Filter terms of the card's row. Pure.

import type { RowDetail } from '../../../shared/timeline.ts';
import { serverTerm } from '../../model/filter.ts';

/** Terms that match this row, the narrowest last. */
export function cardTerms({ row, failure }: RowDetail, serverName: string): string[] {
  const terms = [serverTerm(serverName)];
  if (row.method) terms.push(`method:${row.method}`);
  if (row.target && /^[\p{L}\p{N}._/-]{1,200}$/u.test(row.target)) terms.push(`tool:${row.target}`);
  if (row.kind !== 'call') terms.push(`kind:${row.kind}`);
  if (failure) {
    terms.push(`class:${failure.class}`, `retry:${failure.retry.verdict}`);
    if (typeof failure.code === 'number') terms.push(`code:${failure.code}`);
    if (/^[\w.-]+$/.test(failure.dialect.id)) terms.push(`dialect:${failure.dialect.id}`);
  }
  return terms;
}
