// How far a log was written, in a small file beside it that is there while the log is open. A write-ahead log that is torn or gone takes
// messages along without a trace in the log itself; the number here says how many, and of what.

import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import type { SqlValue } from './schema.ts';

export interface Told {
  /** Of the last message; 0: nothing is known. */
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

  /** After what it tells of is in the log. Never throws: without it only a notice is missing. */
  write(told: Told): void {
    if (told.seq === this.#written) return;
    this.#written = told.seq;
    try {
      this.#file ??= openSync(this.#path, 'w', 0o600);
      writeSync(this.#file, JSON.stringify(told).padEnd(size), 0, 'utf8');
    } catch {
      // A full disk, say.
    }
  }

  /** Before messages are removed, so that they are not missed. */
  forget(): void {
    this.write({ seq: 0, at: 0, recording: 0 });
  }

  /** All that was written is in the log file itself. */
  remove(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
    this.#written = 0;
    rmSync(this.#path, { force: true });
  }
}

/** What an earlier run left; null: it ended well, or there was none. */
export function readTally(log: string): Told | null {
  try {
    const told = JSON.parse(readFileSync(pathOf(log), 'utf8').slice(0, size)) as Partial<Told>;
    const { seq, at, recording } = told;
    const isSound = [seq, at, recording].every((value) => Number.isSafeInteger(Math.floor(Number(value))));
    return isSound && (seq as number) > 0
      ? { seq: seq as number, at: at as number, recording: recording as number }
      : null;
  } catch {
    return null;
  }
}

/** A log that can be asked for one row. */
interface Asked {
  get(sql: string, ...values: SqlValue[]): Record<string, unknown> | undefined;
}

/** What is missing in the log, in words; '' where nothing is. */
export function missingWords(file: Asked, path: string, told: Told | null): string {
  if (told === null) return '';
  const last = file.get('SELECT seq, at FROM events ORDER BY seq DESC LIMIT 1');
  const lost = told.seq - Number(last?.seq ?? 0);
  if (lost <= 0) return '';
  const named = file.get('SELECT name FROM sessions WHERE id = ?', told.recording)?.name;
  const from = last ? `from ${time(Number(last.at))} ` : 'up ';
  return [
    `The newest messages of ${path} are lost: its write-ahead log (${path}-wal) is gone or was cut off.`,
    `Missing: ${lost.toLocaleString('en')} ${lost === 1 ? 'message' : 'messages'}, the last of`,
    `${named ? `“${String(named)}”` : `recording ${told.recording + 1}`}, ${from}to ${time(told.at)}.`,
  ].join(' ');
}

const time = (at: number): string => new Date(Math.min(Math.max(at, 0), 8.64e15)).toISOString();
