// What the command line's exit codes mean. Scripts rely on them.

import type { StopSignal } from './command-io.ts';

export const exitCodes = {
  /** Done, nothing failed. */
  done: 0,
  /** Done, failures found. */
  failuresFound: 1,
  /** Bad usage, unreadable input, or output that could not be written. */
  badUsage: 2,
  /** A server could not be reached. */
  unreachable: 3,
  /** Ended by Ctrl-C: what shells report for it. */
  stopped: 130,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** For commands that run until they are stopped: Ctrl-C exits as in shells, and SIGTERM is not a failure. */
export const exitCodeOf = (signal: StopSignal): ExitCode => (signal === 'SIGINT' ? exitCodes.stopped : exitCodes.done);

/** Something the user can fix: reported in one sentence, without a stack. */
export class UsageError extends Error {}
