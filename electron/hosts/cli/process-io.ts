// The process as the surroundings of a command: its streams, environment and folder, its signals, the pager, and exits that cannot wait.
// Together with main.ts and run-commands.ts the only place of the command line that touches `process`.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { parse } from 'node:path';
import { handleUncaughtErrors } from '../uncaught-errors.ts';
import { type CommandIo, type StopRequest, type StopSignal, stopSignals } from './terminal/command-io.ts';
import { exitCodes } from './terminal/exit-codes.ts';

interface ProcessIo extends CommandIo {
  /** After the last line: the command ends when the user closes the pager. */
  endPager(): Promise<void>;
}

export function processIo(): ProcessIo {
  let pager: ChildProcess | null = null;
  return {
    // Not before it is read: a stream that nothing reads may keep the process alive.
    get stdin() {
      return process.stdin;
    },
    get stdout() {
      return process.stdout;
    },
    get stderr() {
      return process.stderr;
    },
    async protocolOutput() {
      const { ownOutput } = await import('../../transports/pass-bytes.ts');
      return ownOutput(1);
    },
    env: process.env,
    folder: currentFolder(),
    watchStops,
    async startPager(command, args) {
      const env = { ...process.env, LESS: process.env.LESS ?? 'FRX' };
      const child = spawn(command, args, { stdio: ['pipe', 'inherit', 'inherit'], env });
      try {
        await once(child, 'spawn');
      } catch {
        return null;
      }
      pager = child;
      // The user has seen enough.
      child.stdin?.on('error', () => process.exit(exitCodes.done));
      // Ctrl-C is for the pager to act on.
      process.on('SIGINT', () => {});
      return child.stdin;
    },
    async endPager() {
      pager?.stdin?.end();
      if (pager !== null && pager.exitCode === null && pager.signalCode === null) await once(pager, 'exit');
    },
    surviveBugs: handleUncaughtErrors,
    now: Date.now,
  };
}

/** A folder that was removed meanwhile has no path. */
function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    return parse(process.execPath).root;
  }
}

/** The first signal stops cleanly, the second one at once. */
function watchStops(limitMs: number | null): StopRequest {
  let times = 0;
  const { promise: asked, resolve } = Promise.withResolvers<StopSignal>();
  const stop = (signal: StopSignal) => {
    times += 1;
    if (times > 1) process.exit(exitCodes.stopped);
    if (limitMs !== null) setTimeout(() => process.exit(exitCodes.stopped), limitMs).unref();
    resolve(signal);
  };
  for (const signal of stopSignals) process.on(signal, stop);
  return {
    asked,
    release: () => {
      for (const signal of stopSignals) process.removeListener(signal, stop);
    },
  };
}
