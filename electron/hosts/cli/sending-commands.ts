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
    .description('send one call and explain the outcome; PARAMS is JSON, - reads it from stdin')
    .option('--retry', 'if it fails, retry as the server asks', false)
    .option('--record', 'record the call in the log', false)
    .option('--json', 'print one JSON line per attempt', false)
    .option(...exitZero)
    .addHelpText('after', `\n${serverHelp}`)
    .action(async (server: string, method: string, params: string | undefined, flags: CallFlags) => {
      const { call } = await import('./call.ts');
      const { retry, record, json } = flags;
      finish(eased(await call({ retry, record, json, server, method, params, reaching: flags, data: data() }), flags));
    });

  addReachingOptions(program.command('replay [FILE]'))
    .description('replay a repro set, or the failures of a capture; exits with 0 only if all are fixed')
    .option('--recording [number]', 'replay a recording instead of a file; default: the newest', readNumber)
    .option('--filter <q>', 'replay only calls that match this filter', '')
    .option('--to <SERVER>', 'send all calls to this server')
    .addOption(formatOption())
    .option('--junit <file>', 'also write JUnit XML')
    .option('--markdown <file>', 'also write a Markdown table')
    .option('--confirm <tool>', 'also call this destructive tool; repeatable', gather, [])
    .option('--json', 'print one JSON line per call', false)
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
