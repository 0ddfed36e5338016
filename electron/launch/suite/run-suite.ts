// `npm test` runs everything: lint and types beside the unit tests, then the stories. `npm test -- PATTERN…` runs the unit files and
// stories whose path contains a pattern. Each part reports for itself (short-report.ts); this file adds up.

import { randomUUID } from 'node:crypto';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { howToInstall, obtainBrowser } from '../../../e2e/browser.ts';
import { projectRoot } from '../build-stamp.ts';
import { ensureBuilt } from '../ensure-built.ts';
import { runQuietly, runShown } from './run-script.ts';
import { durationOfRun, print, type Totals, totalsText, totalsVariable } from './short-report.ts';

const patterns = process.argv.slice(2);
const startedAt = Date.now();
const folder = mkdtempSync(join(tmpdir(), 'misfire-suite-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const matching = (glob: string): string[] =>
  globSync(glob, { cwd: projectRoot, exclude: ['node_modules/**', 'dist/**'] }).filter((file) =>
    patterns.some((pattern) => file.replaceAll('\\', '/').includes(pattern)),
  );

// Component tests and stories run in it; without one the rest still runs.
const hasBrowser = obtainBrowser() !== null;
if (!hasBrowser) print(howToInstall);

const total: Totals = { passed: 0, failed: 0, skipped: 0 };
const isGreen = patterns.length === 0 ? await runAll() : await runMatching();
print(`Total: ${totalsText(total)}`);
print(`${isGreen && hasBrowser ? 'Passed' : 'Failed'} in ${durationOfRun(Date.now() - startedAt)}.`);
process.exitCode = isGreen && hasBrowser ? 0 : 1;

async function runAll(): Promise<boolean> {
  const checks = [runQuietly('lint', 'Lint'), runQuietly('types', 'Types')];
  await ensureBuilt();
  // Side by side, because each waits half of its time: for processes and sockets, or for a page.
  const [unit, inBrowser] = await Promise.all([
    runTests('unit', ['--project', '!components']),
    hasBrowser ? runInBrowser() : false,
  ]);
  return [unit, inBrowser, ...(await Promise.all(checks))].every(Boolean);
}

async function runInBrowser(): Promise<boolean> {
  const areComponentsGreen = await runTests('unit', ['--project', 'components']);
  return (await runTests('e2e')) && areComponentsGreen;
}

async function runMatching(): Promise<boolean> {
  const unit = matching('{shared,renderer,electron,bench}/**/*.test.{ts,tsx}');
  const stories = matching('e2e/*.spec.ts');
  if (unit.length + stories.length === 0) {
    print(`No test file's path contains ${patterns.map((pattern) => `"${pattern}"`).join(' or ')}.`);
    return false;
  }
  const isUnitGreen = unit.length === 0 || (await runTests('unit', unit));
  const areStoriesGreen = stories.length === 0 || (await runTests('e2e', stories));
  return isUnitGreen && areStoriesGreen;
}

async function runTests(script: 'unit' | 'e2e', args: readonly string[] = []): Promise<boolean> {
  const report = join(folder, randomUUID());
  const isPassed = await runShown(script, args, { [totalsVariable]: report });
  try {
    const added: Totals = JSON.parse(readFileSync(report, 'utf8'));
    for (const key of ['passed', 'failed', 'skipped'] as const) total[key] += added[key];
    return isPassed && added.failed === 0;
  } catch {
    // It ended before its first test, and said why.
    return false;
  }
}
