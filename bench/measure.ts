// Measuring for benches: CPU time of this thread, rounds that alternate, medians of ratios. Absolute times on shared machines mean little.

/** Microseconds of CPU that this thread has used. */
function cpu(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}

export function cost(work: () => void): number {
  const before = cpu();
  work();
  return cpu() - before;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Costs of several pieces of work, measured in turn over the same rounds; each list has one entry a round. */
export function alternate(rounds: number, works: readonly (() => void)[]): number[][] {
  for (const work of works) work();
  const costs: number[][] = works.map(() => []);
  for (let round = 0; round < rounds; round++)
    for (const [index, work] of works.entries()) costs[index]?.push(cost(work));
  return costs;
}

/** Median of the per-round ratios of one to the other. */
export function ratio(costs: readonly number[], limits: readonly number[]): number {
  return median(costs.map((value, round) => value / Math.max(1, limits[round] ?? 1)));
}
