// The hook from the shell: previewed, set up, run as a client runs it, and undone.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import '../../../launch/testing/built-program.ts';
import { runHere } from '../../../launch/testing/run-here.ts';

let home: string;
let settings: string;
const before = '{\n  // mine\n  "model": "opus"\n}\n';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'misfire-hook-'));
  mkdirSync(join(home, '.claude'));
  settings = join(home, '.claude', 'settings.json');
  writeFileSync(settings, before);
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const env = () => ({ PATH: process.env.PATH, HOME: home, USERPROFILE: home });
const misfire = (...args: string[]) =>
  runHere(['watch', '--hook', ...args], { data: join(home, 'data'), onlyEnv: env() });

test('shows the change, makes it, takes a report through the shell, and undoes it byte for byte', async () => {
  const dry = await misfire('claude-code', '--dry');
  expect(dry.stdout).toContain(settings);
  expect(dry.stdout).toContain('"PostToolUseFailure"');
  expect(readFileSync(settings, 'utf8')).toBe(before);

  const made = await misfire('claude-code');
  expect([made.code, made.stderr]).toEqual([0, '']);
  expect(made.stdout).toContain('To undo it: misfire watch --hook --undo claude-code');
  expect(JSON.parse((await misfire('--list', '--json')).stdout)).toMatchObject({ id: 'claude-code', state: 'set up' });
  expect(await misfire('claude-code')).toMatchObject({ code: 2 });

  const [, command = ''] = /"command": (".*")/.exec(readFileSync(settings, 'utf8')) ?? [];
  const report = {
    hook_event_name: 'PostToolUse',
    tool_name: 'mcp__shop__pay',
    tool_input: { amount: 5 },
    tool_response: 'paid',
    tool_use_id: 'toolu_1',
  };
  const run = () =>
    spawnSync('/bin/sh', ['-c', JSON.parse(command)], { input: JSON.stringify(report), encoding: 'utf8', env: env() });
  expect(run()).toMatchObject({ status: 0, stdout: '', stderr: '' });
  const spool = readdirSync(join(home, 'data', 'spool'));
  expect(readFileSync(join(home, 'data', 'spool', spool[0] ?? ''), 'utf8')).toContain('toolu_1');

  const undone = await misfire('--undo');
  expect(undone).toMatchObject({ code: 0, stderr: '' });
  expect(undone.stdout).toContain('byte for byte');
  expect(readFileSync(settings, 'utf8')).toBe(before);
  expect((await misfire('--undo')).stdout).toBe('No hook is set up.\n');

  // Misfire is gone: the client does not notice.
  rmSync(join(home, 'data'), { recursive: true });
  expect(run()).toMatchObject({ status: 0, stdout: '', stderr: '' });
});

test('explains what cannot be set up or undone', async () => {
  const wrong = await misfire('opencode');
  expect(wrong.code).toBe(2);
  expect(wrong.stderr).toContain('There is no client “opencode” with hooks');
  expect(await misfire('--undo', 'claude-code')).toMatchObject({ code: 2 });
  expect((await misfire('--receive')).stderr).toContain('Use either');
});
