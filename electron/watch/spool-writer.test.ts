import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { now } from '../transports/clock.ts';
import { SpoolWriter } from './spool-writer.ts';
import { readSpool, until } from './test-peers.ts';

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

it('tries again although somebody spoke in vain just before, and nobody speaks any more', async () => {
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
