// `misfire seen`: its options and help.

import type { CommandPlace } from '../../../hosts/cli/common/command-options.ts';
import { addRecordingOptions } from '../../../hosts/cli/common/recording-options.ts';
import type { SeenOptions } from './seen-command.ts';

// Written out, since loading the rules of all clients would slow down every command. client-lists.test.ts compares it.
const seenClients = 'claude-code, codex, gemini-cli, opencode, copilot-cli, cline, goose, zed, roo-code';

export function addSeenCommands({ program, run, data, finish }: CommandPlace): void {
  const command = program
    .command('seen')
    .description('print what each client passes to its model from one response, and what is lost')
    .argument('[file]', 'a JSON-RPC response, a tools/call result, an error, or a recording; default: stdin');
  addRecordingOptions(command, run)
    .option('--client <client>', `only this client: ${seenClients}`)
    .option('--server <name>', "the server's name in the client; some clients repeat it")
    .option('--tool <name>', "the tool's name; some clients repeat it")
    .option('--model <name>', "the model's name; it changes the limits of some clients")
    .option('--output-schema <file>', "a file with the tool's outputSchema; some clients reject results that break it")
    .option('--json', 'print one JSON line per client', false)
    .addHelpText('after', '\nOf a recording, the newest answer that matches the filter is read.')
    .action(async (file: string | undefined, options: Omit<SeenOptions, 'data'>) => {
      const { runSeen } = await import('../../seen/commands/seen-command.ts');
      finish(await runSeen(run, file, { ...options, data: data() }));
    });
}
