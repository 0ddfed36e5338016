// `misfire call … --fix`: each end of the loop, on a real server.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Ran, type RunOptions, runHere, startHere } from '../../../launch/testing/run-here.ts';
import { shopServer } from '../testing/shop-server.ts';

let folder: string;
let shop: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'misfire-fix-'));
  writeFileSync(join(folder, 'shop.mjs'), shopServer);
  const command = { command: process.execPath, args: [join(folder, 'shop.mjs')] };
  writeFileSync(join(folder, 'mcp.json'), JSON.stringify({ mcpServers: { shop: command } }));
  shop = `${join(folder, 'mcp.json')}#shop`;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const fix = (args: string[], options: RunOptions = {}) =>
  runHere(['call', shop, ...args, '--fix'], { data: join(folder, 'data'), cwd: folder, ...options });
const lines = (stdout: string) =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('on a pipe', () => {
  it('fixes what the schema gives, prints one line per attempt, and exits with 0', async () => {
    const { stdout, code } = await fix(['get_rate', 'kind=Double', 'nights=0', '--json']);
    const [first, second, ...more] = lines(stdout);
    expect(more).toEqual([]);
    expect(first).toMatchObject({ attempt: 1, passed: false, class: 'validation', changes: [] });
    expect(second).toMatchObject({ attempt: 2, passed: true, state: 'done' });
    expect(second.changes).toMatchObject([
      { path: '/kind', before: 'Double', after: 'double' },
      { path: '/nights', before: 0, after: 1, source: 'schema' },
    ]);
    expect(code).toBe(0);
  });

  it('prints the answer on stdout and the path to it on stderr', async () => {
    const { stdout, stderr, code } = await fix(['get_rate', 'kind=Double', 'nights=2']);
    expect(JSON.parse(stdout)).toEqual({ content: [{ type: 'text', text: 'ok {"kind":"double","nights":2}' }] });
    expect(stderr).toContain('Attempt 1: ');
    expect(stderr).toContain('kind: "Double" → "double"');
    expect(stderr).toMatch(/Fixed in 2 attempts, \d/);
    expect(stderr).toContain(`tools/call '{"name":"get_rate","arguments":{"kind":"double","nights":2}}'`);
    expect(code).toBe(0);
  });

  it('stops at several values, sends nothing, and exits with 1', async () => {
    const { stdout, code } = await fix(['get_rate', 'kind=suite', 'nights=2', '--json']);
    const [only, ...more] = lines(stdout);
    expect(more).toEqual([]);
    expect(only).toMatchObject({ attempt: 1, state: 'asking', ask: { kind: 'choose', path: '/kind' } });
    expect(only.ask.options).toEqual([{ value: 'single' }, { value: 'double' }]);
    expect(code).toBe(1);
    // The call has the argument already, with a value that does not fit.
    const { stderr } = await fix(['get_rate', 'kind=suite', 'nights=2']);
    expect(stderr).toContain('Run it again with a value for kind.');
  });

  it('does not call a tool that lists values by itself', async () => {
    const { stdout, code } = await fix(['get_order', 'order_id=SO-9999', '--json']);
    expect(lines(stdout)).toMatchObject([{ state: 'asking', ask: { kind: 'pick', tool: 'list_orders' } }]);
    expect(code).toBe(1);
  });

  it('waits as the server asks, once', async () => {
    const { stdout, stderr, code } = await fix(['busy', '--json']);
    expect(lines(stdout)).toMatchObject([
      { attempt: 1, class: 'rate_limited' },
      { attempt: 2, passed: true, waitedMs: 300, changes: [] },
    ]);
    expect(stderr).toContain('Waiting 300 ms, as the server asks.');
    expect(code).toBe(0);
  });

  it('sends a tool without readOnlyHint only with --yes', async () => {
    const without = await fix(['pay', 'amount:="5"', '--json']);
    expect(lines(without.stdout)).toMatchObject([
      { state: 'asking', ask: { kind: 'confirm', need: 'ask', name: 'pay' } },
    ]);
    expect(without.code).toBe(1);
    const confirmed = await fix(['pay', 'amount:="5"', '--json', '--yes']);
    expect(lines(confirmed.stdout).at(-1)).toMatchObject({ passed: true, state: 'done' });
    expect(confirmed.code).toBe(0);
  });

  it.each([
    ['--yes without --fix', ['--yes']],
    ['--fix with --retry', ['--fix', '--retry']],
  ])('rejects %s', async (_, flags) => {
    const { code } = await runHere(['call', shop, 'busy', ...flags], { cwd: folder });
    expect(code).toBe(2);
  });
});

describe('a server that lies', () => {
  it('puts nothing into the terminal or the shell with the value that it names', async () => {
    const { stderr } = await fix(['get_evil']);
    expect(stderr).toMatch(/Fixed in 2 attempts/);
    expect(stderr).not.toMatch(/\u001b\[2J|\u202e/u);
    // One word: its quote cannot end the argument.
    const command = stderr.split('\n').find((line) => line.startsWith('Fixed call: ')) ?? '';
    expect(command).toContain("a\\'; touch pwned");
  });

  it('asks again before an argument goes that guards against effects, despite --yes', async () => {
    const { stdout, code } = await fix(['pay', 'amount:="5"', 'dry_run:=true', '--json', '--yes']);
    const all = lines(stdout);
    expect(all.at(-1)).toMatchObject({ state: 'asking', ask: { kind: 'confirm', switches: ['/dry_run'] } });
    expect(all.every(({ passed }) => !passed)).toBe(true);
    expect(code).toBe(1);
  });

  it('asks again after an attempt that may have run, despite --yes', async () => {
    const { stdout } = await fix(['half', 'n:="5"', '--json', '--yes']);
    const all = lines(stdout);
    expect(all).toHaveLength(2);
    expect(all[1].ask.because.join(' ')).toContain('Attempt 2 may have run');
  });

  it.each([
    ['names a destructive tool as the way to list', 'get_file', ['file_id=f1'], 1, /names wipe as the way to list/],
    ['asks for more each time', 'get_more', [], 9, /Stopped after 8 attempts/],
    ['changes its mind', 'get_torn', ['mode=x'], 2, /rejected the value of mode that it asked for/],
  ])('%s', async (_, tool, args, attempts, why) => {
    const { stdout, code } = await fix([tool, ...args, '--json']);
    const all = lines(stdout);
    expect(all).toHaveLength(attempts);
    expect(JSON.stringify(all.at(-1))).toMatch(why);
    expect(stdout).not.toContain('called wipe');
    expect(code).toBe(1);
  });
});

/** The prompt is there: what is typed before it belongs to something else. */
const asked = (ran: Ran, prompt: string) => vi.waitFor(() => expect(ran.stderr).toContain(prompt), { timeout: 60_000 });

describe('misfire replay', () => {
  const failure = {
    layer: 'tool',
    carrier: 'result.isError',
    class: 'validation',
    code: null,
    target: null,
    fields: [],
  };
  const set = (...calls: [string, object, object?][]) => {
    const file = join(folder, 'set.json');
    const server = { command: process.execPath, args: [join(folder, 'shop.mjs')] };
    const written = calls.map(([name, args, expected]) => ({
      server: 'shop',
      method: 'tools/call',
      params: { name, arguments: args },
      failure,
      ...(expected === undefined ? {} : { expected }),
    }));
    writeFileSync(file, JSON.stringify({ misfireRepro: 1, servers: { shop: server }, calls: written }));
    return file;
  };
  const replay = (file: string, ...flags: string[]) =>
    runHere(['replay', file, '--fix', '--json', ...flags], { data: join(folder, 'data'), cwd: folder });

  it('fixes each call of a set, with one line per attempt, and exits with 0 if all work', async () => {
    const rejected = { failsWith: { class: 'validation' } };
    const file = set(['get_rate', { kind: 'Double', nights: 2 }], ['get_rate', { kind: 'suite', nights: 1 }, rejected]);
    const { stdout, code } = await replay(file);
    expect(lines(stdout)).toMatchObject([
      { attempt: 1, passed: false },
      { attempt: 2, passed: true, state: 'done', changes: [{ path: '/kind', after: 'double' }] },
      { verdict: 'fixed' },
      // It has to fail: there is nothing to fix.
      { verdict: 'as_expected' },
    ]);
    expect(code).toBe(0);
  });

  it('exits with 1 if a value would be a guess', async () => {
    const { stdout, code } = await replay(set(['get_rate', { kind: 'suite', nights: 2 }]));
    expect(lines(stdout)).toMatchObject([{ state: 'asking' }, { because: expect.stringContaining('Choose kind.') }]);
    expect(code).toBe(1);
  });

  it('does not fix a destructive tool that is not named', async () => {
    const { stdout, code } = await replay(set(['wipe', { days: '3' }]), '--yes');
    expect(lines(stdout)).toMatchObject([{ verdict: 'not_sent' }]);
    expect(code).toBe(1);
  });
});

describe('on a terminal', () => {
  it('asks for a value by number, goes on, and works', async () => {
    const { ended, stdin, ran } = startHere(['call', shop, 'get_rate', 'kind=suite', 'nights=2', '--fix'], {
      data: join(folder, 'data'),
      cwd: folder,
      tty: 100,
    });
    await asked(ran, 'Number or value:');
    stdin.write('2\n');
    const { stdout, stderr, code } = await ended;
    expect(stderr).toContain('Choose kind.');
    expect(stdout).toContain('double');
    expect(code).toBe(0);
  });

  it('calls the list after a yes, and offers the best match first', async () => {
    const { ended, stdin, ran } = startHere(['call', shop, 'get_order', 'order_id=SO-9999', '--fix'], {
      data: join(folder, 'data'),
      cwd: folder,
      tty: 100,
    });
    await asked(ran, 'Call list_orders?');
    stdin.write('y\n');
    await asked(ran, 'Number or value:');
    stdin.write('1\n');
    const { stdout, stderr, code } = await ended;
    expect(stderr).toContain('list_orders returned: "SO-1999", "SO-1001", "SO-1002".');
    expect(stdout).toContain('SO-1999');
    expect(code).toBe(0);
  });
});

describe('a server that does not start', () => {
  const settings = (home: string, script: string) => {
    const file = join(home, '.cursor', 'mcp.json');
    mkdirSync(join(home, '.cursor'), { recursive: true });
    const entry = { command: process.execPath, args: [script] };
    writeFileSync(file, JSON.stringify({ mcpServers: { shop: entry } }, null, 2));
    return file;
  };

  it('gets its path on a terminal for this run, then in the settings of its client, and the call is sent', async () => {
    const home = join(folder, 'home');
    const file = settings(home, join(folder, 'shp.mjs'));
    const { ended, stdin, ran } = startHere(['call', `${file}#shop`, 'get_rate', 'kind=single', 'nights=1', '--fix'], {
      data: join(folder, 'data'),
      cwd: folder,
      tty: 100,
      env: { HOME: home },
    });
    await asked(ran, 'script:');
    stdin.write(`${join(folder, 'shop.mjs')}\n`);
    await asked(ran, 'Save to Cursor?');
    expect(readFileSync(file, 'utf8')).toContain('shp.mjs');
    stdin.write('y\n');
    const { stdout, stderr, code } = await ended;
    expect(stderr).toContain('shp.mjs" → ');
    expect(readFileSync(file, 'utf8')).toContain('shop.mjs');
    expect(stdout).toContain('single');
    expect(code).toBe(0);
  });

  it('stops on a pipe, says what is wrong, and exits with 3', async () => {
    const file = settings(join(folder, 'other'), join(folder, 'shp.mjs'));
    const { stdout, code } = await runHere(['call', `${file}#shop`, 'busy', '--fix', '--json'], { cwd: folder });
    expect(lines(stdout)).toMatchObject([
      {
        attempt: 1,
        state: 'asking',
        ask: { kind: 'word', path: '/args/0', suggestions: [{ value: join(folder, 'shop.mjs') }] },
      },
    ]);
    expect(code).toBe(3);
  });
});
