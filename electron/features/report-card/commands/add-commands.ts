// `report-card`: its options and help.

import { Option } from 'commander';
import { type CardFormat, cardFormats } from '../../../../shared/features/report-card/card-formats.ts';
import { type CommandPlace, eased, rareCommands } from '../../../hosts/cli/common/command-options.ts';
import { addRecordingOptions, type RecordingFlags } from '../../../hosts/cli/common/recording-options.ts';

interface ReportCardFlags extends RecordingFlags {
  model?: string;
  shown?: string;
  json: boolean;
  format?: CardFormat;
  exitZero: boolean;
}

export function addReportCardCommands({ program, run, data, finish }: CommandPlace): void {
  const command = program
    .command('report-card')
    .helpGroup(rareCommands)
    .description('grade how clients handled the failures in recordings, rule by rule')
    .argument(
      '[file...]',
      'recordings, - reads stdin; the files of one client are one run, several clients are compared',
    );
  addRecordingOptions(command, run)
    .option(
      '--model <file>',
      'what its model asked for and got: its transcript, or JSON lines with tool, askedAt, gotAt, got, isFlagged',
    )
    .option('--shown <file>', 'what the client showed to the person, as text')
    .option('--json', 'print one JSON line per client', false)
    .addOption(new Option('--format <format>', 'output format').choices(cardFormats))
    .option('--exit-zero', 'exit with 0 even if a rule failed', false)
    .action(async (files: string[], flags: ReportCardFlags) => {
      const { gradeFiles } = await import('../../../features/report-card/commands/report-card-command.ts');
      finish(
        eased(
          await gradeFiles(run, files, {
            ...flags,
            format: flags.format ?? (flags.json ? 'json' : undefined),
            data: data(),
          }),
          flags,
        ),
      );
    });
}
