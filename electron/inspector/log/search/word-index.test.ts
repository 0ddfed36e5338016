// Words in messages are found from the moment they are recorded, whether or not they are in the index yet, in a real file.

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { error, plainDecode, request, result, stderr } from '../../../../shared/exchange/fixtures.ts';
import type { TransportEvent } from '../../../transports/transport.ts';
import { tempFolder } from '../../testing/temp-folder.ts';
import { Log } from '../log.ts';
import { openStore } from '../open-store.ts';
import { LogQueries } from '../queries.ts';
import type { Database } from '../store/schema.ts';
import { openSearchFile } from './search-file.ts';
import { WordIndex } from './word-index.ts';

async function openLog(path: string | null) {
  const log = new Log({ store: await openStore({ path }), decode: plainDecode, now: () => 0, serverName });
  onTestFinished(() => log.close());
  const reading = new LogQueries(log);
  const ask = async (filter: string) => {
    const view = await reading.openView({ filter });
    if (!view.ok) throw new Error(view.error.message);
    return shown(view.value.view);
  };
  const shown = async (view: string) => {
    const rows = await reading.rows({ view, from: 0, count: 100 });
    return rows.ok ? rows.value.rows.map(({ ord }) => ord) : [];
  };
  const index = () => {
    log.flush();
    return log.store.indexed();
  };
  return { log, reading, ask, shown, index };
}

const serverName = (server: string) => (server === 's' ? 'Wardrobe' : server);
const sent = (drafts: object[]) => drafts.map((draft, i) => ({ at: i, ...draft }) as TransportEvent);
const answer = (id: number, text: string) => result(id, { content: [{ type: 'text', text }] });

for (const [where, path] of [
  ['before they are indexed', () => join(tempFolder(), 'log.db')],
  ['once they are indexed', () => join(tempFolder(), 'log.db')],
  ['in a log in memory', () => null],
] as const) {
  it(`finds words deep in messages, whole or begun, ${where}`, async () => {
    const { log, ask, index } = await openLog(path());
    const long = `${'filler '.repeat(200)} Köln\nwidget_factory of СЕРВЕР`;
    log.record('s', 1, sent([request(1), answer(1, long), stderr('plain line {}'), request(2), error(2)]));
    log.record('t', 1, sent([stderr('widget'), stderr('factory')]));
    if (where === 'once they are indexed') await index();
    for (const [filter, ords] of [
      ['factory', [0, 3]],
      ['"widget factory"', [0]],
      ['widg', [0, 3]],
      ['köln', [0]],
      ['сервер', [0]],
      ['nwidget', []],
      ['-factory', [1, 2]],
      ['(factory | "plain line")', [0, 1, 3]],
      ['is:failed factory', []],
      ['kind:stderr "plain"', [1]],
      // A server's name is of all its rows.
      ['wardrobe', [0, 1, 2]],
      ['wardrobe factory', [0]],
      ['-wardrobe', [3]],
      // Signs alone are looked for as they stand.
      ['"{}"', [1]],
    ] as const) {
      expect([filter, await ask(filter)]).toEqual([filter, ords]);
    }
  });
}

it('finds a row by an answer that joined it after it was indexed, and no more by what it does not say any more', async () => {
  const { log, reading, ask, shown, index } = await openLog(join(tempFolder(), 'log.db'));
  log.record('s', 1, sent([request(1), request(2)]));
  await index();
  const open = await reading.openView({ filter: 'marmalade' });
  const without = await reading.openView({ filter: '-marmalade' });
  if (!open.ok || !without.ok) throw new Error('refused');
  expect([await shown(open.value.view), await shown(without.value.view)]).toEqual([[], [0, 1]]);
  log.record('s', 1, sent([answer(1, `${'x '.repeat(300)}marmalade`)]));
  // In a new view, and in those that are open.
  const everywhere = async () => [
    await ask('marmalade '),
    await shown(open.value.view),
    await shown(without.value.view),
  ];
  expect(await everywhere()).toEqual([[0], [0], [1]]);
  await index();
  expect(await everywhere()).toEqual([[0], [0], [1]]);
});

it('finds no words across two messages', async () => {
  const { log, ask, index } = await openLog(join(tempFolder(), 'log.db'));
  log.record('s', 1, sent([stderr('one two'), stderr('three four')]));
  expect([await ask('"two three"'), await ask('"three four"')]).toEqual([[], [0]]);
  await index();
  expect([await ask('"two three"'), await ask('"three four"')]).toEqual([[], [0]]);
});

it('finds no sign that nobody said, though one stands between messages', async () => {
  const { log, ask, index } = await openLog(join(tempFolder(), 'log.db'));
  log.record('s', 1, sent([request(1), answer(1, 'marmalade')]));
  await index();
  expect([await ask('"\u{10FFFD}"'), await ask('"\u0080"'), await ask('"marmalade"')]).toEqual([[], [], [0]]);
});

it('finds what it has entered before that lasts, and enters it again where it did not come to last', async () => {
  const path = join(tempFolder(), 'log.db');
  const { log } = await openLog(path);
  log.record('s', 1, sent([request(1), answer(1, 'marmalade'), request(2), answer(2, 'toast')]));
  log.flush();
  const reader = new DatabaseSync(path, { readOnly: true }) as unknown as Database;
  onTestFinished(() => reader.close());
  const enter = (last: 'commits' | 'is cut off') => {
    const words = openSearchFile(join(tempFolder(), 'words'), true).database as Database;
    const index = new WordIndex(reader, words, true);
    const begin = () => words.prepare('SELECT rows FROM sessions').get()?.rows;
    expect(index.step(log.store.recording)).toBe(true);
    const asked = { recording: log.store.recording, words: 'marmalade', from: 0, below: 2 };
    expect([...index.find(asked).ords]).toEqual([0]);
    expect(begin()).toBe(2);
    if (last === 'commits') expect([...index.commit().keys()]).toEqual([log.store.recording]);
    else words.exec('ROLLBACK');
    const kept = begin();
    words.close();
    return kept;
  };
  expect(enter('commits')).toBe(2);
  expect(enter('is cut off')).toBeUndefined();
});
