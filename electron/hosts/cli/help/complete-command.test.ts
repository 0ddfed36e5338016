// `misfire complete`, which completion scripts ask, and `misfire help` with its topics: over real pipes, with a real log.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runHere } from '../../../launch/testing/run-here.ts';

let data: string;
const run = (...args: string[]) => runHere(args, { data });
const complete = async (...words: string[]) =>
  (await run('complete', '--', ...words)).stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split('\t')[0]);

beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'misfire-cli-complete-'));
  const message = (value: object) => JSON.stringify({ jsonrpc: '2.0', ...value });
  const tools = [
    {
      name: 'read_file',
      description: 'Reads.',
      inputSchema: {
        properties: { path: { description: 'Where it is.' }, lines: { enum: [1, 2] }, all: { type: 'boolean' } },
      },
    },
  ];
  const lines = [
    { misfire: 1, started: '2026-11-14T12:00:00.000Z' },
    { t: 1, server: 'files', lane: 'out', text: message({ id: 1, method: 'tools/list' }) },
    { t: 2, server: 'files', lane: 'in', text: message({ id: 1, result: { tools } }) },
    { t: 3, server: 'files', lane: 'out', text: message({ id: 2, method: 'tools/call', params: { name: 'write' } }) },
    { t: 4, server: 'files', lane: 'in', text: message({ id: 2, result: { content: [] } }) },
  ];
  writeFileSync(join(data, 'some.jsonl'), lines.map((line) => JSON.stringify(line)).join('\n'));
  await run('import', join(data, 'some.jsonl'));
});
afterAll(() => rmSync(data, { recursive: true, force: true }));

describe('completing', () => {
  it('commands, options and their values', async () => {
    expect(await complete('do')).toEqual(['doctor']);
    expect(await complete('call', '--arg')).toEqual(['--arg-file']);
    expect(await complete('decode', '--format', '')).toEqual(['json', 'md', 'junit', 'sarif', 'github']);
    expect(await complete('completion', '')).toEqual(['bash', 'zsh', 'fish', 'powershell']);
    expect(await complete('help', 'exit')).toEqual(['exit-codes']);
  });

  it('servers, tools from the log, and the arguments of a tool that are not there yet', async () => {
    expect(await complete('call', 'sample:clo')).toEqual(['sample:closient']);
    expect(await complete('call', 'files', '')).toEqual(['read_file', 'write']);
    expect(await complete('call', 'files', 'read_file', '')).toEqual(['path=', 'lines=', 'all=']);
    expect(await complete('call', 'files', 'read_file', 'path=a', '')).toEqual(['lines=', 'all=']);
    expect((await run('complete', '--', 'call', 'files', 'read_file', 'pa')).stdout).toBe('path=\tWhere it is.\n');
    expect((await run('complete', '--new', '--', 'call', 'files')).stdout).toContain('read_file\tReads.');
  });

  it('values that a schema or an option lists', async () => {
    expect(await complete('call', 'files', 'read_file', 'lines=')).toEqual(['lines=1', 'lines=2']);
    expect(await complete('call', 'files', 'read_file', 'all=t')).toEqual(['all=true']);
    expect(await complete('--color=al')).toEqual(['--color=always']);
  });

  it('terms of a filter', async () => {
    expect(await complete('log', 'is:fa')).toEqual(['is:failed']);
    expect(await complete('export', 'cla')).toEqual(['class:']);
    expect(await complete('log', 'class:rate')).toEqual(['class:rate_limited']);
  });

  it('reads the log of --data in the line', async () => {
    const words = ['--data', data, 'call', 'files', 'wr'];
    expect((await runHere(['complete', '--', ...words])).stdout.trim()).toBe('write');
  });

  it('answers bash with what is to be inserted', async () => {
    const line = async (text: string) => (await run('complete', '--bash', text)).stdout.split('\n').filter(Boolean);
    expect(await line('misfire call sample:clo')).toEqual(['closient']);
    expect(await line('misfire call "sample:clo')).toEqual(['sample:closient']);
    expect(await line('misfire call files read_file lines=')).toEqual(['1', '2']);
  });

  it('completes nothing where there is nothing, and fails at nothing', async () => {
    const none = join(data, 'none');
    const { code, stdout } = await runHere(['complete', '--', 'call', 'files', ''], { data: none });
    expect([code, stdout]).toEqual([0, '']);
  });

  it.each(['bash', 'zsh', 'fish', 'powershell'])('has a script for %s that asks misfire', async (shell) => {
    const { code, stdout } = await run('completion', shell);
    expect(code).toBe(0);
    expect(stdout).toContain('misfire complete');
  });

  it('names the shells it knows', async () => {
    const { code, stderr } = await run('completion', 'tcsh');
    expect(code).toBe(2);
    expect(stderr).toContain('Known: bash, zsh, fish, powershell.');
  });
});

describe('help', () => {
  it.each([
    ['filters', 'is:failed'],
    ['exit-codes', '3    a server could not be reached'],
    ['formats', 'SARIF 2.1.0'],
    ['servers', 'sample:closient'],
    ['arguments', 'name:=JSON'],
    ['output', 'MISFIRE_PAGER'],
  ])('has the topic %s', async (topic, words) => {
    const { code, stdout } = await run('help', topic);
    expect(stdout).toContain(words);
    expect(code).toBe(0);
  });

  it('prints the help of a command, lists the topics, and suggests what was meant', async () => {
    expect((await run('help', 'doctor')).stdout).toContain('Usage: misfire doctor');
    expect((await run('help')).stdout).toContain('exit-codes');
    const { code, stderr } = await run('help', 'filter');
    expect([code, stderr]).toEqual([2, expect.stringContaining('Did you mean filters?')]);
  });
});
