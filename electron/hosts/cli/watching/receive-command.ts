// `misfire receive`: takes the OTLP that clients export, and keeps the calls to MCP servers in it. Prints what to set in each client.

import { join } from 'node:path';
import { spoolFolder } from '../../../../shared/capture/spool.ts';
import type { Json } from '../../../../shared/json/json.ts';
import { type OtlpClient, otlpCalls } from '../../../../shared/transcripts/otlp-calls.ts';
import { transcriptClients } from '../../../../shared/transcripts/parts/seen-call.ts';
import { openReceiver } from '../../../watch/receive/receiver.ts';
import { SpoolPruner } from '../../../watch/spool/prune-spool.ts';
import { openDataFolder } from '../common/open-data-folder.ts';
import { type CommandRun, stopLimitMs } from '../terminal/command-run.ts';
import { type ExitCode, exitCodes, UsageError } from '../terminal/exit-codes.ts';
import { keepReports } from './keep-reports.ts';

export interface ReceiveOptions {
  port: number;
  json: boolean;
  data: string | undefined;
}

/** Reports come one by one; making room for each would be a waste. */
const pruneEvery = 100;

export async function receive(run: CommandRun, { port, json, data }: ReceiveOptions): Promise<ExitCode> {
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
  const running = await openReceiver({ port, take, onRefused }).catch((problem: NodeJS.ErrnoException) => {
    if (problem.code === 'EADDRINUSE')
      throw new UsageError(`Port ${port} is in use. Choose another with --port, or 0 for any free port.`);
    throw problem;
  });
  if (json) output.printJson({ url: running.url, settings: settingsFor(running.url) });
  else output.printLine(howTo(running.url));
  await stop.asked;
  await running.close();
  if (json) output.printJson(counts);
  else output.printLine(summary(counts));
  return exitCodes.done;
}

function settingsFor(url: string): Record<OtlpClient, string[]> {
  return {
    'claude-code': [
      'CLAUDE_CODE_ENABLE_TELEMETRY=1',
      'OTEL_LOGS_EXPORTER=otlp',
      'OTEL_EXPORTER_OTLP_PROTOCOL=http/json',
      `OTEL_EXPORTER_OTLP_ENDPOINT=${url}`,
      'OTEL_LOG_TOOL_DETAILS=1',
      'OTEL_LOGS_EXPORT_INTERVAL=1000',
    ],
    codex: ['[otel]', `exporter = { otlp-http = { endpoint = "${url}/v1/logs", protocol = "json" } }`],
    'gemini-cli': [
      'GEMINI_TELEMETRY_ENABLED=true',
      'GEMINI_TELEMETRY_TARGET=local',
      'GEMINI_TELEMETRY_OTLP_PROTOCOL=http',
      `GEMINI_TELEMETRY_OTLP_ENDPOINT=${url}`,
      'GEMINI_TELEMETRY_LOG_PROMPTS=true',
    ],
    'copilot-cli': [
      `OTEL_EXPORTER_OTLP_ENDPOINT=${url}`,
      'OTEL_EXPORTER_OTLP_PROTOCOL=http/json',
      'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true',
    ],
  };
}

function howTo(url: string): string {
  const parts = Object.entries(settingsFor(url)).map(([client, lines]) => {
    const place = client === 'codex' ? 'in ~/.codex/config.toml' : 'environment variables';
    return [`${transcriptClients[client as OtlpClient]}, ${place}:`, ...lines.map((line) => `  ${line}`)].join('\n');
  });
  const end = 'Misfire keeps calls to MCP servers and drops everything else.\nPress Ctrl-C to stop.';
  return [`Listening on ${url}. Set this in your client and start it again.`, ...parts, end].join('\n\n');
}

function missingWords(client: OtlpClient): string {
  const missing: Record<OtlpClient, string> = {
    'claude-code': 'OTEL_LOG_TOOL_DETAILS=1',
    codex: 'the settings above',
    'gemini-cli': 'GEMINI_TELEMETRY_LOG_PROMPTS=true',
    'copilot-cli': 'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true',
  };
  return `${transcriptClients[client]} reports calls without their server or arguments. Set ${missing[client]}.`;
}

function summary({ calls, dropped, incomplete }: { calls: number; dropped: number; incomplete: number }): string {
  const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
  const rest = incomplete > 0 ? `, ${counted(incomplete, 'incomplete call')} left out` : '';
  return `${counted(calls, 'call')} kept, ${counted(dropped, 'other record')} dropped${rest}.`;
}
