// Reading: S2, S3, S5. Pages, filters and searches of a large log compared with a small one and with bare keyset pages. A filter's time
// is what the user waits: from the request to the newest page of its rows.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../../electron/inspector/log/log.ts';
import { LogQueries } from '../../electron/inspector/log/queries.ts';
import { Bare } from './bare.ts';
import { type Figure, figure, median, ms, wall } from './measure-cpu.ts';
import { pair } from './messages.ts';

interface Answer {
  /** Until the newest page arrives. */
  first: number;
  /** Until all rows are searched. */
  whole: number;
}

export interface Answers {
  page: number;
  filters: Record<string, Answer>;
}

const repetitions = 15;

const questions: Record<string, string> = {
  'failures only': 'is:failed',
  'one tool': 'tool:tool_7',
  'tools by pattern': 'tool:tool_1*',
  'a code': 'code:-32000',
  'a code that no row has': '-is:ok code:-32003',
  'slow calls': 'dur:>2 is:ok',
  'a tool that fails': 'tool:tool_0 is:failed',
  'a rare word': '"Zanzibar"',
  'a common word': '"depot"',
  'two words': '"driver 77"',
  'a word among failures': 'is:failed "parcel"',
  'a tool and a word': 'tool:tool_7 "depot"',
  'a pattern': '/invo.ce 9/',
  'nothing, by looking at every row': 'dur:>9s',
};

/** Milliseconds, median of several. */
export async function askAll(log: Log, messages: number): Promise<Answers> {
  const reading = new LogQueries(log);
  const rows = messages / 2;
  const times: number[] = [];
  for (let i = 0; i < 300; i += 1) {
    const from = Math.floor((((i * 7919) % 1000) / 1000) * (rows - 100));
    const started = performance.now();
    await reading.rows({ view: '', from, count: 100 });
    times.push(performance.now() - started);
  }
  const filters: Answers['filters'] = {};
  for (const [name, filter] of Object.entries(questions)) filters[name] = await ask(log, reading, filter);
  return { page: median(times), filters };
}

async function ask(log: Log, reading: LogQueries, filter: string): Promise<Answer> {
  const first: number[] = [];
  const whole: number[] = [];
  for (let i = 0; i < repetitions; i += 1) {
    const started = performance.now();
    // One more space each time: a complete cached result is returned whole.
    const opened = await reading.openView({ filter: filter + ' '.repeat(i) });
    if (!opened.ok) throw new Error(opened.error.message);
    const { view, total } = opened.value;
    const page = await reading.rows({ view, from: Math.max(0, total - 100), count: 100 });
    if (!page.ok || page.value.rows.length < Math.min(total, 100)) throw new Error(`No page of ${filter}`);
    first.push(performance.now() - started);
    // The rest is awaited once: a pattern over every row takes its time.
    if (i === 0) {
      await log.views.get(view);
      whole.push(performance.now() - started);
    } else await dropViews(log, i);
  }
  return { first: median(first), whole: median(whole) };
}

/** Ends a running search, so that it does not delay the next request. */
async function dropViews(log: Log, turn: number): Promise<void> {
  for (let i = 0; i < 4; i += 1) await log.views.open(`class:not_found${' '.repeat(turn * 4 + i)}`);
}

/** The same positions as plain keyset pages over the same number of messages. */
export function barePages(folder: string, name: string, messages: number): number {
  const path = join(folder, name);
  const bare = new Bare(path, false);
  for (let n = 0; n < messages / 2; n += 5000) {
    bare.insert(Array.from({ length: 5000 }, (_, i) => pair(n + i, 700, (n + i) * 5)).flat());
  }
  const times: number[] = [];
  for (let i = 0; i < 300; i += 1)
    times.push(wall(() => bare.page(Math.floor((((i * 7919) % 1000) / 1000) * (messages - 100)))));
  bare.close();
  for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
  return median(times);
}

export function compareAnswers(small: Answers, large: Answers, bareSmall: number, bareLarge: number): Figure[] {
  const beside = (what: string, one: number, other: number, must: number, id: string) =>
    figure(id, what, ms(one), ms(other), one / other, `≤ ${must}`, one <= must * other);
  return [
    beside('a page of 100 anywhere, small log', small.page, bareSmall, 2, 'S2'),
    beside('a page of 100 anywhere, large log', large.page, bareLarge, 2, 'S2'),
    beside('page, large beside small', large.page, small.page, 3, 'S3'),
    ...Object.keys(questions).map((name) => {
      const [one, two] = [small.filters[name] as Answer, large.filters[name] as Answer];
      const whole = `${ms(one.first)}; whole ${ms(one.whole)} → ${ms(two.whole)}`;
      const ok = two.first <= 3 * one.first && two.first <= 300;
      return figure('S3', `filter: ${name}`, ms(two.first), whole, two.first / one.first, '≤ 3, ≤ 300 ms', ok);
    }),
  ];
}

export function counters(log: Log): Figure {
  const took = wall(() => {
    for (let i = 0; i < 1000; i += 1) void log.counters;
  });
  return figure('S5', 'counters', ms(took / 1000), '', Number.NaN, '≤ 0.1 ms', took / 1000 <= 0.1);
}
