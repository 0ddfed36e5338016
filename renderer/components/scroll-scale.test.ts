import { describe, expect, it } from 'vitest';
import { clampTop, longestTrack, scrollScale } from './scroll-scale.ts';

describe('scrollScale', () => {
  it('is one to one for lists that fit', () => {
    const scale = scrollScale(50_000, 700);
    expect(scale).toMatchObject({ track: 50_000, exact: true });
    expect(scale.toList(1234)).toBe(1234);
  });

  it('reaches both ends of a list that is longer than a browser can scroll', () => {
    const height = 48_000_000;
    const scale = scrollScale(height, 700);
    expect(scale.track).toBe(longestTrack);
    expect(scale.exact).toBe(false);
    expect(scale.toList(0)).toBe(0);
    expect(scale.toList(longestTrack - 700)).toBeCloseTo(height - 700, 3);
    expect(scale.toTrack(scale.toList(5_000_000))).toBeCloseTo(5_000_000, 3);
  });

  it('keeps the window within the list', () => {
    expect(clampTop(-5, 1000, 700)).toBe(0);
    expect(clampTop(900, 1000, 700)).toBe(300);
    expect(clampTop(900, 500, 700)).toBe(0);
  });
});
