// Records without a pause while a window searches. Measures the size of the write-ahead log and how long the event loop blocks (and how
// much of that had no core). Checks at any time that every matching row is found, compared with a scan of all messages.

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Log } from '../../electron/inspector/log/log.ts';
import { LogQueries } from '../../electron/inspector/log/queries.ts';
import { compileWords } from '../../shared/filter/filter-words.ts';
import { open } from './logs.ts';
import { type Figure, figure, ms } from './measure-cpu.ts';
import { pair } from './messages.ts';
import { spin } from './stops.ts';
import { WhoseStop } from './whose-stop.ts';

const messages = 300_000;
/** Recorded before measuring, because first runs are slower. */
const warmUp = 6000;
/** As many as one chunk of a pipe has. */
const atOnce = 50;
const searched = ['Zanzibar', 'driver 77', 'depot', 'A299'];

export async function flatOut(folder: string): Promise<Figure[]> {
  const path = join(folder, 'flat-out.db');
  const { logFile, log } = await open(path);
  const saying = new Map(searched.map((words) => [words, rowsSaying(words)]));
  const seen = { wal: 0, searchWal: 0, worked: 0 };
  const answers: Answer[] = [];
  const recorded = { rows: 0, isOver: false };
  const record = (n: number) => {
    log.record('s', 1, Array.from({ length: atOnce / 2 }, (_, i) => pair(n + i, 700, (n + i) * 5)).flat());
    recorded.rows = n + atOnce / 2;
  };
  while (recorded.rows < warmUp / 2) {
    record(recorded.rows);
    await nextTurn();
  }
  await answer(log, searched[0] as string, recorded.rows);
  const noise = spin();
  const watch = new WhoseStop();
  await watch.begin();
  const started = performance.now();
  const searching = search(log, recorded, answers);
  while (recorded.rows < messages / 2) {
    const used = process.threadCpuUsage();
    record(recorded.rows);
    const { user, system } = process.threadCpuUsage(used);
    seen.worked = Math.max(seen.worked, (user + system) / 1000);
    seen.wal = Math.max(seen.wal, sizeOf(`${path}-wal`));
    seen.searchWal = Math.max(seen.searchWal, sizeOf(`${path}.search-wal`));
    await nextTurn();
    watch.turn();
  }
  const stopped = await watch.end();
  recorded.isOver = true;
  await searching;
  const took = performance.now() - started;
  await log.store.indexed();
  for (const words of searched) answers.push(await answer(log, words, recorded.rows));
  log.close();
  logFile.close();
  const left = sizeOf(`${path}-wal`) + sizeOf(`${path}.search-wal`);
  const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MB`;
  const judged = answers.map((one) => judge(one, saying.get(one.words) ?? []));
  const missed = judged.reduce((sum, one) => sum + one.missed, 0);
  const extra = judged.reduce((sum, one) => sum + one.extra, 0);
  const found = `${answers.length} answers, ${missed} rows missed, ${extra} too many`;
  const rate = `${Math.round((messages - warmUp) / took)} k messages/s`;
  const own = stopped.own ?? stopped.longest;
  const clock = `by the clock ${ms(stopped.longest)}; an idle thread ${ms(stopped.idle)}; a spin of 1 ms ${ms(noise)}; longest record ${ms(seen.worked)} CPU`;
  return [
    row('write-ahead log of the log', megabytes(seen.wal), rate, '< 64 MB', seen.wal < 64 * 2 ** 20),
    row('write-ahead log of the words', megabytes(seen.searchWal), '', '< 64 MB', seen.searchWal < 64 * 2 ** 20),
    row('both after closing', megabytes(left), '', '0', left === 0),
    row('the loop stands still', ms(own), clock, '≤ 50 ms', own <= 50),
    row('rows found', found, 'a look at every message', 'all', missed + extra === 0),
  ];
}

const row = (what: string, ours: string, beside: string, must: string, ok: boolean): Figure =>
  figure('W', `flat out, ${what}`, ours, beside, Number.NaN, must, ok);

/** What was found when this many rows existed. */
interface Answer {
  words: string;
  rows: number;
  found: readonly number[];
}

/** Like a typing user: another filter ten times a second, its newest page, and all of it. */
async function search(log: Log, recorded: { rows: number; isOver: boolean }, answers: Answer[]): Promise<void> {
  const reading = new LogQueries(log);
  for (let turn = 0; !recorded.isOver; turn += 1) {
    const words = searched[turn % searched.length] as string;
    const opened = await reading.openView({ filter: `"${words}"${' '.repeat(turn % 7)}` });
    if (opened.ok) await reading.rows({ view: opened.value.view, from: 0, count: 60 });
    answers.push(await answer(log, words, recorded.rows));
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
}

async function answer(log: Log, words: string, rows: number): Promise<Answer> {
  const view = await log.views.open(`"${words}"`);
  if (!view || 'problem' in view) throw new Error(`No view of ${words}`);
  return { words, rows, found: view.ords.slice(0, view.ords.length) };
}

/** Rows that existed at the request must be found; later ones may be. */
function judge({ rows, found }: Answer, saying: readonly number[]): { missed: number; extra: number } {
  const [has, may] = [new Set(found), new Set(saying)];
  return {
    missed: saying.filter((ord) => ord < rows && !has.has(ord)).length,
    extra: found.filter((ord) => !may.has(ord)).length,
  };
}

/** By a scan of all messages. */
function rowsSaying(words: string): number[] {
  const says = compileWords(words);
  const isSaid = (n: number) => pair(n, 700, 0).some((event) => 'text' in event && says(event.text));
  return Array.from({ length: messages / 2 }, (_, n) => n).filter(isSaid);
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
