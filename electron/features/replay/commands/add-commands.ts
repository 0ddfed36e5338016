// `replay`: its options and help.

import type { Command } from 'commander';
import type { FindingFormat } from '../../../../shared/findings/check-finding.ts';
import {
  type CommandPlace,
  eased,
  exitZero,
  formatOption,
  gather,
  readFormat,
  serverHelp,
} from '../../../hosts/cli/common/command-options.ts';
import { addReachingOptions, type ReachingFlags } from '../../../hosts/cli/common/reaching-options.ts';
import { addRecordingOptions, type RecordingFlags } from '../../../hosts/cli/common/recording-options.ts';

interface ReplayFlags extends ReachingFlags, RecordingFlags {
  to?: string;
  format?: FindingFormat;
  junit?: string;
  markdown?: string;
  confirm: string[];
  update: boolean;
  fix: boolean;
  yes: boolean;
  json: boolean;
  exitZero: boolean;
}

export function addReplayCommands({ program, run, data, finish }: CommandPlace): void {
  addRecordingOptions(addReachingOptions(program.command('replay [FILE]')), run)
    .description('replay a repro set, or the failures of a capture; exits with 0 only if each ends as expected')
    .option('--to <SERVER>', 'send all calls to this server')
    .addOption(formatOption())
    .option('--junit <file>', 'also write JUnit XML')
    .option('--markdown <file>', 'also write a Markdown table')
    .option('--confirm <tool>', 'also call this destructive tool; repeatable', gather, [])
    .option('--fix', 'fix each call that fails and send it again until it works or a value would be a guess', false)
    .option('--yes', 'with --fix: also send tools that are not marked as read-only', false)
    .option('--update', 'write what comes back into the repro set, as the expected outcome of each call', false)
    .option('--json', 'print one JSON line per call', false)
    .option(...exitZero)
    .addHelpText('after', `\n${serverHelp}`)
    .action(async (file: string | undefined, flags: ReplayFlags, command: Command) => {
      if (flags.yes && !flags.fix) command.error('error: --yes needs --fix.');
      if (flags.fix && flags.update) command.error('error: --fix and --update exclude each other.');
      const { runReplay } = await import('../../../features/replay/commands/replay-command.ts');
      const { to, junit, markdown, recording } = flags;
      const chosen = readFormat(flags);
      finish(
        eased(
          await runReplay(run, {
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
