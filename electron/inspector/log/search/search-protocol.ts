// What the thread that searches is told, and what it answers. Both sides import these types, so neither can misread the other.

import type { Found } from '../store/store.ts';

/** Given to the thread as it starts. */
export interface SearchStart {
  /** The log file, which is only read here, and the file of words beside it. */
  log: string;
  file: string;
  /** false: another Misfire may be recording; nothing is entered, moved or taken away. */
  mayWrite: boolean;
  /** One of `gate`: whether the thread has files open, for whoever closes the log after it. */
  gate: SharedArrayBuffer;
}

export const gate = { idle: 0, open: 1, closed: 2 } as const;

export interface FindWords {
  recording: number;
  words: string;
  /** Rows with `from` ≤ place < `below`. */
  from: number;
  below: number;
  /** About so many, the newest, are enough. */
  most: number;
}

export type ToSearch =
  /** A recording is in use: it has so many rows now, and its last change has this number. */
  | { do: 'open'; recording: number; rows: number; rev: number }
  /** Rows of a recording are new or have changed. */
  | { do: 'written'; recording: number }
  /** The write-ahead log of the log has grown; with an `id`, answered once it is moved. */
  | { do: 'move'; id: number | null }
  | ({ do: 'find'; id: number } & FindWords)
  /** The recording is gone from the log. */
  | { do: 'forget'; id: number; recording: number }
  /** Answered once all recordings that are in use are entered. */
  | { do: 'finish'; id: number }
  /** Takes the words out of a log that still has them inside; nobody writes to it meanwhile. */
  | { do: 'clear-log'; id: number }
  | { do: 'close' };

export type FromSearch =
  | { did: 'find'; id: number; found: Found | null }
  | { did: 'done'; id: number }
  /** Of so many pages in the write-ahead log so many were left, since more came meanwhile; the last pass took so long. */
  | { did: 'move'; pages: number; left: number; ms: number }
  /** Changes of the recording up to this number are in the index. */
  | { did: 'enter'; recording: number; rev: number }
  /** Something a person should know; '' when it is over. */
  | { did: 'notice'; text: string };
