// The commands that examine servers and their answers: `lint`, `seen` and `conformance`. Owns their options and help; the work is in the
// file of each command.

import type { Command } from 'commander';
import type { FindingFormat } from '../../../../shared/findings/check-finding.ts';
import { type CommandPlace, eased, exitZero, formatOption, needServer, serverHelp } from '../common/command-options.ts';
import { addReachingOptions, type ReachingFlags } from '../common/reaching-options.ts';
import type { SeenOptions } from './seen-command.ts';

interface LintFlags extends ReachingFlags {
  json: boolean;
  format?: FindingFormat;
  exitZero: boolean;
}

interface ConformanceFlags {
  results?: string;
  suite?: string;
  scenario?: string;
  json: boolean;
  format?: FindingFormat;
  exitZero: boolean;
}

// Written out, since loading the rules of all clients would slow down every command. client-lists.test.ts compares it.
const seenClients = 'claude-code, codex, gemini-cli, opencode, copilot-cli, cline, goose, zed, roo-code';

export function addCheckingCommands({ program, run, data, afterDashes, finish }: CommandPlace): void {
  program
    .command('seen')
    .description('print what each client passes to its model from one response, and what is lost')
    .argument('[file]', 'a JSON-RPC response, a tools/call result or an error; default: stdin', '-')
    .option('--client <client>', `only this client: ${seenClients}`)
    .option('--server <name>', "the server's name in the client; some clients repeat it")
    .option('--tool <name>', "the tool's name; some clients repeat it")
    .option('--model <name>', "the model's name; it changes the limits of some clients")
    .option('--output-schema <file>', "a file with the tool's outputSchema; some clients reject results that break it")
    .option('--json', 'print one JSON line per client', false)
    .option('--unmasked', 'do not mask secrets', false)
    .action(async (file: string, options: SeenOptions) => {
      const { seen } = await import('./seen-command.ts');
      finish(await seen(run, file, options));
    });

  addReachingOptions(program.command('lint [SERVER...]'))
    .usage('[options] <SERVER...>\n       misfire lint [options] -- COMMAND ARGS...')
    .description('check tools, prompts and resources for names, schemas and addresses that clients reject')
    .option('--json', 'print JSON lines', false)
    .addOption(formatOption())
    .option(...exitZero)
    .addHelpText('after', `\n${serverHelp}`)
    .action(async (servers: string[], flags: LintFlags, command: Command) => {
      needServer(servers, afterDashes, command);
      const { lint } = await import('./lint-command.ts');
      const format = flags.format ?? (flags.json ? 'json' : undefined);
      finish(
        eased(
          await lint(run, servers, { ...(format ? { format } : {}), afterDashes, reaching: flags, data: data() }),
          flags,
        ),
      );
    });

  program
    .command('conformance <URL>')
    .description('run the official conformance suite and show each failed check beside its traffic')
    .option('--results <dir>', 'read the results of an earlier run instead of running the suite')
    .option('--suite <name>', 'active, all or pending')
    .option('--scenario <name>', 'run only this scenario')
    .option('--json', 'print JSON lines', false)
    .addOption(formatOption())
    .option(...exitZero)
    .action(async (url: string, flags: ConformanceFlags) => {
      const { conformance } = await import('./conformance-command.ts');
      const { results, suite, scenario } = flags;
      const format = flags.format ?? (flags.json ? 'json' : undefined);
      const chosen = Object.fromEntries(
        Object.entries({ results, suite, scenario, format }).filter(([, value]) => value !== undefined),
      );
      finish(eased(await conformance(run, url, chosen), flags));
    });
}
