// action.yml: everything it runs is pinned by hash, and its inputs are words, never options or code. The script runs here unchanged, with
// stand-ins for npm and for Misfire that record their arguments.

import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { projectRoot } from './build-stamp.ts';

const action = readFileSync(join(projectRoot, 'action.yml'), 'utf8');
const script = /\n {6}run: \|\n([\s\S]+)$/.exec(action)?.[1]?.replaceAll(/^ {8}/gm, '') ?? '';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'misfire-action-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

it('fetches nothing by a name or a tag that can move', () => {
  expect(action).not.toMatch(/npx|latest|npm (?:i|install|exec)\b|curl|wget/);
  expect(script).toContain('npm ci --ignore-scripts');
  // Text of the workflow reaches the script only through variables.
  expect(script).not.toContain('${{');
});

const workflows = globSync('.github/workflows/*.{yml,yaml}', { cwd: projectRoot });

it('checks all workflows', () => expect(workflows.length).toBeGreaterThanOrEqual(2));

it.each(['action.yml', ...workflows])('%s pins other actions by commit, with the version in a comment', (file) => {
  const lines = readFileSync(join(projectRoot, file), 'utf8').split('\n');
  // Local actions (`./…`) belong to the same commit.
  const used = lines.filter((line) => /^\s*(?:-\s+)?["']?uses["']?\s*:(?!\s*\.\/)/.test(line));
  expect(used.filter((line) => !/uses: [\w.-]+(?:\/[\w.-]+)+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
});

describe.skipIf(process.platform === 'win32')('its script', () => {
  function run(inputs: Record<string, string>) {
    const bin = join(home, 'bin');
    const launch = join(home, 'electron', 'launch');
    const packages = join(home, 'node_modules', '.bin');
    for (const folder of [bin, launch, packages]) mkdirSync(folder, { recursive: true });
    writeFileSync(join(bin, 'npm'), `#!/bin/sh\necho "$PWD: $*" > '${home}/npm.txt'\n`);
    chmodSync(join(bin, 'npm'), 0o755);
    symlinkSync(process.execPath, join(packages, 'node'));
    const note = `import { appendFileSync } from 'node:fs';\nappendFileSync('${home}/runs.txt', JSON.stringify(process.argv.slice(2)) + '\\n');`;
    writeFileSync(join(launch, 'misfire.ts'), note);
    const { status, stderr } = spawnSync('bash', ['-eo', 'pipefail', '-c', script], {
      encoding: 'utf8',
      cwd: home,
      env: {
        PATH: `${bin}${delimiter}${process.env.PATH}`,
        MISFIRE_COMMAND: 'probe',
        MISFIRE_SERVERS: '',
        MISFIRE_BASELINE: '',
        MISFIRE_ARGUMENTS: '',
        MISFIRE_SARIF: '',
        MISFIRE_HOME: home,
        GITHUB_STEP_SUMMARY: join(home, 'summary.md'),
        ...inputs,
      },
    });
    const runs = existsSync(join(home, 'runs.txt'))
      ? readFileSync(join(home, 'runs.txt'), 'utf8').trim().split('\n')
      : [];
    return { status, stderr, runs: runs.map((line) => JSON.parse(line) as string[]) };
  }

  it('runs the checked-out commit, with the packages of its lock file', () => {
    const { status, runs } = run({
      MISFIRE_SERVERS: 'a.json#b\n\nnode "c d.js"',
      MISFIRE_SARIF: 'out.sarif',
      MISFIRE_ARGUMENTS: '--only=x',
      MISFIRE_BASELINE: '-b',
    });
    expect(status).toBe(0);
    expect(readFileSync(join(home, 'npm.txt'), 'utf8')).toMatch(/: ci --ignore-scripts/);
    // Each server is asked once, and all reports come from that.
    expect(runs).toEqual([
      [
        'compare',
        'a.json#b',
        'node "c d.js"',
        '--only=x',
        '--baseline=-b',
        '--format=github',
        expect.stringMatching(/^--report=md=/),
        '--report=sarif=out.sarif',
      ],
    ]);
  });

  it('takes no option for a server', () => {
    expect(run({ MISFIRE_SERVERS: 'a\n--exit-zero' })).toMatchObject({ status: 2, runs: [] });
  });

  it('runs no other Misfire command, and executes no input', () => {
    for (const command of ['serve', 'wrap', 'probe; touch hacked', '$(touch hacked)']) {
      expect(run({ MISFIRE_COMMAND: command, MISFIRE_SERVERS: 'x' })).toMatchObject({ status: 2, runs: [] });
      rmSync(join(home, 'node_modules'), { recursive: true, force: true });
    }
    run({ MISFIRE_SERVERS: '$(touch hacked)\n`touch hacked`\n"; touch hacked; "' });
    expect(existsSync(join(home, 'hacked'))).toBe(false);
  });
});

it('gives signing secrets to the step that signs alone, and runs no install scripts before it', () => {
  const text = readFileSync(join(projectRoot, '.github/workflows/package.yml'), 'utf8');
  const steps = text.split(/^ {6}- /m);
  const withSecrets = steps.filter((step) => step.includes('secrets.'));
  expect(withSecrets).toHaveLength(1);
  expect(withSecrets[0]).toMatch(/^run: npm run -s package\n/);
  expect([...text.matchAll(/npm ci.*/g)].map(String)).toEqual(['npm ci --ignore-scripts', 'npm ci --ignore-scripts']);
});
