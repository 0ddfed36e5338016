import { describe, expect, it } from 'vitest';
import type { DiffLine } from '../../../shared/retry/replay.ts';
import { foldLines, sideRows, volatileWords } from './diff-rows.ts';

const line = (kind: DiffLine['kind'], text: string, volatile = false): DiffLine => ({ kind, text, path: '', volatile });
const same = (amount: number) => Array.from({ length: amount }, (_, index) => line('same', `s${index}`));

describe('foldLines', () => {
  it('keeps lines near a change and folds the rest', () => {
    const rows = foldLines([...same(10), line('removed', 'a'), line('added', 'b'), ...same(4)], false);
    expect(rows[0]).toEqual({ kind: 'fold', lines: 7, because: 'same' });
    expect(rows.filter((row) => row.kind === 'line')).toHaveLength(3 + 2 + 4);
  });

  it('folds volatile changes until requested', () => {
    const lines = [line('removed', 'id 1', true), line('added', 'id 2', true), line('added', 'new')];
    expect(foldLines(lines, false)[0]).toEqual({ kind: 'fold', lines: 2, because: 'volatile' });
    expect(foldLines(lines, true).every((row) => row.kind === 'line')).toBe(true);
  });

  it('folds everything if nothing relevant changed', () => {
    expect(foldLines(same(20), false)).toEqual([{ kind: 'fold', lines: 20, because: 'same' }]);
  });
});

describe('sideRows', () => {
  it('pairs removed lines with added ones', () => {
    const rows = sideRows(
      foldLines([line('removed', 'a'), line('removed', 'b'), line('added', 'c'), line('same', 'x')], false),
    );
    expect(rows.map((row) => ('fold' in row ? 'fold' : [row.left?.text ?? null, row.right?.text ?? null]))).toEqual([
      ['a', 'c'],
      ['b', null],
      ['x', 'x'],
    ]);
  });
});

describe('volatileWords', () => {
  it('counts and names', () => {
    expect(volatileWords(['/id', '/result/timestamp'], true)).toBe('2 ids or times folded: id, timestamp');
    expect(volatileWords([], true)).toBe('');
  });
});
