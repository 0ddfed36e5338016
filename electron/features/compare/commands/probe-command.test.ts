// `misfire compare` as a pipeline meets them: real processes, exit codes, and nothing but results on stdout.

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runHere } from '../../../launch/testing/run-here.ts';

const run = promisify(execFile);

let folder: string;
let shop: string;

/** A server in thirty lines whose only tool refuses with the code in `code.txt`. */
const server = `
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
const say = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
for await (const line of createInterface(process.stdin)) {
  let message;
  try { message = JSON.parse(line); } catch { say({ id: null, error: { code: -32700, message: 'Parse error' } }); continue; }
  const { id, method, params } = message;
  if (id === undefined) continue;
  if (method === 'initialize') say({ id, result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'shop', version: '1' } } });
  else if (method === 'ping') say({ id, result: {} });
  else if (method === 'tools/list') say({ id, result: { tools: [{ name: 'find', inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] } }] } });
  else if (method === 'tools/call') say({ id, error: { code: Number(readFileSync(new URL('code.txt', import.meta.url), 'utf8')), message: 'Invalid arguments' } });
  else say({ id, error: { code: -32601, message: 'Method not found' } });
}
`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'misfire-cli-probe-'));
  await writeFile(join(folder, 'shop.mjs'), server);
  await writeFile(join(folder, 'code.txt'), '-32602');
  shop = `"${process.execPath}" "${join(folder, 'shop.mjs')}"`;
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const misfire = (...args: string[]) => runHere(args, { data: join(folder, 'data') });

const lines = (stdout: string) =>
  stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

test('prints one line per server and mistake', async () => {
  const { code, stdout, stderr } = await misfire(
    'compare',
    shop,
    '--format',
    'rows',
    '--json',
    '--only',
    'unknown-tool',
    'malformed-json',
  );
  expect([code, stderr]).toEqual([0, expect.stringContaining('shop: ')]);
  const rows = lines(stdout);
  expect(rows.find((row) => row.provocation === 'unknown-tool')).toMatchObject({
    server: 'shop',
    where: 'error',
    code: '-32602',
    conformance: { verdict: 'kept' },
  });
  expect(rows.find((row) => row.provocation === 'malformed-json')).toMatchObject({ code: '-32700' });
});

test('--dry lists what would be sent and sends nothing of it', async () => {
  const { code, stdout } = await misfire('compare', shop, '--dry', '--json');
  const planned = lines(stdout);
  expect(code).toBe(0);
  expect(planned.find(({ id }) => id === 'missing-argument')).toMatchObject({ target: 'find', leftOut: '' });
  expect(planned.find(({ id }) => id === 'unknown-prompt')?.leftOut).toBe('It offers no prompts.');
});

test('--issues writes an issue per error that its author could improve, which runs without Misfire', async () => {
  const issues = join(folder, 'issues');
  const { code, stderr } = await misfire('compare', shop, '--issues', issues, '--only', 'missing-argument');
  expect([code, stderr]).toEqual([0, expect.stringContaining(`1 issue for authors written to ${issues}.`)]);
  const text = await readFile(join(issues, 'shop-missing-argument.md'), 'utf8');
  expect(text).toMatch(/^# `find`: /);
  expect(text).toContain('"message": "Invalid arguments"');
  expect(text).toContain('SHOULD be reported inside the result object');
  const script = /```bash\n([\s\S]*?)```/.exec(text)?.[1] ?? '';
  expect(script).not.toMatch(/\bmisfire (?:call|replay)\b/);
  const { stdout } = await run('bash', ['-c', script]);
  expect(stdout).toContain('Invalid arguments');
});

test('--baseline exits with 1 when the error contract changed, and with 0 when it did not', async () => {
  const file = join(folder, 'shop.baseline.json');
  const saved = await misfire('compare', shop, '--save-baseline', file, '--only', 'unknown-tool', 'malformed-json');
  expect(saved.code).toBe(0);
  const text = await readFile(file, 'utf8');
  expect(JSON.parse(text)).toMatchObject({ misfireBaseline: 1, servers: [{ name: 'shop' }] });
  const only = ['--only', 'unknown-tool', 'malformed-json'];
  const same = await misfire('compare', shop, '--baseline', file, '--save-baseline', `${file}.again`, ...only);
  expect([same.code, same.stderr]).toEqual([0, expect.stringContaining('The error contract is unchanged.')]);
  expect(await readFile(`${file}.again`, 'utf8')).toBe(text);
  await writeFile(join(folder, 'code.txt'), '-32001');
  const changed = await misfire('compare', shop, '--baseline', file, ...only);
  await writeFile(join(folder, 'code.txt'), '-32602');
  expect(changed.code).toBe(1);
  expect(changed.stderr).toContain('shop, Unknown tool: ');
  expect(changed.stderr).toContain('its code was -32602 and is now -32001');
});

test('a baseline of an earlier version that classed the same answer otherwise exits with 0 and a note', async () => {
  const file = join(folder, 'earlier.baseline.json');
  const only = ['--only', 'unknown-tool'];
  expect((await misfire('compare', shop, '--save-baseline', file, ...only)).code).toBe(0);
  const text = await readFile(file, 'utf8');
  const { rules: _rules, ...earlier } = JSON.parse(text);
  earlier.servers[0].provocations[0].class = 'internal';
  await writeFile(file, JSON.stringify(earlier));
  const read = await misfire('compare', shop, '--baseline', file, '--save-baseline', `${file}.again`, ...only);
  expect(read.stderr).toContain(
    'shop, Unknown tool: Misfire reads this differently now: it meant “Server error”, and now means',
  );
  expect([read.code, read.stderr]).toEqual([0, expect.stringContaining('The error contract is unchanged.')]);
  expect(await readFile(`${file}.again`, 'utf8')).toBe(text);
  const annotated = await misfire('compare', shop, '--baseline', file, '--format', 'github', ...only);
  expect([annotated.code, annotated.stdout]).toEqual([0, expect.stringContaining('::notice')]);
  expect(annotated.stdout).not.toContain('::error');
});

test('a server that cannot be reached exits with 3, bad usage with 2', async () => {
  const gone = await misfire('compare', `"${process.execPath}" -e "process.exit(4)"`);
  expect([gone.code, gone.stderr]).toEqual([3, expect.stringContaining('exit code 4')]);
  expect((await misfire('compare')).code).toBe(2);
  expect((await misfire('compare', shop, '--baseline', join(folder, 'shop.mjs'))).code).toBe(2);
});

test('a server that crashes over malformed input is said to have crashed, once', async () => {
  const brittle = join(folder, 'brittle.mjs');
  await writeFile(brittle, server.replace(/try \{.*continue; \}/, 'message = JSON.parse(line);'));
  const only = ['--only', 'unknown-tool', 'malformed-json'];
  const [said, told] = await Promise.all([
    misfire('compare', ...only, '--', process.execPath, brittle),
    misfire('compare', '--format', 'rows', '--json', ...only, '--', process.execPath, brittle),
  ]);
  const rows = said.stdout.split('\n').filter((line) => line.includes('crashed'));
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatch(/✗ Malformed JSON {2}crashed \(exit code 1\) · .*SyntaxError/);
  expect(said.stdout).not.toMatch(/as if nothing were wrong|did not answer|Process died/);
  expect(lines(told.stdout).find((row) => row.provocation === 'malformed-json')).toMatchObject({
    state: 'failed',
    carrier: 'process',
    conformance: { verdict: 'broken', sentence: expect.stringContaining('This server crashed (exit code 1).') },
  });
});

test('says why a server could not be tried', async () => {
  const dead = join(folder, 'dead.mjs');
  await writeFile(dead, "console.error('Please set GARDEN_TOKEN'); process.exit(1);");
  const { code, stderr } = await misfire('compare', '--only', 'unknown-tool', '--', process.execPath, dead);
  expect(stderr).toContain('dead: Set GARDEN_TOKEN for ');
  expect(code).toBe(3);
});

test('says that a server offered another revision than the unsupported one', async () => {
  const offers = join(folder, 'offers.mjs');
  await writeFile(offers, server.replace('params.protocolVersion', "'2025-11-25'"));
  const { stdout } = await misfire('compare', '--only', 'unsupported-version', '--', process.execPath, offers);
  expect(stdout).toMatch(/✓ Unsupported version {2}accepted {2}It offered revision 2025-11-25 instead\./);
});

test('a tool that failed without a network did not reject the mistake', async () => {
  const offline = join(folder, 'offline.mjs');
  const failed = "say({ id, result: { isError: true, content: [{ type: 'text', text: 'Host name not found' }] } });";
  await writeFile(offline, server.replace(/say\(\{ id, error: \{ code: Number.*$/m, failed));
  const only = ['compare', '--only', 'missing-argument'];
  const { stdout } = await misfire(...only, '--', process.execPath, offline);
  expect(stdout).not.toContain('✓');
  expect(stdout).toContain('The call failed for another reason');
  const junit = await misfire(...only, '--format', 'junit', '--', process.execPath, offline);
  expect(junit.stdout).toContain('<skipped message="The call failed for another reason');
});

test('says which failures a good client could not handle, and why', async () => {
  await writeFile(join(folder, 'vague.mjs'), server.replace('Invalid arguments', 'Error'));
  const vague = `"${process.execPath}" "${join(folder, 'vague.mjs')}"`;
  const { stdout } = await misfire('compare', vague, '--only', 'wrong-type', 'missing-argument', 'unknown-tool');
  expect(stdout).toMatch(/vague: a good client could not handle \d of \d failures:/);
  expect(stdout).toContain('It names no argument, so a client cannot fix the request by itself.');
  const json = lines((await misfire('compare', vague, '--format', 'rows', '--json')).stdout);
  expect(json.some(({ obstacles }) => obstacles?.length > 0)).toBe(true);
});

test('names the models that do not get a failure once, in its row', async () => {
  const { stdout } = await misfire('compare', 'sample:qaqnuz', '--only', 'unknown-tool');
  const [row = '', note = ''] = stdout.split('a good client could not handle');
  expect(row).toMatch(/\d of \d models will not learn/);
  expect(note).not.toContain('models will not learn');
  expect(note).toContain('Some models do not get it: see its row.');
});
