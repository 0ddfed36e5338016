// Each command that reads a recording takes it as a number of the log, as a file, and from stdin, and says the same of it.

import { expect } from 'vitest';
import { test } from '../testing/desk.ts';

const ask = (id: number, tool: string) =>
  JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: tool, arguments: { key: 'acme-77' } } });
const answer = (id: number, failed: boolean) =>
  failed
    ? `{"jsonrpc":"2.0","id":${id},"error":{"code":-32602,"message":"Invalid params: key is unknown"}}`
    : `{"jsonrpc":"2.0","id":${id},"result":{"content":[]}}`;
const captureOf = (...calls: [tool: string, failed: boolean][]) =>
  [
    '{"misfire":1,"started":"2026-11-14T12:00:00.000Z"}',
    ...calls.flatMap(([tool, failed], at) => [
      JSON.stringify({ t: at * 10, server: 's', lane: 'out', text: ask(at + 1, tool) }),
      JSON.stringify({ t: at * 10 + 1, server: 's', lane: 'in', text: answer(at + 1, failed) }),
    ]),
    '',
  ].join('\n');

const capture = captureOf(['find', true], ['get', false]);

test.for([
  ['log', '--json'],
  ['log', 'is:failed', '--json'],
  ['log', '--mask', 'acme-\\d+', '--json'],
  ['export', 'is:failed'],
  ['export', '--format', 'repro'],
  ['export', '--preview', '--mask', 'acme-\\d+'],
  ['decode', '--json'],
  ['report-card', '--json'],
  ['replay'],
] as const)('%j reads a number, a file and stdin alike', async ([command, ...more], { desk }) => {
  const file = desk.write('run.jsonl', capture);
  await desk.run(['import', file]);
  const [number, named, piped] = [
    await desk.run([command, '--recording', '1', ...more]),
    await desk.run([command, '--recording', file, ...more]),
    await desk.run([command, '--recording', '-', ...more], { input: capture }),
  ];
  // Names of recordings and their times of import differ; what the calls say does not.
  const plain = (text: string) =>
    text
      .replaceAll(file, 'RUN')
      .replaceAll(/\bstdin\b|run\.jsonl|(?<=misfire: )- /g, 'RUN')
      .replaceAll(/"(file|name|exported)":"[^"]*"/g, '');
  expect(number.stdout + number.stderr).not.toBe('');
  if ((more as readonly string[]).includes('--mask')) expect(number.said).not.toContain('acme-77');
  for (const other of [named, piped]) {
    expect(plain(other.stderr)).toBe(plain(number.stderr));
    expect(plain(other.stdout)).toBe(plain(number.stdout));
    expect(other.code).toBe(number.code);
  }
});

test('compares two recordings call by call', async ({ desk }) => {
  const before = desk.write('before.jsonl', captureOf(['find', true], ['get', false], ['old', false]));
  const after = captureOf(['find', false], ['get', true], ['new', true]);
  await desk.run(['import', before]);
  const ran = await desk.run(['compare', '1', '-'], { input: after });
  expect(ran).toMatchObject({ code: 1, stderr: '2 calls in both: 1 fixed, 1 worse. 1 only before, 1 only after.\n' });
  expect(ran.stdout).toMatch(/^Fixed +tools\/call find/m);
  expect(ran.stdout).toMatch(/^Worse +tools\/call get/m);
  expect(ran.stdout).toMatch(/^Only after +tools\/call new/m);
  expect(ran.stdout).toMatch(/^Only before +tools\/call old/m);
  const same = await desk.run(['compare', before, before, '--json']);
  expect(same.code).toBe(0);
  expect(same.lines.map(({ verdict }) => verdict)).toEqual(['same', 'same', 'same']);
  const md = await desk.run(['compare', before, '-', '--format', 'md'], { input: after });
  expect(md.stdout.split('\n')[0]).toBe('| Verdict | Call | Before | After |');
  expect(await desk.run(['compare', before, 'sample:closient'])).toMatchObject({
    code: 2,
    stderr: `misfire: ${before} is a recording. Name two recordings, or servers only.\n`,
  });
  expect(await desk.run(['compare', before])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('two recordings'),
  });
});
