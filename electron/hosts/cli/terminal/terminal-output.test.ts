// What a person gets on a terminal, and what a pipe gets, with MISFIRE_FORCE_TTY in the place of a terminal.

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runHere } from '../../../launch/testing/run-here.ts';

let data: string;
const run = (args: string[], env: Record<string, string> = {}) => runHere(args, { data, env });
const terminal = { MISFIRE_FORCE_TTY: '80', NO_COLOR: '1' };

beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'misfire-cli-terminal-'));
  const message = (value: object) => JSON.stringify({ jsonrpc: '2.0', ...value });
  const lines = Array.from({ length: 400 }, (_, id) => [
    { t: id * 2, server: 'files', lane: 'out', text: message({ id, method: 'tools/call', params: { name: 'read' } }) },
    id % 100 === 7
      ? {
          t: id * 2 + 1,
          server: 'files',
          lane: 'in',
          text: message({ id, error: { code: -32602, message: 'path is required' } }),
        }
      : {
          t: id * 2 + 1,
          server: 'files',
          lane: 'in',
          text: message({ id, result: { content: [{ type: 'text', text: 'x'.repeat(300) }] } }),
        },
  ]).flat();
  const header = { misfire: 1, started: '2026-11-14T12:00:00.000Z' };
  writeFileSync(join(data, 'some.jsonl'), [header, ...lines].map((line) => JSON.stringify(line)).join('\n'));
  await run(['import', join(data, 'some.jsonl')]);
});
afterAll(() => rmSync(data, { recursive: true, force: true }));

it('log: a table that fits the width, with the sentence of each failure and relative times', async () => {
  const { stdout, code } = await run(['log'], terminal);
  expect(code).toBe(1);
  const rows = stdout.trimEnd().split('\n');
  expect(rows.filter((row) => row.length > 80)).toEqual([]);
  const failed = rows.filter((row) => row.includes('✗'));
  expect(failed).toHaveLength(4);
  const [{ sentence }] = (await run(['decode', '--json', join(data, 'some.jsonl')])).stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(failed[0]).toContain(sentence.split(' ').slice(0, 3).join(' '));
  expect(rows[0]).toMatch(/ ago {2}files {2}read/);
  const piped = await run(['log', 'is:failed']);
  expect(piped.stdout).toMatch(/^\d\d:\d\d:\d\d\.\d{3} {2}✗ files {2}tools\/call read/);
});

it('log --recordings: a table for people, the old lines for a pipe', async () => {
  const table = await run(['log', '--recordings'], terminal);
  expect(table.stdout).toMatch(/some\.jsonl\s+imported\s.*400 rows +4 failed calls, 1 cause/);
  expect((await run(['log', '--recordings'])).stdout).toMatch(
    /^ +\d+ {2}some\.jsonl {2}imported {2}400 rows, 4 failed calls, 1 cause {2}/,
  );
});

it('colors on a terminal, and none with NO_COLOR, --color never or in a pipe', async () => {
  const colored = { MISFIRE_FORCE_TTY: '80', NO_COLOR: '' };
  expect((await run(['log', 'is:failed'], colored)).stdout).toContain('\u001b[31m✗');
  for (const [args, env] of [
    [['log', 'is:failed'], terminal],
    [['log', 'is:failed', '--color', 'never'], colored],
    [['log', 'is:failed'], { NO_COLOR: '' }],
    [['log', 'is:failed', '--json'], colored],
  ] as const)
    expect((await run([...args], env)).stdout).not.toContain('\u001b');
  expect((await run(['log', '--color', 'often'])).code).toBe(2);
});

it('export: a file has its name once it is complete', async () => {
  const out = join(data, 'export.jsonl');
  writeFileSync(out, 'the old one');
  const { code } = await run(['export', '--out', out]);
  expect(code).toBe(0);
  expect(readFileSync(out, 'utf8').split('\n').length).toBeGreaterThan(800);
  expect(readdirSync(data).filter((name) => name.endsWith('.part'))).toEqual([]);
  expect(await run(['export', '--out', join(data, 'no-folder', 'a.jsonl')])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('cannot be written'),
  });
  expect(existsSync(join(data, 'no-folder'))).toBe(false);
});

it.each([
  ['soon', 'A time limit is written 500ms, 30s or 5m'],
  ['50ms', 'at least 100ms'],
])('--timeout %s: says how a time is written', async (time, words) => {
  const { code, stderr } = await run(['call', 'sample:closient', 'ping', '--timeout', time]);
  expect(stderr).toContain(words);
  expect(code).toBe(2);
});

it('probe: a table per server that fits the width, and one line per mistake in a pipe', {
  timeout: 120_000,
}, async () => {
  const probe = ['compare', 'sample:qaqnuz', '--only', 'unknown-tool', 'unknown-method', '--exit-zero'];
  /** What comes after the table is for the author. */
  const tableOf = (stdout: string) =>
    stdout
      .split(/^qaqnuz: a good client/m)[0]!
      .trimEnd()
      .split('\n');
  const lines = tableOf((await run(probe, terminal)).stdout);
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
  expect(lines.filter((line) => line.includes('qaqnuz'))).toHaveLength(1);
  const places = lines.flatMap((line) => /^ {2}. {2}Unknown (?:tool|method) +/u.exec(line)?.[0].length ?? []);
  expect(places).toHaveLength(2);
  expect(new Set(places).size).toBe(1);
  const narrow = tableOf((await run(probe, { ...terminal, MISFIRE_FORCE_TTY: '40' })).stdout);
  expect(narrow.filter((line) => line.length > 40)).toEqual([]);
  expect(narrow.some((line) => /^ {2}[✓✗] {2}Unknown/u.test(line))).toBe(true);
  expect((await run(probe)).stdout).toMatch(/^qaqnuz {2}\S Unknown tool {2}/m);
});
