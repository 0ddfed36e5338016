// How to measure: CPU time instead of wall time, alternating, the median of several rounds.

import { performance } from 'node:perf_hooks';

/** Milliseconds of CPU time of this thread. */
export function cpu(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** Milliseconds of CPU time of the whole process: work on another thread is not free. */
export function allCpu(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The same if it waits for another thread. */
export async function allCpuOf(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
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

/** Runs each in turn, several rounds, and returns the medians. */
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

export const ms = (value: number): string => `${value.toFixed(2)} ms`;

export function figure(
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
