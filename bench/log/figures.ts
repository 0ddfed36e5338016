// How things are measured: CPU time rather than the clock, one beside the other, the median of several rounds.

import { performance } from 'node:perf_hooks';

/** Milliseconds of CPU of this thread. */
export function cpu(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** Milliseconds of CPU of the whole process: what is done on another thread is not free. */
export function allCpu(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

export function wall(work: () => void): number {
  const before = performance.now();
  work();
  return performance.now() - before;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Runs each in turn, several rounds, and gives the medians. */
export function interleaved<K extends string>(rounds: number, parts: Record<K, () => number>): Record<K, number> {
  const found = Object.fromEntries(Object.keys(parts).map((key) => [key, [] as number[]])) as Record<K, number[]>;
  for (let round = 0; round < rounds; round += 1) {
    for (const key of Object.keys(parts) as K[]) found[key].push(parts[key]());
  }
  return Object.fromEntries(Object.entries(found).map(([key, values]) => [key, median(values as number[])])) as Record<
    K,
    number
  >;
}

export interface Figure {
  id: string;
  what: string;
  ours: string;
  beside: string;
  ratio: string;
  must: string;
  ok: boolean;
}

export function print(figures: readonly Figure[]): void {
  const columns: (keyof Figure)[] = ['id', 'what', 'ours', 'beside', 'ratio', 'must'];
  const widths = columns.map((column) =>
    Math.max(column.length, ...figures.map((figure) => String(figure[column]).length)),
  );
  const line = (cells: string[]) => cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ');
  console.log(line(columns));
  for (const figure of figures)
    console.log(`${line(columns.map((column) => String(figure[column])))}  ${figure.ok ? 'ok' : 'MISSED'}`);
}

export interface Gap {
  /** Milliseconds that this thread worked without a turn of the loop. */
  worked: number;
  /** The same by the clock: other programs of the machine are in it. */
  passed: number;
}

/** The longest time that the loop could not turn while `work` ran. */
export async function longestGap(work: () => Promise<unknown>): Promise<Gap> {
  const longest: Gap = { worked: 0, passed: 0 };
  const used = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let last = { worked: used(), passed: performance.now() };
  let running = true;
  const tick = (): void => {
    const now = { worked: used(), passed: performance.now() };
    longest.worked = Math.max(longest.worked, now.worked - last.worked);
    longest.passed = Math.max(longest.passed, now.passed - last.passed);
    last = now;
    if (running) setImmediate(tick);
  };
  setImmediate(tick);
  await new Promise((resolve) => setImmediate(resolve));
  await work();
  running = false;
  await new Promise((resolve) => setImmediate(resolve));
  return longest;
}
