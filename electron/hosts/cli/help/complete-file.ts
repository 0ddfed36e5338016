// A file that has its name once it is complete. Until then it is written beside it, and Ctrl-C or a full disk leaves the old one as it was.

import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { Writable } from 'node:stream';
import { beginGivenFile, GivenFileError } from '../../../foreign-files/given-file.ts';
import type { CommandRun } from '../terminal/command-run.ts';

/** Throws a GivenFileError where it cannot be written. */
export async function writeCompleteFile(
  run: CommandRun,
  file: string,
  write: (stream: Writable) => Promise<void>,
): Promise<void> {
  const given = beginGivenFile(file, run.path(file), 0o600);
  const release = run.cleanUpWhenStopped(given.discard);
  // Opening it by its name would create what a stop has removed.
  const stream = createWriteStream('', { fd: given.descriptor });
  const failed = new Promise<never>((_, reject) => stream.once('error', reject));
  failed.catch(() => {});
  try {
    await Promise.race([write(stream), failed]);
    stream.end();
    await Promise.race([once(stream, 'finish'), failed]);
  } catch (problem) {
    stream.destroy();
    given.discard();
    if ((problem as NodeJS.ErrnoException).code === undefined) throw problem;
    throw new GivenFileError(file, (problem as Error).message);
  } finally {
    await release();
  }
  given.finish();
}
