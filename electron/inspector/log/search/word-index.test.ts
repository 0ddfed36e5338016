// Words in messages are found as soon as they are recorded, indexed or not, in a real file.

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { error, life, plainDecode, request, result, stderr } from '../../../../shared/exchange/event-fixtures.ts';
import type { TransportEvent } from '../../../transports/transport.ts';
import { tempFolder } from '../../testing/temp-folder.ts';
import { Log } from '../log.ts';
import { openStore } from '../open-store.ts';
import { LogQueries } from '../queries.ts';
import type { Database } from '../store/log-schema.ts';
import { openSearchFile } from './search-file.ts';
import type { FindWords } from './search-protocol.ts';
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
  it(`finds words deep in messages, whole words and prefixes, ${where}`, async () => {
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
      // Text of the row itself that no message contains.
      ['"bad arguments"', [2]],
      // A server's name matches all its rows.
      ['wardrobe', [0, 1, 2]],
      ['wardrobe factory', [0]],
      ['-wardrobe', [3]],
      // Punctuation alone is matched literally.
      ['"{}"', [1]],
    ] as const) {
      expect([filter, await ask(filter)]).toEqual([filter, ords]);
    }
  });
}

it('finds a row by a response that joined after indexing, and no longer by text it lost', async () => {
  const { log, reading, ask, shown, index } = await openLog(join(tempFolder(), 'log.db'));
  log.record('s', 1, sent([request(1), request(2)]));
  await index();
  const open = await reading.openView({ filter: 'marmalade' });
  const without = await reading.openView({ filter: '-marmalade' });
  if (!open.ok || !without.ok) throw new Error('refused');
  expect([await shown(open.value.view), await shown(without.value.view)]).toEqual([[], [0, 1]]);
  log.record('s', 1, sent([answer(1, `${'x '.repeat(300)}marmalade`)]));
  // In a new view, and in open views.
  const everywhere = async () => [
    await ask('marmalade '),
    await shown(open.value.view),
    await shown(without.value.view),
  ];
  expect(await everywhere()).toEqual([[0], [0], [1]]);
  await index();
  expect(await everywhere()).toEqual([[0], [0], [1]]);
});

it('does not find a row by its earlier text after a late response changes it', async () => {
  const { log, ask, index } = await openLog(join(tempFolder(), 'log.db'));
  log.record('s', 1, sent([{ ...request(1), via: 1 }, life('stream_ended', { via: 1, clean: false })]));
  await index();
  const said = log.store.rowsFrom(0, 1)[0]?.headline ?? '';
  expect([said, await ask(`"${said}"`)]).toEqual([expect.stringMatching(/\w/), [0]]);
  log.record('s', 1, sent([answer(1, 'here it is')]));
  // Both before and after the change is indexed.
  expect([await ask(`"${said}" `), await ask('"here it is"')]).toEqual([[], [0]]);
  await index();
  expect([await ask(`"${said}"  `), await ask('"here it is" ')]).toEqual([[], [0]]);
});

it('finds no phrase across two messages', async () => {
  const { log, ask, index } = await openLog(join(tempFolder(), 'log.db'));
  log.record('s', 1, sent([stderr('one two'), stderr('three four')]));
  expect([await ask('"two three"'), await ask('"three four"')]).toEqual([[], [0]]);
  await index();
  expect([await ask('"two three"'), await ask('"three four"')]).toEqual([[], [0]]);
});

it('does not match the separator between messages', async () => {
  const { log, ask, index } = await openLog(join(tempFolder(), 'log.db'));
  log.record('s', 1, sent([request(1), answer(1, 'marmalade')]));
  await index();
  expect([await ask('"\u{10FFFD}"'), await ask('"\u0080"'), await ask('"marmalade"')]).toEqual([[], [], [0]]);
});

it('finds indexed rows before the commit, and indexes them again if the commit fails', async () => {
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
    const asked = { recording: log.store.recording, words: 'marmalade', from: 0, below: 2, most: 10 };
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

/** A log, and an index of its words whose tables have few rows. */
async function smallTables(tableRows: number) {
  const path = join(tempFolder(), 'log.db');
  const { log } = await openLog(path);
  const reader = new DatabaseSync(path, { readOnly: true }) as unknown as Database;
  const words = openSearchFile(join(tempFolder(), 'words'), true).database as Database;
  onTestFinished(() => {
    words.close();
    reader.close();
  });
  const index = new WordIndex(reader, words, true, tableRows);
  const { recording } = log.store;
  const find = (asked: Partial<FindWords>) => {
    const { ords, from } = index.find({ recording, words: 'parcel', from: 0, below: 0, most: 1000, ...asked });
    return { ords: [...ords], from };
  };
  return {
    log,
    index,
    recording,
    enter: () => {
      log.flush();
      while (index.step(recording)) {}
      index.commit();
    },
    find,
    /** However long an answer takes, it continues where the last one ended. */
    findAll: (asked: Partial<FindWords> & { below: number }) => {
      const ords: number[] = [];
      for (let { below } = asked; below > 0; ) {
        const found = find({ ...asked, below });
        ords.push(...found.ords);
        below = found.from;
      }
      return ords;
    },
    tables: () =>
      words
        .prepare("SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL TABLE%' ORDER BY rowid")
        .all()
        .map(({ name }) => name),
  };
}

const parcels = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => [
    request(from + i),
    answer(from + i, (from + i) % 3 === 0 ? `parcel ${from + i}` : 'letter'),
  ]).flat();

it('finds as many of the newest rows as requested, and reports from where on the result is complete', async () => {
  const { log, enter, find } = await smallTables(1000);
  log.record('s', 1, sent(parcels(0, 40)));
  enter();
  expect(find({ below: 40, most: 4 })).toEqual({ ords: [39, 36, 33, 30], from: 30 });
  expect(find({ below: 30, most: 4 })).toEqual({ ords: [27, 24, 21, 18], from: 18 });
  expect(find({ below: 18, from: 5, most: 100 })).toEqual({ ords: [15, 12, 9, 6], from: 5 });
});

it('queries an older table only for the rows still needed', async () => {
  const { log, enter, find } = await smallTables(16);
  log.record('s', 1, sent(parcels(0, 40)));
  enter();
  // Three are in the newest table, five in the one before.
  expect(find({ below: 40, most: 6 }).ords.length).toBeLessThanOrEqual(6);
});

it('finds rows across many tables, including changed rows and long bursts, and drops all tables again', async () => {
  const { log, index, recording, enter, find, findAll, tables } = await smallTables(16);
  log.record('s', 1, sent([...parcels(0, 30), request(30)]));
  enter();
  // Each with its vocabulary table.
  expect(tables()).toEqual(['0', '0_said', '1', '1_said'].map((name) => `words_${recording}_${name}`));
  log.record('s', 1, sent(parcels(31, 60)));
  // One row of many messages, with words in one of the last.
  const lines = Array.from({ length: 500 }, (_, i) => stderr(i === 450 ? 'a parcel at last' : `line ${i}`));
  log.record('t', 1, sent(lines));
  log.record('s', 1, sent([answer(30, 'parcel 30')]));
  const said = [60, ...Array.from({ length: 20 }, (_, i) => 57 - 3 * i)];
  const all = () => findAll({ below: 61, most: 7 });
  log.flush();
  expect(all()).toEqual(said);
  enter();
  expect(tables()).toHaveLength(8);
  expect(all()).toEqual(said);
  expect(find({ below: 61, most: 7 }).ords.length).toBeLessThanOrEqual(14);
  index.forget(recording);
  expect(tables()).toEqual([]);
  expect(all()).toEqual(said);
});

it('finds a word prefix, whether few or many words start with it, before and after the commit', async () => {
  const { log, index, recording, findAll } = await smallTables(16);
  const boxes = Array.from({ length: 30 }, (_, i) => [request(i), answer(i, `box${i} crate köln${'x'.repeat(i % 3)}`)]);
  log.record('s', 1, sent([...boxes.flat(), request(30), answer(30, 'boy crates'), request(31), answer(31, 'crat')]));
  log.flush();
  const all = Array.from({ length: 30 }, (_, i) => 29 - i);
  const expected = {
    box: all,
    box2: [29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 2],
    box29: [29],
    crate: [30, ...all],
    'boy crat': [30],
    köln: all,
    kölnxx: [29, 26, 23, 20, 17, 14, 11, 8, 5, 2],
    crater: [],
  };
  const found = () => {
    const entries = Object.keys(expected).map((words) => [words, findAll({ words, below: 32 })]);
    return Object.fromEntries(entries);
  };
  while (index.step(recording)) expect(findAll({ words: 'crate', below: 1 })).toEqual([0]);
  expect(found()).toEqual(expected);
  index.commit();
  expect(found()).toEqual(expected);
});
