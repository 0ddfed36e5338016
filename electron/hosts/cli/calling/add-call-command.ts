// `call`: its options and help. The work is in call-command.ts.

import type { Command } from 'commander';
import { type CommandPlace, eased, exitZero, serverHelp } from '../common/command-options.ts';
import { addReachingOptions, type ReachingFlags } from '../common/reaching-options.ts';

interface CallFlags extends ReachingFlags {
  tool: boolean;
  prompt: boolean;
  resource: boolean;
  argFile?: string;
  check: boolean;
  raw: boolean;
  retry: boolean;
  fix: boolean;
  yes: boolean;
  record: boolean;
  json: boolean;
  exitZero: boolean;
}

const callHelp = [
  'A NAME with a slash, and ping, is a method; its PARAMS are JSON, name=text pairs, or - for stdin.',
  'Any other NAME is a tool. Its arguments are checked against its schema before they are sent.',
  'Examples:',
  '  misfire call files read_file path=README.md',
  '  misfire call api search query=mcp limit:=5',
  `  misfire call api tools/call '{"name":"search","arguments":{"query":"mcp"}}'`,
  '',
].join('\n');

export function addCallCommand({ program, run, data, finish }: CommandPlace): void {
  addReachingOptions(program.command('call <SERVER> [NAME] [ARGS...]'))
    .usage(
      '[options] SERVER [TOOL [name=text | name:=JSON | name=@file]...]\n       misfire call [options] SERVER METHOD [PARAMS]',
    )
    .description('send one call and explain the outcome; without a name, list what the server offers')
    .option('--tool', 'NAME is a tool, even with a slash in it', false)
    .option('--prompt', 'NAME is a prompt; without NAME, list the prompts', false)
    .option('--resource', 'NAME is the URI of a resource; without NAME, list the resources', false)
    .option('--arg-file <file>', 'read the arguments from this JSON file, - reads stdin; ARGS add to them')
    .option('--no-check', 'send arguments that do not fit the schema')
    .option('--raw', 'print the response as it came', false)
    .option('--retry', 'if it fails, retry as the server asks', false)
    .option('--fix', 'if it fails, fix it and send it again until it works or a value would be a guess', false)
    .option('--yes', 'with --fix: also send tools that are not marked as read-only', false)
    .option('--record', 'record the call in the log', false)
    .option('--json', 'print one JSON line per attempt', false)
    .option(...exitZero)
    .addHelpText('after', `\n${callHelp}\n${serverHelp}`)
    .action(async (server: string, name: string | undefined, rest: string[], flags: CallFlags, command: Command) => {
      const kinds = (['tool', 'prompt', 'resource'] as const).filter((kind) => flags[kind]);
      if (kinds.length > 1) command.error(`error: --${kinds[0]} and --${kinds[1]} exclude each other.`);
      const { runCall } = await import('./call-command.ts');
      if (flags.yes && !flags.fix) command.error('error: --yes needs --fix.');
      if (flags.fix && (flags.retry || flags.raw))
        command.error(`error: --fix and --${flags.retry ? 'retry' : 'raw'} exclude each other.`);
      const { retry, fix, yes, record, json, raw } = flags;
      const words = { name, rest, kind: kinds[0], argFile: flags.argFile, unchecked: !flags.check };
      finish(
        eased(
          await runCall(run, { retry, fix, yes, record, json, raw, server, words, reaching: flags, data: data() }),
          flags,
        ),
      );
    });
}
