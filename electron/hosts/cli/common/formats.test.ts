// `--format` of decode, probe and replay as programs: the same findings for each reader, and exit codes as without it.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runHere } from '../../../launch/testing/run-here.ts';

const line = (t: number, lane: 'in' | 'out', message: object) =>
  `${JSON.stringify({ t, server: 'billing', lane, text: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }) })}\n`;
const capture = [
  '{"misfire":1,"started":"2026-01-01T00:00:00.000Z"}\n',
  line(1, 'out', { method: 'tools/call', params: { name: 'pay', arguments: { token: 'sk-live-4242424242424242' } } }),
  line(5, 'in', { error: { code: -32602, message: 'amount is required, not sk-live-4242424242424242' } }),
].join('');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'misfire-formats-'));
  mkdirSync(join(folder, '.git'));
  mkdirSync(join(folder, 'captures'));
  writeFileSync(join(folder, 'captures', 'a.jsonl'), capture);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const misfire = (...args: string[]) => runHere(args, { cwd: folder, data: join(folder, 'data') });

test('decode points at the line of the capture, masked, in every format', async () => {
  const formats = ['sarif', 'github', 'junit', 'md', 'json'] as const;
  const [sarif, github, junit, md, json] = await Promise.all(
    formats.map((format) => misfire('decode', 'captures/a.jsonl', '--format', format)),
  );
  expect(sarif?.code).toBe(1);
  const [{ results }] = JSON.parse(sarif?.stdout ?? '').runs;
  expect(results).toHaveLength(1);
  expect(results[0]).toMatchObject({ ruleId: 'validation', level: 'note' });
  expect(results[0].locations[0].physicalLocation).toEqual({
    artifactLocation: { uri: 'captures/a.jsonl' },
    region: { startLine: 3 },
  });
  expect(github?.stdout).toMatch(/^::notice file=captures\/a\.jsonl,line=3,title=Validation/);
  expect(junit?.stdout).toContain('failures="1"');
  expect(md?.stdout).toContain('| billing |');
  expect(json?.stdout).toBe((await misfire('decode', 'captures/a.jsonl', '--json')).stdout);
  for (const one of [sarif, github, junit, md, json]) expect(one?.stdout).not.toContain('4242');
});

test('decode has one test case per failed call in JUnit, and a finding per attempt elsewhere', async () => {
  const again = capture
    .split('\n')
    .slice(1)
    .join('\n')
    .replaceAll('\\"id\\":1', '\\"id\\":2')
    .replaceAll('"t":', '"t":1');
  writeFileSync(join(folder, 'captures', 'a.jsonl'), capture + again);
  const junit = await misfire('decode', 'captures/a.jsonl', '--format', 'junit');
  expect(junit.stderr).toContain('1 failed call, 1 cause');
  expect(junit.stdout).toContain('tests="1" failures="1"');
  const sarif = await misfire('decode', 'captures/a.jsonl', '--format', 'sarif');
  expect(JSON.parse(sarif.stdout).runs[0].results).toHaveLength(2);
});

test('decode prints one finding in every format, word for word', async () => {
  const { sentence, quote, owner, certainty, remedy } = JSON.parse(
    (await misfire('decode', 'captures/a.jsonl', '--json')).stdout,
  );
  expect({ sentence, owner, certainty }).toEqual({ sentence: 'Pass amount', owner: 'request', certainty: 'certain' });
  expect(quote.path).toBe('error.message');
  const said = `“${quote.text}” (error.message)`;
  const verdict = 'Retry once it is fixed. Fix in the request, certain.';
  expect((await misfire('decode', 'captures/a.jsonl')).stdout.split('\n').slice(1, 4)).toEqual([
    `    ${sentence}`,
    `    ${said}`,
    `    ${verdict}`,
  ]);
  const [{ results }] = JSON.parse((await misfire('decode', 'captures/a.jsonl', '--format', 'sarif')).stdout).runs;
  expect(results[0].message.text).toMatch(new RegExp(`^${sentence}\\. `));
  for (const words of [said, verdict, remedy[0]]) expect(results[0].message.text).toContain(words);
  expect((await misfire('decode', 'captures/a.jsonl', '--format', 'github')).stdout).toContain(`::${sentence}. `);
  const junit = (await misfire('decode', 'captures/a.jsonl', '--format', 'junit')).stdout;
  expect(junit).toContain(`message="${sentence}"`);
  expect(junit).toContain(said);
  expect((await misfire('decode', 'captures/a.jsonl', '--format', 'md')).stdout).toContain(`| ${sentence}. `);
});

test('a clean run has an empty list, so that old alerts are closed', async () => {
  writeFileSync(join(folder, 'captures', 'a.jsonl'), capture.split('\n').slice(0, 1).join(''));
  const { stdout, code } = await misfire('decode', 'captures/a.jsonl', '--format', 'sarif');
  expect([JSON.parse(stdout).runs[0].results, code]).toEqual([[], 0]);
});

test('a replay whose server is gone is an error of the run', async () => {
  const gone = `"${process.execPath}" -e "process.exit(1)"`;
  const { stdout, code } = await misfire('replay', 'captures/a.jsonl', '--to', gone, '--format', 'junit');
  expect(stdout).toMatch(/<testsuite .*tests="1" failures="0" errors="1"/);
  expect(code).toBe(3);
});

test('compare writes what each mistake showed, in several formats at once', async () => {
  const sarif = join(folder, 'also.sarif');
  const { stdout, code } = await misfire(
    'compare',
    'sample:erlmcp',
    '--only',
    'unknown-tool',
    'unknown-method',
    '--format',
    'junit',
    '--report',
    `sarif=${sarif}`,
  );
  expect(JSON.parse(readFileSync(sarif, 'utf8')).version).toBe('2.1.0');
  expect(await misfire('lint', 'sample:erlmcp', '--report', 'sarif=x')).toMatchObject({ code: 2 });
  expect(stdout).toMatch(/<testsuites name="misfire compare" tests="2"/);
  expect(code).toBe(0);
});

test('decode names a code once that is its own name', async () => {
  const text = 'Traceback (most recent call last):\n  File "a.py", line 3\nKeyError: \'order_id\'';
  const result = { isError: true, content: [{ type: 'text', text }] };
  const input = JSON.stringify({ jsonrpc: '2.0', id: 1, result });
  const { stdout } = await runHere(['decode', '-'], { input });
  expect(stdout).toContain('[KeyError]');
});
