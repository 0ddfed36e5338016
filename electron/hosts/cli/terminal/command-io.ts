// What one run of a command reads, writes and reacts to. run-commands.ts builds it from the process; tests build their own, so commands
// run side by side in one process. Everything below takes it as a value and reads no globals.

import type { Readable, Writable } from 'node:stream';

export type Environment = Readonly<Record<string, string | undefined>>;

/** What a stream says of itself if it is a terminal. */
export interface TerminalStream {
  isTTY?: boolean;
  columns?: number;
  rows?: number;
}

export const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
export type StopSignal = (typeof stopSignals)[number];

export interface StopRequest {
  /** Resolves when the user, the terminal or the system asks for the end. */
  asked: Promise<StopSignal>;
  /** From now on a signal ends the program as it would without us. */
  release: () => void;
}

export interface CommandIo {
  /** Commands read it with read-stdin.ts, or as the connection of a client. */
  readonly stdin: Readable & TerminalStream;
  readonly stdout: Writable & TerminalStream;
  readonly stderr: Writable & TerminalStream;
  /** stdout for the messages of a protocol: writing never blocks on a client that stopped reading. */
  protocolOutput(): Promise<Writable>;
  readonly env: Environment;
  /** Relative paths start here. */
  readonly folder: string;
  /** `limitMs`: how long a command may take to stop; null: as long as it takes. */
  watchStops(limitMs: number | null): StopRequest;
  /** null: it could not be started, and the output goes to stdout. */
  startPager(command: string, args: readonly string[]): Promise<Writable | null>;
  /** For commands that others depend on: a bug is reported, and the command keeps running. */
  surviveBugs(report: (problem: unknown) => void): void;
  now(): number;
}
