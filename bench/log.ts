// The log beside bare node:sqlite, in one run on the same messages: taking in, paging, filtering, searching, and never blocking.
// `--rows N` sets the size of the large log in messages, `--browser` opens it in a real browser too, `--ingest` only takes in.

import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Log } from '../electron/inspector/log/log.ts';
import { MemoryStore } from '../electron/inspector/log/memory-store.ts';
import { openShelf } from '../electron/inspector/log/open-store.ts';
import { Reading } from '../electron/inspector/log/reading.ts';
import type { Shelf } from '../electron/inspector/log/shelf.ts';
import type { LogState, LogStore, RowPut } from '../electron/inspector/log/store.ts';
import type { TransportEvent } from '../electron/transports/transport.ts';
import { decode } from '../shared/decode/decode.ts';
import { Pairing } from '../shared/exchange/pairing.ts';
import { parseJson } from '../shared/json.ts';
import type { StoredEvent, WireEvent } from '../shared/wire.ts';
import { Bare } from './log/bare.ts';
import { allCpu, cpu, type Figure, interleaved, longestGap, median, print, wall } from './log/figures.ts';
import { pair } from './log/messages.ts';

const decoder = { decode: (subject: never, context: never) => decode(subject, context) };

export async function run(args: readonly string[]): Promise<void> {
  const large = Number(args[args.indexOf('--rows') + 1]) || 1_000_000;
  const small = Math.min(100_000, large / 10);
  const folder = mkdtempSync(join(tmpdir(), 'misfire-bench-'));
  const figures: Figure[] = [];
  try {
    figures.push(...ingestBesideParse());
    figures.push(...(await storeBesideInserts(folder)));
    if (args.includes('--ingest')) {
      print(figures);
      return;
    }
    const one = await build(join(folder, 'small.db'), small);
    const asked = await askAll(one.log, small);
    const bareSmall = barePages(folder, 'bare-small.db', small);
    one.log.close();
    one.shelf.close();
    console.error(`Building a log of ${large} messages …`);
    const two = await build(join(folder, 'log.db'), large);
    const askedLarge = await askAll(two.log, large);
    const bareLarge = barePages(folder, 'bare-large.db', large);
    figures.push(...compareAnswers(asked, askedLarge, bareSmall, bareLarge));
    figures.push(await counters(two.log), ...(await gaps(two.log, large)));
    two.log.close();
    two.shelf.close();
    print(figures);
    if (args.includes('--browser')) {
      const { openInBrowser } = await import('./log/browser.ts');
      print(await openInBrowser(folder, large));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  process.exitCode = figures.every(({ ok }) => ok) ? 0 : 1;
}

/** J1: parse, pair, decode and derive the row, against JSON.parse alone. */
function ingestBesideParse(): Figure[] {
  return [300, 2000, 50_000].map((size) => {
    const pairs = Math.max(50, Math.round(4_000_000 / size));
    const events = Array.from({ length: pairs }, (_, n) => pair(n, size, n)).flat();
    const stored = events.map((event, i) => ({ ...event, server: 's', epoch: 1, seq: i + 1 }) as StoredEvent);
    const pass = () => {
      const pairing = new Pairing(decoder as never);
      for (const [i, event] of stored.entries()) {
        pairing.take({ event, message: parseJson((event as { text: string }).text) });
        if (i % 400 === 399) pairing.drain();
      }
      pairing.drain();
    };
    const bare = () => {
      for (const event of stored) JSON.parse((event as { text: string }).text);
    };
    pass();
    bare();
    // The clock of a thread's CPU moves in steps of milliseconds: a round must be long beside that.
    const again = Math.max(1, Math.ceil(300 / wall(bare)));
    const often = (work: () => void) => () => {
      for (let i = 0; i < again; i += 1) work();
    };
    const found = interleaved(5, { ours: () => cpu(often(pass)) / again, bare: () => cpu(often(bare)) / again });
    const ratio = found.ours / found.bare;
    const must = size === 50_000 ? 1.5 : 4;
    const each = (ms: number) => `${((ms / events.length) * 1000).toFixed(2)} µs`;
    return figure(
      'J1',
      `take in a message, answers of ${size} B`,
      each(found.ours),
      each(found.bare),
      ratio,
      `≤ ${must}`,
      ratio <= must,
    );
  });
}

/** S1 and S4: all the way to the disk, against inserts alone. */
async function storeBesideInserts(folder: string): Promise<Figure[]> {
  const count = 20_000;
  const chunks = Array.from({ length: count / 2 }, (_, n) => pair(n, 1800, n)).flat();
  // Rows as the log makes them of these messages; what making them takes is J1's.
  const { puts, states } = derive(chunks);
  const rounds: Record<'ours' | 'bare' | 'whole' | 'searched' | 'bareSearched', number[]> = {
    ours: [],
    bare: [],
    whole: [],
    searched: [],
    bareSearched: [],
  };
  let bytes = 0;
  let bareBytes = 0;
  for (let round = 0; round < 5; round += 1) {
    for (const fts of [false, true]) {
      const barePath = join(folder, `bare-${round}-${fts}.db`);
      const bare = new Bare(barePath, fts);
      rounds[fts ? 'bareSearched' : 'bare'].push(allCpu(() => bare.insert(chunks)));
      bare.database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      bare.close();
      const path = join(folder, `ours-${round}-${fts}.db`);
      const shelf = await openShelf({ path });
      const store = shelf.open(shelf.create({ kind: 'recorded', startedAt: 0 }));
      const work = () => {
        keep(store, chunks, puts, states);
        if (fts) while (store.texts?.step(puts.length, 1000)) {}
      };
      rounds[fts ? 'searched' : 'ours'].push(allCpu(work));
      store.close();
      shelf.close();
      if (!fts) {
        bytes = sizeOf(path);
        bareBytes = sizeOf(barePath);
      }
      if (!fts) {
        const whole = await open(`${path}.whole`);
        rounds.whole.push(allCpu(() => feed(whole.log, chunks)));
        whole.log.close();
        whole.shelf.close();
        rmSync(`${path}.whole`, { force: true });
      }
      for (const gone of [barePath, path]) rmSync(gone, { force: true });
    }
  }
  const rate = (ms: number) => `${Math.round(count / ms)} k/s`;
  const ratios = rounds.ours.map((ms, i) => (rounds.bare[i] as number) / ms);
  const searched = rounds.searched.map((ms, i) => (rounds.bareSearched[i] as number) / ms);
  return [
    figure(
      'S1',
      'keep a message (rows per CPU second)',
      rate(median(rounds.ours)),
      rate(median(rounds.bare)),
      median(ratios),
      '≥ 0.5',
      median(ratios) >= 0.5,
    ),
    figure(
      'S1',
      'keep it with search on',
      rate(median(rounds.searched)),
      rate(median(rounds.bareSearched)),
      median(searched),
      '≥ 0.7',
      median(searched) >= 0.7,
    ),
    figure(
      '–',
      'from the wire to the disk, J1 and S1 together',
      rate(median(rounds.whole)),
      rate(median(rounds.bare)),
      median(rounds.bare) / median(rounds.whole),
      '',
      true,
    ),
    figure(
      'S4',
      'bytes a message',
      String(Math.round(bytes / count)),
      String(Math.round(bareBytes / count)),
      bytes / bareBytes,
      '≤ 1.25',
      bytes / bareBytes <= 1.25,
    ),
  ];
}

/** Events as they come, 50 at a time, and rows as they are written. */
function keep(store: LogStore, events: readonly TransportEvent[], puts: RowPut[], states: LogState[]): void {
  let written = 0;
  for (let from = 0; from < events.length; from += 50) {
    store.append(events.slice(from, from + 50).map((event) => ({ ...event, server: 's', epoch: 1 }) as WireEvent));
    if ((from + 50) % 300 !== 0 && from + 50 < events.length) continue;
    const end = Math.min(puts.length, written + 150);
    store.put(puts.slice(written, end), states[0] as LogState);
    written = end;
  }
}

/** What the log hands to its store. */
function derive(events: readonly TransportEvent[]): { puts: RowPut[]; states: LogState[] } {
  const puts: RowPut[] = [];
  const states: LogState[] = [];
  const memory = new MemoryStore('');
  const put = memory.put.bind(memory);
  memory.put = (rows, state, facets) => {
    puts.push(...rows);
    states[0] = structuredClone(state);
    put(rows, state, facets);
  };
  const log = new Log({ store: memory, ...decoder } as never);
  feed(log, events);
  log.close();
  return { puts, states };
}

async function open(path: string): Promise<{ shelf: Shelf; log: Log }> {
  const shelf = await openShelf({ path });
  const session = shelf.list()[0]?.id ?? shelf.create({ kind: 'recorded', startedAt: 0 });
  return { shelf, log: new Log({ store: shelf.open(session), ...decoder } as never) };
}

/** With what is not in the file yet. */
function sizeOf(path: string): number {
  const wal = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  return statSync(path).size + wal;
}

/** As transports report: a handful of events at a time. */
function feed(log: Log, events: readonly TransportEvent[]): void {
  for (let from = 0; from < events.length; from += 50) log.record('s', 1, events.slice(from, from + 50));
  log.flush();
}

async function build(path: string, messages: number): Promise<{ shelf: Shelf; log: Log }> {
  const { shelf, log } = await open(path);
  for (let n = 0; n < messages / 2; n += 500) {
    feed(log, Array.from({ length: 500 }, (_, i) => pair(n + i, 700, (n + i) * 5)).flat());
    if (n % 20_000 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  while (log.store.texts?.step(log.counters.rows, 200)) {}
  return { shelf, log };
}

type Answers = Record<string, number>;
const questions = {
  'failures only': 'is:failed',
  'one tool': 'tool:tool_7',
  'tools by pattern': 'tool:tool_1*',
  'code and class': '-is:ok code:-32003',
  'slow calls': 'dur:>2 is:ok',
  'a rare word': '"Zanzibar"',
  'a common word': '"depot"',
  'two words': '"driver 77"',
  'a word among failures': 'is:failed "parcel"',
};

/** Milliseconds, median of several. */
async function askAll(log: Log, messages: number): Promise<Answers> {
  const reading = new Reading(log);
  const rows = messages / 2;
  const answers: Answers = {};
  const times: number[] = [];
  for (let i = 0; i < 300; i += 1) {
    const from = Math.floor((((i * 7919) % 1000) / 1000) * (rows - 100));
    const started = performance.now();
    await reading.rows({ view: '', from, count: 100 });
    times.push(performance.now() - started);
  }
  answers.page = median(times);
  for (const [name, filter] of Object.entries(questions)) {
    const each: number[] = [];
    for (let i = 0; i < 3; i += 1) {
      const started = performance.now();
      const view = await reading.openView({ filter });
      if (!view.ok) throw new Error(view.error.message);
      const middle = Math.max(0, Math.floor(view.value.total / 2) - 50);
      await reading.rows({ view: view.value.view, from: middle, count: 100 });
      each.push(performance.now() - started);
    }
    answers[name] = median(each);
  }
  return answers;
}

/** The same places as plain keyset pages over the same number of messages. */
function barePages(folder: string, name: string, messages: number): number {
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

const ms = (value: number): string => `${value.toFixed(2)} ms`;

function compareAnswers(small: Answers, large: Answers, bareSmall: number, bareLarge: number): Figure[] {
  const page = (large.page as number) / bareLarge;
  const figures = [
    figure(
      'S2',
      'a page of 100 anywhere, small log',
      ms(small.page as number),
      ms(bareSmall),
      (small.page as number) / bareSmall,
      '≤ 2',
      (small.page as number) / bareSmall <= 2,
    ),
    figure('S2', 'a page of 100 anywhere, large log', ms(large.page as number), ms(bareLarge), page, '≤ 2', page <= 2),
    figure(
      'S3',
      'page, large beside small',
      ms(large.page as number),
      ms(small.page as number),
      (large.page as number) / (small.page as number),
      '≤ 3',
      large.page! <= 3 * small.page!,
    ),
  ];
  for (const name of Object.keys(questions)) {
    const [one, two] = [small[name] as number, large[name] as number];
    figures.push(figure('U8', `filter: ${name}`, ms(two), ms(one), two / one, '≤ 300 ms', two <= 300));
  }
  return figures;
}

async function counters(log: Log): Promise<Figure> {
  const took = wall(() => {
    for (let i = 0; i < 1000; i += 1) void log.counters;
  });
  return figure('S5', 'counters', ms(took / 1000), '', Number.NaN, '≤ 0.1 ms', took / 1000 <= 0.1);
}

async function gaps(log: Log, messages: number): Promise<Figure[]> {
  const reading = new Reading(log);
  const work: Record<string, () => Promise<unknown>> = {
    recording: async () => {
      for (let n = 0; n < 200; n += 1) {
        log.record('s', 1, Array.from({ length: 10 }, (_, i) => pair(messages + n * 10 + i, 700, 0)).flat());
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
    indexing: async () => {
      while (log.store.texts?.step(log.counters.rows, 6)) await new Promise((resolve) => setImmediate(resolve));
    },
    'filtering by a scan': () => reading.openView({ filter: 'dur:>2 -tool:tool_1*' }),
    'filtering by a regex': () => reading.openView({ filter: '/invo.ce 9/' }),
    'searching a common word': () => reading.openView({ filter: '"depot"' }),
  };
  const figures: Figure[] = [];
  for (const [name, run] of Object.entries(work)) {
    const { worked, passed } = await longestGap(run);
    figures.push(
      figure(
        'S6',
        `longest stop while ${name}`,
        `${ms(worked)} CPU`,
        `${ms(passed)} by the clock`,
        Number.NaN,
        '≤ 16 ms',
        worked <= 16,
      ),
    );
  }
  return figures;
}

function figure(
  id: string,
  what: string,
  ours: string,
  beside: string,
  ratio: number,
  must: string,
  ok: boolean,
): Figure {
  return { id, what, ours, beside, ratio: Number.isNaN(ratio) ? '' : `${ratio.toFixed(2)} ×`, must, ok };
}
