// `misfire lint`: its options and help.

import type { Command } from 'commander';
import type { FindingFormat } from '../../../../shared/findings/check-finding.ts';
import {
  type CommandPlace,
  eased,
  exitZero,
  formatOption,
  needServer,
  serverHelp,
} from '../../../hosts/cli/common/command-options.ts';
import { addReachingOptions, type ReachingFlags } from '../../../hosts/cli/common/reaching-options.ts';

interface LintFlags extends ReachingFlags {
  json: boolean;
  format?: FindingFormat;
  exitZero: boolean;
}

export function addLintCommands({ program, run, data, afterDashes, finish }: CommandPlace): void {
  addReachingOptions(program.command('lint [SERVER...]'))
    .usage('[options] <SERVER...>\n       misfire lint [options] -- COMMAND ARGS...')
    .description('check tools, prompts and resources for names, schemas and addresses that clients reject')
    .option('--json', 'print JSON lines', false)
    .addOption(formatOption())
    .option(...exitZero)
    .addHelpText('after', `\n${serverHelp}`)
    .action(async (servers: string[], flags: LintFlags, command: Command) => {
      needServer(servers, afterDashes, command);
      const { lint } = await import('./lint-command.ts');
      const format = flags.format ?? (flags.json ? 'json' : undefined);
      finish(
        eased(
          await lint(run, servers, { ...(format ? { format } : {}), afterDashes, reaching: flags, data: data() }),
          flags,
        ),
      );
    });
}
