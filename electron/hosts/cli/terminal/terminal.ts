// The one place that knows the terminal: whether there is one, how wide it is, and whether it shows colors and links.
// A pipe gets plain text. MISFIRE_FORCE_TTY=80 treats any output as a terminal of 80 columns, for scripts and pictures.

import type { Environment, TerminalStream } from './command-io.ts';

export const colorChoices = ['auto', 'always', 'never'] as const;
export type ColorChoice = (typeof colorChoices)[number];

export interface Terminal {
  /** A person reads it: tables, symbols, relative times. */
  isTerminal: boolean;
  columns: number;
  rows: number;
  hasColor: boolean;
  hasLinks: boolean;
}

const usualColumns = 80;
const usualRows = 24;

export function readTerminal(stream: TerminalStream, env: Environment, choice: ColorChoice = 'auto'): Terminal {
  const forced = Number(env.MISFIRE_FORCE_TTY ?? '');
  const isForced = Number.isInteger(forced) && forced >= 20;
  const isTerminal = isForced || (stream.isTTY === true && env.TERM !== 'dumb');
  return {
    isTerminal,
    columns: isForced ? forced : (stream.columns ?? usualColumns),
    rows: stream.rows ?? usualRows,
    hasColor: choice === 'auto' ? wantsColor(isTerminal, env) : choice === 'always',
    hasLinks: isTerminal && choice !== 'never' && showsLinks(env),
  };
}

/** no-color.org: any value but an empty one turns colors off. FORCE_COLOR is left to --color=always: test runners set it for pipes. */
function wantsColor(isTerminal: boolean, { NO_COLOR }: Environment): boolean {
  return isTerminal && !NO_COLOR;
}

/** Terminals that are known to open OSC 8 links; others may print the address a second time. */
function showsLinks(env: Environment): boolean {
  if (env.FORCE_HYPERLINK !== undefined) return env.FORCE_HYPERLINK !== '0';
  if (env.CI || env.TMUX || env.STY) return false;
  if (env.WT_SESSION || env.KITTY_WINDOW_ID || Number(env.VTE_VERSION ?? 0) >= 5000) return true;
  if (/^(?:alacritty|xterm-kitty|xterm-ghostty|foot)/.test(env.TERM ?? '')) return true;
  return ['iTerm.app', 'WezTerm', 'vscode', 'ghostty', 'Hyper', 'rio'].includes(env.TERM_PROGRAM ?? '');
}
