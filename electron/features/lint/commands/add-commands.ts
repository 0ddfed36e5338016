// `misfire lint`: its options and help.

import { type Command, Option } from 'commander';
import type { FindingFormat, Level } from '../../../../shared/findings/check-finding.ts';
import {
  type CommandPlace,
  eased,
  exitZero,
  formatOption,
  needServer,
  serverHelp,
} from '../../../hosts/cli/common/command-options.ts';
import { addReachingOptions, type ReachingFlags } from '../../../hosts/cli/common/reaching-options.ts';
import { addRecordingOptions, type RecordingFlags } from '../../../hosts/cli/common/recording-options.ts';

interface LintFlags extends ReachingFlags, RecordingFlags {
  json: boolean;
  format?: FindingFormat;
  level?: Level;
  baseline?: string;
  saveBaseline?: string;
  exitZero: boolean;
}

const recordingHelp = 'RECORDING is a file, a number of "misfire log --recordings", or - for stdin.';

export function addLintCommands({ program, run, data, afterDashes, finish }: CommandPlace): void {
  addRecordingOptions(addReachingOptions(program.command('lint [SERVER|FILE...]')), run)
    .usage(
      '[options] <SERVER...>\n       misfire lint [options] -- COMMAND ARGS...\n       misfire lint [options] <RECORDING...>',
    )
    .description('check what servers offer for what clients reject, and recordings for broken rules of the protocol')
    .option('--json', 'print JSON lines', false)
    .addOption(formatOption())
    .option('--save-baseline <file>', 'save the definitions to this file, next to an error contract that it may have')
    .option('--baseline <file>', 'exit with 1 if a definition differs from this file')
    .addOption(
      new Option('--level <level>', 'exit with 1 from this level on; default: error, and any broken rule').choices([
        'error',
        'warning',
        'note',
      ]),
    )
    .option(...exitZero)
    .addHelpText('after', `\n${serverHelp}\n${recordingHelp}`)
    .action(async (servers: string[], flags: LintFlags, command: Command) => {
      if (flags.recording === undefined) needServer(servers, afterDashes, command);
      const { runLint } = await import('./lint-command.ts');
      const format = flags.format ?? (flags.json ? 'json' : undefined);
      finish(
        eased(
          await runLint(run, servers, {
            ...(format ? { format } : {}),
            ...(flags.level ? { level: flags.level } : {}),
            ...(flags.baseline === undefined ? {} : { baseline: flags.baseline }),
            ...(flags.saveBaseline === undefined ? {} : { saveBaseline: flags.saveBaseline }),
            afterDashes,
            reaching: flags,
            recording: flags.recording,
            filter: flags.filter,
            data: data(),
          }),
          flags,
        ),
      );
    });
}
