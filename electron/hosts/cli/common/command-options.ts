// Options that several commands have, spelled once. Loaded for every help text, so it imports next to nothing.

import { type Command, InvalidArgumentError, Option } from 'commander';
import { type FindingFormat, type FindingReport, findingFormats } from '../../../../shared/findings/check-finding.ts';
import { readDuration } from '../../../../shared/text/read-duration.ts';
import type { CommandRun } from '../terminal/command-run.ts';
import { type ExitCode, exitCodes } from '../terminal/exit-codes.ts';

/** How each command is added: its arguments, and where it reports its outcome. */
export interface CommandPlace {
  program: Command;
  run: CommandRun;
  data: () => string | undefined;
  /** What comes after `--`, for commands that take a server's command that way. */
  afterDashes: readonly string[];
  finish: (code: ExitCode) => void;
}

/** The help group of commands that the first page of the help only names. */
export const rareCommands = 'More commands:';

export const serverHelp = 'SERVER is an address, a saved name, file.json#name, sample:NAME or a quoted command line.';

export const exitZero = ['--exit-zero', 'exit 0 also when failures were found', false] as const;

export const eased = (code: ExitCode, flags: { exitZero: boolean }): ExitCode =>
  flags.exitZero && code === exitCodes.failuresFound ? exitCodes.done : code;

/** Telling a collector of OpenTelemetry what happens. */
export function addCollectorOptions(command: Command): Command {
  return command
    .option('--otlp <url>', 'also send spans and metrics to this collector (env: OTEL_EXPORTER_OTLP_ENDPOINT)')
    .option('--otlp-content', 'include arguments and results, with secrets masked', false);
}

/** How what was found is written, besides lines for people. */
export const formatOption = (about = 'output format for pipelines'): Option =>
  new Option('--format <format>', about).choices(findingFormats);

/** `sarif=FILE`: the findings that --format prints, in another format in a file. */
const reportOption = (): Option =>
  new Option('--report <format=file>', 'also write the findings of --format to a file; repeatable')
    .argParser((text: string, before: FindingReport[]) => {
      const [, format, file] = /^(json|md|junit|sarif|github)=(.+)$/s.exec(text) ?? [];
      if (format === undefined || file === undefined)
        throw new InvalidArgumentError('It is written sarif=FILE, with json, md, junit, sarif or github.');
      return [...before, { format: format as FindingFormat, file }];
    })
    .default([]);

/** For commands that print findings. */
export function addReportOption(command: Command, run: CommandRun): void {
  const format = command.options.find(({ long }) => long === '--format');
  if (!format?.argChoices?.includes('sarif')) return;
  command.addOption(reportOption()).hook('preAction', () => {
    const { report, format } = command.opts<{ report: FindingReport[]; format?: string }>();
    const isFindings = format !== undefined && ['junit', 'sarif', 'github'].includes(format);
    if (report.length > 0 && !isFindings) command.error('error: --report needs --format github, junit or sarif.');
    run.output.reports = report.map((one) => ({ ...one, file: run.path(one.file) }));
  });
}

/** JSON is what --json prints; the other formats are written by shared/findings. */
export function readFormat({ json, format }: { json: boolean; format?: FindingFormat | undefined }): {
  json: boolean;
  format: Exclude<FindingFormat, 'json'> | undefined;
} {
  return format === undefined || format === 'json'
    ? { json: json || format === 'json', format: undefined }
    : { json, format };
}

/** For options that may be given again. */
export const gather = (text: string, before: string[]): string[] => [...before, text];

export function readNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

/** What `--recording` was given: a number, a file or `-`, or nothing for the newest. */
export type WantedRecording = number | string | true;

/** A recording: its number in the log, a file, or `-` for stdin. */
export const readRecording = (text: string): number | string => (/^\d{1,9}$/.test(text) ? Number(text) : text);

export function readPort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new InvalidArgumentError('A port is a number from 0 to 65535.');
  return port;
}

/** A plain number is milliseconds, as it was before units were read. */
export function readMs(text: string): number {
  const ms = readDuration(text, 1);
  if (ms === null)
    throw new InvalidArgumentError('A time limit is written 500ms, 30s or 5m; a plain number is milliseconds.');
  if (ms < 100 || ms > 2_147_483_647) throw new InvalidArgumentError('A time limit is at least 100ms and at most 24d.');
  return ms;
}

/** With the hint at the help that any other mistake in the arguments gets. */
export function needServer(servers: readonly string[], afterDashes: readonly string[], command: Command): void {
  if (servers.length + afterDashes.length === 0) command.error('error: Name a server, or put its command after --.');
}
