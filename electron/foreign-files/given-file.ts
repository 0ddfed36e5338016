// The only way to write a file whose path a person or a script gave: --out, reports, baselines. A regular file is complete or unchanged; a
// pipe without a reader and a folder get a sentence. electron/foreign-files/given-file.test.ts rejects other writers in commands.

import {
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';

/** Names the path and the reason. */
export class GivenFileError extends Error {
  override readonly name = 'GivenFileError';
  constructor(file: string, reason: string) {
    super(`${file} cannot be written: ${reason}.`);
  }
}

interface GivenFile {
  /** Where to write, open: beside a regular file, or into the pipe or device itself. The writer closes it. */
  descriptor: number;
  /** Of a regular file, which gets its name at the end. */
  isBeside: boolean;
  /** Gives the file its name, or leaves the old one as it was. */
  finish: () => void;
  discard: () => void;
}

/** `file`: as it was given, for messages. `mode`: of a new file; an existing one keeps its own. */
export function beginGivenFile(file: string, path: string, mode = 0o666): GivenFile {
  const found = existsSync(path) ? statSync(path) : null;
  if (found?.isDirectory()) throw new GivenFileError(file, 'it is a folder');
  if (found !== null && !found.isFile()) {
    const probe = openProbe(file, path);
    // A pipe ends for its reader when nothing has it open any more.
    const close = () => closeSync(probe);
    return { descriptor: openSync(path, constants.O_WRONLY), isBeside: false, finish: close, discard: close };
  }
  // A link stays one.
  const target = found === null ? path : realpathSync(path);
  const draft = `${target}.${process.pid}.part`;
  const discard = () => rmSync(draft, { force: true });
  try {
    // What is left of a killed process of the same number.
    discard();
    const descriptor = openSync(draft, 'wx', mode);
    if (found !== null) fchmodSync(descriptor, found.mode & 0o777);
    return { descriptor, isBeside: true, finish: () => renameSync(draft, target), discard };
  } catch (problem) {
    throw new GivenFileError(file, (problem as Error).message);
  }
}

/** Opening a pipe without a reader blocks, and not even a signal ends that. */
function openProbe(file: string, path: string): number {
  try {
    return openSync(path, constants.O_WRONLY | (constants.O_NONBLOCK ?? 0));
  } catch (problem) {
    const { code, message } = problem as NodeJS.ErrnoException;
    throw new GivenFileError(file, code === 'ENXIO' ? 'it is a pipe or a socket that nothing reads' : message);
  }
}

export function writeGivenFile(file: string, path: string, text: string, mode = 0o666): void {
  const given = beginGivenFile(file, path, mode);
  const { descriptor } = given;
  try {
    try {
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
      if (given.isBeside) fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch (problem) {
    given.discard();
    throw new GivenFileError(file, (problem as Error).message);
  }
  given.finish();
}
