import { expect, it } from 'vitest';
import type { Cell } from '../../../shared/features/compare/compared.ts';
import { cellSentence } from './cell-look.ts';

it('reads as a sentence with a code and without one', () => {
  const cell = { state: 'failed', where: 'isError', called: 'Not allowed', retry: 'never retry', conformance: {} };
  const words = (code: string | null) => cellSentence('shop', { ...cell, code } as unknown as Cell);
  expect(words(null)).toBe('shop: isError, Not allowed, never retry.');
  expect(words('403')).toBe('shop: isError 403, Not allowed, never retry.');
});
