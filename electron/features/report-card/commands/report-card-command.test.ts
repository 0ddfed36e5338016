// `misfire report-card` as a program: one card per client, each format, and what it says to what it cannot use.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runHere } from '../../../launch/testing/run-here.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'misfire-report-card-'));
  writeFileSync(join(folder, 'early.jsonl'), recording('Hasty', 300));
  writeFileSync(join(folder, 'late.jsonl'), recording('Patient', 2200));
  writeFileSync(join(folder, 'empty.jsonl'), '{"misfire":1}\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A call that is asked to wait 2 s and sent again after `wait` ms. The token must never be printed. */
function recording(client: string, wait: number): string {
  const lines: object[] = [{ misfire: 1, started: '2026-11-17T12:00:00.000Z', client }];
  const message = (t: number, lane: 'in' | 'out', value: object) =>
    lines.push({ t, server: 'shop', lane, by: 'client', text: JSON.stringify({ jsonrpc: '2.0', ...value }) });
  const call = (id: number) => ({ id, method: 'tools/call', params: { name: 'find', arguments: {} } });
  const text = 'Rate limit of sk-live-4242424242424242 exceeded. Retry after 2 seconds.';
  message(0, 'out', call(1));
  message(10, 'in', { id: 1, result: { isError: true, content: [{ type: 'text', text }] } });
  message(10 + wait, 'out', call(2));
  message(20 + wait, 'in', { id: 2, result: { content: [{ type: 'text', text: 'fine' }] } });
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

const grade = (...args: string[]) => runHere(['report-card', ...args], { cwd: folder, data: join(folder, 'data') });

it('exits with 1 if a rule failed, and with 0 if none did', async () => {
  const early = await grade('early.jsonl');
  expect(early.stdout).toMatch(/✗ Fail +Waits as long as asked +Came back after 300 ms/);
  expect(early.code).toBe(1);
  expect((await grade('early.jsonl', '--exit-zero')).code).toBe(0);
  const late = await grade('late.jsonl');
  expect(late.stdout).toMatch(/✓ Pass +Waits as long as asked +Came back after 2.2 s/);
  expect(late.code).toBe(0);
});

it('compares two clients rule by rule', async () => {
  const { stdout } = await grade('early.jsonl', 'late.jsonl');
  expect(stdout).toMatch(/Differences +Hasty +Patient/);
  expect(stdout).toMatch(/Waits as long as asked +Fail +Pass/);
});

it('takes what the model asked for, and leaves its repeats out', async () => {
  const at = Date.parse('2026-11-17T12:00:00.000Z');
  const model = [0, 305].map((ms) => JSON.stringify({ tool: 'find', arguments: {}, askedAt: at + ms }));
  writeFileSync(join(folder, 'model.jsonl'), model.join('\n'));
  const { stdout, code } = await grade('early.jsonl', '--model', 'model.jsonl', '--json');
  const card = JSON.parse(stdout);
  expect(card).toMatchObject({ client: { name: 'Hasty' }, asker: 'client' });
  expect(card.rules[0]).toMatchObject({ verdict: 'not seen', did: 'Only its model sent the call again' });
  expect(code).toBe(0);
});

it.each(['md', 'json', 'junit', 'sarif', 'github', 'html'])('writes %s without secrets', async (format) => {
  const { stdout, code } = await grade('early.jsonl', '--format', format);
  expect(code).toBe(1);
  expect(stdout).toContain('Waits as long as asked');
  expect(stdout).not.toContain('4242424242');
});

it.each([
  [['empty.jsonl'], 'empty.jsonl contains no recorded message. Name a recording that Misfire made.'],
  [['none.jsonl'], 'There is no file none.jsonl.'],
  [['early.jsonl', '--model', 'late.jsonl'], 'Line 1 is not a call of a model. It needs "tool" and "askedAt".'],
  [['early.jsonl', 'late.jsonl', '--shown', 'x'], '--model and --shown belong to one client'],
])('says what is wrong with %j', async (args, words) => {
  const { stderr, code } = await grade(...args);
  expect(stderr).toContain(words);
  expect(code).toBe(2);
});

it('grades a recording of the log and stdin like a file', async () => {
  const data = join(folder, 'data');
  await runHere(['import', 'early.jsonl'], { cwd: folder, data });
  const verdict = /✗ Fail +Waits as long as asked/;
  expect((await grade('--recording')).stdout).toMatch(verdict);
  expect((await grade('--recording', '1')).stdout).toMatch(verdict);
  const piped = await runHere(['report-card', '-'], { cwd: folder, data, input: recording('Hasty', 300) });
  expect(piped.stdout).toMatch(verdict);
  for (const args of [[], ['early.jsonl', '--recording', '1']])
    expect((await grade(...args)).stderr).toBe('misfire: Give a file, or --recording for a recording of the log.\n');
});
