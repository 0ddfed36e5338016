// A log whose program was killed: the last writes are only in its write-ahead log. These tests delete, truncate or overwrite it. Readable
// data is recovered, and losses are reported: how many messages, of which recordings, from what time.

import { copyFileSync, existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { WireEvent } from '../../../../shared/wire.ts';
import { tempFolder } from '../../testing/temp-folder.ts';
import { openRecordings } from '../open-store.ts';
import type { RecordingsFile } from './recordings-file.ts';

const total = 1200;
const started = Date.UTC(2026, 10, 14);
const message = (i: number): WireEvent => ({
  lane: 'in',
  text: JSON.stringify({ jsonrpc: '2.0', id: i, result: { padding: 'x'.repeat(300) } }),
  at: started + i * 1000,
  server: 'peer',
  epoch: 1,
});

/** The state after a kill: the files of an open log, copied as they are. `moved`: this many messages are in the file itself. */
async function killedLog(moved = 0, act: (logFile: RecordingsFile) => Promise<void> = async () => {}): Promise<string> {
  const folder = tempFolder();
  const first = join(folder, 'first.db');
  if (moved > 0) {
    const logFile = await openRecordings({ path: first });
    append(logFile, 'Monday', 0, moved);
    logFile.close();
  }
  const logFile = await openRecordings({ path: first });
  append(logFile, 'Tuesday', moved, total);
  await act(logFile);
  const path = join(folder, 'log.db');
  for (const suffix of ['', '-wal', '.tally'])
    if (existsSync(first + suffix)) copyFileSync(first + suffix, path + suffix);
  logFile.close();
  expect(existsSync(`${first}.tally`)).toBe(false);
  return path;
}

function append(logFile: RecordingsFile, name: string, from: number, to: number): void {
  const store = logFile.open(logFile.create({ kind: 'recorded', name, startedAt: started }));
  for (let i = from; i < to; i += 20)
    store.append(Array.from({ length: Math.min(20, to - i) }, (_, k) => message(i + k)));
  store.close();
}

async function reopened(path: string) {
  const logFile = await openRecordings({ path });
  onTestFinished(() => logFile.close());
  const texts = logFile
    .list()
    .flatMap(({ id }) => logFile.open(id).eventsAfter(0, total + 1))
    .map((event) => ('text' in event ? event.text : ''));
  // Every message present was sent, and none is there twice.
  const ids = texts.map((text) => JSON.parse(text).id as number);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [index, id] of ids.entries()) expect(texts[index]).toBe((message(id) as { text: string }).text);
  const lost = Number(
    /([\d,]+) messages?(?: could not be read|, the last of)/.exec(logFile.notice)?.[1]?.replaceAll(',', '') ?? 0,
  );
  return { notice: logFile.notice, read: ids.length, lost };
}

describe('a log whose program was killed', () => {
  it('is complete with its write-ahead log, without a notice', async () => {
    expect(await reopened(await killedLog(400))).toEqual({ notice: '', read: total, lost: 0 });
  });

  it('reports what is missing without its write-ahead log', async () => {
    const path = await killedLog(400);
    writeFileSync(`${path}-wal`, '');
    const { notice, read, lost } = await reopened(path);
    expect([read, lost]).toEqual([400, total - 400]);
    expect(notice).toContain(
      `from ${new Date(started + 399_000).toISOString()} to ${new Date(started + 1_199_000).toISOString()}`,
    );
  });

  it('reports the loss if everything was in the write-ahead log', async () => {
    const path = await killedLog();
    writeFileSync(`${path}-wal`, '');
    expect(await reopened(path)).toMatchObject({ read: 0, lost: total });
  });

  it('reports what is missing if its write-ahead log was truncated, and keeps everything before', async () => {
    const path = await killedLog(400);
    truncateSync(`${path}-wal`, Math.floor(readFileSync(`${path}-wal`).length / 2));
    const { notice, read, lost } = await reopened(path);
    expect(read + lost).toBe(total);
    expect(read).toBeGreaterThan(400);
    expect(lost).toBeGreaterThan(0);
    expect(notice).toContain('“Tuesday”');
  });

  it.each([1, 2, 3])('keeps most of it when 200 bytes of its write-ahead log are overwritten (%i)', async (seed) => {
    const path = await killedLog(400);
    const bytes = readFileSync(`${path}-wal`);
    let state = seed;
    for (let count = 0; count < 200; count += 1) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      const at = state % bytes.length;
      bytes[at] = (bytes[at] as number) ^ 0x55;
    }
    writeFileSync(`${path}-wal`, bytes);
    const { notice, read, lost } = await reopened(path);
    expect(read).toBeGreaterThan(400);
    expect(lost).toBeGreaterThan(0);
    expect(read + lost).toBe(total);
    expect(notice).toMatch(/could not be read of .*(?:“Tuesday”|recording 2).* from 20\S+Z to 20\S+Z/);
  });

  it('keeps all of it when only the header of its write-ahead log is damaged', async () => {
    const path = await killedLog();
    const bytes = readFileSync(`${path}-wal`);
    bytes.fill(0x55, 8, 32);
    writeFileSync(`${path}-wal`, bytes);
    expect(await reopened(path)).toMatchObject({ read: total, lost: 0 });
  });

  it('does not report messages that the user deleted as missing', async () => {
    const path = await killedLog(400, async (logFile) => {
      const newest = logFile.list().find(({ name }) => name === 'Tuesday')?.id as number;
      await logFile.remove(newest);
    });
    expect(await reopened(path)).toEqual({ notice: '', read: 400, lost: 0 });
  });
});
