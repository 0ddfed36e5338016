// `misfire watch --receive`: takes the OTLP that clients export, and keeps the calls to MCP servers in it. Prints what to set in each client.

import { join } from 'node:path';
import { spoolFolder } from '../../../../shared/capture/spool.ts';
import { clients } from '../../../../shared/clients/clients.ts';
import type { Json } from '../../../../shared/json/json.ts';
import { otlpCalls } from '../../../../shared/transcripts/otlp-calls.ts';
import { openDataFolder } from '../../../hosts/cli/common/open-data-folder.ts';
import { type CommandRun, stopLimitMs } from '../../../hosts/cli/terminal/command-run.ts';
import { type ExitCode, exitCodes, UsageError } from '../../../hosts/cli/terminal/exit-codes.ts';
import { SpoolPruner } from '../../../spool/prune-spool.ts';
import { openReceiver } from '../programs/receive/receiver.ts';
import { keepReports } from './keep-reports.ts';

interface ReceiveOptions {
  port: number;
  json: boolean;
  allowOrigin: readonly string[];
  data: string | undefined;
}

/** Reports come one by one; making room for each would be a waste. */
const pruneEvery = 100;

export async function receive(run: CommandRun, { port, json, allowOrigin, data }: ReceiveOptions): Promise<ExitCode> {
  const { output } = run;
  const folder = openDataFolder(run, data);
  const counts = { calls: 0, dropped: 0, incomplete: 0, refused: 0 };
  const said = new Set<string>();
  const sayOnce = (message: string) => {
    if (said.has(message) || said.size >= 100) return;
    said.add(message);
    output.printMessage(`misfire: ${message}`);
  };
  const take = (value: Json): string => {
    const found = otlpCalls(value, Date.now());
    if (found === null) return 'The body is not an OTLP export of logs, spans or metrics.';
    counts.dropped += found.others;
    counts.incomplete += found.incomplete.length;
    for (const client of found.incomplete) sayOnce(missingWords(client));
    if (found.calls.length === 0) return '';
    try {
      const file = keepReports(found.calls, folder);
      const before = Math.floor(counts.calls / pruneEvery);
      counts.calls += found.calls.length;
      if (Math.floor(counts.calls / pruneEvery) > before) pruner.prune(file);
    } catch (error) {
      counts.dropped += found.calls.length;
      sayOnce(`Calls could not be kept: ${(error as Error).message}.`);
    }
    return '';
  };
  const pruner = new SpoolPruner(join(folder, spoolFolder));
  run.io.surviveBugs(output.printBug);
  const stop = run.io.watchStops(stopLimitMs);
  const onRefused = (reason: string) => {
    counts.refused += 1;
    sayOnce(reason);
  };
  const running = await openReceiver({ port, origins: allowOrigin, take, onRefused }).catch(
    (problem: NodeJS.ErrnoException) => {
      if (problem.code === 'EADDRINUSE')
        throw new UsageError(`Port ${port} is in use. Choose another with --port, or 0 for any free port.`);
      throw problem;
    },
  );
  if (json) output.printJson({ url: running.url, settings: settingsFor(running.url) });
  else output.printLine(howTo(running.url));
  await stop.asked;
  await running.close();
  if (json) output.printJson(counts);
  else output.printLine(summary(counts));
  return exitCodes.done;
}

const exporting = clients.flatMap(({ id, name, telemetry }) => (telemetry ? [{ id, name, telemetry }] : []));

const settingsFor = (url: string): Record<string, readonly string[]> =>
  Object.fromEntries(exporting.map(({ id, telemetry }) => [id, telemetry.settings(url)]));

function howTo(url: string): string {
  const parts = exporting.map(({ name, telemetry: { settings, where } }) =>
    [`${name}, ${where}:`, ...settings(url).map((line) => `  ${line}`)].join('\n'),
  );
  const end = 'Misfire keeps calls to MCP servers and drops everything else.\nPress Ctrl-C to stop.';
  return [`Listening on ${url}. Set this in your client and start it again.`, ...parts, end].join('\n\n');
}

function missingWords(client: string): string {
  const found = exporting.find(({ id }) => id === client);
  return `${found?.name} reports calls without their server or arguments. Set ${found?.telemetry.required}.`;
}

function summary({ calls, dropped, incomplete }: { calls: number; dropped: number; incomplete: number }): string {
  const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
  const rest = incomplete > 0 ? `, ${counted(incomplete, 'incomplete call')} left out` : '';
  return `${counted(calls, 'call')} kept, ${counted(dropped, 'other record')} dropped${rest}.`;
}
