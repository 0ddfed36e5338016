// The recordings that a rehearsal left in the spool: those of each wrap, bridge and proxy that took part, from its start on.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type CaptureEntry, readCapture } from '../../../../shared/capture/capture.ts';
import { readSpoolName, type SpoolFile, spoolFolder } from '../../../../shared/capture/spool.ts';
import { writeEvent, writeHeader } from '../../../../shared/formats/write-capture.ts';
import type { RunSource } from '../../../../shared/report-card/recorded-run.ts';
import { UsageError } from '../terminal/exit-codes.ts';

/** A wrap ends with its client, and writes how its server ended. */
const endWaitMs = 5000;
const lookEveryMs = 50;

export async function recordingOfRun(dataDir: string, startedAt: number): Promise<RunSource[]> {
  const until = Date.now() + endWaitMs;
  const isWriting = ({ pid }: SpoolFile) => pid !== process.pid && isAlive(pid);
  while (filesSince(dataDir, startedAt).some(isWriting) && Date.now() < until) await pause(lookEveryMs);
  return filesSince(dataDir, startedAt)
    .map(({ name }) => sourceOf(join(dataDir, spoolFolder), name))
    .filter(({ entries }, _, all) => entries.some(isOfRun) || all.length === 1);
}

function filesSince(dataDir: string, startedAt: number): SpoolFile[] {
  try {
    return readdirSync(join(dataDir, spoolFolder))
      .map((name) => readSpoolName(name))
      .filter((file) => file !== null)
      .filter((file) => file.startedAt >= startedAt - 1)
      .sort((one, other) => one.startedAt - other.startedAt || one.part - other.part);
  } catch {
    return [];
  }
}

function sourceOf(folder: string, name: string): RunSource {
  const { entries, header } = readCapture(readFileSync(join(folder, name), 'utf8'));
  const { client } = header;
  const named = typeof client === 'string' ? { client } : {};
  return {
    file: join(folder, name),
    entries: entries.map((entry) => ({ ...entry, event: { ...named, ...entry.event } })),
  };
}

/** A watched client that is not rehearsed may be busy meanwhile. */
const isOfRun = ({ event }: CaptureEntry): boolean => event.lane === 'life' && event.event === 'rehearsing';

/** One file for the whole run, to keep or to send. Connections of different files stay apart. */
export function writeRun(file: string, sources: readonly RunSource[]): RunSource[] {
  const all = sources.flatMap(({ entries }, index) =>
    entries.map(({ event }) => ({ ...event, epoch: event.epoch + index * 10_000 })),
  );
  all.sort((one, other) => one.at - other.at);
  const started = all[0]?.at ?? Date.now();
  const lines = [writeHeader(started), ...all.map((event) => writeEvent(event, started, true))];
  const text = `${lines.join('\n')}\n`;
  try {
    writeFileSync(file, text, { mode: 0o600 });
  } catch (problem) {
    throw new UsageError(`${file} could not be written: ${(problem as Error).message}`);
  }
  return [{ file, entries: readCapture(text).entries }];
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
