// `npm run -s soak [--minutes 30] [--servers 20]`: one inspector, many servers, faults throughout, and the account at the end:
// what was sent, what is in the log, what was lost, and whether handles and memory stayed level. Exits 1 when something was lost.

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { InspectorHandle } from '../electron/inspector/contract.ts';
import { openInspector } from '../electron/inspector/inspector.ts';
import type { Answer } from '../shared/api.ts';
import { serverConfigSchema } from '../shared/server-config.ts';
import { type CuttingServer, startCuttingServer } from './soak/cutting-server.ts';
import { fullDisk } from './soak/full-disk.ts';

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    servers: { type: 'string', default: '20' },
    seed: { type: 'string' },
  },
});
const minutes = Number(options.minutes);
const serverCount = Number(options.servers);
const seed = Number(options.seed ?? Date.now() % 1_000_000);
const until = performance.now() + minutes * 60_000;
const goesOn = () => performance.now() < until;

/** Mulberry32: the same soak again from the same seed, but for what the machine adds. */
function randomFrom(start: number): () => number {
  let state = start >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const faults = new Map<string, number>();
const count = (name: string) => faults.set(name, (faults.get(name) ?? 0) + 1);
const limitMs = 1500;
/** Rows of all calls; a number each, so that what is measured is Misfire's memory and not the soak's own. */
const rows: number[] = [];
/** What became of answers that were there to read as a whole. */
const whole = { shown: 0, tooLate: 0, brokenOff: 0, wrong: 0 };
let reconnects = 0;
let nextCall = 0;

function ok<T>(answer: Answer<T>): T | null {
  return answer.ok ? answer.value : null;
}

const dying = fileURLToPath(new URL('soak/dying-server.ts', import.meta.url));
const stdioFaults = ['none', 'exit', 'kill', 'half', 'noise', 'stderr', 'silent'];

/** One server's life: connected, called, broken off, connected again. */
async function live(inspector: InspectorHandle, index: number, random: () => number): Promise<void> {
  const { api } = inspector;
  const http = index % 2 === 0 ? await startCuttingServer(random) : null;
  const configure = () => {
    const fault = stdioFaults[Math.floor(random() * stdioFaults.length)] as string;
    const step = String(Math.floor(random() * 9));
    if (!http && fault !== 'none') count(`stdio: ${fault}`);
    const transport = http
      ? { kind: 'http', url: http.url }
      : { kind: 'stdio', command: process.execPath, args: [dying, fault, step] };
    return serverConfigSchema.parse({ name: `server ${index}`, transport, callTimeoutMs: limitMs });
  };
  const added = ok(await api.addServer({ config: configure(), connect: false }));
  if (!added) return;
  const { server } = added;
  while (goesOn()) {
    if (!http) await api.changeServer({ server, config: configure() });
    await api.connect({ server });
    reconnects += 1;
    const calls: Sent[] = [];
    for (let left = 1 + Math.floor(random() * 12); left > 0 && goesOn(); left -= 1) {
      const n = nextCall;
      nextCall += 1;
      const params = JSON.stringify({ name: 'say', arguments: { n } });
      const at = performance.now();
      const sent = ok(await api.call({ server, method: 'tools/call', params, timeoutMs: limitMs }));
      if (!sent) break; // The connection is gone.
      rows.push(sent.id);
      calls.push({ n, row: sent.id, at });
      await pause(30 + random() * 200);
    }
    // Half of the time what is under way may end; the other half it is broken off.
    if (random() < 0.5) await pause(limitMs + 100);
    const brokenOffAt = performance.now();
    await api.disconnect({ server });
    await pause(100 + random() * 400);
    if (http) for (const call of calls) await judge(inspector, http, call, brokenOffAt);
  }
  await api.disconnect({ server });
  for (const [name, times] of http?.faults ?? [])
    faults.set(`http: ${name}`, (faults.get(`http: ${name}`) ?? 0) + times);
  await http?.close();
}

interface Sent {
  n: number;
  row: number;
  /** Before it was sent: its limit cannot have passed before this plus the limit. */
  at: number;
}

/** A whole answer may have been there too late, or after we had ended the connection; any other must be shown as the answer. */
async function judge(inspector: InspectorHandle, http: CuttingServer, call: Sent, brokenOffAt: number): Promise<void> {
  const there = http.answered.get(call.n);
  http.answered.delete(call.n);
  if (there === undefined) return;
  const row = ok(await inspector.api.rowDetail({ id: call.row }))?.row;
  if (row?.outcome === 'answered') whole.shown += 1;
  else if (there >= brokenOffAt) whole.brokenOff += 1;
  else if (there >= call.at + limitMs) whole.tooLate += 1;
  else {
    whole.wrong += 1;
    if (whole.wrong <= 3) console.log(`Call ${call.n}: ${row?.outcome}, ${row?.headline}: ${row?.detail}`);
  }
}

/** What befalls the whole app now and then: the clock jumps, the log's file is locked or its disk full, the window reloads. */
async function trouble(inspector: InspectorHandle, folder: string, random: () => number): Promise<void> {
  const realNow = Date.now;
  let offset = 0;
  Date.now = () => realNow() + offset;
  let stop = inspector.onBatch(() => {});
  while (goesOn()) {
    await pause(Math.min(5000, minutes * 6000));
    switch (Math.floor(random() * 4)) {
      case 0:
        offset = (random() - 0.5) * 7_200_000;
        count('the clock jumped');
        break;
      case 1: {
        const file = readdirSync(folder).find((name) => name.endsWith('.db'));
        if (file === undefined) break;
        const other = new DatabaseSync(join(folder, file), { timeout: 1000 });
        try {
          other.exec('BEGIN IMMEDIATE');
          count('another program locked the log');
          await pause(400);
          other.exec('COMMIT');
        } catch {
          // Busy: the next time.
        } finally {
          other.close();
        }
        break;
      }
      case 2: {
        disk.fill();
        count('the disk was full');
        // Free pages within the file are used first.
        for (let tries = 0; tries < 50 && goesOn(); tries += 1) {
          await pause(100);
          if (!/disk is full/.test(ok(await inspector.api.hello({}))?.store.notice ?? '')) continue;
          count('the disk was full: said');
          await pause(1000);
          break;
        }
        disk.free();
        break;
      }
      default: {
        stop();
        await inspector.api.snapshot({});
        stop = inspector.onBatch(() => {});
        count('the window reloaded');
      }
    }
  }
  stop();
  Date.now = realNow;
}

interface Sample {
  heap: number;
  rss: number;
  handles: number;
  files: number;
}

function sample(): Sample {
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  const files = process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0;
  return { heap: heapUsed, rss, handles: process.getActiveResourcesInfo().length, files };
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
const megabytes = (bytes: number) => `${Math.round(bytes / 1_048_576)} MB`;

async function account(inspector: InspectorHandle): Promise<{ lost: number; unsettled: number }> {
  let lost = 0;
  let unsettled = 0;
  for (const id of rows) {
    const detail = ok(await inspector.api.rowDetail({ id }));
    if (!detail) lost += 1;
    else if (detail.row.pending) unsettled += 1;
  }
  return { lost, unsettled };
}

const disk = fullDisk();
const folder = mkdtempSync(join(tmpdir(), 'misfire-soak-'));
const inspector = await openInspector({
  dataDir: folder,
  version: '0',
  abilities: { openExternal: false, secureStorage: false },
});
const problems: string[] = [];
process.on('uncaughtException', (error) => problems.push(`uncaught: ${error.message}`));
process.on('unhandledRejection', (error) => problems.push(`unhandled: ${String(error)}`));
console.log(`Soak: ${minutes} minutes, ${serverCount} servers, seed ${seed}.`);
const before = sample();
const samples: Sample[] = [];
const sampling = (async () => {
  while (goesOn()) {
    await pause(Math.min(10_000, minutes * 2000));
    samples.push(sample());
  }
})();
const random = randomFrom(seed);
await Promise.all([
  sampling,
  trouble(inspector, folder, randomFrom(seed + 1)),
  ...Array.from({ length: serverCount }, (_, index) =>
    live(inspector, index, randomFrom(Math.floor(random() * 2 ** 32))),
  ),
]);
await pause(2000);
const result = await account(inspector);
const counters = ok(await inspector.api.snapshot({}))?.counters;
const notice = ok(await inspector.api.hello({}))?.store.notice ?? '';
const after = sample();
await inspector.close();
const closed = sample();
const file = new DatabaseSync(join(folder, 'log.db'), { readOnly: true });
const kept = Number(file.prepare("SELECT count(*) AS n FROM events WHERE lane IN ('in', 'out')").get()?.n);
file.close();
const unkept = Math.max(0, (counters?.messages ?? 0) - kept);
rmSync(folder, { recursive: true, force: true });

const third = Math.max(1, Math.floor(samples.length / 3));
const [first, last] = [samples.slice(0, third), samples.slice(-third)];
console.log(`Calls sent            ${rows.length}, connections made ${reconnects}`);
console.log(
  `Messages recorded     ${counters?.messages}, rows ${counters?.rows}, failures ${counters?.failures}, still open ${counters?.pending}`,
);
console.log(
  `Faults injected       ${[...faults]
    .sort()
    .map(([name, times]) => `${name} ${times}`)
    .join(', ')}`,
);
console.log(
  `Rows lost             ${result.lost}; never settled ${result.unsettled}; messages not in the file after the end ${unkept}`,
);
console.log(
  `Whole answers         shown ${whole.shown}, after their limit ${whole.tooLate}, after we had hung up ${whole.brokenOff}, not shown without a reason ${whole.wrong}`,
);
console.log(
  `Handles               ${before.handles} before, ${after.handles} after, ${closed.handles} closed; open files ${before.files}, ${after.files}, ${closed.files}`,
);
console.log(
  `Heap, first third     ${megabytes(mean(first.map(({ heap }) => heap)))}, last third ${megabytes(mean(last.map(({ heap }) => heap)))}`,
);
console.log(
  `Resident, first third ${megabytes(mean(first.map(({ rss }) => rss)))}, last third ${megabytes(mean(last.map(({ rss }) => rss)))}`,
);
console.log(`Said about the log    ${notice || 'nothing'}`);
console.log(`Bugs                  ${problems.length === 0 ? 'none' : problems.slice(0, 5).join('; ')}`);
const isWell = result.lost + result.unsettled + unkept + whole.wrong + problems.length === 0;
console.log(isWell ? 'Nothing lost.' : 'Something was lost.');
process.exit(isWell ? 0 : 1);
