// A real comparison of the five samples: what must be found, and what must stay unchanged.

import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Comparison } from '../../../shared/features/compare/compared.ts';
import type { ProbeView } from '../../../shared/features/compare/probing.ts';
// Samples run as built.
import '../../launch/testing/built-program.ts';
import { appRoot } from '../../inspector/paths/app-paths.ts';
import { cellOf, openProbeTest, type ProbeTest, value } from '../../inspector/testing/probe-runs.ts';

let bench: ProbeTest;
let run: ProbeView;
let comparison: Comparison;

beforeAll(async () => {
  bench = await openProbeTest();
  const { probe } = await value(bench.inspector.api.probeSamples({}));
  run = await bench.finished(probe);
  comparison = await bench.compare(probe);
});

afterAll(() => bench.close());

test('twenty and more provocations run to the end on five servers', () => {
  expect(run.servers.map(({ state, problem }) => [state, problem])).toEqual(run.servers.map(() => ['done', '']));
  for (const { done } of run.servers) expect(done).toBeGreaterThanOrEqual(20);
});

describe('what must be found', () => {
  test('-32001 means two things', () => {
    const clash = comparison.clashes.find(({ kind, about }) => kind === 'code' && about === '-32001');
    expect(clash?.words).toBe('-32001 means “Sign in” on Closient and Platica, but “Not found” on erlmcp.');
    expect(comparison.rows.find(({ name }) => name === 'No credentials')?.verdict.words).toBe('-32001 clashes');
  });

  test('waits are in seconds on one server and in milliseconds on another', () => {
    const clash = comparison.clashes.find(({ kind }) => kind === 'unit');
    expect(clash?.words).toMatch(/in seconds on Closient and erlmcp \(retry_after\) and in milliseconds on qaqnuz/);
    expect(comparison.rows.find(({ name }) => name === 'Rate limited')?.verdict.words).toBe('units differ');
  });

  test('a missing resource is one meaning in several shapes', () => {
    const row = comparison.rows.find(({ name }) => name === 'Resource missing');
    expect(row?.verdict.words).toBe('4 shapes, 1 meaning');
    expect(row?.cells.filter(({ state }) => state === 'failed').map(({ meaning }) => meaning)).toEqual(
      Array(4).fill('not_found'),
    );
  });

  test('all agree on an unknown method, as the specification requires', () => {
    const row = comparison.rows.find(({ name }) => name === 'Unknown method');
    expect(row?.verdict.words).toBe('all agree');
    expect(row?.cells.map(({ conformance }) => conformance.verdict)).toEqual(Array(5).fill('kept'));
  });

  test('cells that break a rule quote the sentence', () => {
    const cell = cellOf(comparison, 'Missing argument', 'Closient');
    expect(cell?.conformance).toMatchObject({ verdict: 'broken' });
    expect(cell?.conformance.sentence).toMatch(/tool error \(isError\).*hid the failure in a result/);
  });

  test('silence that was asked for is no obstacle', () => {
    const silent = comparison.rows.flatMap(({ cells }) => cells).filter(({ state }) => state === 'silent');
    const kept = silent.filter(({ conformance }) => conformance.verdict === 'kept');
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.length).toBeLessThan(silent.length);
    for (const cell of silent) expect(cell.obstacles.length).toBe(kept.includes(cell) ? 0 : 1);
  });

  test('each server responds differently to raw and HTTP mistakes', () => {
    expect(cellOf(comparison, 'Malformed JSON', 'erlmcp')).toMatchObject({ where: 'error', code: '-32700' });
    expect(cellOf(comparison, 'Malformed JSON', 'Orders adapter')).toMatchObject({ state: 'silent' });
    expect(cellOf(comparison, 'Wrong credentials', 'qaqnuz')).toMatchObject({
      where: 'HTTP 401',
      class: 'unauthorized',
    });
    expect(cellOf(comparison, 'Unsupported version', 'erlmcp')).toMatchObject({ code: '-32061', class: 'unsupported' });
    expect(cellOf(comparison, 'Missing session', 'Platica')).toMatchObject({ state: 'left_out' });
  });
});

describe('one rule for all', () => {
  const ask = (meaning: 'not_found' | 'rate_limited' | 'unauthorized', language: 'typescript' | 'python') =>
    value(bench.inspector.api.ruleCode({ source: { kind: 'probe', probe: run.id }, class: meaning, language }));

  test('a rule is tested on every failure before it is shown, and its TypeScript passes strict checks', async () => {
    const rule = await ask('not_found', 'typescript');
    expect(rule.problem).toBe('');
    expect(rule.checked).toBeGreaterThan(100);
    expect(rule.matched).toBeGreaterThanOrEqual(4);
    expect(rule.code).toContain('answer.server === "erlmcp"');
    const file = join(bench.folder, 'rule.ts');
    await writeFile(file, rule.code);
    const tsc = join(appRoot(), 'node_modules', 'typescript', 'bin', 'tsc');
    const compiled = promisify(execFile)(process.execPath, [
      tsc,
      '--noEmit',
      '--strict',
      '--target',
      'es2023',
      '--ignoreConfig',
      file,
    ]);
    await expect(
      compiled.then(
        () => 'compiled',
        (problem) => problem.stdout,
      ),
    ).resolves.toBe('compiled');
  });

  test('the Python version is the same rule', async () => {
    const rule = await ask('rate_limited', 'python');
    expect(rule.problem).toBe('');
    expect(rule.code).toMatch(/^import json[\s\S]*def is_rate_limited\(answer: dict\) -> bool:/);
  });
});

test('the same run from the log, without sending anything', async () => {
  const before = (await value(bench.inspector.api.snapshot({}))).counters.messages;
  const traffic = await value(bench.inspector.api.compareServers({ source: { kind: 'traffic', servers: [] } }));
  expect((await value(bench.inspector.api.snapshot({}))).counters.messages).toBe(before);
  expect(traffic.rows.find(({ name }) => name === 'Resource missing')?.verdict.words).toBe('4 shapes, 1 meaning');
  expect(traffic.clashes.some(({ about }) => about === '-32001')).toBe(true);
});

test('two failures side by side: one meaning, different fields', async () => {
  const left = cellOf(comparison, 'Resource missing', 'Closient')?.row as number;
  const right = cellOf(comparison, 'Resource missing', 'erlmcp')?.row as number;
  const diff = await value(bench.inspector.api.diffShapes({ left, right }));
  expect(diff.words).toMatch(/^One meaning, two carriers; \d+ of \d+ members differ\.$/);
  expect(diff.facts.find(({ name }) => name === 'Code')).toEqual({
    name: 'Code',
    left: '-32200',
    right: '-32001',
    same: false,
  });
  expect(diff.members.find(({ path }) => path === 'result.error.data.type')).toMatchObject({
    left: 'text',
    right: null,
  });
});

test('reports come in four formats', async () => {
  const source = { kind: 'probe' as const, probe: run.id };
  for (const format of ['md', 'csv', 'json', 'html'] as const) {
    const { text, fileName } = await value(bench.inspector.api.compareReport({ source, format }));
    expect(fileName).toBe(`misfire-comparison.${format}`);
    expect(text).toContain('Resource missing');
  }
});

test("a second run finds the same contract and does not disturb the user's connection", async () => {
  const { api } = bench.inspector;
  const server = run.servers.find(({ name }) => name === 'erlmcp')?.server as string;
  expect((await value(api.compareBaseline({ probe: run.id, server }))).savedAt).toBeNull();
  await value(api.saveBaseline({ probe: run.id, server }));
  await value(api.connect({ server }));
  const { probe } = await value(api.startProbe({ servers: [server], tools: [] }));
  await bench.finished(probe);
  const same = await value(api.compareBaseline({ probe, server }));
  expect([same.changes, same.words]).toEqual([[], 'The error contract is unchanged.']);
  const { servers } = await value(api.snapshot({}));
  expect(servers.find(({ id }) => id === server)?.state).toBe('connected');
  const { tools, problem } = await value(api.tools({ server, refresh: true }));
  expect([tools.length > 0, problem]).toEqual([true, '']);
});

test("the user's provocations are saved with the server and compared by name", async () => {
  const server = run.servers.find(({ name }) => name === 'qaqnuz')?.server as string;
  const { api } = bench.inspector;
  const bad = await api.saveProvocation({ server, provocation: { name: 'X', method: 'tools/call', params: '{' } });
  expect(bad).toMatchObject({ ok: false, error: { code: 'bad_input' } });
  const provocation = {
    name: 'Resource missing',
    method: 'tools/call',
    params: JSON.stringify({ name: 'void_invoice', arguments: { id: 'INV-none' } }),
  };
  await value(api.saveProvocation({ server, provocation }));
  const { provocations } = await value(api.ownProvocations({ server }));
  expect(provocations.find(({ name }) => name === 'Resource missing')?.from).toBe('person');
  const { plans } = await value(api.planProbe({ servers: [server], tools: [] }));
  expect(plans[0]?.provocations.some(({ id, leftOut }) => id === 'own:resource missing' && leftOut === '')).toBe(true);
  await value(api.removeProvocation({ server, name: 'resource missing' }));
  const after = await value(api.ownProvocations({ server }));
  expect(after.provocations.some(({ name }) => name === 'Resource missing')).toBe(false);
});

async function children(): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'ppid=']);
  return stdout.split('\n').filter((line) => Number(line) === process.pid).length;
}

test('a stopped run sends nothing more and leaves no process', async () => {
  const before = await children();
  const servers = run.servers.map(({ server }) => server);
  const { api } = bench.inspector;
  const { probe } = await value(api.startProbe({ servers, tools: [] }));
  await new Promise<void>((resolve) => {
    const end = bench.inspector.onBatch(({ probes }) => {
      if (!probes?.some(({ id, done }) => id === probe && done > 2)) return;
      end();
      resolve();
    });
  });
  await value(api.stopProbe({ probe }));
  const view = await bench.finished(probe);
  expect(view.state).toBe('stopped');
  expect(view.done).toBeLessThan(run.done);
  const { messages } = (await value(api.snapshot({}))).counters;
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect((await value(api.snapshot({}))).counters.messages).toBe(messages);
  // `ps` itself is a child both times.
  await expect.poll(children).toBe(before);
});
