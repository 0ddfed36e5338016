import { expect, it } from 'vitest';
import type { ComparedCell } from '../../../shared/features/compare/compared.ts';
import { cellFace } from './cell-look.ts';

const cell = (more: Partial<ComparedCell>) =>
  ({ state: 'failed', where: 'isError', code: null, called: 'Not allowed', unit: null, ...more }) as ComparedCell;

it('shows the code once, and where it travels', () => {
  expect(cellFace(cell({ code: '403' }))).toEqual({ first: '403', second: 'isError' });
  expect(cellFace(cell({}))).toEqual({ first: 'isError', second: 'Not allowed' });
  expect(cellFace(cell({ where: 'exit 1', code: '1' }))).toEqual({ first: 'exit 1', second: 'Not allowed' });
});

it('shows the unit of a wait', () => {
  const unit = { field: 'retry_after', value: '2', unit: 'seconds' as const };
  expect(cellFace(cell({ code: '429', unit })).second).toBe('retry_after 2');
});
