// The recordings that a rehearsal left in the spool: those of each wrap, bridge and proxy that took part, from its start on.

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type CaptureEntry, readCapture } from '../../../../shared/capture/capture.ts';
import { readSpoolName, type SpoolFile, spoolFolder } from '../../../../shared/capture/spool.ts';
import type { RunSource } from '../../../../shared/features/report-card/recorded-run.ts';
import { writeEvent, writeHeader } from '../../../../shared/formats/write-capture.ts';
import { member, parseJson } from '../../../../shared/json/json.ts';
import { readForeignText } from '../../../foreign-files/foreign-file.ts';
import { writeGivenFile } from '../../../foreign-files/given-file.ts';
import { isRunning } from '../../../foreign-files/named-process.ts';

/** A wrap ends with its client, and writes how its server ended. */
const endWaitMs = 5000;
const lookEveryMs = 50;

export async function recordingOfRun(dataDir: string, startedAt: number): Promise<RunSource[]> {
  const until = Date.now() + endWaitMs;
  const begun = () => filesOf(dataDir).filter((file) => file.startedAt >= startedAt - 1);
  const isWriting = ({ pid }: SpoolFile) => pid !== process.pid && isRunning(pid);
  while (begun().some(isWriting) && Date.now() < until) await pause(lookEveryMs);
  const sources = begun().map(({ name }) => sourceOf(join(dataDir, spoolFolder), name));
  const ofRun = sources.filter(({ entries }) => entries.some(isOfRun));
  const all = [...joinedLater(dataDir, startedAt), ...ofRun];
  // One that no plan reached still says what the client did.
  return all.length > 0 || sources.length !== 1 ? all : sources;
}

/** Wraps and proxies that ran before and joined. Earlier calls were not under the plan; earlier lists and handshakes still count. */
function joinedLater(dataDir: string, startedAt: number): RunSource[] {
  const folder = join(dataDir, spoolFolder);
  const before = filesOf(dataDir).filter((file) => file.startedAt < startedAt - 1);
  const isFresh = ({ name }: SpoolFile) => changedAt(join(folder, name)) >= startedAt;
  const runs = new Set(before.filter(isFresh).map(({ run }) => run));
  return [...runs].flatMap((run) => {
    const parts = before.filter((file) => file.run === run && (file.part === 1 || isFresh(file)));
    const sources = parts.map(({ name }) => sourceOf(folder, name));
    const joined = ({ event }: CaptureEntry) => isOfRun({ event }) && event.at >= startedAt;
    if (!sources.some(({ entries }) => entries.some(joined))) return [];
    return sources.map((source) => ({ ...source, entries: withoutEarlierCalls(source.entries, startedAt) }));
  });
}

function withoutEarlierCalls(entries: readonly CaptureEntry[], startedAt: number): CaptureEntry[] {
  const calls = new Set<string>();
  return entries.filter(({ event }) => {
    if (event.at >= startedAt || event.lane === 'life') return true;
    if (event.lane !== 'in' && event.lane !== 'out') return false;
    const read = parseJson(event.text);
    const [id, method] = read.ok ? [member(read.value, 'id'), member(read.value, 'method')] : [];
    const key = `${event.server} ${event.epoch} ${JSON.stringify(id)}`;
    if (event.lane === 'out' && method === 'tools/call') calls.add(key);
    return !calls.has(key);
  });
}

function changedAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function filesOf(dataDir: string): SpoolFile[] {
  try {
    return readdirSync(join(dataDir, spoolFolder))
      .map((name) => readSpoolName(name))
      .filter((file) => file !== null)
      .sort((one, other) => one.startedAt - other.startedAt || one.part - other.part);
  } catch {
    return [];
  }
}

function sourceOf(folder: string, name: string): RunSource {
  const { entries, header } = readCapture(readForeignText(join(folder, name)));
  const { client } = header;
  const named = typeof client === 'string' ? { client } : {};
  return {
    file: join(folder, name),
    entries: entries.map((entry) => ({ ...entry, event: { ...named, ...entry.event } })),
  };
}

/** A watched client that is not rehearsed may be busy meanwhile. */
const isOfRun = ({ event }: Pick<CaptureEntry, 'event'>): boolean =>
  event.lane === 'life' && event.event === 'rehearsing';

/** One file for the whole run, to keep or to send; `file` is its name as given. Connections of different files stay apart. */
export function writeRun(file: string, path: string, sources: readonly RunSource[]): RunSource[] {
  const all = sources.flatMap(({ entries }, index) =>
    entries.map(({ event }) => ({ ...event, epoch: event.epoch + index * 10_000 })),
  );
  all.sort((one, other) => one.at - other.at);
  const started = all[0]?.at ?? Date.now();
  const lines = [writeHeader(started), ...all.map((event) => writeEvent(event, started, true))];
  const text = `${lines.join('\n')}\n`;
  writeGivenFile(file, path, text, 0o600);
  return [{ file, entries: readCapture(text).entries }];
}
