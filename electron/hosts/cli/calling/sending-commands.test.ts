// `misfire call` and `misfire replay` from the shell: what they print, what they write, and how they exit.

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runHere, startHere } from '../../../launch/testing/run-here.ts';

const misfire = (folder: string, ...args: string[]) => runHere(args, { data: folder });

const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** Fails with a code of its own for each tool until the tool is fixed; `wipe` is marked as destructive. */
const server = `
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
const { mended } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize') send({ id, result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } } });
  else if (method === 'tools/list') send({ id, result: { tools: ['a', 'b', 'wipe', 'strict'].map((name) => ({ name, inputSchema: { type: 'object', ...(name === 'strict' && { required: ['city'], properties: { days: { type: 'integer' } } }) }, annotations: { destructiveHint: name === 'wipe' } })) } });
  else if (method === 'tools/call' && params.name === 'strict') send({ id, error: { code: -32602, message: 'Invalid params: days: Expected number, received string' } });
  else if (method === 'tools/call' && !mended.includes(params.name)) send({ id, error: { code: -32000 - params.name.length, message: '<b>\\u001b[2J | no' } });
  else if (id !== undefined) send({ id, result: { content: [] } });
}
`;

function place() {
  const folder = mkdtempSync(join(tmpdir(), 'misfire-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = (name: string) => join(folder, name);
  const mend = (...mended: string[]) => writeFileSync(path('state.json'), JSON.stringify({ mended }));
  mend();
  writeFileSync(path('server.mjs'), server);
  const command = { command: process.execPath, args: [path('server.mjs'), path('state.json')] };
  writeFileSync(path('mcp.json'), JSON.stringify({ mcpServers: { mine: command } }));
  const failure = { layer: 'protocol', carrier: 'jsonrpc.error', class: 'unknown', code: -32001, fields: [] };
  const repro = (...names: string[]) => {
    const calls = names.map((name) => ({
      server: 'mine',
      method: 'tools/call',
      params: { name },
      title: 'broken <&"',
      failure: { ...failure, target: name },
    }));
    writeFileSync(path('repro.json'), JSON.stringify({ misfireRepro: 1, servers: { mine: command }, calls }));
    return path('repro.json');
  };
  return { folder, path, mend, repro, run: (...args: string[]) => misfire(folder, ...args) };
}

describe('misfire call', () => {
  it('shows a refused call corrected, as a command and in JSON', async () => {
    const { run, path } = place();
    const mine = `${path('mcp.json')}#mine`;
    const params = '{"name":"strict","arguments":{"days":"2"}}';
    const [said, told] = await Promise.all([
      run('call', mine, 'tools/call', params),
      run('call', mine, 'tools/call', params, '--json'),
    ]);
    expect(said.code).toBe(1);
    expect(said.stdout).toContain(
      '- days: "2" → 2, the server wants a number\n- city: a value is wanted (left for you)',
    );
    expect(said.stdout).toMatch(
      /misfire call .*#mine'? '?tools\/call'? '\{"name":"strict","arguments":\{"days":2\}\}'/,
    );
    expect(linesOf(told.stdout)[0]).toMatchObject({
      corrected: {
        changes: ['days: "2" → 2, the server wants a number'],
        missing: ['city: a value is wanted'],
        params: '{"name":"strict","arguments":{"days":2}}',
      },
    });
  });

  it('corrects by the schema of the tool, and prints the finding', async () => {
    const { run } = place();
    const params = '{"name":"get_order","arguments":{"orderId":"SO-1001"}}';
    const [said, told] = await Promise.all([
      run('call', 'sample:orders-adapter', 'tools/call', params),
      run('call', 'sample:orders-adapter', 'tools/call', params, '--json'),
    ]);
    const [line] = linesOf(told.stdout) as Record<string, unknown>[];
    expect(line).toMatchObject({
      owner: 'request',
      check: { name: 'schema' },
      fix: { kind: 'request' },
      corrected: { params: '{"name":"get_order","arguments":{"order_id":"SO-1001"}}' },
    });
    const { sentence, quote, check } = line as { sentence: string; quote: { text: string }; check: { words: string } };
    const [first, second] = said.stdout.split('\n');
    expect(first).toBe(sentence);
    expect(second).toMatch(/^“.+” \(.+\)$/);
    expect(second).toContain(quote.text);
    expect(said.stdout).toContain(`Misfire’s schema check: ${check.words}`);
    expect(said.stdout).toContain('Fix in the request, ');
  });

  it('exits 0 with the answer, 1 with the failure, 2 for bad usage, 3 for a server that is not there', async () => {
    const { run, path, mend } = place();
    mend('a');
    const mine = `${path('mcp.json')}#mine`;
    const [good, failed, wrong, gone] = await Promise.all([
      run('call', mine, 'tools/call', '{"name":"a"}'),
      run('call', mine, 'tools/call', '{"name":"b"}', '--json'),
      run('call', mine, 'ping', '{'),
      run('call', 'http://127.0.0.1:9/mcp', 'ping', '--timeout', '5000'),
    ]);
    expect(good, good.stderr).toMatchObject({ code: 0 });
    expect(JSON.parse(good.stdout)).toEqual({ content: [] });
    expect(failed.code).toBe(1);
    const [line] = linesOf(failed.stdout);
    expect(line).toMatchObject({ server: 'mine', target: 'b', attempt: 1, outcome: 'rpc_error', code: -32001 });
    expect(line?.answer).toMatchObject({ code: -32001 });
    expect(wrong).toMatchObject({ code: 2, stdout: '' });
    expect(wrong.stderr).toContain('not JSON');
    expect(gone).toMatchObject({ code: 3, stdout: '' });
    expect(gone.stderr).toContain('could not be reached');
    expect(gone.stderr).toMatch(/\nConnection refused: 127\.0\.0\.1:9\n/);
  });

  it('follows the hint with --retry, one line an attempt', async () => {
    const { run } = place();
    const params = JSON.stringify({
      name: 'send_invoice',
      arguments: { id: 'INV-9', envelope: true, retry_after_ms: 400 },
    });
    const retried = await run('call', 'sample:qaqnuz', 'tools/call', params, '--retry', '--json');
    expect(retried, retried.stderr).toMatchObject({ code: 0 });
    const lines = linesOf(retried.stdout);
    expect(lines.map(({ attempt, outcome }) => [attempt, outcome])).toEqual([
      [1, 'tool_error'],
      [2, 'tool_error'],
      [3, 'answered'],
    ]);
    expect(retried.stderr).toContain('Retrying as the server asks: 400 ms, doubling');
  });
});

it.each(['to the end', 'for a while'])(
  'says what is not recorded when another program holds the log %s',
  async (how) => {
    const { folder, path, run } = place();
    writeFileSync(
      path('slow.mjs'),
      `
    import { existsSync, writeFileSync } from 'node:fs';
    import { createInterface } from 'node:readline';
    const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
    for await (const line of createInterface({ input: process.stdin })) {
      const { id, method } = JSON.parse(line);
      if (method === 'initialize') send({ id, result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } } });
      else if (method === 'tools/call') {
        writeFileSync(process.argv[2] + '/called', '');
        while (!existsSync(process.argv[2] + '/locked')) await new Promise((resolve) => setTimeout(resolve, 10));
        send({ id, result: { content: [] } });
      }
    }`,
    );
    const slow = { command: process.execPath, args: [path('slow.mjs'), folder] };
    writeFileSync(path('mcp.json'), JSON.stringify({ mcpServers: { slow } }));
    const running = run('call', `${path('mcp.json')}#slow`, 'tools/call', '{"name":"a"}', '--record');
    await expect.poll(() => existsSync(path('called'))).toBe(true);
    const other = new DatabaseSync(path('log.db'), { timeout: 5000 });
    onTestFinished(() => other.close());
    other.exec('BEGIN IMMEDIATE');
    const messages = () => Number(other.prepare('SELECT count(*) AS n FROM events').get()?.n);
    const before = messages();
    writeFileSync(path('locked'), '');
    if (how === 'to the end') {
      const ended = await running;
      expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining('content') });
      expect(ended.stderr).toMatch(
        /Some traffic was not recorded\. .*cannot write to the log file .*log\.db .*Another program is using it/,
      );
      other.exec('ROLLBACK');
      return;
    }
    other.exec('ROLLBACK');
    expect(await running).toMatchObject({ code: 0, stderr: expect.not.stringContaining('was not recorded') });
    expect(messages()).toBeGreaterThan(before);
  },
  60_000,
);

it('stops its server when it is stopped while it waits', async () => {
  const { folder, path } = place();
  writeFileSync(
    path('hang.mjs'),
    `
    import { createInterface } from 'node:readline';
    for await (const line of createInterface({ input: process.stdin })) {
      const { id, method } = JSON.parse(line);
      const result = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 's', version: '1' } };
      if (method === 'initialize') process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
      if (method === 'ping') (await import('node:fs')).writeFileSync(${JSON.stringify(path('asked'))}, String(process.pid));
    }
  `,
  );
  const line = `"${process.execPath}" "${path('hang.mjs')}"`;
  const { stop, ended } = startHere(['call', line, 'ping'], { data: folder });
  await expect.poll(() => existsSync(path('asked')) && readFileSync(path('asked'), 'utf8')).toMatch(/^\d+$/);
  stop();
  expect((await ended).code).toBe(130);
  expect(() => process.kill(Number(readFileSync(path('asked'), 'utf8')), 0)).toThrow();
});

describe('misfire replay', () => {
  it('exits 0 only if all are fixed, and writes its reports', async () => {
    const { run, repro, mend, path } = place();
    const file = repro('a', 'b');
    mend('a');
    const half = await run('replay', file, '--json', '--junit', path('r.xml'), '--markdown', path('r.md'));
    expect(half, half.stderr).toMatchObject({ code: 1 });
    expect(linesOf(half.stdout).map(({ target, verdict }) => [target, verdict])).toEqual([
      ['a', 'fixed'],
      ['b', 'same'],
    ]);
    expect(half.stderr).toContain('1 of 2 fixed.');
    const xml = readFileSync(path('r.xml'), 'utf8');
    expect(xml).toContain('tests="2" failures="1" errors="0"');
    expect(xml).toContain('name="tools/call b: broken &lt;&amp;&quot;"');
    expect(xml).toContain('<failure type="same"');
    expect(readFileSync(path('r.md'), 'utf8')).toContain('| Same failure | mine | tools/call b |');

    mend('a', 'b');
    const [all, some] = await Promise.all([run('replay', file), run('replay', file, '--filter', 'tool:a')]);
    expect(all, all.stderr).toMatchObject({ code: 0 });
    expect(all.stdout).toMatch(/^Fixed .*\nFixed /);
    expect(some.stderr).toContain('1 of 1 fixed.');
  });

  it('does not send what is marked as destructive unless it is named', async () => {
    const { run, repro, mend } = place();
    const file = repro('wipe');
    mend('wipe');
    const [unnamed, named] = await Promise.all([run('replay', file), run('replay', file, '--confirm', 'wipe')]);
    expect(unnamed.code).toBe(1);
    expect(unnamed.stdout).toContain('--confirm wipe');
    expect(named, named.stderr).toMatchObject({ code: 0 });
  });

  it.each([
    ['a list', { name: ['wipe'] }, 'Its parameters do not name a single tool'],
    ['another tool than the failure', { name: 'wipe' }, '--confirm wipe'],
  ])(
    'guards by the parameters that it sends, which name %s',
    async (_name, params, words) => {
      const { run, repro, path, mend } = place();
      const file = repro('a');
      const set = JSON.parse(readFileSync(file, 'utf8'));
      Object.assign(set.calls[0], { params, target: 'a' });
      writeFileSync(path('other.json'), JSON.stringify(set));
      mend('a', 'wipe');
      const replayed = await run('replay', path('other.json'), '--confirm', 'a');
      expect(replayed.stdout).toContain(words);
      expect(replayed.code).toBe(1);
    },
    60_000,
  );

  it('says what is wrong with a file, by name and field', async () => {
    const { run, path } = place();
    writeFileSync(path('bad.json'), '{"misfireRepro":1,"servers":{},"calls":[{"server":"x"}]}');
    const [bad, missing] = await Promise.all([run('replay', path('bad.json')), run('replay', path('none.json'))]);
    expect(bad.code).toBe(2);
    expect(bad.stderr).toContain('bad.json: calls[0].method:');
    expect(missing.code).toBe(2);
    expect(missing.stderr).toContain('There is no file ');
  });

  it('runs the failures of a capture, where --to says, and exits 3 where that is not there', async () => {
    const { run, path, mend } = place();
    const line = (t: number, lane: string, message: object) =>
      JSON.stringify({ t, server: 'theirs', lane, text: JSON.stringify({ jsonrpc: '2.0', ...message }) });
    const call = (id: number, name: string) => line(id * 10, 'out', { id, method: 'tools/call', params: { name } });
    const no = (id: number) => line(id * 10 + 5, 'in', { id, error: { code: -32001, message: 'no' } });
    const yes = (id: number) => line(id * 10 + 5, 'in', { id, result: { content: [] } });
    const header = '{"misfire":1,"started":"2026-01-01T00:00:00.000Z"}';
    const lines = [
      header,
      call(1, 'a'),
      no(1),
      call(2, 'b'),
      no(2),
      call(3, 'a'),
      no(3),
      call(4, 'c'),
      no(4),
      call(5, 'c'),
      yes(5),
    ];
    writeFileSync(path('c.jsonl'), `${lines.join('\n')}\n`);
    mend('a');
    const to = `${path('mcp.json')}#mine`;
    const [replayed, nowhere, gone] = await Promise.all([
      run('replay', path('c.jsonl'), '--to', to, '--json'),
      run('replay', path('c.jsonl')),
      run('replay', path('c.jsonl'), '--to', 'http://127.0.0.1:9/'),
    ]);
    expect(replayed, replayed.stderr).toMatchObject({ code: 1 });
    expect(linesOf(replayed.stdout).map(({ target, verdict }) => [target, verdict])).toEqual([
      ['a', 'fixed'],
      ['b', 'same'],
    ]);
    expect(replayed.stderr).toContain('Skipped: 1 failed call passed on a later try.');
    expect(nowhere.code).toBe(2);
    expect(nowhere.stderr).toContain('--to');
    expect(gone.code).toBe(3);
  });
});
