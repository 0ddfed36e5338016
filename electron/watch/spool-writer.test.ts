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

it('keeps lines as they came, by whole chunks and one by one, also under a name that is no plain text', async () => {
  // Each would be something else in a replacement, in JSON, or as one byte a character.
  const odd = { ...header, server: '$& "日本"\t' };
  const texts = [
    '',
    '\r',
    'a\tb',
    '{"a":1}\t',
    '{"lane":"in"}\tx',
    'größe 日本語 👩‍🚀 \u2028',
    '\ufeff{}',
    '\u0000"\\',
    '$1$&',
  ];
  const spool = new SpoolWriter(data, odd);
  spool.lines('in', Buffer.from(texts.map((text) => `${text}\n`).join('')), 1);
  spool.texts(
    'out',
    [...texts, 'two\nlines', 'half \ud800'].map((text) => ({ text, via: 7 })),
    now(),
  );
  // Neither text nor safe to keep: read first, as ever.
  spool.lines('in', Buffer.from([0xff, 0x0a]), now());
  spool.lines('in', Buffer.from('{"access_token":"canary-0815-canary"}\n'), now());
  await spool.close(5000);
  const { events, problems } = readSpool(data);
  expect(problems).toEqual([]);
  const read = events.map((event) => ('text' in event ? [event.lane, event.text] : event.lane));
  expect(read).toEqual([
    ...texts.map((text) => ['in', text]),
    ...[...texts, 'two\nlines', 'half \ud800'].map((text) => ['out', text]),
    ['in', '\ufffd'],
    ['in', '{"access_token":"‹hidden›"}'],
  ]);
  expect(events.at(-2)).toMatchObject({ bytes: new Uint8Array([0xff]) });
  for (const event of events) expect(event).toMatchObject({ server: odd.server, client: 'c', actor: 'client' });
});
