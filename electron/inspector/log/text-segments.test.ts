// FTS5's own record of its parts is read as it writes it, and what is merged next stays small.

import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { pagesToMerge, partsAtOnce, readLevels } from './text-segments.ts';

function openIndex() {
  const database = new DatabaseSync(':memory:');
  onTestFinished(() => database.close());
  database.exec(`CREATE VIRTUAL TABLE texts USING fts5(said, content = '', contentless_delete = 1)`);
  for (const [setting, value] of [
    ['automerge', 0],
    ['crisismerge', 1999],
    ['usermerge', partsAtOnce],
  ])
    database.exec(`INSERT INTO texts (texts, rank) VALUES ('${setting}', ${value})`);
  const structure = () => database.prepare('SELECT block FROM texts_data WHERE id = 10').get()?.block as Uint8Array;
  let last = 0;
  return {
    structure,
    levels: () => readLevels(structure()).map(({ parts }) => parts.map(({ entries }) => entries)),
    enter: (rows: number) => {
      database.exec('BEGIN');
      for (let i = 0; i < rows; i += 1) {
        last += 1;
        database
          .prepare('INSERT INTO texts (rowid, said) VALUES (?, ?)')
          .run(last, `common ${last} ${'filler '.repeat(last % 30)}`);
      }
      database.exec('COMMIT');
    },
    remove: (from: number, to: number) =>
      database.prepare('DELETE FROM texts WHERE rowid >= ? AND rowid < ?').run(from, to),
    merge: () => {
      const pages = pagesToMerge(structure());
      if (pages > 0) database.prepare(`INSERT INTO texts (texts, rank) VALUES ('merge', ?)`).run(pages);
      return pages > 0;
    },
    count: (word: string) => database.prepare('SELECT count(*) AS n FROM texts WHERE texts MATCH ?').get(word)?.n,
  };
}

it('reads how many entries each part of a real index has', () => {
  const { enter, levels, structure } = openIndex();
  expect(readLevels(structure())).toEqual([]);
  enter(3);
  enter(200);
  enter(1);
  expect(levels()).toEqual([[3, 200, 1]]);
});

it('merges parts of one size into one until there is nothing more to merge', () => {
  const { enter, levels, merge, count } = openIndex();
  for (let i = 0; i < partsAtOnce - 1; i += 1) enter(40);
  expect(merge()).toBe(false);
  enter(40);
  while (merge()) {}
  expect(levels()).toEqual([[], [partsAtOnce * 40]]);
  expect(count('common')).toBe(partsAtOnce * 40);
});

it('stays with few parts, and loses nothing, however often a few rows are entered', () => {
  const { enter, levels, merge, count } = openIndex();
  for (let i = 0; i < 600; i += 1) {
    enter(5);
    while (merge()) {}
  }
  expect(levels().flat().length).toBeLessThan(3 * partsAtOnce);
  expect(
    levels()
      .flat()
      .reduce((all, one) => all + one),
  ).toBe(3000);
  expect(count('common')).toBe(3000);
  expect(count('1234')).toBe(1);
});

it('clears what was deleted out of the index once it is much of it', () => {
  const { enter, levels, merge, remove, count } = openIndex();
  for (let i = 0; i < partsAtOnce; i += 1) enter(40);
  while (merge()) {}
  remove(1, 301);
  while (merge()) {}
  expect(count('common')).toBe(340);
  expect(levels().flat()).toEqual([340]);
});

it('leaves large parts as they are, and goes on with small ones beside them', () => {
  const large = { merging: 0, pages: Array.from({ length: 20 }, () => 1300) };
  expect(pagesToMerge(record([{ merging: 0, pages: [5, 5] }, large]))).toBe(0);
  // FTS5 takes the level with most parts: as long as that is the large one, the small ones wait.
  expect(pagesToMerge(record([{ merging: 0, pages: Array.from({ length: 17 }, () => 5) }, large]))).toBe(0);
  expect(pagesToMerge(record([{ merging: 0, pages: Array.from({ length: 20 }, () => 5) }, large]))).toBe(20);
  // One that a version before began is not ended.
  expect(
    pagesToMerge(
      record([
        { merging: 0, pages: [5] },
        { ...large, merging: 16 },
      ]),
    ),
  ).toBe(0);
});

/** A record as FTS5 writes it. */
function record(levels: { merging: number; pages: number[] }[]): Uint8Array {
  const numbers = [levels.length, levels.reduce((all, { pages }) => all + pages.length, 0), 9];
  for (const { merging, pages } of levels) {
    numbers.push(merging, pages.length);
    for (const count of pages) numbers.push(1, 1, count, 1, 1, 0, 0, count * 17);
  }
  const varints = numbers.flatMap((value) => {
    const bytes = [value % 128];
    for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) bytes.unshift(128 + (rest % 128));
    return bytes;
  });
  return Uint8Array.from([0, 0, 0, 0, 0xff, 0, 0, 1, ...varints]);
}
