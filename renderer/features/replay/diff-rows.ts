// A diff as rows to draw: folds volatile lines and long equal stretches, and pairs both sides. Pure.

import type { DiffLine } from '../../../shared/retry/replay.ts';
import { countInWords } from '../../text/format.ts';

export type DiffRow = { kind: 'line'; line: DiffLine } | { kind: 'fold'; lines: number; because: 'same' | 'volatile' };

/** Equal lines kept next to a change. */
const context = 3;

export function foldLines(lines: readonly DiffLine[], showVolatile: boolean): DiffRow[] {
  const rows: DiffRow[] = [];
  const shown = lines.map((line, index) => keeps(lines, line, index, showVolatile));
  for (let index = 0; index < lines.length; ) {
    if (shown[index]) {
      rows.push({ kind: 'line', line: lines[index]! });
      index++;
      continue;
    }
    const because = lines[index]!.kind === 'same' ? 'same' : 'volatile';
    const from = index;
    while (index < lines.length && !shown[index] && (lines[index]!.kind === 'same' ? 'same' : 'volatile') === because)
      index++;
    // A fold takes a line itself: one or two lines are better shown.
    if (because === 'same' && index - from <= 2)
      for (const line of lines.slice(from, index)) rows.push({ kind: 'line', line });
    else rows.push({ kind: 'fold', lines: index - from, because });
  }
  return rows;
}

function keeps(lines: readonly DiffLine[], line: DiffLine, index: number, showVolatile: boolean): boolean {
  if (line.kind !== 'same') return showVolatile || !line.volatile;
  return lines
    .slice(Math.max(0, index - context), index + context + 1)
    .some((near) => near.kind !== 'same' && (showVolatile || !near.volatile));
}

type SideRow = { left: DiffLine | null; right: DiffLine | null } | { fold: DiffRow & { kind: 'fold' } };

/** Removed lines are next to the added ones that follow them. */
export function sideRows(rows: readonly DiffRow[]): SideRow[] {
  const result: SideRow[] = [];
  let removed: DiffLine[] = [];
  let added: DiffLine[] = [];
  const flush = () => {
    for (let index = 0; index < Math.max(removed.length, added.length); index++)
      result.push({ left: removed[index] ?? null, right: added[index] ?? null });
    removed = [];
    added = [];
  };
  for (const row of rows) {
    if (row.kind === 'fold') {
      flush();
      result.push({ fold: row });
    } else if (row.line.kind === 'removed') {
      if (added.length > 0) flush();
      removed.push(row.line);
    } else if (row.line.kind === 'added') added.push(row.line);
    else {
      flush();
      result.push({ left: row.line, right: row.line });
    }
  }
  flush();
  return result;
}

/** `2 ids or times folded: id, timestamp`; '' if there are none. */
export function volatileWords(paths: readonly string[], folded: boolean): string {
  if (paths.length === 0) return '';
  const names = [...new Set(paths.map((path) => path.split('/').at(-1) || 'the whole'))];
  const some = names.length > 6 ? [...names.slice(0, 6), 'and more'] : names;
  return `${countInWords(paths.length, 'id or time', 'ids or times')} ${folded ? 'folded' : 'shown'}: ${some.join(', ')}`;
}
