// `compare`, and `probe` as it was called before: their options and help.

import { type Command, Option } from 'commander';
import { reportFormats } from '../../../../shared/capture/format-names.ts';
import {
  type CommandPlace,
  eased,
  exitZero,
  formatOption,
  readFormat,
  renamedCommand,
} from '../../../hosts/cli/common/command-options.ts';
import { addReachingOptions, type ReachingFlags } from '../../../hosts/cli/common/reaching-options.ts';
import type { CompareFormat, ProbeOptions } from './probe-command.ts';

type Flags<Options> = Omit<Options, 'data' | 'reaching' | 'afterDashes'> & ReachingFlags;

export function addCompareCommands(place: CommandPlace): void {
  const { program, run, data, afterDashes, finish } = place;
  probeOptions(program.command('compare'))
    .usage('[options] <SERVER...>\n       misfire compare [options] -- COMMAND ARGS...')
    .description('send the same harmless mistakes to one or more servers, and show how clearly each one fails')
    .addOption(
      new Option(
        '--format <format>',
        'rows: per server and mistake; others: a report; default: rows for one server, md',
      ).choices(['rows', ...reportFormats, 'junit', 'sarif', 'github']),
    )
    .action(async (servers: string[], flags: Flags<ProbeOptions> & { format?: CompareFormat | 'rows' }) => {
      const { compare, probe } = await import('../../../features/compare/commands/probe-command.ts');
      const isOne = servers.length + (afterDashes.length > 0 ? 1 : 0) === 1;
      const format = flags.format ?? (flags.dry || flags.issues || (isOne && !flags.json) ? 'rows' : 'md');
      const options = { ...flags, afterDashes, reaching: flags, data: data() };
      const code =
        format === 'rows'
          ? await probe(run, servers, { ...options, format: undefined })
          : await compare(run, servers, { ...options, format });
      finish(eased(code, flags));
    });

  probeOptions(renamedCommand(place, 'probe', 'compare --format rows'))
    .description('send the same harmless mistakes to several servers and print how each one reacts')
    .addOption(formatOption())
    .action(async (servers: string[], flags: Flags<ProbeOptions>) => {
      const { probe } = await import('../../../features/compare/commands/probe-command.ts');
      const options = { ...flags, ...readFormat(flags), afterDashes, reaching: flags, data: data() };
      finish(eased(await probe(run, servers, options), flags));
    });
}

function probeOptions(command: Command): Command {
  return addReachingOptions(
    command
      .argument('[server...]', 'an address, a saved name, file.json#name, sample:NAME or a quoted command line')
      .option('--samples', 'use the five sample servers and the failures they document', false)
      .option('--tool <name...>', 'also call these tools, although they look destructive', [])
      .option('--dry', 'list what would be sent, and what would be skipped and why', false)
      .option('--issues <dir>', 'write a Markdown issue per error that its author could improve')
      .option('--only <id...>', 'send only these, for example unknown-tool or own:rate limited', [])
      .option('--save-baseline <file>', 'save the observed error contract to this file')
      .option('--baseline <file>', 'exit with 1 if the error contract differs from this file')
      .option('--json', 'print JSON lines', false)
      .option(...exitZero),
  );
}
