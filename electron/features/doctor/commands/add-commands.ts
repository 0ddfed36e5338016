// `doctor`: its options and help.

import type { Command } from 'commander';
import { type CommandPlace, eased, needServer, serverHelp } from '../../../hosts/cli/common/command-options.ts';
import { addReachingOptions, type ReachingFlags } from '../../../hosts/cli/common/reaching-options.ts';

interface DoctorFlags extends ReachingFlags {
  clients: boolean;
  json: boolean;
  exitZero: boolean;
}

export function addDoctorCommands({ program, run, data, afterDashes, finish }: CommandPlace): void {
  addReachingOptions(program.command('doctor [SERVER...]'))
    .usage('[options] <SERVER...>\n       misfire doctor [options] -- COMMAND ARGS...')
    .description('find the first problem that keeps a server from working, and how to fix it')
    .option('--clients', 'meet each server with the opening of six clients: will it work there?', false)
    .option('--json', 'print one JSON line per server, or per client', false)
    .option('--exit-zero', 'exit with 0 even if a check fails', false)
    .addHelpText('after', `\n${serverHelp}`)
    .action(async (servers: string[], flags: DoctorFlags, command: Command) => {
      needServer(servers, afterDashes, command);
      const options = { json: flags.json, afterDashes, reaching: flags, data: data() };
      if (flags.clients) {
        const { checkForClients } = await import('../../../features/doctor/commands/clients-command.ts');
        finish(eased(await checkForClients(run, servers, options), flags));
        return;
      }
      const { examine } = await import('../../../features/doctor/commands/doctor-command.ts');
      finish(eased(await examine(run, servers, options), flags));
    });
}
