// Messages to and from the search thread. Both sides import these types, so neither can misread the other.

import type { FoundRows } from '../store/store.ts';

/** Passed to the thread at start. */
export interface SearchStart {
  /** The log file, which is read-only here, and the word index file next to it. */
  log: string;
  file: string;
  /** false: another Misfire may be recording, so nothing is indexed, checkpointed or deleted. */
  mayWrite: boolean;
  /** One of `gate`: whether the thread has files open, for the side that closes the log after it. */
  gate: SharedArrayBuffer;
}

export const gate = { idle: 0, open: 1, closed: 2 } as const;

export interface FindWords {
  recording: number;
  words: string;
  /** Rows with `from` ≤ position < `below`. */
  from: number;
  below: number;
  /** About this many of the newest rows are enough. */
  most: number;
}

export type ToSearch =
  /** A recording is in use, with its current number of rows and the number of its last change. */
  | { do: 'open'; recording: number; rows: number; rev: number }
  /** Rows of a recording are new or have changed. */
  | { do: 'written'; recording: number }
  /** The log's write-ahead log has grown. With an `id`, answered once it is checkpointed. */
  | { do: 'move'; id: number | null }
  | ({ do: 'find'; id: number } & FindWords)
  /** The recording was deleted from the log. */
  | { do: 'forget'; id: number; recording: number }
  /** Answered once all recordings in use are indexed. */
  | { do: 'finish'; id: number }
  /** Removes the words from a log that still has them inside. Nothing writes to the log meanwhile. */
  | { do: 'clear-log'; id: number }
  | { do: 'close' };

export type FromSearch =
  | { did: 'find'; id: number; found: FoundRows | null }
  | { did: 'done'; id: number }
  /** Pages in the write-ahead log, pages left because more were written meanwhile, and the duration of the last pass. */
  | { did: 'move'; pages: number; left: number; ms: number }
  /** Changes of the recording up to this number are indexed. */
  | { did: 'enter'; recording: number; rev: number }
  /** A notice for the user; '' once the problem is gone. */
  | { did: 'notice'; text: string };
