// `npm run -s check [-- REVISION]`: lint, types and the nearest tests of what changed since a revision, by default since the last commit.
// For use before each commit; `npm test` runs the rest.

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../build-stamp.ts';
import { testsReaching } from './imports.ts';
import { runQuietly, runShown } from './run-script.ts';
import { durationOfRun, print } from './short-report.ts';

/** A file that everything imports reaches nearly every test: the nearest ones tell soonest, in less than two minutes. */
const mostUnitFiles = 60;
const mostStories = 3;

/** They read the whole project, so no import leads to them. */
const guards = [
  ...[
    'layers',
    'class-order',
    'dead-classes',
    'same-rule',
    'named-files',
    'plain-english',
    'line-length',
    'no-luck',
    'one-finding',
    'nothing-runs',
  ],
  'hosts/cli/no-globals',
  'foreign-files/one-door',
].map((name) => `electron/${name}.test.ts`);

const [since = 'HEAD'] = process.argv.slice(2);
const startedAt = Date.now();
const changed = changedSince(since);
if (changed.length === 0) {
  print(`Nothing has changed since ${since}.`);
  process.exit(0);
}

const reached = testsReaching(changed);
const stories = [...new Set([...reached.filter((file) => file.startsWith('e2e/')), ...changed.flatMap(storiesOf)])];
const unit = [...new Set([...reached.filter((file) => !file.startsWith('e2e/')).slice(0, mostUnitFiles), ...guards])];
print(
  `${changed.length} changed files: running the ${unit.length} nearest unit files and ${Math.min(stories.length, mostStories)} stories.`,
);
const checks = [runQuietly('lint', 'Lint'), runQuietly('types', 'Types')];
const isUnitGreen = await runShown('unit', unit);
const areStoriesGreen = stories.length === 0 || (await runShown('e2e', stories.slice(0, mostStories)));
const isGreen = [isUnitGreen, areStoriesGreen, ...(await Promise.all(checks))].every(Boolean);
print(`${isGreen ? 'Passed' : 'Failed'} in ${durationOfRun(Date.now() - startedAt)}.`);
process.exitCode = isGreen ? 0 : 1;

/** New files too, unless Git ignores them; deleted ones have no tests left. */
function changedSince(revision: string): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: projectRoot, encoding: 'utf8' }).split('\n');
  try {
    const files = [
      ...git('diff', '--name-only', '--relative', revision),
      ...git('ls-files', '--others', '--exclude-standard'),
    ];
    return files.filter((file) => file !== '' && existsSync(join(projectRoot, file)));
  } catch (problem) {
    console.error(`Git cannot compare with "${revision}": ${(problem as Error).message.split('\n')[0]}`);
    process.exit(2);
  }
}

/** A story is named after the feature that it uses. */
function storiesOf(file: string): string[] {
  const feature = /^(?:shared|electron|renderer)\/features\/([^/]+)\//.exec(file)?.[1];
  const story = `e2e/${feature}.spec.ts`;
  return existsSync(join(projectRoot, story)) ? [story] : [];
}
