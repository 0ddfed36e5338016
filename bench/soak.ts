// `npm run -s soak [--minutes 30] [--servers 20]`: one inspector, many servers and constant faults. Reports what was sent, stored and
// lost, and whether handles and memory stayed level. `--reconnects 10000` runs for that many connections instead, with few calls each.
// Exits 1 if something was lost or did not stay level.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openInspector } from '../electron/app/open-inspector.ts';
import { compareThirds, held, type Sample, sample } from './soak/account.ts';
import { fullDisk } from './soak/full-disk.ts';
import { Lives, ok, type Pace } from './soak/lives.ts';
import { trouble } from './soak/trouble.ts';

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    servers: { type: 'string', default: '20' },
    reconnects: { type: 'string' },
    seed: { type: 'string' },
  },
});
const minutes = Number(options.minutes);
const serverCount = Number(options.servers);
const wanted = options.reconnects === undefined ? null : Number(options.reconnects);
const seed = Number(options.seed ?? Date.now() % 1_000_000);
const until = performance.now() + minutes * 60_000;
const goesOn = () => (wanted === null ? performance.now() < until : lives.connections < wanted);
const pace: Pace =
  wanted === null
    ? { limitMs: 1500, calls: 12, callPauseMs: 200, connectPauseMs: 400, processes: 2 }
    : { limitMs: 200, calls: 2, callPauseMs: 10, connectPauseMs: 20, processes: 5 };

/** Mulberry32: the same seed repeats the soak, except for the machine's influence. */
function randomFrom(start: number): () => number {
  let state = start >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const disk = fullDisk();
const folder = mkdtempSync(join(tmpdir(), 'misfire-soak-'));
const inspector = await openInspector({
  dataDir: folder,
  version: '0',
  abilities: { openExternal: false, secureStorage: false },
});
const lives = new Lives(inspector, pace, goesOn);
const counters = async () => ok(await inspector.api.snapshot({}))?.counters;
const measure = async () => sample((await counters())?.rows ?? 0);
const problems: string[] = [];
process.on('uncaughtException', (error) => problems.push(`uncaught: ${error.message}`));
process.on('unhandledRejection', (error) => problems.push(`unhandled: ${String(error)}`));
const length = wanted === null ? `${minutes} minutes` : `${wanted} connections`;
console.log(`Soak: ${length}, ${serverCount} servers, seed ${seed}.`);
const before = await measure();
const samples: Sample[] = [];
const sampling = (async () => {
  while (goesOn()) {
    await pause(Math.min(10_000, wanted === null ? minutes * 2000 : wanted * 5));
    samples.push(await measure());
  }
})();
const random = randomFrom(seed);
const everyMs = wanted === null ? Math.min(5000, minutes * 6000) : 2000;
const count = (fault: string) => lives.count(fault);
await Promise.all([
  sampling,
  trouble({ inspector, folder, disk, everyMs, random: randomFrom(seed + 1), goesOn, count }),
  ...Array.from({ length: serverCount }, (_, index) => lives.live(index, randomFrom(Math.floor(random() * 2 ** 32)))),
]);
await pause(2000);
const result = await lives.account();
const counted = await counters();
const notice = ok(await inspector.api.hello({}))?.store.notice ?? '';
const after = await measure();
const heldAfter = held();
await inspector.close();
const closed = sample(after.rows);
const heldClosed = held();
const file = new DatabaseSync(join(folder, 'log.db'), { readOnly: true });
const kept = Number(file.prepare("SELECT count(*) AS n FROM events WHERE lane IN ('in', 'out')").get()?.n);
file.close();
const unkept = Math.max(0, (counted?.messages ?? 0) - kept);
rmSync(folder, { recursive: true, force: true });

const { whole, faults } = lives;
const levels = compareThirds(samples, serverCount);
if (closed.handles > before.handles + 2) levels.leaks.push(`${closed.handles - before.handles} handles after the end`);
if (heldAfter.sessions + heldAfter.transports > 0)
  levels.leaks.push(`${heldAfter.sessions} sessions and ${heldAfter.transports} transports are held after all ended`);
const injected = [...faults].sort().map(([name, times]) => `${name} ${times}`);
console.log(`Calls sent            ${lives.rows.length}, connections made ${lives.connections}
Messages recorded     ${counted?.messages}, rows ${counted?.rows}, failed calls ${counted?.failedCalls}, still open ${counted?.pending}
Faults injected       ${injected.join(', ')}
Rows lost             ${result.lost}; never settled ${result.unsettled}; messages not in the file after the end ${unkept}
Whole answers         shown ${whole.shown}, after their limit ${whole.tooLate}, after we had hung up ${whole.brokenOff}, not shown without a reason ${whole.wrong}
Handles               ${before.handles} before, ${after.handles} after, ${closed.handles} closed; open files ${before.files}, ${after.files}, ${closed.files}
Still in memory       sessions ${heldAfter.sessions}, ${heldClosed.sessions} closed; transports ${heldAfter.transports}, ${heldClosed.transports}; connections remembered ${heldAfter.remembered}, ${heldClosed.remembered}
${levels.lines.join('\n')}
Said about the log    ${notice || 'nothing'}
Bugs                  ${problems.length === 0 ? 'none' : problems.slice(0, 5).join('; ')}`);
const isWell = result.lost + result.unsettled + unkept + whole.wrong + problems.length === 0;
console.log(isWell ? 'Nothing lost.' : 'Something was lost.');
console.log(levels.leaks.length === 0 ? 'Memory and handles stayed level.' : `Not level: ${levels.leaks.join('; ')}.`);
process.exit(isWell && levels.leaks.length === 0 ? 0 : 1);
