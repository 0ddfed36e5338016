// Real servers, and one on SDK 2.x: one meaning on two carriers, and nothing changed outside their folder.

import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Comparison } from '../../../shared/features/compare/compared.ts';
import type { ProbeView } from '../../../shared/features/compare/probing.ts';
import { appRoot } from '../../inspector/paths/app-paths.ts';
import { cellOf, openProbeTest, type ProbeTest, value } from '../../inspector/testing/probe-runs.ts';

let bench: ProbeTest;
let outside: string;
let servers: string[];
let run: ProbeView;
let comparison: Comparison;
let before: string;

const official = (name: string) =>
  join(appRoot(), 'node_modules', '@modelcontextprotocol', `server-${name}`, 'dist', 'index.js');

/** Every file below a folder, by name and content. */
async function digest(folder: string): Promise<string> {
  const names = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const hash = createHash('sha256');
  for (const name of names) hash.update(name).update(await readFile(name));
  return hash.digest('hex');
}

beforeAll(async () => {
  bench = await openProbeTest();
  outside = await mkdtemp(join(tmpdir(), 'misfire-outside-'));
  const box = join(outside, 'box');
  await mkdir(box);
  await writeFile(join(box, 'kept.txt'), 'kept');
  await writeFile(join(outside, 'not-yours.txt'), 'not yours');
  before = await digest(outside);
  servers = [
    await bench.add('everything', [official('everything')]),
    await bench.add('filesystem', [official('filesystem'), box]),
    await bench.add('memory', [official('memory')], { MEMORY_FILE_PATH: join(box, 'memory.jsonl') }),
    await bench.add('sdk2', [join(appRoot(), 'electron', 'samples', 'sdk2-peer.ts')]),
  ];
  const { probe } = await value(bench.inspector.api.startProbe({ servers, tools: [] }));
  run = await bench.finished(probe);
  comparison = await bench.compare(probe);
});

afterAll(async () => {
  await bench.close();
  await rm(outside, { recursive: true, force: true });
});

test('all four accept the whole set', () => {
  expect(run.servers.map(({ name, state, problem }) => [name, state, problem])).toEqual(
    ['everything', 'filesystem', 'memory', 'sdk2'].map((name) => [name, 'done', '']),
  );
  for (const { done } of run.servers) expect(done).toBeGreaterThanOrEqual(14);
});

test('an unknown tool is isError on one SDK and -32602 on the other: one meaning, two carriers', () => {
  expect(cellOf(comparison, 'Unknown tool', 'everything')).toMatchObject({ where: 'isError', meaning: 'not_found' });
  expect(cellOf(comparison, 'Unknown tool', 'sdk2')).toMatchObject({
    where: 'error',
    code: '-32602',
    meaning: 'not_found',
    conformance: { verdict: 'kept' },
  });
  const row = comparison.rows.find(({ name }) => name === 'Unknown tool');
  expect(row?.verdict.kind).toBe('shapes');
  expect(row?.verdict.more).toMatch(/one meaning \(Not found\) on two carriers: isError.*; error -32602 on sdk2/);
});

test('malformed requests that the older SDK answers with -32603 are reported as a violation of the specification', () => {
  const cell = cellOf(comparison, 'Null for an object', 'everything');
  expect(cell).toMatchObject({ code: '-32603', conformance: { verdict: 'broken' } });
  expect(cellOf(comparison, 'Null for an object', 'sdk2')?.conformance.verdict).toBe('kept');
});

test('tools that write are skipped, and the folders are unchanged', async () => {
  const { plans } = await value(bench.inspector.api.planProbe({ servers, tools: [] }));
  const spared = plans.flatMap((plan) => plan.spared.map(({ tool }) => tool));
  expect(spared).toEqual(expect.arrayContaining(['write_file', 'move_file', 'delete_entities']));
  const sent = plans.flatMap((plan) => plan.provocations.map(({ sends }) => sends)).join('\n');
  for (const tool of spared) expect(sent).not.toContain(`"${tool}"`);
  expect(await digest(outside)).toBe(before);
});

test('every server still works afterwards', async () => {
  for (const server of servers) {
    await value(bench.inspector.api.connect({ server }));
    const { tools } = await value(bench.inspector.api.tools({ server, refresh: true }));
    expect(tools.length).toBeGreaterThan(0);
  }
});

/** Completes the handshake, lists one tool, and then does what `after` says. */
const odd = (after: string) => `
const say = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
require('node:readline').createInterface(process.stdin).on('line', (line) => {
  let message;
  try { message = JSON.parse(line); } catch { process.exit(9); }
  const { id, method, params } = message;
  if (id === undefined) return;
  if (method === 'initialize') say({ id, result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'odd', version: '1' } } });
  else if (method === 'tools/list' && !params?.cursor) say({ id, result: { tools: [] } });
  else { ${after} }
});`;

test('a server that stops responding ends its run in seconds, and the others continue', async () => {
  const silent = await bench.add('silent', ['-e', odd('')]);
  const crashing = await bench.add('crashing', ['-e', odd('process.exit(7);')]);
  const missing = await bench.add('missing', ['-e', 'process.exit(1)']);
  const { probe } = await value(bench.inspector.api.startProbe({ servers: [silent, crashing, missing], tools: [] }));
  const view = await bench.finished(probe);
  expect(view.servers.map(({ name, state }) => [name, state])).toEqual([
    ['silent', 'failed'],
    ['crashing', 'done'],
    ['missing', 'failed'],
  ]);
  expect(view.servers[0]?.problem).toMatch(/^It stopped answering/);
  expect(view.words).toMatch(/ sent to 2 servers, .* 2 servers could not be tried\.$/);
  const after = await bench.compare(probe);
  expect(cellOf(after, 'Unknown method', 'silent')).toMatchObject({ state: 'silent', why: 'No answer within 5 s.' });
  expect(cellOf(after, 'Unknown method', 'crashing')).toMatchObject({ state: 'failed', where: 'exit 7' });
});
