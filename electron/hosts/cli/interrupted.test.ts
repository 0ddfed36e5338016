// A stop request in the middle of a command: it ends with 130, no server stays, and no file is half written. process.test.ts has the
// signals that ask for it.

import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { runHere, startHere } from '../../launch/testing/run-here.ts';

/** Answers the handshake and the list, writes its process id into a file, and answers no call. */
const server = `
import { createInterface } from 'node:readline';
import { appendFileSync } from 'node:fs';
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
const tools = [{ name: 'get', annotations: { readOnlyHint: true }, inputSchema: { type: 'object', required: ['a'], properties: { a: { type: 'string' } } } }];
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method } = JSON.parse(line);
  if (method === process.argv[3]) appendFileSync(process.argv[2], process.pid + '\\n');
  else if (method === 'initialize') send({ id, result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } } });
  else if (method === 'tools/list') send({ id, result: { tools } });
}
`;

let folder: string;
let work: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'misfire-interrupted-'));
  writeFileSync(join(folder, 'server.mjs'), server);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => {
  work = mkdtempSync(join(folder, 'work-'));
});

const start = (...args: string[]) => startHere(args, { data: join(folder, 'data'), cwd: work });

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const setLimit = { timeout: 120_000 };
const patient = { timeout: 60_000 };

describe('Ctrl-C while a server does not answer', () => {
  /** `hangsAt`: the method that gets no answer. */
  const cases: [command: string, hangsAt: string, args: (server: string) => string[]][] = [
    ['call', 'tools/call', (name) => ['call', name, 'get', 'a=1']],
    ['compare', 'tools/list', (name) => ['compare', name, '--save-baseline', 'base.json', '--issues', 'issues']],
    ['compare', 'tools/list', (name) => ['compare', name, '--save-baseline', 'base.json']],
    ['doctor', 'initialize', (name) => ['doctor', name]],
    ['lint', 'tools/list', (name) => ['lint', name]],
    ['replay', 'tools/call', (name) => ['replay', 'set.json', '--to', name, '--junit', 'out.xml']],
  ];
  it.each(cases)('%s ends it and leaves no file', setLimit, async (_command, hangsAt, args) => {
    const heard = join(folder, `heard-${_command}`);
    const entry = { command: process.execPath, args: [join(folder, 'server.mjs'), heard, hangsAt] };
    const settings = join(work, 'mcp.json');
    writeFileSync(settings, JSON.stringify({ mcpServers: { mine: entry } }));
    const failed = [
      { misfire: 1, started: '2026-11-14T12:00:00.000Z' },
      {
        t: 1,
        server: 'mine',
        lane: 'out',
        text: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get","arguments":{"a":"x"}}}',
      },
      { t: 2, server: 'mine', lane: 'in', text: '{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"no"}}' },
    ];
    writeFileSync(join(work, 'set.json'), failed.map((line) => JSON.stringify(line)).join('\n'));
    const before = readdirSync(work);
    const { stop, ended } = start(...args(`${settings}#mine`));
    await expect.poll(() => existsSync(heard), patient).toBe(true);
    stop('SIGINT');
    expect((await ended).code).toBe(130);
    for (const pid of readFileSync(heard, 'utf8').trim().split('\n'))
      await expect.poll(() => isAlive(Number(pid)), patient).toBe(false);
    expect(readdirSync(work)).toEqual(before);
  });
});

describe('Ctrl-C while a recording is exported', () => {
  beforeAll(async () => {
    const lines = [JSON.stringify({ misfire: 1, started: '2026-11-14T12:00:00.000Z' })];
    for (let id = 1; id <= 3000; id += 1) {
      const call = {
        jsonrpc: '2.0',
        id,
        method: 'tools/call',
        params: { name: 'get', arguments: { a: `value ${id}` } },
      };
      const error = { code: -32602, message: `Invalid params: a must be a number, got value ${id}` };
      lines.push(
        JSON.stringify({ t: id * 20, server: 's', lane: 'out', text: JSON.stringify(call) }),
        JSON.stringify({
          t: id * 20 + 5,
          server: 's',
          lane: 'in',
          text: JSON.stringify({ jsonrpc: '2.0', id, error }),
        }),
      );
    }
    writeFileSync(join(folder, 'large.jsonl'), lines.join('\n'));
    const { code } = await runHere(['import', join(folder, 'large.jsonl')], { data: join(folder, 'data') });
    expect(code).toBe(0);
  }, 300_000);

  const drafts = () =>
    readdirSync(work, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.part'));

  // A report takes the longest, so the signal comes in the middle on any machine.
  it('keeps the earlier file of --out', setLimit, async () => {
    writeFileSync(join(work, 'out'), 'earlier');
    const { stop, ended } = start('export', '--format', 'html', '--out', 'out');
    await expect.poll(drafts, { ...patient, interval: 5 }).not.toEqual([]);
    stop('SIGINT');
    expect((await ended).code).toBe(130);
    expect(readdirSync(work)).toEqual(['out']);
    expect(readFileSync(join(work, 'out'), 'utf8')).toBe('earlier');
  });

  it('leaves nothing of a new Parquet folder', setLimit, async () => {
    const { stop, ended } = start('export', '--format', 'parquet', 'tables');
    await expect.poll(drafts, { ...patient, interval: 5 }).not.toEqual([]);
    stop('SIGINT');
    expect((await ended).code).toBe(130);
    expect(readdirSync(work)).toEqual([]);
  });

  it('keeps what others wrote into a Parquet folder with --append', setLimit, async () => {
    const others = join(work, 'tables', 'exchanges', 'date=2026-11-14');
    mkdirSync(others, { recursive: true });
    writeFileSync(join(others, 'other.parquet'), 'theirs');
    const before = readdirSync(work, { recursive: true });
    const { stop, ended } = start('export', '--format', 'parquet', 'tables', '--append');
    await expect.poll(drafts, { ...patient, interval: 5 }).not.toEqual([]);
    stop('SIGINT');
    expect((await ended).code).toBe(130);
    expect(readdirSync(work, { recursive: true })).toEqual(before);
  });
});

it('Ctrl-C during the official suite ends the suite and removes its folder', setLimit, async () => {
  const heard = join(folder, 'heard-suite');
  const suite = join(folder, 'suite.mjs');
  writeFileSync(
    suite,
    `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(heard)}, JSON.stringify({ pid: process.pid, args: process.argv })); setInterval(() => {}, 1000);`,
  );
  const listening = createServer((_, response) => response.end('{}'));
  onTestFinished(() => void listening.close());
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(listening.address() as AddressInfo).port}/mcp`;
  const { stop, ended } = startHere(['conformance', url], { cwd: work, env: { MISFIRE_CONFORMANCE: suite } });
  const read = () => (existsSync(heard) ? readFileSync(heard, 'utf8') : '');
  await expect.poll(read, patient).toMatch(/\}$/);
  const { pid, args } = JSON.parse(read()) as { pid: number; args: string[] };
  const results = args[args.indexOf('--output-dir') + 1] ?? '';
  expect(existsSync(dirname(results))).toBe(true);
  stop('SIGINT');
  expect((await ended).code).toBe(130);
  await expect.poll(() => isAlive(pid), patient).toBe(false);
  expect(existsSync(dirname(results))).toBe(false);
});
