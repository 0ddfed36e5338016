// The row that a piece of evidence comes from. Most evidence is in the row itself; process events have separate rows in the incident, and
// a schema came with a tool list. Pure.

import type { Row, RowDetail } from '../../../shared/timeline.ts';

/** null: not among the rows that the card knows. */
export function evidenceRow(path: string, { row, incident, breadcrumbs }: RowDetail): number | null {
  if (path === 'process.stderr' || path.startsWith('stderr')) return rowOfKind('stderr', row, incident?.rows);
  if (path.startsWith('process.')) return rowOfKind('life', row, incident?.rows);
  if (path.startsWith('inputSchema')) return breadcrumbs.findLast(({ method }) => method === 'tools/list')?.id ?? null;
  return row.id;
}

function rowOfKind(kind: Row['kind'], row: Row, others: readonly Row[] = []): number {
  return row.kind === kind ? row.id : (others.find((other) => other.kind === kind)?.id ?? row.id);
}
