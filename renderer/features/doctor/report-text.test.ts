import { describe, expect, it } from 'vitest';
import type { DoctorReport } from '../../../shared/server/connecting.ts';
import { reportText, summary, withButtons } from './report-text.ts';

const report: DoctorReport = {
  server: 'a',
  at: 0,
  verdict: 'broken',
  broken: 'command',
  checks: [
    {
      id: 'variables',
      title: 'Variables set',
      state: 'ok',
      words: 'Its settings refer to no variables.',
      evidence: ['hidden'],
    },
    { id: 'command', title: 'Command found', state: 'broken', words: 'It was not found.', evidence: ['PATH  /bin'] },
    { id: 'spawn', title: 'Process started', state: 'not_reached', words: '', evidence: [] },
  ],
  fixes: [
    { words: 'Write it right.', action: 'edit_server' },
    { words: 'Write another.', action: 'edit_server' },
    { words: 'Install it.', action: null },
    { words: 'Try again.', action: 'connect' },
  ],
  copies: [
    { pid: 7, startedAt: 0, parent: null, state: 'left_over', words: 'pid 7, started 3 h ago, outlived its program.' },
  ],
};

describe('a report', () => {
  it('says how far it got', () => {
    expect(summary(report)).toBe('1 of 3 checks passed. The next one failed.');
    expect(summary({ ...report, broken: null })).toBe('All 3 checks passed.');
  });

  it('offers each action once', () => {
    expect(withButtons(report.fixes).map(({ action }) => action)).toEqual(['edit_server', null, null, 'connect']);
  });

  it('is text that can be shared', () => {
    expect(reportText('acme', report)).toBe(
      [
        'Connection of acme, checked 1970-01-01T00:00:00.000Z',
        '',
        '- Variables set: passed. Its settings refer to no variables.',
        '- Command found: failed. It was not found.',
        '    PATH  /bin',
        '- Process started: not reached',
        '',
        'How to fix it:',
        '1. Write it right.',
        '2. Write another.',
        '3. Install it.',
        '4. Try again.',
        '',
        'Also running:',
        '- pid 7, started 3 h ago, outlived its program.',
        '',
      ].join('\n'),
    );
  });
});
