import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PastParties } from '../../shared/api/past-servers.ts';
import type { ServerView } from '../../shared/api/views.ts';
import type { Batch } from '../../shared/contract/api.ts';
import { BatchSender } from './batch-sender.ts';
import type { Log } from './log/log.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open() {
  const servers = [{ id: 'a' }] as ServerView[];
  const past: PastParties = { servers: [], clients: [] };
  const shown = { counters: {}, store: { recording: 1 }, marks: { all: () => ['mark'] }, noteMarks: () => {} };
  const batches = new BatchSender({
    shown: () => shown as unknown as Log,
    servers: () => servers,
    past: () => past,
    changed: () => ({ replays: [], fixes: [], probes: [], asks: [], rehearsal: null, hold: null, followed: null }),
    notice: () => '',
  });
  const received: Batch[] = [];
  batches.onBatch((batch) => received.push(batch));
  return { batches, servers, past, received };
}

it('sends a burst of changes once, starting at the last sent revision of the rows', () => {
  const { batches, received } = open();
  batches.startAt(7);
  for (let i = 0; i < 5; i += 1) batches.schedule();
  vi.runAllTimers();
  expect(received).toMatchObject([{ fromRev: 7, rev: 7, rows: [], servers: [{ id: 'a' }], marks: ['mark'] }]);
});

it('sends servers, those of a recording and marks again only when they changed', () => {
  const { batches, servers, past, received } = open();
  const next = () => {
    batches.schedule();
    vi.runAllTimers();
    return received.at(-1);
  };
  expect(next()?.past).toEqual(past);
  expect(next()).toMatchObject({ servers: null, past: null, marks: null });
  past.clients.push({ name: 'Codex', messages: 3 });
  servers.push({ id: 'b' } as ServerView);
  batches.noteMarks();
  expect(next()).toMatchObject({ servers: [{ id: 'a' }, { id: 'b' }], past, marks: ['mark'] });
});

it('sends nothing but rows once it is closed', () => {
  const { batches, received } = open();
  batches.schedule();
  batches.close();
  batches.schedule();
  vi.runAllTimers();
  expect(received).toEqual([]);
});
