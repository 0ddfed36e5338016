// A wrap that is killed in its first milliseconds: nothing of its server is left, at any point of the start.
// Only Linux shows a test which processes are left (/proc).

import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isAlive, until, wrapProgram } from '../testing/test-peers.ts';

let data: string;
let server: string;
let starts = 0;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'misfire-early-'));
  server = join(data, 'server');
  // It never looks at its input: the end of that is not what ends it.
  writeFileSync(server, '#!/bin/sh\nwhile :; do sleep 1; done\n', { mode: 0o755 });
});
afterEach(() => {
  for (const pid of leftBehind()) process.kill(pid, 'SIGKILL');
  rmSync(data, { recursive: true, force: true });
});

/** The servers, and wraps that have not become one yet. */
const leftBehind = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => wordsOf(pid).includes(server) && isAlive(pid));

function wordsOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').split('\0');
  } catch {
    return [];
  }
}

/** A wrap with lines of the test around the very call that starts its server. */
function start(before: string, after: string, first = '') {
  // A file of its own: one that is written again is empty for a moment, and a wrap that reads it then never says 'now'.
  starts += 1;
  const hook = join(data, `hook-${starts}.cjs`);
  writeFileSync(
    hook,
    `const processes = require('node:child_process');
    const spawn = processes.spawn;
    ${first}
    processes.spawn = (command, ...more) => {
      if (command !== ${JSON.stringify(server)}) return spawn(command, ...more);
      ${before}
      const child = spawn(command, ...more);
      ${after}
      return child;
    };
    require('node:module').syncBuiltinESMExports();`,
  );
  const words = ['--require', hook, wrapProgram, '--data', data, '--', server];
  const child = spawn(process.execPath, words, { stdio: ['pipe', 'pipe', 'pipe'] });
  return {
    child,
    end: new Promise<string | null>((resolve) => child.once('exit', (_code, signal) => resolve(signal))),
  };
}

describe.skipIf(process.platform !== 'linux')('a wrap that is ended early', () => {
  it('ends nothing but its server', async () => {
    // Both lose their parent with the server. One is older than the guard, the other has no pipes.
    const other = (stdio: string) =>
      `const other = spawn('/bin/sleep', ['600'], { detached: true, stdio: '${stdio}' }); require('node:fs').writeSync(2, other.pid + ' ');`;
    const { child, end } = start('', `{ ${other('ignore')} } process.kill(process.pid, 'SIGKILL');`, other('pipe'));
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    await end;
    await until(() => leftBehind().length === 0, 'the server is gone');
    const others = said.trim().split(' ').map(Number);
    expect(others.map(isAlive)).toEqual([true, true]);
    for (const pid of others) process.kill(pid, 'SIGKILL');
  });

  for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
    it(`leaves no server behind when ${signal} comes before it knows its server`, async () => {
      const { end } = start('', `process.kill(process.pid, '${signal}');`);
      expect(await end).toBe(signal);
      await until(() => leftBehind().length === 0, 'nothing is left');
    });

    it(`starts no server, or leaves none behind, when ${signal} comes just before`, async () => {
      const { end } = start(`process.kill(process.pid, '${signal}');`, '');
      expect(await end).toBe(signal);
      await until(() => leftBehind().length === 0, 'nothing is left');
    });

    it(`leaves nothing behind wherever ${signal} meets it, 16 times`, async () => {
      const meet = async (index: number) => {
        // From before the wrap's first line to after its server's, closest around the start of the server.
        const { child, end } = start("require('node:fs').writeSync(2, 'now');", '');
        if (index % 4 > 0) await new Promise((resolve) => child.stderr.once('data', resolve));
        await delay((index % 4 > 1 ? 0.75 : 6) * index);
        child.kill(signal);
        await end;
      };
      for (let index = 0; index < 16; index += 4) await Promise.all([0, 1, 2, 3].map((more) => meet(index + more)));
      await until(() => leftBehind().length === 0, 'nothing is left');
    });
  }
});
