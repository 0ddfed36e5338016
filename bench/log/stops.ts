// S6: how long the loop stands still. Every call of the store is timed by itself, and the loop's delay is watched beside that of
// an idle loop: on a shared machine other programs stop a loop too, and only what is beyond them is ours.

import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Log } from '../../electron/inspector/log/log.ts';
import { Reading } from '../../electron/inspector/log/reading.ts';
import { type Figure, figure, ms } from './figures.ts';
import { pair } from './messages.ts';

const limit = 16;
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

interface Stops {
  calls: number;
  longest: number;
  /** The call that one in a thousand takes longer than. */
  rare: number;
  over: number;
  delay: number;
}

export async function stops(log: Log, messages: number): Promise<Figure[]> {
  const reading = new Reading(log);
  const works: Record<string, () => Promise<unknown>> = {
    recording: async () => {
      for (let n = 0; n < 2000; n += 1) {
        log.record('s', 1, Array.from({ length: 10 }, (_, i) => pair(messages + n * 10 + i, 700, 0)).flat());
        await nextTurn();
      }
    },
    'indexing words': async () => {
      while (log.store.texts?.step(log.counters.rows, 4)) await nextTurn();
    },
    'paging anywhere': async () => {
      for (let i = 0; i < 500; i += 1) {
        await reading.rows({ view: '', from: Math.floor((((i * 7919) % 1000) / 1000) * (messages / 2)), count: 100 });
        await nextTurn();
      }
    },
    'filtering by a scan': () => log.views.open('dur:>2 -tool:tool_1*'),
    'filtering one tool': () => log.views.open('tool:tool_9'),
    'filtering failures': () => log.views.open('is:failed -class:auth'),
    'filtering by a pattern': () => reading.openView({ filter: '/invo.ce 9/' }),
    'searching a common word': () => log.views.open('"depot"'),
  };
  const idle = await watch(log, () => new Promise((resolve) => setTimeout(resolve, 1000)));
  const figures: Figure[] = [];
  for (const [name, work] of Object.entries(works)) {
    const found = await watch(log, work);
    const ours = `${ms(found.longest)} longest, ${ms(found.rare)} 99.9 %`;
    const beside = `${found.over} of ${found.calls} over; loop ${ms(found.delay)}, idle ${ms(idle.delay)}`;
    figures.push(
      figure('S6', `a call of the store, ${name}`, ours, beside, Number.NaN, '≤ 16 ms', found.longest <= limit),
    );
  }
  return figures;
}

/** Times each call that the store's own methods take while `work` runs. */
async function watch(log: Log, work: () => Promise<unknown>): Promise<Stops> {
  const times: number[] = [];
  const undo = [log.store, log.store.texts].flatMap((part) => (part ? timed(part, times) : []));
  const loop = monitorEventLoopDelay({ resolution: 1 });
  loop.enable();
  await work();
  await nextTurn();
  loop.disable();
  for (const back of undo) back();
  times.sort((a, b) => a - b);
  return {
    calls: times.length,
    longest: times.at(-1) ?? 0,
    rare: times[Math.floor(times.length * 0.999)] ?? 0,
    over: times.filter((took) => took > limit).length,
    delay: loop.max / 1e6,
  };
}

function timed(part: object, times: number[]): (() => void)[] {
  const names = Object.getOwnPropertyNames(Object.getPrototypeOf(part)).filter((name) => {
    const { value } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(part), name) ?? {};
    return name !== 'constructor' && name !== 'find' && typeof value === 'function';
  });
  return names.map((name) => {
    const own = part as Record<string, (...values: unknown[]) => unknown>;
    const method = own[name] as (...values: unknown[]) => unknown;
    own[name] = (...values) => {
      const started = performance.now();
      try {
        return method.apply(part, values);
      } finally {
        times.push(performance.now() - started);
      }
    };
    return () => {
      delete own[name];
    };
  });
}
