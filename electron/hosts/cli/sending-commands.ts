// The commands that send calls: `call` and `replay`. Owns their options and help; the work is in call.ts and replay.ts.

import type { FindingFormat } from '../../../shared/findings/finding.ts';
import {
  type CommandPlace,
  eased,
  exitZero,
  formatOption,
  gather,
  readFormat,
  readNumber,
  serverHelp,
} from './command-options.ts';
import { addReachingOptions, type ReachingFlags } from './reaching-options.ts';
import type { WantedRecording } from './recording-text.ts';

interface CallFlags extends ReachingFlags {
  retry: boolean;
  record: boolean;
  json: boolean;
  exitZero: boolean;
}

interface ReplayFlags extends ReachingFlags {
  filter: string;
  recording?: WantedRecording;
  to?: string;
  format?: FindingFormat;
  junit?: string;
  markdown?: string;
  confirm: string[];
  json: boolean;
  exitZero: boolean;
}

export function addSendingCommands({ program, data, finish }: CommandPlace): void {
  addReachingOptions(program.command('call <SERVER> <METHOD> [PARAMS]'))
    .description('send one call and say what came of it; PARAMS is JSON, - reads it from stdin')
    .option('--retry', 'when it fails, try again as the server hints', false)
    .option('--record', 'keep what happens in the log', false)
    .option('--json', 'print one JSON line an attempt and nothing else on stdout', false)
    .option(...exitZero)
    .addHelpText('after', `\n${serverHelp}`)
    .action(async (server: string, method: string, params: string | undefined, flags: CallFlags) => {
      const { call } = await import('./call.ts');
      const { retry, record, json } = flags;
      finish(eased(await call({ retry, record, json, server, method, params, reaching: flags, data: data() }), flags));
    });

  addReachingOptions(program.command('replay [FILE]'))
    .description('run the calls of a repro set, or the failures of a capture, again; exits 0 only if all are fixed')
    .option('--recording [number]', 'replay a recording of the log instead of a file; default: the newest', readNumber)
    .option('--filter <q>', 'only the calls that pass this filter', '')
    .option('--to <SERVER>', 'send all calls to this server')
    .addOption(formatOption())
    .option('--junit <file>', 'also write JUnit XML')
    .option('--markdown <file>', 'also write a Markdown table')
    .option('--confirm <tool>', 'send this tool although it is marked as destructive; can be repeated', gather, [])
    .option('--json', 'print one JSON line a call and nothing else on stdout', false)
    .option(...exitZero)
    .addHelpText('after', `\n${serverHelp}`)
    .action(async (file: string | undefined, flags: ReplayFlags) => {
      const { replay } = await import('./replay.ts');
      const { to, junit, markdown, recording } = flags;
      const chosen = readFormat(flags);
      finish(
        eased(
          await replay({ ...flags, ...chosen, to, junit, markdown, file, recording, reaching: flags, data: data() }),
          flags,
        ),
      );
    });
}
