// `misfire mcp`: its options and help. Serving is in mcp.ts, and what the tools do in electron/mcp-server.

import { type CommandPlace, gather, serverHelp } from './command-options.ts';
import type { McpFlags } from './mcp.ts';
import type { ClientFlags } from './mcp-clients.ts';

export function addAgentCommands({ program, data, finish }: CommandPlace): void {
  program
    .command('mcp')
    .description('be an MCP server on stdin and stdout, for agents: why calls fail, and whether they are fixed')
    .option(
      '--server <SERVER>',
      'let agents reach this server too, beside the saved ones; may be given again',
      gather,
      [],
    )
    .option(
      '--allow <SERVER/TOOL>',
      'let agents call this tool though it is marked as destructive; may be given again',
      gather,
      [],
    )
    .option('--add <client>', 'instead, add Misfire to the settings of this client, as --list names it')
    .option('--remove <client>', 'instead, take it out again')
    .option('--list', 'instead, print the clients on this machine, and which have Misfire', false)
    .option('--dry', 'with --add, only show what would change', false)
    .option('--json', 'with --add, --remove and --list, print JSON lines', false)
    .addHelpText('after', `\n${serverHelp}\nA file.json alone stands for all servers in it.`)
    .action(async (flags: McpFlags & ClientFlags) => {
      const { add, remove, list } = flags;
      if (list || add !== undefined || remove !== undefined) {
        const { changeClients } = await import('./mcp-clients.ts');
        finish(await changeClients({ ...flags, data: data() }));
        return;
      }
      const { mcp } = await import('./mcp.ts');
      finish(await mcp({ ...flags, data: data() }));
    });
}
