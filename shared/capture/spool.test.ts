import { describe, expect, it } from 'vitest';
import { defaultSpoolLimits, overdueSpoolFiles, readSpoolLimits, readSpoolName, spoolName } from './spool.ts';

const hour = 3_600_000;
const files = [1, 2, 3, 4].map((age) => ({ name: `f${age}`, bytes: 1_000_000, changedAt: 100 * hour - age * hour }));

describe('the spool', () => {
  it('names files so that they sort by time, and recognizes them', () => {
    const names = [spoolName(1_700_000_000_000.7, 12, 2), spoolName(1_700_000_000_000, 12, 10)];
    expect([...names].sort()).toEqual(names);
    expect(readSpoolName(names[0] ?? '')).toMatchObject({
      run: '1700000000000-12',
      part: 2,
      startedAt: 1_700_000_000_000,
    });
    expect(readSpoolName('settings.json')).toBeNull();
  });

  it('keeps the newest within size and age, and files being written', () => {
    const limits = { maxBytes: 2_500_000, maxAgeHours: 100 };
    expect(overdueSpoolFiles(files, limits, 100 * hour)).toEqual(['f3', 'f4']);
    expect(overdueSpoolFiles(files, limits, 100 * hour, new Set(['f4']))).toEqual(['f3']);
    expect(overdueSpoolFiles(files, { ...limits, maxBytes: 1e9, maxAgeHours: 1.5 }, 100 * hour)).toEqual([
      'f2',
      'f3',
      'f4',
    ]);
  });

  it('accepts only sensible settings', () => {
    expect(readSpoolLimits({ maxBytes: 2_000_000, maxAgeHours: 3 })).toEqual({ maxBytes: 2_000_000, maxAgeHours: 3 });
    expect(readSpoolLimits({ maxBytes: -1, maxAgeHours: 'x' })).toEqual(defaultSpoolLimits);
    expect(readSpoolLimits([])).toEqual(defaultSpoolLimits);
  });
});
