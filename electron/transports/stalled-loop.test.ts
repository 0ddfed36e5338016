// The event loop of this process stalls longer than any wait for silence. All output of a server still arrives.

import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { drainPipes } from './drain-pipes.ts';
import { type ProcessEnd, ServerProcess } from './server-process.ts';

type Child = ChildProcessByStdio<null, Readable, null>;

const children: Child[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** Nothing of this process runs during that time: no timer, no pipe. */
function stall(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

function start(script: string): Child {
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  return child;
}

function collect(stream: Readable): () => string {
  let text = '';
  stream.on('data', (chunk: Buffer) => {
    text += chunk;
  });
  return () => text;
}

describe('drainPipes', () => {
  const first = (stream: Readable) => new Promise<void>((resolve) => stream.once('data', () => resolve()));

  it('reads what arrived during a stall before it calls an open pipe silent', async () => {
    const child = start("console.log('up'); setTimeout(() => console.log('late'), 150); setInterval(() => {}, 1000)");
    const text = collect(child.stdout);
    await first(child.stdout);
    const drained = drainPipes([child.stdout], { quietMs: 50 });
    stall(1000);
    await drained;
    expect(text()).toBe('up\nlate\n');
  });

  it('waits for a paused pipe, for any time', async () => {
    const child = start("console.log('up'); setTimeout(() => console.log('late'), 50); setInterval(() => {}, 1000)");
    const text = collect(child.stdout);
    await first(child.stdout);
    child.stdout.pause();
    setTimeout(() => child.stdout.resume(), 300);
    await drainPipes([child.stdout], { quietMs: 20 });
    expect(text()).toBe('up\nlate\n');
  });

  it('does not stop by the clock before everything in a pipe was read', async () => {
    const script =
      'let n = 0; const more = () => { console.log(n); if (++n < 6) setTimeout(more, 500); }; more(); setInterval(() => {}, 1000)';
    const child = start(script);
    const text = collect(child.stdout);
    await drainPipes([child.stdout], { quietMs: 2000, longestMs: 1 });
    expect(text().trim().split('\n')).toHaveLength(6);
  });

  it('ends at the end of the pipe without waiting for silence', async () => {
    const child = start("console.log('all')");
    const text = collect(child.stdout);
    await drainPipes([child.stdout], { quietMs: 2 ** 30 });
    expect(text()).toBe('all\n');
    await drainPipes([child.stdout], { quietMs: 2 ** 30 });
  });

  it('leaves a paused pipe after its limit, and an endless one after its own', async () => {
    const child = start(
      "process.stdout.on('error', () => {}); setInterval(() => process.stdout.write('x'.repeat(60000)), 1)",
    );
    await first(child.stdout);
    child.stdout.resume();
    await drainPipes([child.stdout], { quietMs: 500, longestMs: 1 });
    child.stdout.pause();
    await drainPipes([child.stdout], { quietMs: 5, stuckMs: 20 });
  });
});

describe.skipIf(process.platform === 'win32')('ServerProcess', () => {
  /**
   * Writes until the pipe is full, prints on stderr how many lines it wrote, and exits. A socket on a descriptor makes it
   * non-blocking, so a full pipe is an error instead of a wait.
   */
  const fillAndExit = `
    const { writeSync } = require('node:fs');
    new (require('node:net').Socket)({ fd: 1, readable: false, writable: true });
    let [lines, fullFor] = [0, 0];
    const fill = () => {
      fullFor += 1;
      try {
        for (;;) {
          writeSync(1, Array.from({ length: 200 }, (_, n) => ('line ' + (lines + n)).padEnd(19) + '\\n').join(''));
          [lines, fullFor] = [lines + 200, 0];
        }
      } catch (error) {
        if (error.code !== 'EAGAIN') throw error;
      }
      if (fullFor < 25) return setTimeout(fill, 20);
      writeSync(2, lines + '\\n');
      process.exit(0);
    };
    fill();`;

  it('delivers all lines of a server that exited during a stall', async () => {
    const lines: string[] = [];
    let written = '';
    let portions = 0;
    const ended = new Promise<ProcessEnd>((resolve) => {
      const server = new ServerProcess({
        onOutput(texts) {
          portions += 1;
          for (const { text } of texts) lines.push(text);
          // The server exits during the first stall. Its exit is noticed between two of the others.
          if (portions <= 4) stall(1100);
        },
        onErrors(texts) {
          written = texts.map(({ text }) => text).join();
        },
        onEnded: resolve,
        onInputClosed() {},
      });
      void server.start({ command: process.execPath, args: ['-e', fillAndExit], env: {} });
    });
    expect(await ended).toMatchObject({ code: 0 });
    expect(lines).toEqual(Array.from({ length: Number(written) }, (_, n) => `line ${n}`.padEnd(19)));
    expect(lines.length).toBeGreaterThan(100);
  });
});
