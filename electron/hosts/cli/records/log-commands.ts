// `misfire log`, `export` and `import`: their options and help. The work is in the file of each command.

import { Option } from 'commander';
import { exportFormats } from '../../../../shared/capture/format-names.ts';
import { syntaxLines } from '../../../../shared/filter/syntax.ts';
import type { FindingFormat } from '../../../../shared/findings/check-finding.ts';
import { type CommandPlace, formatOption, readFormat, readNumber } from '../common/command-options.ts';
import { addLogOptions, wholeFilter } from '../common/recording-options.ts';
import type { ExportCommandOptions } from './export-command.ts';
import type { LogCommandOptions } from './log-command.ts';

export function addLogCommands({ program, run, data, finish }: CommandPlace): void {
  const log = program
    .command('log')
    .description('print the rows of the newest recording, with secrets masked')
    .argument('[filter...]', 'show only matching rows, for example is:failed server:files since:10m')
    .option('--recordings', 'list the recordings', false)
    .option('--limit <number>', 'show only the newest N rows', readNumber)
    .option('--follow', 'keep printing new rows until Ctrl-C', false);
  addLogOptions(log, run)
    .option('--json', 'print one JSON line per row', false)
    .addOption(formatOption('the failures of matching rows in this format, as decode prints them'))
    .option('--exit-zero', 'exit with 0 even if there are failures', false)
    .addHelpText('after', () => ['', 'The filter:', ...syntaxLines().map((line) => `  ${line}`)].join('\n'))
    .action(async (words: string[], options: LogCommandOptions & { format?: FindingFormat }) => {
      const filter = wholeFilter(words, options.filter);
      const { json, format } = readFormat(options);
      if (format !== undefined) {
        if (options.follow || options.recordings)
          log.error('error: --format does not work with --follow or --recordings.');
        const { decodeFiles } = await import('./decode-command.ts');
        const recording = options.recording ?? true;
        return finish(
          await decodeFiles(run, [], { ...options, command: 'log', recording, filter, json, format, data: data() }),
        );
      }
      const { printLog } = await import('./log-command.ts');
      finish(await printLog(run, filter, { ...options, json, data: data() }));
    });

  const exporting = program
    .command('export')
    .description('export the newest recording to a file or stdout, with secrets masked')
    .argument('[filter...]', 'export only matching rows; with --format parquet, a folder before them')
    .addOption(
      new Option('--format <format>', 'capture, HTTP archive, HTML report, repro set of the failing calls, or Parquet')
        .choices([...exportFormats, 'repro', 'parquet'])
        .default('jsonl'),
    )
    .option('--out <file>', 'write to this file');
  addLogOptions(exporting, run)
    .option('--preview', 'show what would be masked without writing anything', false)
    .option('--append', 'with --format parquet, add to a folder that has files', false)
    .option('--content', 'with --format parquet, also arguments and results, with secrets masked', false)
    .option('--machine <name>', 'with --format parquet, name of this machine; default: its host name')
    .option('--json', 'with --out, --preview or --format parquet, print a JSON line about the export', false)
    .action(async (words: string[], options: ExportCommandOptions) => {
      if (options.format === 'parquet') {
        const { exportParquet } = await import('./export-parquet.ts');
        return finish(await exportParquet(run, words, { ...options, data: data() }));
      }
      const { exportRecording } = await import('./export-command.ts');
      const { format } = options;
      finish(await exportRecording(run, wholeFilter(words, options.filter), { ...options, format, data: data() }));
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
