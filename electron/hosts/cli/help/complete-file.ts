// A file that has its name once it is complete. Until then it is written beside it, and Ctrl-C or a full disk leaves the old one as it was.

import { once } from 'node:events';
import { createWriteStream, existsSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import type { Writable } from 'node:stream';
import type { CommandRun } from '../terminal/command-run.ts';
import { UsageError } from '../terminal/exit-codes.ts';

/** Throws a UsageError where it cannot be written. */
export async function writeCompleteFile(
  run: CommandRun,
  file: string,
  write: (stream: Writable) => Promise<void>,
): Promise<void> {
  // Pipes and devices have no name to give away, and a link stays one.
  const path = run.path(file);
  const isFile = !existsSync(path) || statSync(path).isFile();
  const target = existsSync(path) ? realpathSync(path) : path;
  const part = isFile ? `${target}.${process.pid}.part` : target;
  const discard = () => {
    if (isFile) rmSync(part, { force: true });
  };
  const release = run.cleanUpWhenStopped(discard);
  const stream = createWriteStream(part, { mode: 0o600 });
  const failed = new Promise<never>((_, reject) => stream.once('error', reject));
  failed.catch(() => {});
  try {
    await Promise.race([once(stream, 'open'), failed]);
    await Promise.race([write(stream), failed]);
    stream.end();
    await Promise.race([once(stream, 'finish'), failed]);
    if (isFile) renameSync(part, target);
  } catch (problem) {
    stream.destroy();
    discard();
    if (problem instanceof UsageError || (problem as NodeJS.ErrnoException).code === undefined) throw problem;
    throw new UsageError(`${file} cannot be written: ${(problem as Error).message}.`);
  } finally {
    await release();
  }
}
