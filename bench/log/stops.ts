// S6: how long the event loop blocks. Times each call of the store by its CPU time (a clock with 4 ms steps) and by wall time. A loop
// that only spins for a millisecond shows how often other programs interrupt it.

import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Log } from '../../electron/inspector/log/log.ts';
import { LogQueries } from '../../electron/inspector/log/queries.ts';
import { type Figure, figure, ms } from './measure-cpu.ts';
import { pair } from './messages.ts';

const limit = 16;
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

interface Stops {
  calls: number;
  /** Milliseconds of CPU time of the slowest call. */
  worked: number;
  /** By wall time: the longest call, and the 99th percentile. */
  longest: number;
  rare: number;
  /** The longest delay of the loop. */
  delay: number;
}

/** The measurements of each call. */
interface Call {
  worked: number;
  passed: number;
}

export async function stops(log: Log, messages: number): Promise<Figure[]> {
  const reading = new LogQueries(log);
  const works: Record<string, () => Promise<unknown>> = {
    recording: async () => {
      for (let n = 0; n < 2000; n += 1) {
        log.record('s', 1, Array.from({ length: 10 }, (_, i) => pair(messages + n * 10 + i, 700, 0)).flat());
        await nextTurn();
      }
    },
    'indexing words': () => log.store.indexed(),
    'paging anywhere': async () => {
      for (let i = 0; i < 500; i += 1) {
        await reading.rows({ view: '', from: Math.floor((((i * 7919) % 1000) / 1000) * (messages / 2)), count: 100 });
        await nextTurn();
      }
    },
    'filtering by a scan': () => log.views.open('dur:>2 -tool:tool_1*'),
    'filtering one tool': () => log.views.open('tool:tool_9'),
    'filtering failures': () => log.views.open('is:failed -class:not_found'),
    'filtering by a pattern': () => reading.openView({ filter: '/invo.ce 9/' }),
    'searching a common word': () => log.views.open('"depot"'),
  };
  const noise = spin();
  const figures: Figure[] = [];
  for (const [name, work] of Object.entries(works)) {
    const found = await watch(log, work);
    const ours = `${ms(found.worked)} CPU`;
    const clock = `clock ${ms(found.longest)}, 99 % ${ms(found.rare)} of ${found.calls}, loop ${ms(found.delay)}`;
    const beside = `${clock}; a spin of 1 ms: ${ms(noise)}`;
    figures.push(
      figure('S6', `a call of the store, ${name}`, ours, beside, Number.NaN, '≤ 16 ms', found.worked <= limit),
    );
  }
  return figures;
}

/** Times each call of the store's methods while `work` runs. */
async function watch(log: Log, work: () => Promise<unknown>): Promise<Stops> {
  const times: Call[] = [];
  const undo = timed(log.store, times);
  const loop = monitorEventLoopDelay({ resolution: 1 });
  loop.enable();
  await work();
  await nextTurn();
  loop.disable();
  for (const back of undo) back();
  const passed = times.map((call) => call.passed).sort((a, b) => a - b);
  return {
    calls: times.length,
    worked: Math.max(0, ...times.map((call) => call.worked)),
    longest: passed.at(-1) ?? 0,
    rare: passed[Math.floor(passed.length * 0.99)] ?? 0,
    delay: loop.max / 1e6,
  };
}

/** The longest of a thousand idle milliseconds. */
export function spin(): number {
  let longest = 0;
  for (let i = 0; i < 1000; i += 1) {
    const started = performance.now();
    while (performance.now() - started < 1) {}
    longest = Math.max(longest, performance.now() - started);
  }
  return longest;
}

function timed(part: object, times: Call[]): (() => void)[] {
  const names = Object.getOwnPropertyNames(Object.getPrototypeOf(part)).filter((name) => {
    const { value } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(part), name) ?? {};
    return name !== 'constructor' && name !== 'find' && name !== 'indexed' && typeof value === 'function';
  });
  return names.map((name) => {
    const own = part as Record<string, (...values: unknown[]) => unknown>;
    const method = own[name] as (...values: unknown[]) => unknown;
    own[name] = (...values) => {
      const started = performance.now();
      const used = process.threadCpuUsage();
      try {
        return method.apply(part, values);
      } finally {
        const { user, system } = process.threadCpuUsage(used);
        times.push({ worked: (user + system) / 1000, passed: performance.now() - started });
      }
    };
    return () => {
      delete own[name];
    };
  });
}
