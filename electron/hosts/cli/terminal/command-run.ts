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
    io.stdout.on('error', this.#cut);
  }

  /** Why stdout can no longer be written. */
  cutBy: Error | null = null;

  readonly #cut = (problem: NodeJS.ErrnoException): void => {
    this.cutBy = problem;
    // A reader that has seen enough, such as head, is no failure.
    if (problem.code === 'EPIPE') this.#stopped.resolve(exitCodes.done);
    else this.#failedToWrite(problem);
  };

  #failedToWrite(problem: Error): void {
    // Half an output must not look like a whole one, as when the disk is full.
    this.output.printMessage(`misfire: The output could not be written: ${problem.message}.`);
    this.#stopped.resolve(exitCodes.badUsage);
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

  /** The exit code of `work`, or that of a stop request or of a closed output, which do not wait for work that hangs. */
  async end(work: Promise<ExitCode>): Promise<ExitCode> {
    const done = work.then(async (code) => {
      await this.#written();
      return code;
    });
    const code = await Promise.race([this.#stopped.promise, done]);
    return this.#isStopping ? this.#stopped.promise : code;
  }

  /** Only then it is known whether the output could be written. */
  async #written(): Promise<void> {
    const { stdout } = this.io;
    if (stdout.writable && stdout.writableLength > 0)
      await new Promise<void>((resolve) => stdout.write('', () => resolve()));
    await nextTurn();
  }
}
