// Compares the log with bare node:sqlite, in one run on the same messages: ingest, paging, filtering, searching, and never blocking.
// `--rows N` sets the size of the large log in messages. `--browser` also opens it in a real browser. `--ingest` only ingests.
// `--flat-out` only records without a pause while a window searches.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askAll, barePages, compareAnswers, counters } from './log/answers.ts';
import { flatOut } from './log/flat-out.ts';
import { ingestBesideParse, storeBesideInserts } from './log/ingest.ts';
import { build } from './log/logs.ts';
import { type Figure, print } from './log/measure-cpu.ts';
import { stops } from './log/stops.ts';

export async function run(args: readonly string[]): Promise<void> {
  const large = Number(args[args.indexOf('--rows') + 1]) || 1_000_000;
  const small = Math.min(100_000, large / 10);
  const folder = mkdtempSync(join(tmpdir(), 'misfire-bench-'));
  const figures: Figure[] = [];
  try {
    if (args.includes('--flat-out')) {
      figures.push(...(await flatOut(folder)));
      print(figures);
      return;
    }
    figures.push(...ingestBesideParse(), ...(await storeBesideInserts(folder)));
    if (args.includes('--ingest')) {
      print(figures);
      return;
    }
    const one = await build(join(folder, 'small.db'), small);
    const asked = await askAll(one.log, small);
    const bareSmall = barePages(folder, 'bare-small.db', small);
    one.log.close();
    one.logFile.close();
    console.error(`Building a log of ${large} messages …`);
    const two = await build(join(folder, 'log.db'), large);
    const askedLarge = await askAll(two.log, large);
    const bareLarge = barePages(folder, 'bare-large.db', large);
    figures.push(...compareAnswers(asked, askedLarge, bareSmall, bareLarge));
    figures.push(counters(two.log), ...(await stops(two.log, large)));
    two.log.close();
    two.logFile.close();
    figures.push(...(await flatOut(folder)));
    print(figures);
    if (args.includes('--browser')) {
      const { openInBrowser } = await import('./log/browser.ts');
      mkdirSync(join(folder, 'tiny'));
      const tiny = await build(join(folder, 'tiny', 'log.db'), 20_000);
      tiny.log.close();
      tiny.logFile.close();
      const shown = await openInBrowser(folder, large, join(folder, 'tiny'));
      figures.push(...shown);
      print(shown);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
    process.exitCode = figures.every(({ ok }) => ok) ? 0 : 1;
  }
}
