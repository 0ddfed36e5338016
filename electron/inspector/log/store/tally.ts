// How far a log was written, in a small file next to it that exists while the log is open. A torn or missing write-ahead log loses messages
// without a trace in the log itself. This number reveals how many, and of which recording.

import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import type { SqlValue } from './log-schema.ts';

export interface TallyEntry {
  /** Of the last message; 0 if unknown. */
  seq: number;
  at: number;
  recording: number;
}

const size = 96;
const pathOf = (log: string): string => `${log}.tally`;

export class Tally {
  readonly #path: string;
  #file: number | null = null;
  #written = 0;

  constructor(log: string) {
    this.#path = pathOf(log);
  }

  /** Called after the messages are in the log. Never throws: without it only a notice is missing. */
  write(entry: TallyEntry): void {
    if (entry.seq === this.#written) return;
    this.#written = entry.seq;
    try {
      this.#file ??= openSync(this.#path, 'w', 0o600);
      writeSync(this.#file, JSON.stringify(entry).padEnd(size), 0, 'utf8');
    } catch {
      // For example a full disk.
    }
  }

  /** Called before messages are deleted, so that they do not count as lost. */
  forget(): void {
    this.write({ seq: 0, at: 0, recording: 0 });
  }

  /** Everything written is in the log file itself. */
  remove(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
    this.#written = 0;
    rmSync(this.#path, { force: true });
  }
}

/** What an earlier run left; null if it closed normally or there was none. */
export function readTally(log: string): TallyEntry | null {
  try {
    const entry = JSON.parse(readFileSync(pathOf(log), 'utf8').slice(0, size)) as Partial<TallyEntry>;
    const { seq, at, recording } = entry;
    const isSound = [seq, at, recording].every((value) => Number.isSafeInteger(Math.floor(Number(value))));
    return isSound && (seq as number) > 0
      ? { seq: seq as number, at: at as number, recording: recording as number }
      : null;
  } catch {
    return null;
  }
}

/** A log that can be queried for one row. */
interface Queryable {
  get(sql: string, ...values: SqlValue[]): Record<string, unknown> | undefined;
}

/** A message about what the log lacks; '' if nothing. */
export function wordsNotTold(file: Queryable, path: string, entry: TallyEntry | null): string {
  if (entry === null) return '';
  const last = file.get('SELECT seq, at FROM events ORDER BY seq DESC LIMIT 1');
  const lost = entry.seq - Number(last?.seq ?? 0);
  if (lost <= 0) return '';
  const named = file.get('SELECT name FROM sessions WHERE id = ?', entry.recording)?.name;
  const from = last ? `from ${time(Number(last.at))} ` : 'up ';
  return [
    `The newest messages of ${path} are lost: its write-ahead log (${path}-wal) is gone or was cut off.`,
    `Missing: ${lost.toLocaleString('en')} ${lost === 1 ? 'message' : 'messages'}, the last of`,
    `${named ? `“${String(named)}”` : `recording ${entry.recording + 1}`}, ${from}to ${time(entry.at)}.`,
  ].join(' ');
}

const time = (at: number): string => new Date(Math.min(Math.max(at, 0), 8.64e15)).toISOString();
