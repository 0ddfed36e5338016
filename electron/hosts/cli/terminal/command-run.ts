// One run of a command: where it reads and writes, its output, and how it stops. Each command gets it first and passes it on; nothing of a
// run is kept anywhere else.

import { resolve } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CommandIo } from './command-io.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { Output } from './output.ts';

/** Servers get time to end by themselves; after this the program exits without them. */
export const stopLimitMs = 15_000;

export class CommandRun {
  readonly io: CommandIo;
  readonly output: Output;
  readonly #stopped = Promise.withResolvers<ExitCode>();
  #isStopping = false;

  constructor(io: CommandIo) {
    this.io = io;
    this.output = new Output(io);
  }

  /** A path that was given to the command. */
  path(file: string): string {
    return resolve(this.io.folder, file);
  }

  /**
   * For commands that end by themselves: a stop request cleans up and ends the run with the shell's code for it. Await the returned
   * function when there is nothing more to clean up. It never resolves after a stop request, so that a stopped command does not go on.
   */
  cleanUpWhenStopped(cleanUp: () => Promise<unknown> | unknown, limitMs: number | null = stopLimitMs) {
    const { asked, release } = this.io.watchStops(limitMs);
    void asked.then(async () => {
      this.#isStopping = true;
      try {
        await cleanUp();
      } finally {
        this.#stopped.resolve(exitCodes.stopped);
      }
    });
    return (): Promise<void> => {
      release();
      return this.#isStopping ? new Promise(() => {}) : Promise.resolve();
    };
  }

  /** For long work, between its parts. Never resolves after a stop request, so that a stopped command uses no more of the processor. */
  async nextPart(): Promise<void> {
    await nextTurn();
    if (this.#isStopping) await new Promise(() => {});
  }

  /** The exit code of `work`, or that of a stop request, which does not wait for work that hangs. */
  async end(work: Promise<ExitCode>): Promise<ExitCode> {
    const code = await Promise.race([work, this.#stopped.promise]);
    return this.#isStopping ? this.#stopped.promise : code;
  }
}
