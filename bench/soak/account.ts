// What the soak measures of its own process, and whether it stayed level: heap after garbage collection, private and file-backed memory,
// handles, and the sessions and transports still in memory.

import { readdirSync, readFileSync } from 'node:fs';
import { queryObjects } from 'node:v8';
import { Session } from '../../electron/inspector/session/session.ts';
import { HttpTransport } from '../../electron/transports/http.ts';
import { StdioTransport } from '../../electron/transports/stdio.ts';
import { ConnectionState } from '../../shared/exchange/connection.ts';

export interface Sample {
  rows: number;
  /** Bytes of live objects. */
  heap: number;
  /** Bytes of buffers and of SQLite's bindings, outside the heap. */
  external: number;
  resident: number;
  /** Of these: private pages, and file pages that the system can reclaim. 0 if unknown. */
  own: number;
  mapped: number;
  handles: number;
  files: number;
}

/** Connection objects in memory, in use or not. */
export interface Held {
  sessions: number;
  transports: number;
  /** Connections that pairing still remembers. */
  remembered: number;
}

const count = (type: new (...args: never[]) => object) => queryObjects(type as never, { format: 'count' }) as number;

/** Takes seconds, so only between measurements. */
export function held(): Held {
  return {
    sessions: count(Session),
    transports: count(HttpTransport) + count(StdioTransport),
    remembered: count(ConnectionState),
  };
}

export function sample(rows: number): Sample {
  globalThis.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  const linux = process.platform === 'linux';
  const status = linux ? readFileSync('/proc/self/status', 'latin1') : '';
  const pages = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) * 1024;
  return {
    rows,
    heap: heapUsed,
    external,
    resident: rss,
    own: pages('RssAnon'),
    mapped: pages('RssFile') + pages('RssShmem'),
    handles: process.getActiveResourcesInfo().length,
    files: linux ? readdirSync('/proc/self/fd').length : 0,
  };
}

const megabytes = (bytes: number) => `${Math.round(bytes / 1_048_576)} MB`;
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

function meanOf(samples: readonly Sample[]): Sample {
  const names = Object.keys(samples[0] as Sample) as (keyof Sample)[];
  return Object.fromEntries(names.map((name) => [name, mean(samples.map((it) => it[name]))])) as unknown as Sample;
}

/** What a timeline row may add to the heap: its position and when it changed, for disconnected windows. */
const bytesPerRow = 200;
/** The variation between two collections, and late compilation. */
const slack = 6_000_000;

interface Levels {
  lines: string[];
  /** What did not stay level, as text; empty if all did. */
  leaks: string[];
}

/** Means of the first, second and last third of the samples, and the conclusion. */
export function compareThirds(samples: readonly Sample[], servers: number): Levels {
  const third = Math.max(1, Math.floor(samples.length / 3));
  const thirds = [samples.slice(0, third), samples.slice(third, -third), samples.slice(-third)]
    .filter(({ length }) => length > 0)
    .map(meanOf);
  const [first, last] = [thirds[0] as Sample, thirds.at(-1) as Sample];
  const line = (name: string, show: (its: Sample) => string) => `${name.padEnd(22)}${thirds.map(show).join(' · ')}`;
  const lines = [
    line('By thirds: rows', ({ rows }) => String(Math.round(rows))),
    line('Heap after collecting', ({ heap }) => megabytes(heap)),
    line('Buffers beside it', ({ external }) => megabytes(external)),
    line('Resident', ({ resident, own, mapped }) =>
      own > 0 ? `${megabytes(resident)} (own ${megabytes(own)}, files ${megabytes(mapped)})` : megabytes(resident),
    ),
    line('Handles, open files', ({ handles, files }) => `${Math.round(handles)}, ${Math.round(files)}`),
  ];
  const leaks: string[] = [];
  const allowed = slack + bytesPerRow * (last.rows - first.rows);
  if (last.heap - first.heap > allowed)
    leaks.push(`the heap grew by ${megabytes(last.heap - first.heap)}, more than ${megabytes(allowed)}`);
  // A few are being created or ended at any time.
  if (last.handles > first.handles + servers * 3)
    leaks.push(`${Math.round(last.handles - first.handles)} more handles`);
  if (last.files > first.files + servers * 6) leaks.push(`${Math.round(last.files - first.files)} more open files`);
  return { lines, leaks };
}
