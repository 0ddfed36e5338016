import { describe, expect, it } from 'vitest';
import { chooseWords, fitLabels, labelMiddle } from './lane-labels.ts';

describe('labels', () => {
  it('are omitted if they would overlap', () => {
    const labels = [
      { at: 10, text: 'failed' },
      { at: 14, text: '+1 s' },
      { at: 60, text: '+2 s' },
    ];
    expect(fitLabels(labels, 300).map(({ text }) => text)).toEqual(['failed', '+2 s']);
    expect(fitLabels(labels, 3_000)).toHaveLength(3);
  });
  it('are as long as the space allows', () => {
    const places = [
      { at: 25, words: ['asked: wait 900 ms', 'asked 900 ms', '900 ms'] },
      { at: 70, words: ['asked: wait 1.8 s', '1.8 s'] },
    ];
    expect(chooseWords(places, 600)).toEqual(['asked: wait 900 ms', 'asked: wait 1.8 s']);
    expect(chooseWords(places, 160)[1]).toBe('1.8 s');
    const crowded = [10, 12, 80].map((at) => ({ at, words: ['2 ms'] }));
    expect(chooseWords(crowded, 300)).toEqual(['2 ms', '', '2 ms']);
  });
  it('stay within the line', () => {
    expect(labelMiddle(1, 'a long label here', 200)).toBeGreaterThan(20);
    expect(labelMiddle(99, 'x'.repeat(400), 200)).toBe(50);
  });
});
