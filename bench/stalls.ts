// Whether the wrap loses a byte without CPU time: `npm run -s bench -- stalls [ROUNDS] [SEED] [MEGABYTES]`. Busy loops load the machine,
// and signals stop and continue the wrap at random until it exits. Meanwhile the same bytes pass both ways, and each side compares what
// it received.

import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const program = join(import.meta.dirname, '../dist/node/wrap.cjs');
/** A longer round has failed. */
const longestRoundMs = 180_000;
const longestRunMs = 60;
/** Longer than any timer that the wrap uses to detect a silent pipe. */
const longestStopMs = 350;

/** Hashes its input while it writes a file to stdout, reports the result in another file, and exits. */
const server = `
  const { createHash } = require('node:crypto');
  const { createReadStream, writeFileSync } = require('node:fs');
  const [payload, report] = process.argv.slice(1);
  const hash = createHash('sha256');
  process.stdin.on('data', (chunk) => hash.update(chunk));
  process.stdin.on('end', () => writeFileSync(report, hash.digest('hex')));
  createReadStream(payload).pipe(process.stdout);`;

export async function run(args: readonly string[]): Promise<void> {
  const rounds = Number(args[0]) || 20;
  const seed = Number(args[1]) || Date.now() % 1_000_000;
  const megabytes = Number(args[2]) || 50;
  const folder = mkdtempSync(join(tmpdir(), 'misfire-stalls-'));
  const loops = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, [
      '-e',
      `setTimeout(() => process.exit(), 3600_000); (function on() { const end = Date.now() + 50; while (Date.now() < end); setImmediate(on); })()`,
    ]),
  );
  try {
    const payload = join(folder, 'payload');
    const next = chance(seed);
    writeFileSync(payload, messages(megabytes * 1_000_000, next));
    const wanted = hashOf(payload);
    console.log(`${rounds} rounds, ${megabytes} MB each way, ${loops.length} busy loops, seed ${seed}`);
    console.log('round   seconds   stops   to the server   to the client   exit');
    let bad = 0;
    for (let round = 1; round <= rounds; round += 1) {
      const got = await pass(folder, payload, next);
      const toServer = got.server === wanted;
      const toClient = got.client === wanted;
      if (!toServer || !toClient || got.exit !== 0) bad += 1;
      const cells = [
        String(round).padStart(5),
        (got.ms / 1000).toFixed(1).padStart(9),
        String(got.stops).padStart(7),
        (toServer ? 'identical' : 'DIFFERENT').padStart(15),
        (toClient ? 'identical' : `${got.bytes} B`).padStart(15),
        String(got.exit).padStart(6),
      ];
      console.log(cells.join(' '));
    }
    console.log(bad === 0 ? `All ${rounds} rounds identical both ways.` : `${bad} of ${rounds} rounds lost bytes.`);
    process.exitCode = bad === 0 ? 0 : 1;
  } finally {
    for (const loop of loops) loop.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

async function pass(folder: string, payload: string, next: () => number) {
  const report = join(folder, 'report');
  const data = join(folder, 'data');
  rmSync(report, { force: true });
  const command = [program, '--data', data, '--', process.execPath, '-e', server, payload, report];
  const wrap = spawn(process.execPath, command, { stdio: ['pipe', 'pipe', 'inherit'] });
  const begun = performance.now();
  const hash = createHash('sha256');
  let bytes = 0;
  wrap.stdout.on('data', (chunk: Buffer) => {
    hash.update(chunk);
    bytes += chunk.length;
  });
  wrap.stdin.on('error', () => {});
  createReadStream(payload).pipe(wrap.stdin);
  const ended = once(wrap, 'close');
  const stops = await starve(wrap, next);
  const [exit] = (await ended) as [number | null];
  const ms = performance.now() - begun;
  rmSync(data, { recursive: true, force: true });
  return { server: read(report), client: hash.digest('hex'), bytes, exit, stops, ms };
}

/** Until it exits, or the timeout. */
async function starve(wrap: ChildProcess, next: () => number): Promise<number> {
  const deadline = performance.now() + longestRoundMs;
  let stops = 0;
  while (wrap.exitCode === null && wrap.signalCode === null) {
    if (performance.now() > deadline) {
      wrap.kill('SIGKILL');
      break;
    }
    await delay(next() * longestRunMs);
    wrap.kill('SIGSTOP');
    // Half of the stops are short, so that a round takes seconds and not minutes.
    await delay(next() * (next() < 0.5 ? 20 : longestStopMs));
    wrap.kill('SIGCONT');
    stops += 1;
  }
  return stops;
}

function messages(bytes: number, next: () => number): string {
  const parts: string[] = [];
  for (let id = 0, length = 0; length < bytes; id += 1) {
    const text = Array.from({ length: Math.floor(next() * 60) }, () => next().toString(36).slice(2)).join(' ');
    const line = `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { text } })}\n`;
    parts.push(line);
    length += line.length;
  }
  return parts.join('');
}

const hashOf = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Pseudo-random numbers, reproducible by seed. */
function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
