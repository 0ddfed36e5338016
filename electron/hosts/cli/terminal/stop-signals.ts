// Waiting to be told to stop. The first signal asks, the second does not wait for the answer.

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

/** For commands that go on until they are told: Ctrl-C is reported as shells do, being ended by the system is no failure. */
export const exitCodeOf = (signal: Signal): ExitCode => (signal === 'SIGINT' ? exitCodes.stopped : exitCodes.done);

/** For commands that end by themselves: being told to stop tidies up, and then ends the program with the shell's code for it. */
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
