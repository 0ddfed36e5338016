// Long output on a terminal goes through a pager, as in git: MISFIRE_PAGER, else PAGER, else less, which ends by itself where the output
// fits the screen. `cat` or an empty value turns it off.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { exitCodes } from './exit-codes.ts';
import { readTerminal } from './terminal.ts';

let pager: ChildProcess | null = null;

/** Where results are written. */
export const outlet = (): Writable => pager?.stdin ?? process.stdout;

/** Before the first line of what may be long. */
export async function startPager(): Promise<void> {
  const { isTerminal } = readTerminal();
  const { MISFIRE_PAGER, PAGER } = process.env;
  // Output that only counts as a terminal has no keys to turn pages with, unless a pager was named for it.
  if (pager !== null || !isTerminal || (process.stdout.isTTY !== true && MISFIRE_PAGER === undefined)) return;
  const [command = '', ...args] = (MISFIRE_PAGER ?? PAGER ?? 'less').trim().split(/\s+/);
  if (command === '' || command === 'cat') return;
  const env = { ...process.env, LESS: process.env.LESS ?? 'FRX' };
  const child = spawn(command, args, { stdio: ['pipe', 'inherit', 'inherit'], env });
  try {
    await once(child, 'spawn');
  } catch {
    return;
  }
  pager = child;
  // The person has seen enough.
  child.stdin?.on('error', () => process.exit(exitCodes.done));
  // Ctrl-C is for the pager to act on.
  process.on('SIGINT', () => {});
}

/** After the last line: the command ends when the person leaves the pager. */
export async function endPager(): Promise<void> {
  if (pager === null) return;
  const child = pager;
  pager = null;
  child.stdin?.end();
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
