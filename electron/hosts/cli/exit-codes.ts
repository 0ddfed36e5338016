// What the command line's exit codes mean. Scripts rely on them.

export const exitCodes = {
  /** Done, nothing failed. */
  done: 0,
  /** Done, failures found. */
  failuresFound: 1,
  /** Bad usage or unreadable input. */
  badUsage: 2,
  /** A server could not be reached. */
  unreachable: 3,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Something the person can put right: told in its one sentence, without a stack. */
export class UsageError extends Error {}
