// `probe` and `compare`: their options and help.

import { type Command, Option } from 'commander';
import { reportFormats } from '../../../../shared/capture/format-names.ts';
import {
  type CommandPlace,
  eased,
  exitZero,
  formatOption,
  readFormat,
} from '../../../hosts/cli/common/command-options.ts';
import { addReachingOptions, type ReachingFlags } from '../../../hosts/cli/common/reaching-options.ts';
import type { CompareOptions, ProbeOptions } from './probe-command.ts';

type Flags<Options> = Omit<Options, 'data' | 'reaching' | 'afterDashes'> & ReachingFlags;

export function addCompareCommands({ program, run, data, afterDashes, finish }: CommandPlace): void {
  probeOptions(program.command('probe'))
    .description('send the same harmless mistakes to several servers and print how each one reacts')
    .addOption(formatOption())
    .option('--dry', 'list what would be sent, and what would be skipped and why', false)
    .option('--issues <dir>', 'write a Markdown issue per error that its author could improve')
    .action(async (servers: string[], flags: Flags<ProbeOptions>) => {
      const { probe } = await import('../../../features/compare/commands/probe-command.ts');
      const options = { ...flags, ...readFormat(flags), afterDashes, reaching: flags, data: data() };
      finish(eased(await probe(run, servers, options), flags));
    });

  probeOptions(program.command('compare'))
    .description('probe several servers and report where their errors agree and where they differ')
    .addOption(
      new Option('--format <format>', 'report format')
        .choices([...reportFormats, 'junit', 'sarif', 'github'])
        .default('md'),
    )
    .action(async (servers: string[], flags: Flags<CompareOptions>) => {
      const { compare } = await import('../../../features/compare/commands/probe-command.ts');
      finish(eased(await compare(run, servers, { ...flags, afterDashes: [], reaching: flags, data: data() }), flags));
    });
}

function probeOptions(command: Command): Command {
  return addReachingOptions(
    command
      .argument('[server...]', 'an address, a saved name, file.json#name, sample:NAME or a quoted command line')
      .option('--samples', 'use the five sample servers and the failures they document', false)
      .option('--tool <name...>', 'also call these tools, although they look destructive', [])
      .option('--only <id...>', 'send only these, for example unknown-tool or own:rate limited', [])
      .option('--save-baseline <file>', 'save the observed error contract to this file')
      .option('--baseline <file>', 'exit with 1 if the error contract differs from this file')
      .option('--json', 'print JSON lines', false)
      .option(...exitZero),
  );
}
