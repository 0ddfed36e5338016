// Waits until pipes are read to their end. Decides when a pipe that another process holds open counts as read.
//
// Silence alone proves nothing: a process that was stopped or swapped out runs its timers before it reads its pipes. So silence counts only
// if a full turn of the event loop, which polls each pipe, returned nothing.

import type { Readable } from 'node:stream';

/** More than any pipe holds: later data was not in it when the wait began. */
const pipeHolds = 4 * 1024 * 1024;

interface DrainLimits {
  /** How long an open pipe must deliver nothing. */
  quietMs: number;
  /** How long an open pipe that is never empty is read. */
  longestMs?: number;
  /** How long a pipe may stay paused because its reader accepts nothing. */
  stuckMs?: number;
}

/** Resolves at the end of all pipes, or once those still open were empty, or when a limit is reached. */
export async function drainPipes(pipes: readonly Readable[], limits: DrainLimits): Promise<void> {
  const { quietMs, longestMs = Number.POSITIVE_INFINITY, stuckMs = Number.POSITIVE_INFINITY } = limits;
  const start = performance.now();
  let progressAt = start;
  let bytes = 0;
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
    progressAt = performance.now();
  };
  for (const pipe of pipes) pipe.on('data', count);
  const ended = Promise.all(pipes.map(closed)).then(() => true);
  const isPaused = () => pipes.some((pipe) => pipe.isPaused());
  for (;;) {
    const before = bytes;
    if (await within(ended, quietMs)) break;
    const wasPaused = isPaused();
    if (await Promise.race([ended, polled()])) break;
    if (bytes === before && !wasPaused) break;
    if (bytes === before && isPaused() && performance.now() - progressAt >= stuckMs) break;
    if (bytes > pipeHolds && performance.now() - start >= longestMs) break;
  }
  for (const pipe of pipes) pipe.off('data', count);
}

function closed(pipe: Readable): Promise<void> {
  return new Promise((resolve) => {
    if (pipe.closed) resolve();
    else pipe.once('close', () => resolve());
  });
}

function within(ended: Promise<boolean>, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms, false);
    void ended.then((value) => {
      clearTimeout(timer);
      resolve(value);
    });
  });
}

/** Between a timer and an immediate the event loop polls, and delivers what it found. */
const polled = (): Promise<false> =>
  new Promise((resolve) => {
    setImmediate(resolve, false);
  });
