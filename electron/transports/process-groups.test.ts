import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
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

afterEach(async () => {
  await Promise.all(open.splice(0).map((transport) => transport.close()));
  expect(liveGroups()).toEqual([]);
});
afterAll(() => scripts.remove());

describe.skipIf(process.platform === 'win32')('no process remains', () => {
  const stubborn = `import { spawn } from 'node:child_process';
    process.on('SIGTERM', () => {});
    spawn('sh', ['-c', 'trap "" TERM; sleep 600 & wait; sleep 600'], { stdio: 'inherit' });
    console.log('up'); setInterval(() => {}, 1000);`;

  test('of sh, node and a sleep that all ignore SIGTERM', async () => {
    const node = scripts.node(stubborn);
    const command = `trap '' TERM; "${node.command}" "${node.args[0]}"; sleep 600`;
    const { log, transport } = await run({ command: 'sh', args: ['-c', command], env: {} });
    await log.until((event) => event.lane === 'in');
    await transport.close();
    expect(groupIsAlive(transport.pid!)).toBe(false);
    expect(await log.untilLife('exited')).toMatchObject({ code: null, signal: 'SIGKILL' });
  });

  test('of a server that exits at once and leaves a child', async () => {
    const { log, transport } = await run({ command: 'sh', args: ['-c', 'trap "" TERM; sleep 600 & exit 5'], env: {} });
    expect(await log.untilLife('exited')).toMatchObject({ code: 5 });
    await transport.close();
    expect(groupIsAlive(transport.pid!)).toBe(false);
  });

  // A program that starts a stubborn server and exits without closing it.
  const host = (ending: string) => {
    const server = scripts.node(stubborn);
    const stdio = JSON.stringify(join(import.meta.dirname, 'stdio.ts'));
    return scripts.node(`
      import { StdioTransport } from ${stdio};
      const transport = new StdioTransport(${JSON.stringify(server)}, (events) => {
        if (events.some((event) => event.lane === 'in')) { console.log(transport.pid); ${ending} }
      });
      await transport.start();`);
  };

  test.each([
    ['exits', 'process.exit(0);'],
    ['crashes', `setImmediate(() => { throw new Error('on purpose'); });`],
    ['is killed', `process.kill(process.pid, 'SIGKILL');`],
    ['is interrupted', `process.kill(process.pid, 'SIGINT');`],
  ])('when Misfire %s', async (_how, ending) => {
    const command = host(ending);
    const child = spawn(command.command, [...command.args], { stdio: ['ignore', 'pipe', 'ignore'] });
    const [printed] = (await once(child.stdout, 'data')) as [Buffer];
    const leader = Number(printed.toString());
    expect(leader).toBeGreaterThan(1);
    await expect.poll(() => groupIsAlive(leader)).toBe(false);
  });

  test('after 40 servers that crash, hang or answer: no process, no pipe', async () => {
    const kinds = [
      `process.exit(1)`,
      `process.stdin.resume()`,
      `process.stdin.on('data', (chunk) => process.stdout.write(chunk))`,
      `process.stdout.write('x'.repeat(100_000)); process.kill(process.pid, 'SIGKILL')`,
    ].map((source) => scripts.node(source));
    const pipes = () => readdirSync('/proc/self/fd').length;
    const round = async () => {
      const some = await Promise.all(kinds.map(run));
      await Promise.allSettled(some.map(({ transport }) => transport.send('{}')));
      await Promise.all(some.map(({ transport }) => transport.close()));
      open.splice(0);
    };
    await round();
    const before = process.platform === 'linux' ? pipes() : 0;
    for (let count = 0; count < 9; count += 1) await round();
    expect(liveGroups()).toEqual([]);
    if (process.platform === 'linux') await expect.poll(() => pipes() - before).toBeLessThanOrEqual(2);
  });
});
