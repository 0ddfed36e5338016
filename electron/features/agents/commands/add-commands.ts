// `misfire mcp`: its options and help.

import { type CommandPlace, gather, serverHelp } from '../../../hosts/cli/common/command-options.ts';
import type { ClientFlags } from './mcp-clients.ts';
import type { McpFlags } from './mcp-command.ts';

export function addAgentCommands({ program, run, data, finish }: CommandPlace): void {
  program
    .command('mcp')
    .description('run an MCP server over stdio that explains to agents why calls fail and whether they are fixed')
    .option('--server <SERVER>', 'let agents use this server in addition to the saved ones; repeatable', gather, [])
    .option('--allow <SERVER/TOOL>', 'let agents call this destructive tool; repeatable', gather, [])
    .option('--add <client>', 'add Misfire to the settings of this client (see --list) and exit')
    .option('--remove <client>', 'remove Misfire from this client and exit')
    .option('--list', 'list the clients on this machine and which of them have Misfire', false)
    .option('--dry', 'with --add, show the change without making it', false)
    .option('--json', 'with --add, --remove and --list, print JSON lines', false)
    .addHelpText('after', `\n${serverHelp}\nfile.json alone means every server in it.`)
    .action(async (flags: McpFlags & ClientFlags) => {
      const { add, remove, list } = flags;
      if (list || add !== undefined || remove !== undefined) {
        const { changeClients } = await import('./mcp-clients.ts');
        finish(await changeClients(run, { ...flags, data: data() }));
        return;
      }
      const { runMcp } = await import('./mcp-command.ts');
      finish(await runMcp(run, { ...flags, data: data() }));
    });
}
