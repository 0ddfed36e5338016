// Commands read nothing from the folder they are started in and leave nothing there: a cloned repository is not a data folder.

import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { dataFilePath } from '../inspector/paths/data-file-path.ts';
import { runMisfire } from '../launch/testing/built-program.ts';
import { runHere } from '../launch/testing/run-here.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'misfire-cwd-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Of the environment of the tests. */
const unset = Object.fromEntries(Object.keys(process.env).map((name) => [name, undefined]));

const dialect = (words: string) =>
  JSON.stringify({ id: 'orders-adapter', name: words, about: words, match: {}, errors: [] });

test('a folder that is not named is no folder', () => {
  expect(dataFilePath('', 'dialects')).toBeNull();
  expect(() => dataFilePath('.', 'dialects')).toThrow();
});

test('misfire call loads no dialects of the current folder, and makes no folder there', {
  timeout: 60_000,
}, async () => {
  const [cwd, data] = [folder(), folder()];
  mkdirSync(join(cwd, 'dialects'));
  // Broken, so that reading it would be said; and a name that would be shown.
  writeFileSync(join(cwd, 'dialects', 'evil.json'), dialect('planted words'));
  mkdirSync(join(cwd, 'baselines'));
  const before = readdirSync(cwd, { recursive: true });
  const args = ['call', '--json', 'sample:orders-adapter', 'tools/call', '{"name":"nothing"}'];
  const { said: output } = await runHere(args, { cwd, data });
  expect(output).toContain('"outcome"');
  expect(output).not.toContain('planted words');
  expect(readdirSync(cwd, { recursive: true })).toEqual(before);
  // And an empty one stays empty.
  const empty = folder();
  await runHere(args, { cwd: empty, data });
  expect(readdirSync(empty)).toEqual([]);
});

describe.skipIf(process.platform === 'win32').each([
  ['relative', 'x', 'HOME is "x", which is not an absolute path.'],
  ['empty', '', 'HOME is empty.'],
])('with a HOME that is %s', (_name, home, problem) => {
  const advice = 'Set it to your home folder, or name a data folder with --data DIR or MISFIRE_DATA.';

  /** In a folder that has settings where such a home would lead. */
  async function run(...args: string[]) {
    const cwd = folder();
    // Windsurf has no settings of projects.
    const settings = join(cwd, home, '.codeium', 'windsurf');
    mkdirSync(settings, { recursive: true });
    writeFileSync(join(settings, 'mcp_config.json'), '{"mcpServers":{"planted":{"command":"planted-command"}}}');
    const before = readdirSync(cwd, { recursive: true });
    const env = { PATH: process.env.PATH, HOME: home, XDG_DATA_HOME: 'relative', XDG_CONFIG_HOME: 'relative' };
    // A wrap takes over the streams of its process.
    const isWrap = args[0] === 'wrap';
    const { code, stdout, stderr } = isWrap
      ? await runMisfire(args, { cwd, env: { ...unset, ...env } })
      : await runHere(args, { cwd, onlyEnv: env });
    expect(readdirSync(cwd, { recursive: true })).toEqual(before);
    return { code, stdout, stderr };
  }

  test('misfire serve says what is wrong and what to do', async () => {
    expect(await run('serve')).toEqual({ code: 2, stdout: '', stderr: `misfire: ${problem} ${advice}\n` });
  });

  test('misfire watch finds no settings in the current folder', async () => {
    const { stdout, stderr } = await run('watch', '--list', '--data', folder());
    expect(`${stdout}${stderr}`).not.toContain('planted');
    expect(stderr).not.toContain('    at ');
  });

  test('misfire wrap runs its server all the same', async () => {
    const server = [process.execPath, '-e', "process.stdout.write('passed\\n'); process.exitCode = 7;"];
    const expected = { code: 7, stdout: 'passed\n', stderr: `misfire: ${problem} ${advice} Nothing is recorded.\n` };
    expect(await run('wrap', '--', ...server)).toEqual(expected);
  });
});
