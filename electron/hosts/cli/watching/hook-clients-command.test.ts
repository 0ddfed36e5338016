// The hook from the shell: previewed, set up, run as a client runs it, and undone.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { builtProgram } from '../../../launch/testing/built-program.ts';

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
  spawnSync(process.execPath, [builtProgram, '--data', join(home, 'data'), 'hook', ...args], {
    encoding: 'utf8',
    env: env(),
  });

test('shows the change, makes it, takes a report through the shell, and undoes it byte for byte', () => {
  const dry = misfire('--set-up', 'claude-code', '--dry');
  expect(dry.stdout).toContain(settings);
  expect(dry.stdout).toContain('"PostToolUseFailure"');
  expect(readFileSync(settings, 'utf8')).toBe(before);

  const made = misfire('--set-up', 'claude-code');
  expect([made.status, made.stderr]).toEqual([0, '']);
  expect(made.stdout).toContain('To undo it: misfire hook --undo claude-code');
  expect(JSON.parse(misfire('--list', '--json').stdout)).toMatchObject({ id: 'claude-code', state: 'set up' });
  expect(misfire('--set-up', 'claude-code')).toMatchObject({ status: 2 });

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

  const undone = misfire('--undo');
  expect(undone).toMatchObject({ status: 0, stderr: '' });
  expect(undone.stdout).toContain('byte for byte');
  expect(readFileSync(settings, 'utf8')).toBe(before);
  expect(misfire('--undo').stdout).toBe('No hook is set up.\n');

  // Misfire is gone: the client does not notice.
  rmSync(join(home, 'data'), { recursive: true });
  expect(run()).toMatchObject({ status: 0, stdout: '', stderr: '' });
});

test('explains what cannot be set up or undone', () => {
  const wrong = misfire('--set-up', 'opencode');
  expect(wrong.status).toBe(2);
  expect(wrong.stderr).toContain('There is no client “opencode” with hooks');
  expect(misfire('--undo', 'claude-code')).toMatchObject({ status: 2 });
  expect(misfire('--undo', 'claude-code', '--set-up', 'claude-code').stderr).toContain('Use either');
});
