// Long bodies are stored byte for byte, in pieces that SQLite can copy, and deleted with their recording. They are lost completely or not
// at all.

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import type { StoredEvent, WireEvent } from '../../../../shared/wire.ts';
import { tempFolder } from '../../testing/temp-folder.ts';
import { openRecordings } from '../open-store.ts';
import { migrate } from './log-schema.ts';
import { pieceLength } from './long-bodies.ts';
import { salvage } from './salvage.ts';

const base = { at: 1_700_000_000_000, server: 's', epoch: 1 };
/** A surrogate pair crosses the end of each piece. */
const pairs = `x${'😀'.repeat(pieceLength * 1.5)}`;
const bytes = new Uint8Array(pieceLength * 2 + 7).fill(0xff);
const bodies: WireEvent[] = [
  { ...base, lane: 'in', text: 'short' },
  { ...base, lane: 'in', text: 'a'.repeat(pieceLength) },
  { ...base, lane: 'in', text: 'b'.repeat(pieceLength + 1), via: 3 },
  { ...base, lane: 'in', text: pairs },
  { ...base, lane: 'in', text: `${'c'.repeat(pieceLength * 2)}\ud800` },
  { ...base, lane: 'in', text: '\ufffd'.repeat(bytes.length), bytes },
  { ...base, lane: 'err', text: 'after' },
];

async function written(): Promise<string> {
  const path = join(tempFolder(), 'log.db');
  const logFile = await openRecordings({ path });
  const store = logFile.open(logFile.create({ kind: 'recorded', startedAt: 1 }));
  store.append(bodies);
  for (const event of bodies) store.append([event]);
  store.close();
  logFile.close();
  return path;
}

/** Not `toEqual`, which would print megabytes. */
function isSame({ seq: _, ...read }: StoredEvent, was: WireEvent): boolean {
  const [one, other] = [read, was].map((event) => {
    const { bytes = new Uint8Array(), ...rest } = event as WireEvent & { bytes?: Uint8Array };
    return { bytes: Buffer.from(bytes), rest: JSON.stringify(rest, Object.keys(rest).sort()) };
  });
  return one?.rest === other?.rest && one?.bytes.equals(other?.bytes ?? Buffer.alloc(1)) === true;
}

it('are read as they were written, alone and among others', async () => {
  const logFile = await openRecordings({ path: await written() });
  onTestFinished(() => logFile.close());
  const store = logFile.open(logFile.list()[0]?.id as number);
  const read = store.eventsAfter(0, 100);
  expect(read.map((event, i) => isSame(event, bodies[i % bodies.length] as WireEvent))).toEqual(read.map(() => true));
  expect(read).toHaveLength(bodies.length * 2);
  expect(store.event(4)).toMatchObject({ text: pairs });
});

it('are split into several values, and are deleted with their recording', async () => {
  const path = await written();
  const longest = (table: string) => {
    const file = new DatabaseSync(path);
    const { longest, n } = file.prepare(`SELECT max(length(body)) AS longest, count(*) AS n FROM ${table}`).get() ?? {};
    file.close();
    return { longest, n };
  };
  expect(longest('events').longest).toBeLessThanOrEqual(pieceLength + 1);
  expect(longest('further_pieces')).toEqual({ longest: pieceLength, n: 18 });
  const logFile = await openRecordings({ path });
  await logFile.remove(logFile.list()[0]?.id as number);
  logFile.close();
  expect(longest('further_pieces').n).toBe(0);
});

it('are salvaged completely, and count as lost when a piece is lost', async () => {
  const damaged = new DatabaseSync(await written());
  damaged.exec('DELETE FROM further_pieces WHERE seq = 4 AND piece = 1');
  const target = new DatabaseSync(':memory:');
  onTestFinished(() => {
    damaged.close();
    target.close();
  });
  migrate(target as never);
  expect(await salvage(damaged as never, target as never)).toMatchObject({ messages: 13, lostMessages: 1 });
  const [kept, there] = [target, damaged].map((file) =>
    file.prepare('SELECT seq, piece, length(body) AS length FROM further_pieces WHERE seq != 4').all(),
  );
  expect(kept).toEqual(there);
});
