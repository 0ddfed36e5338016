// `misfire wrap -- COMMAND`: watches a stdio server. Passing bytes is in programs/; here is only where the copy is kept, and
// whether a collector is told.

import type { spawn } from 'node:child_process';
import { findDataFolderOrNone } from '../../../hosts/data-folder.ts';
import { findRehearsal, type WantedRehearsal } from '../../rehearse/running/find-rehearsal.ts';
import { type WrapPlans, type WrapRehearsal, wrap } from '../programs/wrap/wrap.ts';
import { readWrapArguments } from '../programs/wrap/wrap-arguments.ts';

export async function wrapHere(args: readonly string[]): Promise<void> {
  const read = readWrapArguments(args);
  if (!read.ok) {
    process.stderr.write(`misfire: ${read.problem}\n`);
    process.exitCode = 2;
    return;
  }
  const { wish } = read;
  const data = findDataFolderOrNone(wish.data, (why) => {
    process.stderr.write(`misfire: ${why} Nothing is recorded.\n`);
  });
  const wanted = findRehearsal(wish.rehearse, wish.name);
  const plans: WrapPlans =
    wanted?.by === 'option' ? {} : { join: (file) => joined(file, wish.name, wish.client ?? null) };
  try {
    if (wanted) plans.given = await load(wanted);
  } catch (problem) {
    process.stderr.write(`misfire: ${(problem as Error).message}\n`);
    process.exitCode = 2;
    return;
  }
  // Loaded only when asked for: whoever starts this waits for every module.
  const wantsCollector = wish.otlp !== undefined || Boolean(process.env.OTEL_EXPORTER_OTLP_ENDPOINT);
  const collector = wantsCollector
    ? (await import('../../../hosts/collector.ts')).observersOf(wish, process.env)
    : null;
  const observer = collector ? { ...collector.observe(), close: collector.close } : undefined;
  const starter = process.platform === 'win32' ? ((await import('cross-spawn')).default as typeof spawn) : undefined;
  wrap(wish, data, starter, observer, plans);
}

async function joined(file: string, server: string, client: string | null): Promise<WrapRehearsal | undefined> {
  const { wrapJoined } = await import('../programs/wrap/load-rehearsal.ts');
  const { LearnedDialect } = await import('../../rehearse/running/learned-dialect.ts');
  return wrapJoined(file, server, client, new LearnedDialect());
}

/** Throws when the plan of the command line cannot be read. */
async function load(wanted: WantedRehearsal): Promise<WrapRehearsal | undefined> {
  const { wrapRehearsal } = await import('../programs/wrap/load-rehearsal.ts');
  const { LearnedDialect } = await import('../../rehearse/running/learned-dialect.ts');
  return wrapRehearsal(wanted, new LearnedDialect());
}
