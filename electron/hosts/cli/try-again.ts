// The commands that send calls: `call` and `replay`. Owns their options and help; the work is in call.ts and replay.ts.

import { type Command, InvalidArgumentError } from 'commander';
import { type ExitCode, exitCodes } from './exit-codes.ts';

interface CallFlags {
  retry: boolean;
  json: boolean;
  exitZero: boolean;
  timeout?: number;
}

interface ReplayFlags {
  filter: string;
  to?: string;
  junit?: string;
  markdown?: string;
  confirm: string[];
  json: boolean;
  exitZero: boolean;
}

const serverHelp = 'SERVER is an address, a saved name, file.json#name, sample:NAME or a quoted command line.';

export function addSendingCommands(
  program: Command,
  data: () => string | undefined,
  finish: (code: ExitCode) => void,
): void {
  program
    .command('call <SERVER> <METHOD> [PARAMS]')
    .description('send one call and say what came of it; PARAMS is JSON')
    .option('--retry', 'when it fails, try again as the server hints', false)
    .option('--json', 'print one JSON line an attempt and nothing else on stdout', false)
    .option(...exitZero)
    .option('--timeout <ms>', 'stop waiting for an answer after this long', readMs)
    .addHelpText('after', `\n${serverHelp}`)
    .action(async (server: string, method: string, params: string | undefined, flags: CallFlags) => {
      const { call } = await import('./call.ts');
      const code = await call({ ...flags, timeout: flags.timeout, server, method, params, data: data() });
      finish(eased(code, flags));
    });

  program
    .command('replay <FILE>')
    .description('run the calls of a repro set, or the failures of a capture, again; exits 0 only if all are fixed')
    .option('--filter <q>', 'only the calls that pass this filter', '')
    .option('--to <SERVER>', 'send all calls to this server')
    .option('--junit <file>', 'also write JUnit XML')
    .option('--markdown <file>', 'also write a Markdown table')
    .option('--confirm <tool>', 'send this tool although it is marked as destructive; can be repeated', gather, [])
    .option('--json', 'print one JSON line a call and nothing else on stdout', false)
    .option(...exitZero)
    .addHelpText('after', `\n${serverHelp}`)
    .action(async (file: string, flags: ReplayFlags) => {
      const { replay } = await import('./replay.ts');
      const { to, junit, markdown } = flags;
      finish(eased(await replay({ ...flags, to, junit, markdown, file, data: data() }), flags));
    });
}

const exitZero = ['--exit-zero', 'exit 0 also when failures were found', false] as const;

const eased = (code: ExitCode, flags: { exitZero: boolean }): ExitCode =>
  flags.exitZero && code === exitCodes.failuresFound ? exitCodes.done : code;

const gather = (tool: string, before: string[]): string[] => [...before, tool];

function readMs(text: string): number {
  const ms = Number(text);
  if (!/^\d{1,10}$/.test(text) || ms < 100 || ms > 2_147_483_647) {
    throw new InvalidArgumentError('A time limit is a number of milliseconds, at least 100.');
  }
  return ms;
}
