// A wrap that gets no processor time loses nothing. Signals stop it and let it run in steps of less than a millisecond.
// Each stop is longer than the wrap waits for a silent pipe, so a decision by wall time alone shows up as missing bytes.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  ended,
  hashOf,
  hashOfLane,
  isAlive,
  readSpool,
  startWrapped,
  until,
  wrapProgram,
} from '../testing/test-peers.ts';

let data: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'misfire-stalled-'));
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

/** Longer than the wrap waits for a grandchild that holds its pipes. */
const stallMs = 300;
/** Each is stopped somewhere else in its event loop. */
const atOnce = 3;

/**
 * Writes to stdout and stderr until nothing reads any more, reports how much it wrote, and exits. A socket on a descriptor makes it
 * non-blocking, so a full pipe is an error rather than a wait.
 */
const fillAndExit = `
  const { Socket } = require('node:net');
  const { writeSync, writeFileSync } = require('node:fs');
  for (const fd of [1, 2]) new Socket({ fd, readable: false, writable: true });
  const line = Buffer.from('x'.repeat(999) + '\\n');
  const written = { 1: 0, 2: 0 };
  let fullFor = 0;
  const fill = () => {
    fullFor += 1;
    for (const fd of [1, 2])
      try {
        for (;;) {
          const from = written[fd] % line.length;
          written[fd] += writeSync(fd, line, from, line.length - from);
          fullFor = 0;
        }
      } catch (error) {
        if (error.code !== 'EAGAIN') throw error;
      }
    if (fullFor < 25) return setTimeout(fill, 20);
    writeFileSync(process.argv[1], JSON.stringify({ pid: process.pid, out: written[1], err: written[2] }));
    process.exit(0);
  };
  fill();`;

/** Starts a wrap, writes to it until nothing is read any more, says how much that was, and dies when its own input ends. */
const fillAndDie = `
  const { writeSync } = require('node:fs');
  const wrap = require('node:child_process').spawn(process.execPath, process.argv.slice(1), { stdio: ['pipe', 'pipe', 'inherit'] });
  const line = Buffer.from('x'.repeat(999) + '\\n');
  let [written, fullFor] = [0, 0];
  const fill = () => {
    fullFor += 1;
    try {
      for (;;) {
        const from = written % line.length;
        written += writeSync(wrap.stdin._handle.fd, line, from, line.length - from);
        fullFor = 0;
      }
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
    }
    if (fullFor < 25) return setTimeout(fill, 20);
    console.log(JSON.stringify({ pid: wrap.pid, written }));
    process.stdin.on('end', () => process.exit()).resume();
  };
  wrap.stdout.once('data', fill);`;

/** Reads nothing until there is a file, then everything, and reports how much that was. */
const waitAndRead = `
  const { existsSync, renameSync, writeFileSync } = require('node:fs');
  const [go, report] = process.argv.slice(1);
  console.log('up');
  const waiting = setInterval(() => {
    if (!existsSync(go)) return;
    clearInterval(waiting);
    let bytes = 0;
    process.stdin.on('data', (chunk) => { bytes += chunk.length; });
    process.stdin.on('end', () => {
      writeFileSync(report + '.new', String(bytes));
      renameSync(report + '.new', report);
    });
  }, 20);`;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Less than a timer can wait. */
function waitMoment(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

function count(stream: NodeJS.ReadableStream): () => number {
  let bytes = 0;
  stream.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  return () => bytes;
}

function linesOf(bytes: number): Buffer {
  return Buffer.from(`${'x'.repeat(999)}\n`.repeat(Math.ceil(bytes / 1000)).slice(0, bytes));
}

/** Lets them run for moments of several lengths, with long stops between, until all have ended or had their share. */
async function starve(children: readonly ReturnType<typeof startWrapped>[]): Promise<void> {
  for (let step = 0; step < 24; step += 1) {
    for (const child of children) {
      child.kill('SIGCONT');
      waitMoment(0.04 * (1 + (step % 8)));
      child.kill('SIGSTOP');
    }
    await pause(stallMs);
  }
  for (const child of children) child.kill('SIGCONT');
}

describe.skipIf(process.platform === 'win32')('a wrap that is stopped again and again', () => {
  it('delivers all that its server wrote before it exited', async () => {
    const wraps = Array.from({ length: atOnce }, (_, index) => {
      const folder = join(data, String(index));
      const report = join(data, `report-${index}`);
      const child = startWrapped([process.execPath, '-e', fillAndExit, report], { data: folder });
      return { child, folder, report, end: ended(child) };
    });
    const readReport = (path: string) => {
      try {
        return JSON.parse(readFileSync(path, 'utf8')) as { pid: number; out: number; err: number };
      } catch {
        return null;
      }
    };
    const written = [];
    for (const { report } of wraps) {
      await until(() => readReport(report) !== null, 'the server has filled its pipes');
      const found = readReport(report) as { pid: number; out: number; err: number };
      await until(() => !isAlive(found.pid), 'the server has ended');
      written.push({ out: found.out, err: found.err });
    }
    for (const { child } of wraps) child.kill('SIGSTOP');
    const counts = wraps.map(({ child }) => ({ out: count(child.stdout), err: count(child.stderr) }));
    await starve(wraps.map(({ child }) => child));
    for (const { end } of wraps) expect(await end).toEqual({ code: 0, signal: null });
    expect(counts.map(({ out, err }) => ({ out: out(), err: err() }))).toEqual(written);
    for (const [index, { folder }] of wraps.entries()) {
      const { events } = readSpool(folder);
      expect(hashOfLane(events, 'in')).toBe(hashOf([linesOf(written[index]?.out ?? 0)]));
      expect(hashOfLane(events, 'err')).toBe(hashOf([linesOf(written[index]?.err ?? 0)]));
    }
  });

  it('hands over all that its client wrote before it died', async () => {
    const [go, report] = [join(data, 'go'), join(data, 'report')];
    const server = [process.execPath, '-e', waitAndRead, go, report];
    const client = spawn(process.execPath, ['-e', fillAndDie, wrapProgram, '--data', data, '--', ...server], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const said = await new Promise<string>((resolve) => client.stdout.once('data', (chunk) => resolve(String(chunk))));
    const { pid, written } = JSON.parse(said) as { pid: number; written: number };
    process.kill(pid, 'SIGSTOP');
    const gone = once(client, 'exit');
    client.stdin.end();
    await gone;
    // The wrap looks for its client every two seconds: that timer is due before it reads its pipe again.
    await pause(2200);
    process.kill(pid, 'SIGCONT');
    await pause(stallMs);
    writeFileSync(go, '');
    await until(() => existsSync(report), 'the server has read to the end');
    expect(readFileSync(report, 'utf8')).toBe(String(written));
    expect(written).toBeGreaterThan(100_000);
    await until(() => !isAlive(pid), 'the wrap has ended');
  });
});
