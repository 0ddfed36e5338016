// Words in messages are found once they are indexed, and rows that changed later are found by what they say then.

import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { error, plainDecode, request, result, stderr } from '../../../shared/exchange/fixtures.ts';
import type { TransportEvent } from '../../transports/transport.ts';
import { Log } from './log.ts';
import { openStore } from './open-store.ts';
import { Reading } from './reading.ts';
import { tempFolder } from './temp-folder.ts';

async function openLog() {
  const log = new Log({
    store: await openStore({ path: join(tempFolder(), 'log.db') }),
    decode: plainDecode,
    now: () => 0,
    // A busy machine would come to it in the middle of a test.
    indexByHand: true,
  });
  onTestFinished(() => log.close());
  const reading = new Reading(log);
  const ask = async (filter: string) => {
    const view = await reading.openView({ filter });
    if (!view.ok) throw new Error(view.error.message);
    const rows = await reading.rows({ view: view.value.view, from: 0, count: 100 });
    return { ords: rows.ok ? rows.value.rows.map(({ ord }) => ord) : [], unindexed: view.value.unindexed };
  };
  const index = () => {
    log.flush();
    while (log.store.texts?.step(log.counters.rows, 50)) {}
  };
  return { log, ask, index };
}

const sent = (drafts: object[]) => drafts.map((draft, i) => ({ at: i, ...draft }) as TransportEvent);

it('finds words deep in messages, whole or begun, and says what is still to be indexed', async () => {
  const { log, ask, index } = await openLog();
  const long = `${'filler '.repeat(200)} Köln\nwidget_factory`;
  log.record(
    's',
    1,
    sent([
      request(1),
      result(1, { content: [{ type: 'text', text: long }] }),
      stderr('plain line'),
      request(2),
      error(2),
    ]),
  );
  expect(await ask('factory')).toEqual({ ords: [], unindexed: 3 });
  index();
  for (const [filter, ords] of [
    ['factory', [0]],
    ['"widget factory"', [0]],
    ['widg', [0]],
    ['köln', [0]],
    ['nwidget', []],
    ['-factory', [1, 2]],
    ['(factory | "plain line")', [0, 1]],
    ['is:failed factory', []],
    ['kind:stderr "plain"', [1]],
  ] as const) {
    expect([filter, await ask(filter)]).toEqual([filter, { ords, unindexed: 0 }]);
  }
});

it('enters a row anew when an answer joins it after it was indexed', async () => {
  const { log, ask, index } = await openLog();
  log.record('s', 1, sent([request(1)]));
  index();
  log.record('s', 1, sent([result(1, { content: [{ type: 'text', text: `${'x '.repeat(300)}marmalade` }] })]));
  log.flush();
  expect(await ask('marmalade')).toEqual({ ords: [], unindexed: 1 });
  index();
  expect(await ask('marmalade')).toEqual({ ords: [0], unindexed: 0 });
});
