// `misfire transcripts`: its options and help.

import { type CommandPlace, readNumber } from '../../../hosts/cli/common/command-options.ts';
import type { TranscriptsOptions } from './transcripts-command.ts';

// Written out, since loading all clients would slow down every command. client-lists.test.ts compares it.
const transcriptClients = 'claude-desktop, claude-code, vscode, codex, gemini-cli, opencode, copilot-cli, cline, goose';

export function addTranscriptsCommands({ program, run, finish }: CommandPlace): void {
  program
    .command('transcripts')
    .description('list the transcripts and MCP logs of clients on this machine, without reading them')
    .option('--client <client>', `only this client: ${transcriptClients}`)
    .option('--limit <number>', 'show only the newest N transcripts and N logs', readNumber, 20)
    .option('--failures', 'read the listed transcripts and count the failed calls', false)
    .option('--follow', 'print new calls as clients write them, until Ctrl-C; with --failures only failed ones', false)
    .option('--json', 'print one JSON line per transcript', false)
    .action(async (options: TranscriptsOptions) => {
      const { listTranscripts } = await import('./transcripts-command.ts');
      finish(await listTranscripts(run, options));
    });
}
