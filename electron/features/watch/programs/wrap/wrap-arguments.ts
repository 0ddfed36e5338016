// What `misfire wrap` was asked for, read without a library: loading one would cost more than all the rest of starting.

import { commandIndex } from '../../../../../shared/text/command-index.ts';

export interface WrapWish {
  /** What the server is called; left out: the name of its program. */
  name: string;
  /** The client that starts it, where the entry that does so knows. */
  client?: string;
  data?: string;
  /** A collector that gets a copy; only the complete program can do that. */
  otlp?: string;
  /** A plan of failures to inject: a ready one's name, or a file. */
  rehearse?: string;
  command: string;
  args: string[];
}

type ReadWish = { ok: true; wish: WrapWish } | { ok: false; problem: string };

const wrapUsage =
  'misfire wrap [--name NAME] [--client CLIENT] [--data DIR] [--otlp URL] [--rehearse PLAN] -- COMMAND [ARGUMENT…] | URL';

/** Options of wrap end at `--`; everything after it belongs to the server. */
export function readWrapArguments(args: readonly string[]): ReadWish {
  const options: Partial<Record<'name' | 'client' | 'data' | 'color' | 'otlp' | 'rehearse', string>> = {};
  const end = endOfOptions(args);
  const own = end < 0 ? args : args.slice(0, end);
  for (let index = 0; index < own.length; index += 1) {
    const word = own[index] as string;
    const [, key, joined] = /^--(name|client|data|color|otlp|rehearse)(?:=(.*))?$/s.exec(word) ?? [];
    if (key === undefined) {
      if (word === 'wrap') continue;
      return { ok: false, problem: `There is no option "${word}" before "--". Usage: ${wrapUsage}` };
    }
    const value = joined ?? own[++index];
    if (value === undefined) return { ok: false, problem: `--${key} needs a value. Usage: ${wrapUsage}` };
    options[key as keyof typeof options] = value;
  }
  const [command, ...rest] = end < 0 ? [] : args.slice(end + 1);
  if (command === undefined || command === '')
    return { ok: false, problem: `Put the command after "--". Usage: ${wrapUsage}` };
  const { color: _, ...wish } = options;
  return { ok: true, wish: { name: baseName(command), ...wish, command, args: rest } };
}

/** Whether a command line of `misfire` is a wrap of a command, which must start quickly; addresses take the longer way. */
export function isQuickWrap(args: readonly string[]): boolean {
  const end = endOfOptions(args);
  const own = end < 0 ? args : args.slice(0, end);
  return own[commandIndex(own)] === 'wrap' && end >= 0 && !isAddress(args[end + 1] ?? '');
}

/** `hook` takes a report, unless it is about the hook itself. */
export function isHookCommand(args: readonly string[]): boolean {
  return args[commandIndex(args)] === 'hook' && !args.some((word) => aboutHook.test(word));
}

const aboutHook = /^(?:-h|--help|--list|--set-up(?:=.*)?|--undo(?:=.*)?|--dry|--json)$/s;

/** Where the `--` is that ends the options; -1: nowhere. One that is an option's value ends nothing: a server may be called so. */
function endOfOptions(args: readonly string[]): number {
  for (let index = 0; index < args.length; index += 1) {
    if (args[index] === '--') return index;
    if (/^--(?:name|client|data|color|otlp|rehearse)$/.test(args[index] as string)) index += 1;
  }
  return -1;
}

export const isAddress = (text: string): boolean => /^https?:\/\//i.test(text);

function baseName(command: string): string {
  const name = command.split(/[\\/]/).at(-1) || command;
  return name.replace(/\.(exe|cmd|bat|js|mjs|cjs|ts|py)$/i, '') || name;
}
