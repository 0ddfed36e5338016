// `misfire log`, `misfire export` and `misfire import`: their options and help. The work is in log.ts, export.ts and import.ts.

import { Option } from 'commander';
import { exportFormats } from '../../../shared/capture/format-names.ts';
import { syntaxLines } from '../../../shared/filter/syntax.ts';
import { type CommandPlace, gather, readNumber } from './command-options.ts';
import type { ExportCommandOptions } from './export.ts';
import type { LogCommandOptions } from './log.ts';

export function addLogCommands({ program, data, finish }: CommandPlace): void {
  program
    .command('log')
    .description('print the rows of the newest recording, or those that pass a filter; secrets are masked')
    .argument('[filter...]', 'as in the filter box: is:failed server:files since:10m')
    .option('--recording <number>', 'another recording than the newest', readNumber)
    .option('--recordings', 'list the recordings instead', false)
    .option('--limit <number>', 'at most so many rows, the newest', readNumber)
    .option('--follow', 'go on printing what comes, until Ctrl-C', false)
    .option('--json', 'print one row a line as JSON, and nothing else on stdout', false)
    .option('--exit-zero', 'exit with 0 even when there are failures', false)
    .addHelpText('after', () => ['', 'The filter:', ...syntaxLines().map((line) => `  ${line}`)].join('\n'))
    .action(async (filter: string[], options: LogCommandOptions) => {
      const { printLog } = await import('./log.ts');
      finish(await printLog(filter.join(' '), { ...options, data: data() }));
    });

  program
    .command('export')
    .description(
      'write the newest recording, or the part that passes a filter, to a file or to stdout; secrets are masked',
    )
    .argument('[filter...]', 'only what passes')
    .addOption(
      new Option('--format <format>', 'capture, HTTP archive, report, or a repro set of the failing calls')
        .choices([...exportFormats, 'repro'])
        .default('jsonl'),
    )
    .option('--recording <number>', 'another recording than the newest', readNumber)
    .option('--out <file>', 'write to this file')
    .option('--mask <regex>', 'hide values that fit this too; may be given again', gather, [])
    .option('--keep <kind>', 'leave this kind of secret in; may be given again', gather, [])
    .option('--preview', 'tell what would be masked, and write nothing', false)
    .option('--json', 'with --out or --preview, tell what was masked as JSON', false)
    .action(async (filter: string[], options: ExportCommandOptions) => {
      const { exportRecording } = await import('./export.ts');
      finish(await exportRecording(filter.join(' '), { ...options, data: data() }));
    });

  program
    .command('import')
    .description('read captures, JSON-RPC lines, inspector histories or HAR files into the log, a recording each')
    .argument('<file...>', 'files; - reads stdin')
    .option('--json', 'print one recording a line as JSON, and nothing else on stdout', false)
    .action(async (files: string[], options: { json: boolean }) => {
      const { importFiles } = await import('./import.ts');
      finish(await importFiles(files, { ...options, data: data() }));
    });
}
