// What only a process has, with the built program. Each test starts it for a reason of its own: signals, pipes that close, a pager, input
// that comes late, and exit codes. Everything else about commands runs in the process of the test (launch/testing/run-here.ts).

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { builtProgram, runMisfire } from '../../launch/testing/built-program.ts';
import { runHere } from '../../launch/testing/run-here.ts';

let data: string;
beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'misfire-process-'));
  const message = (value: object) => JSON.stringify({ jsonrpc: '2.0', ...value });
  const header = { misfire: 1, started: '2026-11-14T12:00:00.000Z' };
  const lines = Array.from({ length: 2_000 }, (_, id) => [
    { t: id * 2, server: 'files', lane: 'out', text: message({ id, method: 'tools/call', params: { name: 'read' } }) },
    { t: id * 2 + 1, server: 'files', lane: 'in', text: message({ id, error: { code: -32602, message: 'no path' } }) },
  ]).flat();
  writeFileSync(join(data, 'some.jsonl'), [header, ...lines].map((line) => JSON.stringify(line)).join('\n'));
  await runHere(['import', join(data, 'some.jsonl')], { data });
});
afterAll(() => rmSync(data, { recursive: true, force: true }));

function start(...args: string[]): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, ['--no-warnings', builtProgram, '--data', data, ...args]);
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

it('exits quietly with 0 when the reader of its output has seen enough', async () => {
  const child = start('export');
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said += text;
  });
  child.stdout.once('data', () => child.stdout.destroy());
  expect([(await once(child, 'close'))[0], said]).toEqual([0, '']);
});

it('reports a full disk, and does not exit with 0', async ({ skip }) => {
  if (process.platform !== 'linux') skip('Only Linux has /dev/full.');
  const full = openSync('/dev/full', 'w');
  const child = spawn(process.execPath, [builtProgram, '--help'], { stdio: ['ignore', full, 'pipe'] });
  closeSync(full);
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    said += text;
  });
  expect((await once(child, 'close'))[0]).toBe(2);
  expect(said).toContain('could not be written');
});

it('sends long output through the named pager, and loses nothing without one', async () => {
  const upper = join(data, 'upper.mjs');
  writeFileSync(upper, `process.stdin.on('data', (part) => process.stdout.write(String(part).toUpperCase()));`);
  const terminal = { MISFIRE_FORCE_TTY: '80', NO_COLOR: '1' };
  const log = ['log', 'is:failed', '--limit', '5'];
  const paged = await runMisfire(log, { data, env: { ...terminal, MISFIRE_PAGER: `${process.execPath} ${upper}` } });
  expect(paged.stdout).toContain('FILES');
  expect(paged.code).toBe(1);
  const unpaged = await runMisfire(log, { data, env: { ...terminal, MISFIRE_PAGER: 'no-such-pager-anywhere' } });
  expect(unpaged.stdout).toContain('files');
});

it('waits for input that comes late', async () => {
  const child = start('decode', '-', '--json');
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    printed += text;
  });
  const ended = once(child, 'close');
  // More than a pipe holds: this ends once the command reads.
  await new Promise((resolve) => child.stdin.write(' '.repeat(300_000), resolve));
  // Time to find nothing more to read; however short, the test passes.
  await new Promise((resolve) => setTimeout(resolve, 300));
  child.stdin.end('{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no path"}}\n');
  expect((await ended)[0]).toBe(1);
  expect(JSON.parse(printed)).toMatchObject({ code: -32602 });
});

it('ends with 130 on Ctrl-C while it waits for input', async () => {
  const child = start('decode', '-');
  const ended = once(child, 'exit');
  // More than a pipe holds: this ends once the command reads.
  await new Promise((resolve) => child.stdin.write(' '.repeat(300_000), resolve));
  child.kill('SIGINT');
  expect((await ended)[0]).toBe(130);
});

it('exits with 2 for bad usage, and with 127 for a wrapped command that does not exist', async () => {
  expect(await runMisfire(['no-such-command'], { data })).toMatchObject({ code: 2, stdout: '' });
  expect((await runMisfire(['wrap', '--', join(data, 'none')], { data })).code).toBe(127);
});

/** Answers the handshake, ignores calls and the end of its input, and writes its process id into a file. */
const stubborn = `
import { createInterface } from 'node:readline';
import { writeFileSync } from 'node:fs';
process.on('SIGTERM', () => {});
setInterval(() => {}, 1000);
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  const result = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 's', version: '1' } };
  if (method === 'initialize') process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
  if (method === 'ping') writeFileSync(process.argv[2], String(process.pid));
});`;

it.each([
  ['SIGINT', 1],
  ['SIGTERM', 1],
  ['SIGINT', 2],
] as const)('%s × %i ends a waiting command with 130, and its server with it', async (signal, times) => {
  const file = join(data, 'stubborn.mjs');
  const asked = join(data, `asked-${signal}-${times}`);
  writeFileSync(file, stubborn);
  const child = start('call', `"${process.execPath}" "${file}" "${asked}"`, 'ping');
  const ended = once(child, 'exit');
  await expect.poll(() => existsSync(asked) && readFileSync(asked, 'utf8')).toMatch(/^\d+$/);
  for (let time = 0; time < times; time += 1) child.kill(signal);
  expect((await ended)[0]).toBe(130);
  const server = Number(readFileSync(asked, 'utf8'));
  await expect
    .poll(() => {
      try {
        return process.kill(server, 0);
      } catch {
        return false;
      }
    })
    .toBe(false);
});
