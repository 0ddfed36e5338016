// Failures stored by an earlier version, read by `misfire log` or `misfire mcp` before the app derives them again.

import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Learner } from '../../../../shared/decode/learner.ts';
import { type EventDraft, life, request, result, stderr } from '../../../../shared/exchange/event-fixtures.ts';
import type { TransportEvent } from '../../../transports/transport.ts';
import { tempFolder } from '../../testing/temp-folder.ts';
import { Log } from '../log.ts';
import { openStore } from '../open-store.ts';
import { ReadOnlyLog } from '../read-only-log.ts';
import type { LogState } from '../store/store.ts';

const added = ['owner', 'certainty', 'sentence', 'short', 'tiny', 'quote', 'check', 'fix', 'stderr'];

/** A log whose failures lack the fields this version added. `whole` has them as this version stores them. */
async function earlierLog(drafts: readonly EventDraft[]) {
  const path = join(tempFolder(), 'log.db');
  const learner = new Learner();
  const log = new Log({
    store: await openStore({ path }),
    decode: (account, context, server) => learner.decode(account, context, server),
  });
  log.record('s', 1, drafts.map((draft, i) => ({ ...draft, at: 1_700_000_000_000 + 10 * i })) as TransportEvent[]);
  log.endOpen();
  const { store } = log;
  const rows = store.failedRows(-1, 'newer', 100).filter(({ failure }) => failure !== null);
  const whole = rows.map((row) => log.failureOf(row));
  for (const row of rows) {
    const facts = store.factsOf(row.id);
    if (facts === null) throw new Error('A failed row has facts.');
    const kept = Object.entries(JSON.parse(store.keptFailure(row.id) ?? '{}'));
    const failure = JSON.stringify(Object.fromEntries(kept.filter(([name]) => !added.includes(name))));
    const put = { row, http: null, ...facts, isNew: false, failed: true, failure, events: [], joined: null };
    store.put([put], store.state() as LogState);
  }
  log.close();
  const reading = await openStore({ path });
  onTestFinished(() => reading.close());
  return { log: new ReadOnlyLog(reading, (server) => server), rows, whole };
}

it('decodes a failure from its events if an earlier version stored it without its sentence', async () => {
  const { log, rows, whole } = await earlierLog([
    request(1),
    result(1, { isError: true, content: [{ type: 'text', text: 'File /data/a.txt not found' }] }),
  ]);
  expect(rows.length).toBe(1);
  expect(whole[0]?.sentence).not.toBe('');
  expect(rows.map((row) => log.failureOf(row))).toEqual(whole);
});

it('reads the connection for a call that ended with its server', async () => {
  const { log, rows, whole } = await earlierLog([
    life('spawned'),
    request(1),
    stderr('Error: Cannot find module "left-pad"'),
    life('exited', { code: 1 }),
  ]);
  expect(rows.length).toBeGreaterThan(0);
  const read = rows.map((row) => log.failureOf(row));
  expect(read.map((failure) => failure?.sentence)).toEqual(whole.map((failure) => failure?.sentence));
  expect(read.map((failure) => failure?.class)).toEqual(whole.map((failure) => failure?.class));
});
