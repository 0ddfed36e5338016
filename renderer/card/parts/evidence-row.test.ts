import { expect, test } from 'vitest';
import type { Row, RowDetail } from '../../../shared/timeline.ts';
import { evidenceRow } from './evidence-row.ts';

const row = (id: number, kind: Row['kind'], method: string | null = null) => ({ id, kind, method }) as Row;
const detail = {
  row: row(9, 'call', 'tools/call'),
  incident: { id: 9, rows: [row(9, 'call'), row(10, 'stderr'), row(11, 'life')], more: 0, healed: null },
  breadcrumbs: [row(3, 'call', 'tools/list'), row(4, 'call', 'tools/call')],
} as unknown as RowDetail;

test('names the row that the evidence comes from', () => {
  expect(evidenceRow('result.content[0].text', detail)).toBe(9);
  expect(evidenceRow('process.stderr', detail)).toBe(10);
  expect(evidenceRow('process.code', detail)).toBe(11);
  expect(evidenceRow('inputSchema', detail)).toBe(3);
  expect(evidenceRow('inputSchema', { ...detail, breadcrumbs: [] })).toBe(null);
  expect(evidenceRow('process.code', { ...detail, incident: null })).toBe(9);
});
