// `misfire log`, `misfire export` and `misfire import`: their options and help. The work is in log.ts, export.ts and import.ts.

import { type Command, InvalidArgumentError, Option } from 'commander';
import { exportFormats } from '../../../shared/api.ts';
import type { ExitCode } from './exit-codes.ts';
import { type ExportCommandOptions, exportSession } from './export.ts';
import { importFiles } from './import.ts';
import { type LogCommandOptions, printLog } from './log.ts';

export function addLogCommands(
  program: Command,
  data: () => string | undefined,
  finish: (code: ExitCode) => void,
): void {
  program
    .command('log')
    .description('print the rows of the last session, or those that pass a filter; secrets are masked')
    .argument('[filter...]', 'as in the filter box: is:failed server:files since:10m')
    .option('--session <number>', 'another session than the last', readNumber)
    .option('--sessions', 'list the sessions instead', false)
    .option('--limit <number>', 'at most so many rows, the newest', readNumber)
    .option('--json', 'print one row a line as JSON, and nothing else on stdout', false)
    .option('--exit-zero', 'exit with 0 even when there are failures', false)
    .action(async (filter: string[], options: LogCommandOptions) =>
      finish(await printLog(filter.join(' '), { ...options, data: data() })),
    );

  program
    .command('export')
    .description('write the last session, or the part that passes a filter, to a file or to stdout; secrets are masked')
    .argument('[filter...]', 'only what passes')
    .addOption(
      new Option('--format <format>', 'capture, HTTP archive or report').choices(exportFormats).default('jsonl'),
    )
    .option('--session <number>', 'another session than the last', readNumber)
    .option('--out <file>', 'write to this file')
    .option('--mask <regex>', 'hide values that fit this too; may be given again', gather, [])
    .option('--keep <kind>', 'leave this kind of secret in; may be given again', gather, [])
    .option('--json', 'with --out, tell what was written as JSON', false)
    .action(async (filter: string[], options: ExportCommandOptions) =>
      finish(await exportSession(filter.join(' '), { ...options, data: data() })),
    );

  program
    .command('import')
    .description('read captures, JSON-RPC lines, inspector histories or HAR files into the log, a session each')
    .argument('<file...>', 'files; - reads stdin')
    .option('--json', 'print one session a line as JSON, and nothing else on stdout', false)
    .action(async (files: string[], options: { json: boolean }) =>
      finish(await importFiles(files, { ...options, data: data() })),
    );
}

function readNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

/** For options that may be given again. */
export const gather = (text: string, before: string[]): string[] => [...before, text];
