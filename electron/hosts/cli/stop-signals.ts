// Waiting to be told to stop. The first signal asks, the second does not wait for the answer.

/** Servers get time to end by themselves; after this the program leaves without them. */
const stopLimitMs = 15_000;

export interface StopSignal {
  /** Resolves when the person, the terminal or the system asks for the end. */
  asked: Promise<void>;
}

export function watchStopSignals(): StopSignal {
  let times = 0;
  const asked = new Promise<void>((resolve) => {
    const stop = () => {
      times += 1;
      if (times > 1) process.exit(130);
      setTimeout(() => process.exit(1), stopLimitMs).unref();
      resolve();
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  });
  return { asked };
}
