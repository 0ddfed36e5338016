// `misfire log`, `export` and `import`: their options and help. The work is in the file of each command.

import { Option } from 'commander';
import { exportFormats } from '../../../../shared/capture/format-names.ts';
import { syntaxLines } from '../../../../shared/filter/syntax.ts';
import { type CommandPlace, gather, readNumber, readRecording } from '../common/command-options.ts';
import type { ExportCommandOptions } from './export-command.ts';
import type { LogCommandOptions } from './log-command.ts';

export function addLogCommands({ program, run, data, finish }: CommandPlace): void {
  program
    .command('log')
    .description('print the rows of the newest recording, with secrets masked')
    .argument('[filter...]', 'show only matching rows, for example is:failed server:files since:10m')
    .option(
      '--recording <recording>',
      'use this recording: its number, a file or -; default: the newest',
      readRecording,
    )
    .option('--recordings', 'list the recordings', false)
    .option('--limit <number>', 'show only the newest N rows', readNumber)
    .option('--follow', 'keep printing new rows until Ctrl-C', false)
    .option('--mask <regex>', 'also mask values matching this regex; repeatable', gather, [])
    .option('--keep <kind>', 'do not mask this kind of secret; repeatable', gather, [])
    .option('--json', 'print one JSON line per row', false)
    .option('--exit-zero', 'exit with 0 even if there are failures', false)
    .addHelpText('after', () => ['', 'The filter:', ...syntaxLines().map((line) => `  ${line}`)].join('\n'))
    .action(async (filter: string[], options: LogCommandOptions) => {
      const { printLog } = await import('./log-command.ts');
      finish(await printLog(run, filter.join(' '), { ...options, data: data() }));
    });

  program
    .command('export')
    .description('export the newest recording to a file or stdout, with secrets masked')
    .argument('[filter...]', 'export only matching rows; with --format parquet, a folder before them')
    .addOption(
      new Option('--format <format>', 'capture, HTTP archive, HTML report, repro set of the failing calls, or Parquet')
        .choices([...exportFormats, 'repro', 'parquet'])
        .default('jsonl'),
    )
    .option(
      '--recording <recording>',
      'use this recording: its number, a file or -; default: the newest',
      readRecording,
    )
    .option('--out <file>', 'write to this file')
    .option('--mask <regex>', 'also mask values matching this regex; repeatable', gather, [])
    .option('--keep <kind>', 'do not mask this kind of secret; repeatable', gather, [])
    .option('--preview', 'show what would be masked without writing anything', false)
    .option('--append', 'with --format parquet, add to a folder that has files', false)
    .option('--content', 'with --format parquet, also arguments and results, with secrets masked', false)
    .option('--machine <name>', 'with --format parquet, name of this machine; default: its host name')
    .option('--json', 'with --out, --preview or --format parquet, print a JSON line about the export', false)
    .action(async (filter: string[], options: ExportCommandOptions) => {
      if (options.format === 'parquet') {
        const { exportParquet } = await import('./export-parquet.ts');
        return finish(await exportParquet(run, filter, { ...options, data: data() }));
      }
      const { exportRecording } = await import('./export-command.ts');
      const { format } = options;
      finish(await exportRecording(run, filter.join(' '), { ...options, format, data: data() }));
    });

  program
    .command('import')
    .description(
      'import captures, transcripts, JSON-RPC lines, inspector histories or HAR files, one recording per file',
    )
    .argument('<file...>', 'files; - reads stdin')
    .option('--again', 'import a file again that the log already has', false)
    .option('--json', 'print one JSON line per recording', false)
    .action(async (files: string[], options: { again: boolean; json: boolean }) => {
      const { importFiles } = await import('./import-command.ts');
      finish(await importFiles(run, files, { ...options, data: data() }));
    });
}
