// Waits for a stop signal. The first one stops cleanly, the second one at once.

import { type ExitCode, exitCodes } from './exit-codes.ts';

/** Servers get time to end by themselves; after this the program leaves without them. */
const stopLimitMs = 15_000;

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
type Signal = (typeof signals)[number];

export interface StopSignal {
  /** Resolves when the person, the terminal or the system asks for the end. */
  asked: Promise<Signal>;
  /** From now on a signal ends the program as it would without us. */
  release: () => void;
}

/** `limitMs`: how long the answer may take; null: as long as it takes. */
export function watchStopSignals(limitMs: number | null = stopLimitMs): StopSignal {
  let times = 0;
  let stop = (_signal: Signal) => {};
  const asked = new Promise<Signal>((resolve) => {
    stop = (signal) => {
      times += 1;
      if (times > 1) process.exit(exitCodes.stopped);
      if (limitMs !== null) setTimeout(() => process.exit(exitCodes.stopped), limitMs).unref();
      resolve(signal);
    };
    for (const signal of signals) process.on(signal, stop);
  });
  return {
    asked,
    release: () => {
      for (const signal of signals) process.removeListener(signal, stop);
    },
  };
}

/** For commands that run until they are stopped: Ctrl-C exits as in shells, and SIGTERM is not a failure. */
export const exitCodeOf = (signal: Signal): ExitCode => (signal === 'SIGINT' ? exitCodes.stopped : exitCodes.done);

/** For commands that end by themselves: a stop signal cleans up and exits with the shell's code for it. */
export function endWhenAsked(tidyUp: () => Promise<unknown> | unknown, limitMs?: number | null): () => void {
  const { asked, release } = watchStopSignals(limitMs);
  void asked.then(async () => {
    try {
      await tidyUp();
    } finally {
      process.exit(exitCodes.stopped);
    }
  });
  return release;
}
