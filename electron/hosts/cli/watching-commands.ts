// The commands that stand between a client and its server: `wrap`, `proxy` and `watch`. Owns their options and help. A wrap of a
// command never comes here but for its help: main.ts starts it before anything else is loaded.

import { Option } from 'commander';
import type { TelemetryFlags } from '../../telemetry/settings.ts';
import { isAddress } from '../../watch/wrap-arguments.ts';
import { addCollectorOptions, type CommandPlace, readPort } from './command-options.ts';
import { UsageError } from './exit-codes.ts';
import type { ProxyCommandOptions } from './proxy.ts';
import type { WatchOptions } from './watch.ts';

interface WrapOptions extends TelemetryFlags {
  name?: string;
  client?: string;
  transport?: 'http' | 'sse';
}

export function addWatchingCommands({ program, data, finish }: CommandPlace): void {
  addCollectorOptions(program.command('wrap'))
    .description('run a stdio server between it and its client: bytes pass untouched, a copy is kept for the app')
    .argument('<command...>', 'after --: the command and its arguments, or an address to bridge to')
    .option('--name <name>', 'what the server is called; left out: its program')
    .option('--client <client>', 'the client that starts it; left out: what it calls itself')
    .addOption(new Option('--transport <kind>', 'of an address; found out when left out').choices(['http', 'sse']))
    .action(async ([command = '', ...rest]: string[], options: WrapOptions) => {
      if (!isAddress(command) || rest.length > 0)
        throw new UsageError('The command stands after "--": misfire wrap -- npx some-server');
      const { bridge } = await import('./bridge.ts');
      finish(await bridge(command, { ...options, data: data() }));
    });

  addCollectorOptions(program.command('proxy'))
    .description('stand between a client and an HTTP server: nothing is changed, a copy is kept for the app')
    .argument('<url>', "the server's address")
    .option('--port <number>', 'the port on 127.0.0.1; 0 takes any free one', readPort, 0)
    .option('--name <name>', 'what the server is called; left out: its host')
    .option('--json', 'print {"url":…} once it listens, and nothing else on stdout', false)
    .action(async (url: string, options: ProxyCommandOptions) => {
      const { proxy } = await import('./proxy.ts');
      finish(await proxy(url, { ...options, data: data() }));
    });

  program
    .command('watch')
    .description("watch a server of another program's settings: shows the change, makes it, and undoes it exactly")
    .argument('[client/server]', 'an entry as --list names it')
    .option('--list', 'print the entries that there are, and which are watched', false)
    .option('--undo', 'put the entry, or all that are watched, back as they were', false)
    .option('--dry', 'only show what would change', false)
    .option('--json', 'print JSON lines, and nothing else on stdout', false)
    .action(async (entry: string | undefined, options: WatchOptions) => {
      const { watchClients } = await import('./watch.ts');
      finish(await watchClients(entry, { ...options, data: data() }));
    });
}
