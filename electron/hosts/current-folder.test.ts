// Commands read nothing from the folder they are started in and leave nothing there: a cloned repository is not a data folder.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { dataFilePath } from '../inspector/paths/data-file-path.ts';
import { builtProgram } from '../launch/testing/built-program.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'misfire-cwd-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

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
  const args = [
    builtProgram,
    'call',
    '--json',
    'sample:orders-adapter',
    'tools/call',
    '{"name":"nothing"}',
    '--data',
    data,
  ];
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  await once(child, 'close');
  expect(output).toContain('"outcome"');
  expect(output).not.toContain('planted words');
  expect(readdirSync(cwd, { recursive: true })).toEqual(before);
  // And an empty one stays empty.
  const empty = folder();
  const again = spawn(process.execPath, args, { cwd: empty, stdio: 'ignore' });
  await once(again, 'close');
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
    const child = spawn(process.execPath, [builtProgram, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const output = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const)
      child[name].setEncoding('utf8').on('data', (text) => {
        output[name] += text;
      });
    const [code] = await once(child, 'close');
    expect(readdirSync(cwd, { recursive: true })).toEqual(before);
    return { code, ...output };
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
