// `misfire mock`: its options and help.

import { type CommandPlace, rareCommands, readPort } from '../../../hosts/cli/common/command-options.ts';
import { addRecordingOptions } from '../../../hosts/cli/common/recording-options.ts';
import type { MockCommandOptions } from './mock-command.ts';

export function addMockCommands({ program, run, data, finish }: CommandPlace): void {
  const command = program
    .command('mock')
    .helpGroup(rareCommands)
    .description('serve a recording as an MCP server: the same calls get the recorded answers')
    .argument('[file]', 'a capture; - reads it from stdin, with --http only');
  addRecordingOptions(command, run)
    .option('--http <port>', 'serve on this port of 127.0.0.1 instead of stdio; 0 picks a free one', readPort)
    .option('--server <name>', 'the server to serve, if the capture has several')
    .option('--at-once', 'answer without the recorded waits', false)
    .option('--json', 'with --http, print {"url":…} once it listens', false)
    .action(async (file: string | undefined, options: MockCommandOptions) => {
      const { mock } = await import('./mock-command.ts');
      finish(await mock(run, file, { ...options, data: data() }));
    });
}
