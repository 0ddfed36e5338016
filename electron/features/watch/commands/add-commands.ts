// The commands between a client and its server: `wrap`, `proxy` and `watch`. Owns their options and help. A wrap of a command comes here
// only for its help: main.ts starts it before anything else is loaded.

import { Option } from 'commander';
import { addCollectorOptions, type CommandPlace, gather, readPort } from '../../../hosts/cli/common/command-options.ts';
import { UsageError } from '../../../hosts/cli/terminal/exit-codes.ts';
import type { TelemetryFlags } from '../../../telemetry/settings.ts';
import { isAddress } from '../programs/wrap/wrap-arguments.ts';
import type { ProxyCommandOptions } from './proxy-command.ts';
import type { WatchOptions } from './watch-command.ts';

const rehearseHelp = 'inject the failures of a plan: a ready one or a file; see misfire rehearse --help';

interface WrapOptions extends TelemetryFlags {
  name?: string;
  client?: string;
  transport?: 'http' | 'sse';
  rehearse?: string;
}

const receiveNotes = `
--receive takes OTLP/HTTP in JSON, prints what to set in Claude Code, Codex, Gemini CLI and GitHub Copilot CLI, and
runs until Ctrl-C. docs/transcripts.md says what each client reports and exports.`;

/** Where OpenTelemetry is expected by default. */
const otlpPort = 4318;

interface WatchFlags extends Omit<WatchOptions, 'data'> {
  hook: boolean;
  receive: boolean;
  allowOrigin: string[];
  port?: number;
  setUp?: string;
}

export function addWatchCommands({ program, run, data, finish }: CommandPlace): void {
  addCollectorOptions(program.command('wrap'))
    .description('run a stdio server and record its traffic without changing a byte')
    .argument('<command...>', "after --: the server's command and arguments, or an address to bridge to")
    .option('--name <name>', 'name of the server; default: its program')
    .option('--client <client>', 'name of the client; default: the name it sends')
    .option('--rehearse <plan>', rehearseHelp)
    .addOption(
      new Option('--transport <kind>', 'transport of an address; detected if omitted').choices(['http', 'sse']),
    )
    .action(async ([command = '', ...rest]: string[], options: WrapOptions) => {
      if (!isAddress(command) || rest.length > 0)
        throw new UsageError('Put the command after "--": misfire wrap -- npx some-server');
      const { bridge } = await import('./bridge-command.ts');
      finish(await bridge(run, command, { ...options, data: data() }));
    });

  addCollectorOptions(program.command('proxy'))
    .description('forward an HTTP server and record its traffic without changing it')
    .argument('<url>', "the server's address")
    .option('--port <number>', 'port on 127.0.0.1; 0 picks a free one', readPort, 0)
    .option('--name <name>', 'name of the server; default: its host')
    .option('--rehearse <plan>', rehearseHelp)
    .option('--json', 'print {"url":…} once it listens', false)
    .action(async (url: string, options: ProxyCommandOptions) => {
      const { proxy } = await import('./proxy-command.ts');
      finish(await proxy(run, url, { ...options, data: data() }));
    });

  program
    .command('watch')
    .usage(
      '[options] [client/server]\n       misfire watch --hook [options] [client]\n       misfire watch --receive [--port PORT]',
    )
    .description("watch a server in another program's settings; shows the change first and can undo it exactly")
    .argument('[entry]', 'a client/server from --list; with --hook, a client')
    .option('--hook', 'let this client report each call and what its model got', false)
    .option('--receive', 'receive what clients export as OpenTelemetry, and keep their calls to MCP servers', false)
    .option('--list', 'list all entries and which of them are watched; with --hook, the clients with hooks', false)
    .option('--undo', 'restore the entry, or all watched entries; with --hook, remove the hook, or all hooks', false)
    .option('--dry', 'show the change without making it', false)
    // What the former command hook had.
    .addOption(new Option('--set-up <client>').hideHelp())
    .option('--port <number>', 'with --receive, port on 127.0.0.1; 0 picks a free one; default: 4318', readPort)
    .option('--allow-origin <origin>', 'with --receive, take reports of pages of this origin; repeatable', gather, [])
    .option('--json', 'print JSON lines', false)
    .addHelpText('after', receiveNotes)
    .action(
      async (
        named: string | undefined,
        { hook, receive: receives, port, allowOrigin, setUp, ...options }: WatchFlags,
      ) => {
        const entry = named ?? setUp;
        if (hook && receives) throw new UsageError('Use either --hook or --receive.');
        if (port !== undefined && !receives) throw new UsageError('--port is for --receive.');
        const { json } = options;
        if (receives) {
          if (entry !== undefined) throw new UsageError('--receive takes the calls of every client. Name none.');
          const { receive } = await import('./receive-command.ts');
          return finish(await receive(run, { port: port ?? otlpPort, json, allowOrigin, data: data() }));
        }
        if (hook) {
          const { changeHooks } = await import('./hook-clients-command.ts');
          return finish(await changeHooks(run, entry, { ...options, data: data() }));
        }
        const { watchClients } = await import('./watch-command.ts');
        finish(await watchClients(run, entry, { ...options, data: data() }));
      },
    );
}
