// Real logs with real damage: junk in the middle, a lost end, a lost start. Readable data is recovered, losses are reported, the damaged
// file is kept byte for byte, and recording continues.

import { readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { plainDecode } from '../../../../shared/exchange/event-fixtures.ts';
import type { WireEvent } from '../../../../shared/wire.ts';
import { tempFolder } from '../../testing/temp-folder.ts';
import { Log } from '../log.ts';
import { openRecordings } from '../open-store.ts';
import type { RecordingsFile } from './recordings-file.ts';

const total = 4000;
const page = 4096;

const message = (i: number): WireEvent => ({
  lane: i % 2 === 0 ? 'out' : 'in',
  text: JSON.stringify(
    i % 2 === 0
      ? { jsonrpc: '2.0', id: i, method: 'tools/call', params: { name: 'say', arguments: { n: i } } }
      : { jsonrpc: '2.0', id: i - 1, result: { content: [], padding: 'x'.repeat(300) } },
  ),
  at: 1_700_000_000_000 + i,
  server: 'peer',
  epoch: 1,
});

/** Two recordings, one with a name, closed normally. */
async function writtenLog(): Promise<string> {
  const path = join(tempFolder(), 'log.db');
  const logFile = await openRecordings({ path });
  for (const [name, from, to] of [
    ['Monday', 0, total / 2],
    ['', total / 2, total],
  ] as const) {
    const recording = logFile.create({ kind: 'recorded', name, startedAt: 1_700_000_000_000 });
    const log = new Log({ store: logFile.open(recording), decode: plainDecode });
    log.record(
      'peer',
      1,
      Array.from({ length: to - from }, (_, i) => message(from + i)),
    );
    log.flush();
    log.close();
  }
  logFile.close();
  return path;
}

interface Outcome {
  logFile: RecordingsFile;
  aside: string;
  read: number;
  lost: number;
}

/** Opens it, and compares the notice with the data. */
async function reopened(path: string): Promise<Outcome> {
  const before = readFileSync(path);
  const logFile = await openRecordings({ path });
  onTestFinished(() => logFile.close());
  expect(logFile.notice).toContain(`The log file ${path} was damaged.`);
  expect(logFile.kind).toBe('sqlite');
  const aside = /kept as (\S+)\.$/.exec(logFile.notice)?.[1] as string;
  expect(aside).toMatch(/log\.db\.damaged-\d{4}-\d\d-\d\d$/);
  expect(readFileSync(aside).equals(before)).toBe(true);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(dirname(path)).filter((name) => /\.(?:copy|new)/.test(name))).toEqual([]);
  const count = (pattern: RegExp): number => Number(pattern.exec(logFile.notice)?.[1]?.replaceAll(',', '') ?? 0);
  const read = count(/([\d,]+) messages? of/);
  const lost = count(/([\d,]+) messages? could not be read/);
  const events = logFile.list().flatMap(({ id }) => logFile.open(id).eventsAfter(0, total + 1));
  expect(events).toHaveLength(read);
  const changed = events.filter(({ seq, ...event }) => {
    const i = Number(/"id":(\d+)/.exec((event as { text: string }).text)?.[1]) + (event.lane === 'in' ? 1 : 0);
    return !isDeepStrictEqual(event, message(i));
  });
  expect(changed).toEqual([]);
  return { logFile, aside, read, lost };
}

/** Rows are derived from the events, and new events are stored with them. */
async function expectGoesOn({ logFile }: Outcome, path: string): Promise<void> {
  const recording = logFile.create({ kind: 'recorded', startedAt: 1 });
  const log = new Log({ store: logFile.open(recording), decode: plainDecode });
  log.record('peer', 1, [message(0), message(1)]);
  log.flush();
  expect(log.counters).toMatchObject({ messages: 2, rows: 1 });
  log.close();
  logFile.close();
  const again = await openRecordings({ path });
  onTestFinished(() => again.close());
  expect(again.notice).toBe('');
  expect(again.list().find(({ id }) => id === recording)).toMatchObject({ messages: 2 });
}

function overwrite(path: string, from: number, to: number): void {
  const bytes = readFileSync(path);
  for (let at = from; at < to; at += 1) bytes[at] = (at * 2_654_435_761) >>> 24;
  writeFileSync(path, bytes);
}

/** The page that holds this message. */
function pageOf(path: string, i: number): number {
  const text = message(i) as { text: string };
  return Math.floor(readFileSync(path).indexOf(text.text) / page) * page;
}

describe('a damaged log', () => {
  it('with junk in the middle keeps all but the messages of that page', async () => {
    const path = await writtenLog();
    const at = pageOf(path, 1001);
    overwrite(path, at, at + page);
    const outcome = await reopened(path);
    expect(outcome.lost).toBeGreaterThan(0);
    expect(outcome.lost).toBeLessThan(40);
    expect(outcome.read + outcome.lost).toBe(total);
    expect(outcome.logFile.list().map(({ name }) => name)).toContain('Monday');
    const first = outcome.logFile.list().find(({ name }) => name === 'Monday')?.id as number;
    const log = new Log({ store: outcome.logFile.open(first), decode: plainDecode });
    await expect.poll(() => log.counters.rows).toBeGreaterThan(900);
    log.close();
    await expectGoesOn(outcome, path);
  });

  it('that was truncated keeps everything before the cut', async () => {
    const path = await writtenLog();
    truncateSync(path, pageOf(path, 1501));
    const outcome = await reopened(path);
    expect(outcome.read).toBeGreaterThan(500);
    expect(outcome.read + outcome.lost).toBeLessThanOrEqual(total);
    expect(outcome.lost).toBeGreaterThan(0);
    await expectGoesOn(outcome, path);
  });

  it.each([
    ['mark', 0, 16],
    ['header', 0, 100],
    ['first page', 0, page],
  ])('whose %s is gone keeps everything', async (_what, from, to) => {
    const path = await writtenLog();
    overwrite(path, from, to);
    const outcome = await reopened(path);
    expect(outcome).toMatchObject({ read: total, lost: 0 });
    expect(outcome.logFile.list().map(({ name }) => name)).toContain('Monday');
    await expectGoesOn(outcome, path);
  });

  it('that is damaged twice on one day keeps both copies', async () => {
    const path = await writtenLog();
    overwrite(path, 0, 16);
    (await reopened(path)).logFile.close();
    overwrite(path, 0, 16);
    const logFile = await openRecordings({ path });
    onTestFinished(() => logFile.close());
    expect(logFile.notice).toMatch(/damaged-[\d-]{10}-2\.$/);
  });
});
