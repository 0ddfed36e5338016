// The copy of a wrap that is killed in the middle of busy traffic. Answers are stored before the client gets them. Requests pass first
// and are recorded right after, so at most the chunk that was just passing is missing.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { WireEvent } from '../../../../../shared/wire.ts';
import { ended, readSpool, startWrapped } from '../testing/test-peers.ts';

let data: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'misfire-killed-'));
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

/** What Node reads of a pipe at once. */
const chunkBytes = 65_536;
const message = (id: number) =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { text: 'y'.repeat(100) } })}\n`;
const longestLine = message(1e9).length;

/** Echoes, and keeps in a file how many bytes it has read. */
const countingEcho = `
  const { openSync, writeSync } = require('node:fs');
  const file = openSync(process.argv[1], 'w');
  let bytes = 0;
  process.stdin.on('data', (chunk) => {
    bytes += chunk.length;
    writeSync(file, String(bytes).padStart(12), 0);
    process.stdout.write(chunk);
  });`;

function bytesOf(events: readonly WireEvent[], lane: 'in' | 'out'): number {
  return events.reduce((sum, event) => sum + (event.lane === lane ? Buffer.byteLength(event.text) + 1 : 0), 0);
}

/** Pours messages in until it is killed, which happens when `isTime` says so. */
async function pourAndKill(folder: string, isTime: (received: number) => boolean) {
  const report = join(folder, 'read');
  const child = startWrapped([process.execPath, '-e', countingEcho, report], { data: folder });
  let received = 0;
  let isOver = false;
  child.stdin.on('error', () => {});
  child.stdout.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (isTime(received)) child.kill('SIGKILL');
  });
  const end = ended(child).then((how) => {
    isOver = true;
    return how;
  });
  for (let id = 0; !isOver; id += 100) {
    const block = Array.from({ length: 100 }, (_, more) => message(id + more)).join('');
    if (!child.stdin.write(block))
      await Promise.race([end, new Promise((resolve) => child.stdin.once('drain', resolve))]);
  }
  expect(await end).toEqual({ code: null, signal: 'SIGKILL' });
  const { events, problems } = readSpool(folder);
  return {
    problems,
    missingIn: received - bytesOf(events, 'in'),
    missingOut: Number(readFileSync(report, 'utf8')) - bytesOf(events, 'out'),
  };
}

/** Files are begun as they fill up: that is when most is under way. */
function partsIn(folder: string): number {
  try {
    return readdirSync(join(folder, 'spool')).filter((name) => name.endsWith('.jsonl')).length;
  } catch {
    return 0;
  }
}

it('has each answer that the client got, and all but one chunk of the requests, also where one file ends and the next begins', async () => {
  for (let round = 0; round < 4; round += 1) {
    const folder = mkdtempSync(join(data, 'round-'));
    const found = await pourAndKill(folder, (received) =>
      round % 2 === 0 ? partsIn(folder) > 1 + round / 2 : received > 2_000_000 * round,
    );
    // A line that is not complete is no line yet.
    expect(found.missingIn).toBeLessThanOrEqual(longestLine);
    expect(found.missingOut).toBeLessThanOrEqual(chunkBytes + longestLine);
    // The kill may come in the middle of the last line.
    expect(found.problems.length).toBeLessThanOrEqual(1);
    rmSync(folder, { recursive: true, force: true });
  }
});
