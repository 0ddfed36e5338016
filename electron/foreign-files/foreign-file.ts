// The only way to open a file whose path or content others decide: settings, transcripts, plans, captures, scripts. Opening never blocks,
// only regular files are read, and no further than the size they had then: a pipe, a device and a file that keeps growing all end.
// electron/foreign-files/one-door.test.ts rejects other readers.

import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, writeSync } from 'node:fs';

type Obstacle =
  | 'absent'
  | 'broken link'
  | 'endless link'
  | 'denied'
  | 'folder'
  | 'device'
  | 'pipe'
  | 'too large'
  | 'too slow'
  | 'canceled'
  | 'unreadable';

/** Names the path and the reason. `code` is that of the system, where it gave one. */
export class ForeignFileError extends Error {
  override readonly name = 'ForeignFileError';
  readonly path: string;
  readonly obstacle: Obstacle;
  /** Completes "cannot be read: …", without a period. */
  readonly reason: string;
  readonly code: string | undefined;

  constructor(path: string, obstacle: Obstacle, reason: string, code?: string) {
    super(`${path}: ${reason}`);
    this.path = path;
    this.obstacle = obstacle;
    this.reason = reason;
    this.code = code;
  }
}

interface ForeignOptions {
  /** A larger file is not opened. */
  maxBytes?: number;
  /** Of all reads of the file together. */
  limitMs?: number;
  signal?: AbortSignal | undefined;
}

/** More does not fit into one string. */
export const longestText = 500_000_000;
const partBytes = 1 << 20;
const usualLimitMs = 60_000;

/** Why something could not be read, without its path. */
export const fileProblem = (problem: unknown): string =>
  problem instanceof ForeignFileError ? problem.reason : ((problem as Error)?.message ?? String(problem));

/** An open regular file. Reads end at the size that it had when it was opened. */
export class ForeignFile {
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
  readonly #descriptor: number;
  readonly #options: ForeignOptions;
  #spentMs = 0;

  constructor(path: string, options: ForeignOptions = {}) {
    this.path = path;
    this.#options = options;
    const { maxBytes = Number.POSITIVE_INFINITY } = options;
    try {
      // A pipe without a writer would block. Windows has no such flag.
      this.#descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0));
    } catch (problem) {
      throw explain(path, problem);
    }
    try {
      // After opening, so that it is the same file.
      const found = fstatSync(this.#descriptor);
      if (found.isDirectory()) throw new ForeignFileError(path, 'folder', 'it is a folder, not a file', 'EISDIR');
      if (found.isFIFO() || found.isSocket()) throw new ForeignFileError(path, 'pipe', 'it is a pipe, not a file');
      if (!found.isFile()) throw new ForeignFileError(path, 'device', 'it is a device, which may never end');
      if (found.size > maxBytes)
        throw new ForeignFileError(path, 'too large', `it is larger than ${Math.floor(maxBytes / 1e6)} MB`);
      this.size = found.size;
      this.mtimeMs = found.mtimeMs;
    } catch (problem) {
      closeSync(this.#descriptor);
      throw problem instanceof ForeignFileError ? problem : explain(path, problem);
    }
  }

  /** Shorter only at the end of the file. */
  readAt(at: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(length, this.size - at)));
    let filled = 0;
    while (filled < bytes.length) {
      this.#check();
      const began = performance.now();
      let read: number;
      try {
        read = readSync(this.#descriptor, bytes, filled, Math.min(partBytes, bytes.length - filled), at + filled);
      } catch (problem) {
        throw explain(this.path, problem);
      }
      this.#spentMs += performance.now() - began;
      // It was truncated meanwhile.
      if (read === 0) break;
      filled += read;
    }
    return bytes.subarray(0, filled);
  }

  *parts(): Generator<Buffer> {
    for (let at = 0; at < this.size; ) {
      const part = this.readAt(at, partBytes);
      if (part.length === 0) return;
      at += part.length;
      yield part;
    }
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  #check(): void {
    if (this.#options.signal?.aborted) throw new ForeignFileError(this.path, 'canceled', 'reading it was canceled');
    if (this.#spentMs > (this.#options.limitMs ?? usualLimitMs))
      throw new ForeignFileError(this.path, 'too slow', 'reading it takes too long');
  }
}

/** Opens it for one task and closes it. */
export function withForeignFile<T>(path: string, options: ForeignOptions, task: (file: ForeignFile) => T): T {
  const file = new ForeignFile(path, options);
  try {
    return task(file);
  } finally {
    file.close();
  }
}

export const readForeignBytes = (path: string, options: ForeignOptions = {}): Buffer =>
  withForeignFile(path, { maxBytes: longestText, ...options }, (file) => file.readAt(0, file.size));

export const readForeignText = (path: string, options: ForeignOptions = {}): string =>
  readForeignBytes(path, options).toString('utf8');

/** null: there is no such file. Throws if there is one that cannot be read. */
export function readForeignTextIfThere(path: string, options: ForeignOptions = {}): string | null {
  try {
    return readForeignText(path, options);
  } catch (problem) {
    if (problem instanceof ForeignFileError && problem.obstacle === 'absent') return null;
    throw problem;
  }
}

/** The content in parts, of a file of any size. */
export function* foreignParts(path: string, options: ForeignOptions = {}): Generator<Buffer> {
  const file = new ForeignFile(path, options);
  try {
    yield* file.parts();
  } finally {
    file.close();
  }
}

/** `to` must not exist yet; only its owner can read it. */
export function copyForeign(path: string, to: string, options: ForeignOptions = {}): void {
  withForeignFile(path, options, (file) => {
    const copy = openSync(to, 'wx', 0o600);
    try {
      for (const part of file.parts())
        for (let at = 0; at < part.length; ) at += writeSync(copy, part, at, part.length - at);
    } finally {
      closeSync(copy);
    }
  });
}

function explain(path: string, problem: unknown): ForeignFileError {
  const { code, message } = problem as NodeJS.ErrnoException;
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      // A dangling link exists all the same.
      return isLink(path)
        ? new ForeignFileError(path, 'broken link', 'it is a link to a file that does not exist')
        : new ForeignFileError(path, 'absent', 'it does not exist', 'ENOENT');
    case 'EACCES':
    case 'EPERM':
      return new ForeignFileError(path, 'denied', 'you have no permission to read it', code);
    case 'ELOOP':
      return new ForeignFileError(path, 'endless link', 'it is a link that leads back to itself', code);
    case 'EISDIR':
      return new ForeignFileError(path, 'folder', 'it is a folder, not a file', code);
    case 'ENXIO':
    case 'ENODEV':
      // A socket, or a device that is not there.
      return new ForeignFileError(path, 'pipe', 'it is a socket or a missing device, not a file', code);
    default:
      return new ForeignFileError(path, 'unreadable', message, code);
  }
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}
