// `misfire doctor` as a pipeline meets it: real processes, exit codes, and nothing but reports on stdout.

import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtProgram } from '../../launch/testing/built-program.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'misfire-cli-doctor-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const misfire = (...args: string[]): Promise<{ code: number; stdout: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, ['--no-warnings', builtProgram, '--data', folder, ...args], (error, stdout) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout }),
    );
  });

test('names the break and what to do, and exits with 1', async () => {
  const { code, stdout } = await misfire('doctor', 'no-such-command-anywhere');
  expect(code).toBe(1);
  expect(stdout).toContain('BROKEN  Finding the command: The command “no-such-command-anywhere” was not found');
  expect(stdout).toContain('PATH  ');
  expect(stdout).toMatch(/How to fix it:\n {2}1\. /);
});

test('prints a line of JSON for each server, and 0 is left for those that are well', async () => {
  const file = join(folder, 'servers.json');
  const entry = { command: process.execPath, args: ['-e', 'process.exit(7)'] };
  await writeFile(file, JSON.stringify({ mcpServers: { ended: entry } }));
  const { code, stdout } = await misfire('doctor', '--json', '--exit-zero', `${file}#ended`, 'sample:faulty-stdio');
  expect(code).toBe(0);
  const reports = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(reports.map(({ server, broken }) => [server, broken])).toEqual([
    ['ended', 'early_exit'],
    ['Faulty (stdio)', null],
  ]);
});

test('says which settings files have a server of this name, and which of them counts', async () => {
  const home = join(folder, 'home');
  const work = join(home, 'work');
  await mkdir(work, { recursive: true });
  const servers = { mcpServers: { files: { command: 'no-such-command-anywhere' } } };
  const own = join(home, '.claude.json');
  await writeFile(own, JSON.stringify({ ...servers, projects: { [work]: servers } }));
  const stdout = await new Promise<string>((resolve) => {
    const options = { cwd: work, env: { ...process.env, HOME: home, CLAUDE_CONFIG_DIR: '' } };
    const args = ['--no-warnings', builtProgram, '--data', folder, 'doctor', `${own}#files`];
    execFile(process.execPath, args, options, (_error, text) => resolve(text));
  });
  expect(stdout).toContain(`claude-code/files in ${own}. Ignored: The part for ${work} in ${own}`);
  expect(stdout).toMatch(/Claude Code.* reads these files; the first that has an entry counts/);
});
