import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { WireEvent } from '../../../../shared/wire.ts';
import { tempFolder } from '../../testing/temp-folder.ts';
import { openRecordings } from '../open-store.ts';

const said = (server: string, text: string, at: number): WireEvent => ({ at, server, epoch: 1, lane: 'in', text });

it('separates the interleaved messages of two recordings, and counts the bytes of each', async () => {
  const path = join(tempFolder(), 'log.db');
  const file = await openRecordings({ path });
  const ids = [0, 1].map(() => file.create({ kind: 'recorded', startedAt: 0 })) as [number, number];
  const [ours, others] = [file.open(ids[0]), file.open(ids[1])];
  ours.append([said('ours', 'one', 1)]);
  others.append([said('theirs', 'two', 2)]);
  ours.append([said('ours', 'x'.repeat(100_000), 3)]);
  others.append([said('theirs', 'three', 4)]);

  expect(ours.seqSpan()).toEqual([1, 3]);
  expect(ours.eventsAfter(0, 10).map(({ seq }) => seq)).toEqual([1, 3]);
  expect(others.eventsAfter(0, 10).map(({ seq }) => seq)).toEqual([2, 4]);
  expect(ours.connectionsAfter(0)).toEqual([{ server: 'ours', epoch: 1 }]);
  expect([ours.lastAt('ours', 1), ours.lastAt('ours', 2)]).toEqual([3, null]);

  ours.close();
  others.close();
  file.close();
  const again = await openRecordings({ path });
  const bytes = new Map(again.list().map((recording) => [recording.id, recording.bytes]));
  expect(bytes.get(ids[0])).toBeGreaterThan(100_000);
  expect(bytes.get(ids[1])).toBeGreaterThan(0);
  expect(bytes.get(ids[1])).toBeLessThan(1000);
  // Later bytes are added.
  const later = again.open(ids[1]);
  later.append([said('theirs', 'x'.repeat(5000), 5)]);
  later.close();
  expect(again.list().find(({ id }) => id === ids[1])?.bytes).toBeGreaterThan(5000 + (bytes.get(ids[1]) ?? 0));
  again.close();
});
