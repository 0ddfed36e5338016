import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { personEnvironment } from './person-environment.ts';
import { groupIsAlive, liveGroups } from './process-groups.ts';
import type { SpawnedCommand } from './spawn-failure.ts';
import { StdioTransport } from './stdio.ts';
import { EventLog, makeScriptFolder } from './testing/test-peers.ts';

const scripts = makeScriptFolder();
const open: StdioTransport[] = [];

async function run(command: SpawnedCommand) {
  const log = new EventLog();
  const transport = new StdioTransport(command, log.onEvents);
  open.push(transport);
  await transport.start();
  return { log, transport };
}

const refusal = (command: SpawnedCommand) => {
  const log = new EventLog();
  const transport = new StdioTransport(command, log.onEvents);
  return transport.start().then(
    () => expect.unreachable('it started'),
    (error: Error) => ({ reason: error.message, log }),
  );
};

afterEach(async () => {
  await Promise.all(open.splice(0).map((transport) => transport.close()));
  expect(liveGroups()).toEqual([]);
});
afterAll(() => scripts.remove());

describe('traffic', () => {
  test('is reported verbatim, both ways and in order', async () => {
    const { log, transport } = await run(
      scripts.node(
        `process.stdin.on('data', (chunk) => process.stdout.write(chunk)).on('end', () => process.exit(0));`,
      ),
    );
    const lines = ['{"jsonrpc":"2.0","id":1,"method":"ping"}', 'deliberate nonsense \u0000 \ufeff', '{"a":1}\r', ''];
    for (const line of lines) await transport.send(line);
    await log.until((event) => event.lane === 'in' && event.text === '');
    expect(log.texts('out')).toEqual(lines);
    expect(log.texts('in')).toEqual(lines);
    expect(log.events[0]).toMatchObject({ lane: 'life', event: 'spawned', pid: transport.pid });
    const stamps = log.events.map((event) => event.at);
    expect(stamps).toEqual(stamps.toSorted((a, b) => a - b));
  });

  test('includes noise, stderr, invalid UTF-8, CRLF, a byte order mark and a half line, all before the exit', async () => {
    const { log } = await run(
      scripts.node(`
        process.stderr.write('starting\\n\\u001b[31mred\\n');
        process.stdout.write('Server listening!\\n\\ufeff{"bom":1}\\n{"crlf":1}\\r\\n');
        process.stdout.write(Buffer.from([0xff, 0xc3, 0x28, 0x0a]));
        process.stdout.write('{"jsonrpc":"2.0","id":1,"resu');
        process.exitCode = 3;`),
    );
    const end = await log.untilLife('exited');
    expect(end).toMatchObject({ code: 3, signal: null });
    expect(log.texts('in')).toEqual([
      'Server listening!',
      '\ufeff{"bom":1}',
      '{"crlf":1}\r',
      '\ufffd\ufffd(',
      '{"jsonrpc":"2.0","id":1,"resu',
    ]);
    expect(log.events.find((event) => event.lane === 'in' && event.bytes)).toMatchObject({
      bytes: Uint8Array.of(0xff, 0xc3, 0x28),
    });
    expect(log.events.filter((event) => event.lane === 'in').at(-1)).toMatchObject({ partial: true });
    expect(log.texts('err')).toEqual(['starting', '\u001b[31mred']);
    expect(log.outline().at(-1)).toBe('life:exited');
  });

  test('may have a line of 12 MB, and the next message is complete', async () => {
    const { log } = await run(
      scripts.node(`process.stdout.write(JSON.stringify({ big: 'x'.repeat(12_000_000) }) + '\\n{"after":true}\\n');`),
    );
    await log.until((event) => event.lane === 'in' && event.text === '{"after":true}');
    expect(log.texts('in')[0]).toHaveLength(12_000_010);
    expect(log.events.some((event) => event.lane === 'in' && event.cut !== undefined)).toBe(false);
  });

  test('is delivered chunk by chunk, not line by line', async () => {
    const { log } = await run(scripts.node(`process.stdout.write('{"n":1}\\n'.repeat(2000));`));
    await log.untilLife('exited');
    expect(log.texts('in')).toHaveLength(2000);
    expect(log.batches.length).toBeLessThan(50);
  });

  test('inherits the user’s environment and adds the configured variables', async () => {
    const command = scripts.node(`console.log(JSON.stringify([process.env.PATH, process.env.ADDED, process.cwd()]));`);
    const { log } = await run({ ...command, env: { ADDED: 'yes' }, cwd: scripts.path });
    const line = await log.until((event) => event.lane === 'in');
    expect(JSON.parse('text' in line ? line.text : '')).toEqual([personEnvironment().PATH, 'yes', scripts.path]);
  });

  test('a command line is recorded without its secrets', async () => {
    const command = scripts.node('');
    const { log } = await run({ ...command, args: [...command.args, '--token=abc', '--api-key', 'def', 'a b'] });
    const spawned = await log.untilLife('spawned');
    expect(spawned).toMatchObject({ message: expect.stringMatching(/ --token=‹hidden› --api-key ‹hidden› 'a b'$/) });
  });
});

describe('the end', () => {
  test('by a signal is reported as such', async () => {
    const { log } = await run(scripts.node(`process.kill(process.pid, 'SIGKILL');`));
    expect(await log.untilLife('exited')).toMatchObject({ code: null, signal: 'SIGKILL' });
  });

  test('on request is `closed` first, then `exited`; closing twice is harmless', async () => {
    const { log, transport } = await run(scripts.node(`process.stdin.on('end', () => process.exit(7)).resume();`));
    await Promise.all([transport.close(), transport.close()]);
    expect(log.outline()).toEqual(['life:spawned', 'life:closed', 'life:exited']);
    expect(log.events.at(-1)).toMatchObject({ code: 7 });
    await expect(transport.send('x')).rejects.toThrow('not running');
    expect(log.texts('out')).toEqual([]);
  });

  test('before the start prevents the start', async () => {
    const log = new EventLog();
    const transport = new StdioTransport(scripts.node(''), log.onEvents);
    await transport.close();
    await expect(transport.start()).rejects.toThrow('closed before');
    expect(log.events).toEqual([]);
  });

  test('during a write is not a crash: the message is rejected and the exit has the reason', async () => {
    const { log, transport } = await run(scripts.node(`process.stdin.once('data', () => process.exit(4));`));
    const sent = [transport.send('first'), transport.send('y'.repeat(4_000_000))];
    const results = await Promise.allSettled(sent);
    expect(results[1]).toMatchObject({ status: 'rejected' });
    const end = await log.untilLife('exited');
    expect(end).toMatchObject({ code: 4, message: expect.stringContaining('could not be delivered') });
    expect(log.texts('out')).toHaveLength(2);
  });

  test('of reading alone is reported too', async () => {
    const { log, transport } = await run(
      scripts.node(
        `import { closeSync } from 'node:fs'; closeSync(0); console.log('closed'); setInterval(() => {}, 1000);`,
      ),
    );
    await log.until((event) => event.lane === 'in');
    await expect(transport.send('anyone?')).rejects.toThrow('did not take');
    expect(await log.untilLife('closed')).toMatchObject({ closedBy: 'server' });
  });

  test('does not wait for a grandchild that holds the pipes', async () => {
    const { log, transport } = await run(
      scripts.node(`
        import { spawn } from 'node:child_process';
        spawn('sleep', ['600'], { stdio: 'inherit' });
        console.log('half'); process.stdout.write('line', () => process.exit(1));`),
    );
    expect(await log.untilLife('exited')).toMatchObject({ code: 1 });
    expect(log.texts('in')).toEqual(['half', 'line']);
    await transport.close();
    expect(groupIsAlive(transport.pid!)).toBe(false);
  });
});

describe('a command that cannot be started gives the reason', () => {
  test('not found, with the folders searched', async () => {
    const { reason, log } = await refusal({ command: 'no-such-command-here', args: [], env: { PATH: '/one:/two' } });
    expect(reason).toBe('The command “no-such-command-here” was not found. Looked in PATH: /one, /two');
    expect(log.events).toMatchObject([{ lane: 'life', event: 'spawn_failed', message: reason }]);
  });

  test('no such file', async () => {
    const { reason } = await refusal({ command: './missing', args: [], env: {}, cwd: scripts.path });
    expect(reason).toBe(`There is no file “${join(scripts.path, 'missing')}”.`);
  });

  test('the working folder is missing, or a file', async () => {
    const missing = join(scripts.path, 'nowhere');
    const command = { command: 'sh', args: [], env: {} };
    expect((await refusal({ ...command, cwd: missing })).reason).toBe(
      `The working folder “${missing}” does not exist.`,
    );
    const file = join(scripts.path, 'file');
    writeFileSync(file, '');
    expect((await refusal({ ...command, cwd: file })).reason).toContain('is a file, not a folder');
  });

  test('not executable', async () => {
    const file = join(scripts.path, 'plain.txt');
    writeFileSync(file, 'hello');
    expect((await refusal({ command: file, args: [], env: {} })).reason).toContain('may not be executed');
  });

  test('a script whose interpreter is missing', async () => {
    const file = join(scripts.path, 'script');
    writeFileSync(file, '#!/no/such/interpreter\n');
    chmodSync(file, 0o755);
    expect((await refusal({ command: file, args: [], env: {} })).reason).toContain(
      '“/no/such/interpreter”, was not found',
    );
  });

  test('a NUL in an argument', async () => {
    expect((await refusal({ command: 'sh', args: ['a\0b'], env: {} })).reason).toContain('not allowed there');
  });
});
