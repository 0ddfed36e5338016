// What a test run prints: nothing for a file that passed, a block for one that failed, and totals that count errors outside of tests.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { ShortReport, totalsVariable } from './short-report.ts';

const folder = mkdtempSync(join(tmpdir(), 'misfire-report-'));
const totals = join(folder, 'totals.json');
vi.stubEnv(totalsVariable, totals);
vi.stubEnv('CI', 'true');
const log = vi.spyOn(console, 'log').mockImplementation(() => {});
afterEach(() => log.mockClear());

const printed = () => log.mock.calls.map(([text]) => String(text));

it('prints failures with their file, and adds up', () => {
  const report = new ShortReport('Unit tests', 'files');
  report.expect(2);
  report.add({ file: 'a.test.ts', passed: 3, failed: 0, skipped: 1, problems: [] });
  report.add({ file: 'b.test.ts', passed: 1, failed: 1, skipped: 0, problems: ['adds\nexpected 1 to be 2'] });
  report.end();
  expect(printed()).toEqual([
    'Unit tests: 0 of 2 files',
    '✗ b.test.ts\n    adds\n    expected 1 to be 2\n',
    '✗ b.test.ts',
    expect.stringMatching(/^Unit tests: 4 passed, 1 failed, 1 skipped in \d+ s\.$/),
  ]);
  expect(JSON.parse(readFileSync(totals, 'utf8'))).toEqual({ passed: 4, failed: 1, skipped: 1 });
});

it('counts an error outside of any test as a failure', () => {
  const report = new ShortReport('Stories', 'stories');
  report.end(['late']);
  expect(printed().at(-1)).toMatch(/^Stories: 0 passed, 1 failed in/);
  expect(JSON.parse(readFileSync(totals, 'utf8'))).toMatchObject({ failed: 1 });
  rmSync(folder, { recursive: true });
});
