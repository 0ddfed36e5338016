// Long output on a terminal goes through a pager, as in git: MISFIRE_PAGER, else PAGER, else less, which ends by itself where the output
// fits the screen. `cat` or an empty value turns it off. process-io.ts starts it.

import type { Environment } from './command-io.ts';
import type { Terminal } from './terminal.ts';

/** null: no pager. */
export function pagerCommand({ isTerminal }: Terminal, isTTY: boolean, env: Environment): string[] | null {
  const { MISFIRE_PAGER, PAGER } = env;
  // Output that only counts as a terminal has no keys to turn pages with, unless a pager was named for it.
  if (!isTerminal || (!isTTY && MISFIRE_PAGER === undefined)) return null;
  const words = (MISFIRE_PAGER ?? PAGER ?? 'less').trim().split(/\s+/);
  return words[0] === '' || words[0] === 'cat' ? null : words;
}
