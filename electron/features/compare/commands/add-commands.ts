// `compare`: its options and help.

import { type Command, Option } from 'commander';
import { reportFormats } from '../../../../shared/capture/format-names.ts';
import { type CommandPlace, eased, exitZero } from '../../../hosts/cli/common/command-options.ts';
import { addReachingOptions, type ReachingFlags } from '../../../hosts/cli/common/reaching-options.ts';
import { addFilterOptions, type RecordingFlags } from '../../../hosts/cli/common/recording-options.ts';
import { UsageError } from '../../../hosts/cli/terminal/exit-codes.ts';
import type { CompareFormat, ProbeOptions } from './probe-command.ts';

const recordingNotes = `
BEFORE and AFTER are two recordings: files, numbers of "misfire log --recordings", or - for stdin.
Their calls are compared one by one. Exits with 1 if a call fails that did not fail like this before.`;

type Flags<Options> = Omit<Options, 'data' | 'reaching' | 'afterDashes'> & ReachingFlags;

export function addCompareCommands(place: CommandPlace): void {
  const { program, run, data, afterDashes, finish } = place;
  addFilterOptions(probeOptions(program.command('compare')), run)
    .usage(
      '[options] <SERVER...>\n       misfire compare [options] -- COMMAND ARGS...\n       misfire compare [options] BEFORE AFTER',
    )
    .description(
      'send the same harmless mistakes to servers and show how clearly each one fails, or compare two recordings',
    )
    .addHelpText('after', recordingNotes)
    .addOption(
      new Option(
        '--format <format>',
        'rows: per server and mistake; others: a report; default: rows for one server, md',
      ).choices(['rows', ...reportFormats, 'junit', 'sarif', 'github']),
    )
    .action(
      async (servers: string[], flags: Flags<ProbeOptions> & RecordingFlags & { format?: CompareFormat | 'rows' }) => {
        const { compareTwo } = await import('./compare-recordings-command.ts');
        const { isRecording } = await import('../../../hosts/cli/records/is-recording.ts');
        const recorded = servers.filter((reference) => isRecording(run, reference));
        if (recorded.length > 0) {
          if (recorded.length < servers.length || afterDashes.length > 0)
            throw new UsageError(`${recorded[0]} is a recording. Name two recordings, or servers only.`);
          return finish(eased(await compareTwo(run, servers, { ...flags, data: data() }), flags));
        }
        if (flags.filter !== '') throw new UsageError('--filter is for two recordings. --only chooses what is sent.');
        const { runCompare, probe } = await import('../../../features/compare/commands/probe-command.ts');
        const isOne = servers.length + (afterDashes.length > 0 ? 1 : 0) === 1;
        const format = flags.format ?? (flags.dry || flags.issues || (isOne && !flags.json) ? 'rows' : 'md');
        const options = { ...flags, afterDashes, reaching: flags, data: data() };
        const code =
          format === 'rows'
            ? await probe(run, servers, options)
            : await runCompare(run, servers, { ...options, format });
        finish(eased(code, flags));
      },
    );
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
