import { describe, expect, it } from 'vitest';
import { bytesWords, countInWords, elapsed, milliseconds, running, size } from './format.ts';

describe('durations', () => {
  it('count from a start', () => {
    expect(elapsed(12_345)).toEqual({ time: '+0:12', fraction: '.345' });
    expect(elapsed(3_732_005)).toEqual({ time: '+1:02:12', fraction: '.005' });
    expect(elapsed(-1_000)).toEqual({ time: '-0:01', fraction: '.000' });
  });

  it('run without jumping digits', () => {
    expect(running(2_000)).toBe('2.0 s');
    expect(running(61_000)).toBe('1 min 1 s');
  });
});

describe('amounts', () => {
  it('group digits and agree in number', () => {
    expect(milliseconds(30_000)).toBe('30\u202f000 ms');
    expect(countInWords(1, 'row')).toBe('1 row');
    expect(countInWords(1_234_567, 'row')).toBe('1\u202f234\u202f567 rows');
    expect(size(12_000_000)).toBe('12 MB');
    expect(bytesWords(0)).toBe('0 bytes');
    expect(bytesWords(2_000_000_000)).toBe('2 GB');
  });
});
