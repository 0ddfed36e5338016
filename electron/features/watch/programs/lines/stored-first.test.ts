// What is on the disk at the moment when the client gets an answer: a `kill -9` then loses nothing that the client has.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { SpoolWriter } from '../../../../spool/spool-writer.ts';
import { BytePipe } from '../../../../transports/pass-bytes.ts';
import { Conversation, LaneCopy } from './lane-copy.ts';

const storedIn = (data: string) => {
  const folder = join(data, 'spool');
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('');
};

/** Passes one chunk after the other, and says for each whether its end was stored when the reader got it. */
async function pass(lane: 'in' | 'out', chunks: readonly string[]): Promise<boolean[]> {
  const data = mkdtempSync(join(tmpdir(), 'misfire-stored-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const stored = () => storedIn(data);
  const spool = new SpoolWriter(data, { server: 's', pid: 1, command: [], cwd: '' });
  spool.life('spawned', { pid: 1 });
  await expect.poll(stored).toContain('spawned');
  const from = new PassThrough();
  const was: boolean[] = [];
  const reader = new Writable({
    write(chunk: Buffer, _encoding, done) {
      was.push(stored().includes(chunk.subarray(-20, -3).toString()));
      done();
    },
  });
  const pipe = new BytePipe(from, reader, new LaneCopy(lane, spool, new Conversation()));
  for (const chunk of chunks) pipe.take(Buffer.from(chunk));
  await spool.close(1000);
  for (const chunk of chunks.filter((text) => text.endsWith('\n'))) expect(stored()).toContain(chunk.slice(-20, -3));
  return was;
}

const answer = (id: number, text = '') =>
  `{"jsonrpc":"2.0","result":{"text":"${text}"},"at":"here-${id}-at-its-end"}\n`;

it('stores answers before the client gets them, also those that come in parts', async () => {
  expect(await pass('in', [answer(1), `${answer(2)}${answer(3)}`])).toEqual([true, true]);
  const [first, second] = [answer(4).slice(0, 10), answer(4).slice(10)];
  expect(await pass('in', [first, second])).toEqual([false, true]);
});

it('holds up no answer of more than 256 kB, and no request', async () => {
  expect(await pass('in', [answer(1, 'x'.repeat(256 * 1024))])).toEqual([false]);
  expect(await pass('in', ['x'.repeat(256 * 1024), `${answer(1)}`])).toEqual([false, false]);
  expect(await pass('out', [answer(1)])).toEqual([false]);
});
