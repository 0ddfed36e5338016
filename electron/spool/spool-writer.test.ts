import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readSpool, until } from '../features/watch/programs/testing/test-peers.ts';
import { now } from '../transports/clock.ts';
import { SpoolWriter } from './spool-writer.ts';

let data: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'misfire-writer-'));
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

const header = { server: 's', client: 'c', pid: 7, command: ['x'], cwd: '/' };
const files = () => {
  const folder = join(data, 'spool');
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.jsonl')) : [];
};

it('goes on in another file when one has grown, and loses no line in between', async () => {
  const spool = new SpoolWriter(data, header, 1000);
  let written = 0;
  const write = () => {
    for (let more = 0; more < 20; more += 1, written += 1) spool.texts('in', [{ text: `line ${written}` }], now());
  };
  // Parts are begun in the background: written until there is another.
  write();
  while (files().length < 3) {
    write();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await spool.close(5000);
  const { events, headers, problems } = readSpool(data);
  expect(problems).toEqual([]);
  expect(headers.length).toBeGreaterThan(1);
  expect(headers).toMatchObject(headers.map((_, index) => ({ server: 's', part: index + 1 })));
  const texts = events.flatMap((event) => (event.lane === 'in' ? [event.text] : []));
  expect(texts).toEqual(Array.from({ length: written }, (_, index) => `line ${index}`));
});

it('has each line on disk when it returns, also while it begins another file', async () => {
  const spool = new SpoolWriter(data, header, 1000);
  spool.life('spawned');
  await until(() => readSpool(data).events.length === 1, 'the first file');
  const kept = () => readSpool(data).events.flatMap((event) => (event.lane === 'in' ? [event.text] : []));
  const texts: string[] = [];
  for (let more = 0; more < 100; more += 1) {
    texts.push(`line ${more}`);
    spool.texts('in', [{ text: `line ${more}` }], now());
    expect(kept()).toEqual(texts);
    if (more % 10 === 9) await new Promise((resolve) => setImmediate(resolve));
  }
  await until(() => files().length > 1, 'another file');
  // A file without a first line would say that nothing could be kept.
  await until(() => files().every((name) => statSync(join(data, 'spool', name)).size > 0), 'each file has its header');
  await spool.close(1000);
  expect(kept()).toEqual(texts);
});

it('writes at its end what waits for the first file to be opened', async () => {
  const spool = new SpoolWriter(data, header);
  for (let more = 0; more < 10; more += 1) spool.texts('in', [{ text: `line ${more}` }], now());
  await spool.close(5000);
  expect(readSpool(data).events).toHaveLength(10);
});

it('goes on in the file that it has while no other can be made', async () => {
  const spool = new SpoolWriter(data, header, 1000);
  spool.life('spawned');
  await until(() => readSpool(data).events.length === 1, 'the first file');
  const [first = ''] = files();
  // The name of the next part is taken.
  mkdirSync(join(data, 'spool', first.replace('0001', '0002')));
  for (let more = 0; more < 100; more += 1) {
    spool.texts('in', [{ text: `line ${more}` }], now());
    await new Promise((resolve) => setImmediate(resolve));
  }
  await spool.close(1000);
  rmSync(join(data, 'spool', first.replace('0001', '0002')), { recursive: true });
  const { events } = readSpool(data);
  expect(events.filter(({ lane }) => lane === 'in')).toHaveLength(100);
  expect(files()).toEqual([first]);
});

it('removes what is older than the settings keep', async () => {
  mkdirSync(join(data, 'spool'));
  const old = join(data, 'spool', '1700000000000-5-0001.jsonl');
  writeFileSync(old, '{"misfire":1}\n');
  utimesSync(old, 1_700_000_000, 1_700_000_000);
  writeFileSync(join(data, 'spool', 'settings.json'), '{"maxAgeHours":1}');
  const spool = new SpoolWriter(data, header);
  spool.life('spawned');
  await until(() => files().length === 1 && !files()[0]?.startsWith('1700000000000'), 'the old file is gone');
  await spool.close(1000);
});

it('says from when on lines are missing: from the first, not from the last', async () => {
  writeFileSync(join(data, 'spool'), '');
  const spool = new SpoolWriter(data, header);
  const before = Date.now();
  spool.life('spawned');
  await new Promise((resolve) => setTimeout(resolve, 60));
  const between = Date.now();
  await new Promise((resolve) => setTimeout(resolve, 60));
  spool.life('spoke');
  rmSync(join(data, 'spool'));
  await until(() => readSpool(data).events.length > 0, 'the gap is told');
  await spool.close(1000);
  const { message = '' } = readSpool(data).events[0] as { message?: string };
  const [from = 0, to = 0] = (/from (\S+) to (\S+) /.exec(message) ?? []).slice(1).map((time) => Date.parse(time));
  expect(message).toMatch(/^2 lines /);
  expect(from).toBeGreaterThanOrEqual(before - 1);
  expect(from).toBeLessThanOrEqual(between);
  expect(to).toBeGreaterThanOrEqual(between);
});

it('retries even if a write failed just before and no traffic follows', async () => {
  writeFileSync(join(data, 'spool'), '');
  const spool = new SpoolWriter(data, header);
  spool.life('spawned');
  // The next try of its own comes a second after the first failure.
  await new Promise((resolve) => setTimeout(resolve, 850));
  spool.life('spoke');
  await new Promise((resolve) => setTimeout(resolve, 300));
  rmSync(join(data, 'spool'));
  await until(() => readSpool(data).events.length > 0, 'the gap is told');
  await spool.close(1000);
});
