// Moves what the log has written from its write-ahead log into the file, pass by pass. Owns when so little is left that whoever
// records can move the rest: only then, and with nobody writing meanwhile, does the write-ahead log begin anew.

import { walPages } from '../store/sqlite-file.ts';

const mostPasses = 5;

/** What `PRAGMA wal_checkpoint(PASSIVE)` says: pages in the write-ahead log as the pass began, and how many of them are in the file. */
export interface Pass {
  log?: unknown;
  checkpointed?: unknown;
}

export interface Moved {
  pages: number;
  /** So many the last pass had to move: about as many have come while it did. */
  left: number;
  /** How long the last pass took. */
  ms: number;
}

/**
 * Whoever writes without a pause adds to it while a pass lasts, so a large one is moved again at once: each pass has less to do.
 * SQLite does not count what comes during a pass; only the next one finds it.
 */
export function moveToFile(pass: () => Pass): Moved {
  let before = 0;
  for (let passes = 1; ; passes += 1) {
    const started = performance.now();
    const { log, checkpointed } = pass();
    const ms = performance.now() - started;
    const pages = Number(log ?? 0);
    const left = pages - before;
    before = Number(checkpointed ?? 0);
    if (passes === mostPasses || pages < walPages.many || left <= walPages.few) return { pages, left, ms };
  }
}
