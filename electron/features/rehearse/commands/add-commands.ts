// `rehearse`: its options and help.

import { Option } from 'commander';
import { defaultPlan } from '../../../../shared/features/rehearse/ready-plans.ts';
import { cardFormats } from '../../../../shared/features/report-card/card-formats.ts';
import { type CommandPlace, eased, exitZero, readMs } from '../../../hosts/cli/common/command-options.ts';
import type { RehearseOptions } from './rehearse-command.ts';

const rehearseNotes = `
The client finds the server of --server in MISFIRE_SERVER_COMMAND (a JSON array) and MISFIRE_SERVER_URL.
In CLIENT, {server}, {url} and {config} are replaced by the command, the address and an mcpServers file.
Without --server, servers that the client starts through misfire wrap or proxy take part.

Exit codes: 0 no rule failed, 1 a rule failed, 2 usage, 3 nothing was injected, or too little was seen.
docs/rehearse.md explains plans and what they may touch.`;

export function addRehearseCommands({ program, run, data, afterDashes, finish }: CommandPlace): void {
  program
    .command('rehearse')
    .description('inject failures between a client and its servers, and grade what the client does')
    .option('--plan <plan>', 'a ready plan or a file; --list shows the ready ones', defaultPlan)
    .option('--server <server>', 'give the client this server, as a command, an address and a settings file')
    .option('--list', 'list the ready plans', false)
    .option('--judge-output', 'also judge whether the client shows failures in its output', false)
    .option(
      '--model <file>',
      'what its model asked for and got, if its transcript is not found: a transcript, or JSON lines',
    )
    .option('--out <file>', 'keep the recording of the run')
    .option('--timeout <time>', 'end the client after this time', readMs, 600_000)
    .option('--json', 'print the report card as a JSON line', false)
    .addOption(new Option('--format <format>', 'format of the report card').choices(cardFormats))
    .option(...exitZero)
    .usage('[--plan PLAN] [--server SERVER] -- CLIENT [ARGUMENT…]')
    .addHelpText('after', rehearseNotes)
    .action(async (flags: Omit<RehearseOptions, 'data'> & { exitZero: boolean }) => {
      const { runRehearse } = await import('../../../features/rehearse/commands/rehearse-command.ts');
      finish(eased(await runRehearse(run, afterDashes, { ...flags, data: data() }), flags));
    });
}
