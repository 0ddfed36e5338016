// What a LaneCopy writes, however the bytes are cut into chunks: the lines that passed, without the tokens of a server.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { WireEvent } from '../../../../../shared/wire.ts';
import { SpoolWriter } from '../../../../spool/spool-writer.ts';
import { readSpool } from '../testing/test-peers.ts';
import { Conversation, LaneCopy } from './lane-copy.ts';

const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
const server = 'gården 漢';
const passed = Buffer.concat([
  Buffer.from('{"a":"é 漢 😀"}\n\n{"b":1}\r\n\ufeff{"c":"\\n"}\n'),
  Buffer.from(`{"t":"${token}"}\nplain\n`),
  Buffer.from([0x7b, 0xff, 0xfe, 0x7d, 0x0a]),
  Buffer.from(`{"d":"${'x'.repeat(300)}"}\n{"e":2}\nthe rest`),
]);

async function copyOf(lane: 'in' | 'out' | 'err', size: number) {
  const data = mkdtempSync(join(tmpdir(), 'misfire-lane-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const spool = new SpoolWriter(data, { server, pid: 1, command: [], cwd: '' });
  const copy = new LaneCopy(lane, spool, new Conversation());
  for (let from = 0; from < passed.length; from += size) copy.take(passed.subarray(from, from + size));
  copy.end();
  await spool.close(1000);
  const [name = ''] = readdirSync(join(data, 'spool'));
  return { ...readSpool(data), path: join(data, 'spool', name) };
}

/** The bytes that these events stand for. */
const bytesOf = (events: readonly WireEvent[]) =>
  Buffer.concat(
    events.flatMap((event) =>
      event.lane === 'out' ? [Buffer.from(event.bytes ?? event.text), Buffer.from(event.partial ? '' : '\n')] : [],
    ),
  );

it('keeps every byte of a client, however they are cut into chunks', async () => {
  for (const size of [1, 2, 3, 7, 16, 50, 200, 1000]) {
    const { events, problems } = await copyOf('out', size);
    expect(problems).toEqual([]);
    expect(bytesOf(events).toString('latin1')).toBe(passed.toString('latin1'));
    expect(new Set(events.map((event) => event.server))).toEqual(new Set([server]));
  }
});

it('keeps no token of a server, however it is cut into chunks', async () => {
  // In chunks of 110 and 120 its line is complete, and all is UTF-8.
  for (const lane of ['in', 'err'] as const)
    for (const size of [1, 7, 50, 110, 120, 1000]) {
      const { events, path } = await copyOf(lane, size);
      expect(readFileSync(path, 'utf8')).not.toContain(token);
      const texts = events.flatMap((event) => (event.lane === lane ? [event.text] : []));
      expect(texts.slice(0, 6)).toEqual([
        '{"a":"é 漢 😀"}',
        '',
        '{"b":1}\r',
        '\ufeff{"c":"\\n"}',
        '{"t":"‹hidden›"}',
        'plain',
      ]);
      expect(texts).toHaveLength(10);
    }
});
