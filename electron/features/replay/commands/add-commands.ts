// `replay`: its options and help.

import type { FindingFormat } from '../../../../shared/findings/check-finding.ts';
import {
  type CommandPlace,
  eased,
  exitZero,
  formatOption,
  gather,
  readFormat,
  readRecording,
  serverHelp,
} from '../../../hosts/cli/common/command-options.ts';
import { addReachingOptions, type ReachingFlags } from '../../../hosts/cli/common/reaching-options.ts';
import type { WantedRecording } from '../../../hosts/cli/records/recording-text.ts';

interface ReplayFlags extends ReachingFlags {
  filter: string;
  recording?: WantedRecording;
  to?: string;
  format?: FindingFormat;
  junit?: string;
  markdown?: string;
  confirm: string[];
  update: boolean;
  json: boolean;
  exitZero: boolean;
}

export function addReplayCommands({ program, run, data, finish }: CommandPlace): void {
  addReachingOptions(program.command('replay [FILE]'))
    .description('replay a repro set, or the failures of a capture; exits with 0 only if each ends as expected')
    .option(
      '--recording [recording]',
      'replay a recording instead of a file: its number, a file or -; default: the newest',
      readRecording,
    )
    .option('--filter <q>', 'replay only calls that match this filter', '')
    .option('--to <SERVER>', 'send all calls to this server')
    .addOption(formatOption())
    .option('--junit <file>', 'also write JUnit XML')
    .option('--markdown <file>', 'also write a Markdown table')
    .option('--confirm <tool>', 'also call this destructive tool; repeatable', gather, [])
    .option('--update', 'write what comes back into the repro set, as the expected outcome of each call', false)
    .option('--json', 'print one JSON line per call', false)
    .option(...exitZero)
    .addHelpText('after', `\n${serverHelp}`)
    .action(async (file: string | undefined, flags: ReplayFlags) => {
      const { replay } = await import('../../../features/replay/commands/replay-command.ts');
      const { to, junit, markdown, recording } = flags;
      const chosen = readFormat(flags);
      finish(
        eased(
          await replay(run, {
            ...flags,
            ...chosen,
            to,
            junit,
            markdown,
            file,
            recording,
            reaching: flags,
            data: data(),
          }),
          flags,
        ),
      );
    });
}
