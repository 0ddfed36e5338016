// Measurement for benches: CPU time of this thread, alternating rounds, medians of ratios. Absolute times on shared machines mean little.

import { spawnSync } from 'node:child_process';

/** Milliseconds of processor time of a Node program, which must end with this code. */
export function cpuOf(args: readonly string[], exit: number): number {
  const script = `process.on('exit',()=>{const{user,system}=process.cpuUsage();require('fs').writeSync(3,String((user+system)/1000))})`;
  const preload = `data:text/javascript,import{createRequire}from'node:module';const require=createRequire('/');${script}`;
  const { status, stderr, output } = spawnSync(process.execPath, ['--import', preload, ...args], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  if (status !== exit) throw new Error(`${args.join(' ')} ended with ${status} instead of ${exit}: ${stderr}`);
  return Number(String(output[3]));
}

/** Microseconds of CPU time of this thread. The clock has steps of up to 10 ms (a Linux tick). */
function cpu(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}

/** A round lasts at least this long, so that a step of the clock is a small part of it. */
const roundUs = 400_000;

/** Microseconds of CPU time that `work` takes once, from running it `times` times. */
function cost(work: () => void, times: number): number {
  const before = cpu();
  for (let i = 0; i < times; i++) work();
  return (cpu() - before) / times;
}

/** Prints a figure. `wanted`: `≤ 1.5` or `≥ 8`. A miss is the exit code too. */
export function say(name: string, value: number, wanted: string): void {
  const limit = Number(wanted.slice(2));
  const isMet = wanted.startsWith('≤') ? value <= limit : value >= limit;
  if (!isMet) process.exitCode = 1;
  process.stdout.write(
    `${name.padEnd(58)} ${value.toFixed(2).padStart(8)}   wanted ${wanted.padEnd(7)} ${isMet ? 'pass' : 'MISSED'}\n`,
  );
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** How often `work` must run for one round. */
function timesOf(work: () => void): number {
  work();
  for (let times = 1; ; times *= 4) {
    const started = performance.now();
    for (let i = 0; i < times; i++) work();
    const us = (performance.now() - started) * 1000;
    if (us >= roundUs / 8) return Math.max(1, Math.ceil((times * roundUs) / us));
  }
}

/** Costs of several pieces of work, measured in turn over the same rounds; each list has one entry per round. */
export function alternate(rounds: number, works: readonly (() => void)[]): number[][] {
  const times = works.map(timesOf);
  const costs: number[][] = works.map(() => []);
  for (let round = 0; round < rounds; round++)
    for (const [index, work] of works.entries()) costs[index]?.push(cost(work, times[index] as number));
  return costs;
}

/** Median of the per-round ratios of one to the other. */
export function ratio(costs: readonly number[], limits: readonly number[]): number {
  return median(costs.map((value, round) => value / (limits[round] as number)));
}
