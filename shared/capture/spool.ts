// The spool: capture files that a watching process writes and the app follows. Owns the file names, their header and retention;
// electron/spool writes, electron/inspector/spool reads.

import { isObject, type Json } from '../json/json.ts';

export const spoolFolder = 'spool';
/** In the spool folder: the retention settings. The app writes it, and the processes that write the spool read it. */
export const spoolSettingsName = 'settings.json';
const ending = '.jsonl';

export interface SpoolLimits {
  /** For all files together. The newest are kept. */
  maxBytes: number;
  maxAgeHours: number;
}

export const defaultSpoolLimits: SpoolLimits = { maxBytes: 256 * 1024 * 1024, maxAgeHours: 48 };

/** Beyond this size a new file starts, so that old ones can be removed while one process runs for weeks. */
export const spoolPartBytes = 8 * 1024 * 1024;

/** Sorts by time. `run` identifies one watching process, `part` counts its files from 1. */
export function spoolName(startedAt: number, pid: number, part: number): string {
  return `${Math.trunc(startedAt)}-${pid}-${String(part).padStart(4, '0')}${ending}`;
}

export interface SpoolFile {
  name: string;
  run: string;
  startedAt: number;
  /** The process that writes it. */
  pid: number;
  part: number;
}

/** null: not a spool file. */
export function readSpoolName(name: string): SpoolFile | null {
  const found = /^(\d{10,16})-(\d{1,10})-(\d{4,8})\.jsonl$/.exec(name);
  if (!found) return null;
  return {
    name,
    run: `${found[1]}-${found[2]}`,
    startedAt: Number(found[1]),
    pid: Number(found[2]),
    part: Number(found[3]),
  };
}

export function readSpoolLimits(value: Json | undefined): SpoolLimits {
  const limits = { ...defaultSpoolLimits };
  if (!isObject(value)) return limits;
  const { maxBytes, maxAgeHours } = value;
  if (typeof maxBytes === 'number' && maxBytes >= 1_000_000) limits.maxBytes = maxBytes;
  if (typeof maxAgeHours === 'number' && maxAgeHours > 0) limits.maxAgeHours = maxAgeHours;
  return limits;
}

/** The files that may still be written to: the last of each live process, even after long silence. */
export function busySpoolFiles(names: readonly string[], isRunning: (file: SpoolFile) => boolean): Set<string> {
  const last = new Map<string, SpoolFile>();
  for (const name of names) {
    const file = readSpoolName(name);
    if (file && file.part > (last.get(file.run)?.part ?? 0)) last.set(file.run, file);
  }
  return new Set([...last.values()].filter(isRunning).map(({ name }) => name));
}

/** The oldest files beyond the limit. `busy`: files being written, which stay. */
export function overdueSpoolFiles(
  files: readonly { name: string; bytes: number; changedAt: number }[],
  limits: SpoolLimits,
  now: number,
  busy: ReadonlySet<string> = new Set(),
): string[] {
  const oldest = now - limits.maxAgeHours * 3_600_000;
  let kept = 0;
  const overdue: string[] = [];
  for (const { name, bytes, changedAt } of [...files].sort((one, other) => other.changedAt - one.changedAt)) {
    kept += bytes;
    if (busy.has(name) || (changedAt >= oldest && kept <= limits.maxBytes)) continue;
    kept -= bytes;
    overdue.push(name);
  }
  return overdue;
}
