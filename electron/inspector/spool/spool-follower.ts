// Follows the spool: what watched clients and servers say to each other comes into the log as it happens, and what they said
// while nobody looked comes in at the next start, oldest first. Owns the order; the log owns what happens to it there.

import { existsSync, type FSWatcher, mkdirSync, watch } from 'node:fs';
import { readdir, readFile, stat, unlink, writeFile } from 'node:fs/promises';
import { uptime } from 'node:os';
import { join } from 'node:path';
import { endReason } from '../../../shared/end-reason.ts';
import {
  overdueSpoolFiles,
  readSpoolLimits,
  readSpoolName,
  type SpoolFile as SpoolFileName,
  type SpoolLimits,
  spoolFolder,
  spoolSettingsName,
} from '../../../shared/spool.ts';
import type { WireEvent } from '../../../shared/wire.ts';
import type { TransportEvent } from '../../transports/transport.ts';
import { SpoolFile } from './spool-file.ts';
import { type RunPlace, SpoolPlaces } from './spool-places.ts';
import { readRun, type ServerList, WatchedServers } from './watched-servers.ts';

export interface SpoolFollowerOptions {
  dataDir: string;
  recording: { record(server: string, epoch: number, events: readonly TransportEvent[]): unknown };
  nextEpoch: (server: string) => number;
  connections: ServerList;
}

/** The system tells of changes; should it not, this is how long they go unseen. */
const lookEveryMs = 150;
const portionBytes = 1024 * 1024;
const portionEvents = 500;
const tidyEveryMs = 60_000;
const goneWords = 'Nothing more was recorded: the process that watched was ended.';

interface Followed {
  file: SpoolFile;
  name: SpoolFileName;
  /** Read and not in the log yet: something older may come from another file. */
  waiting: WireEvent[];
  more: boolean;
  size: number;
}

export class SpoolFollower {
  readonly #options: SpoolFollowerOptions;
  readonly #folder: string;
  readonly #places: SpoolPlaces;
  readonly #servers: WatchedServers;
  readonly #followed = new Map<string, Followed>();
  /** The name that a client gives itself, by run, where the entry that started it names none. */
  readonly #clients = new Map<string, string>();
  #watcher: FSWatcher | null = null;
  #timer: NodeJS.Timeout | null = null;
  #looking: Promise<void> | null = null;
  #again = false;
  #tidiedAt = 0;
  #closed = false;

  constructor(options: SpoolFollowerOptions) {
    this.#options = options;
    this.#folder = join(options.dataDir, spoolFolder);
    this.#places = new SpoolPlaces(this.#folder);
    this.#servers = new WatchedServers(options.connections);
  }

  start(): void {
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      this.#watcher = watch(this.#folder, () => this.#look());
      this.#watcher.on('error', () => {});
    } catch {
      // Then only the clock tells.
    }
    for (const [run, { server, ended }] of this.#places.runs)
      if (!ended && this.#options.connections.get(server)) this.#servers.begin(server, run);
    this.#timer = setInterval(() => this.#look(), lookEveryMs);
    this.#timer.unref();
    this.#look();
  }

  /** Resolves once all that was in the spool when it was asked is in the log. */
  async caughtUp(): Promise<void> {
    this.#look();
    while (this.#looking) await this.#looking;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#watcher?.close();
    if (this.#timer) clearInterval(this.#timer);
    await this.#looking;
  }

  async limits(): Promise<SpoolLimits> {
    try {
      return readSpoolLimits(JSON.parse(await readFile(join(this.#folder, spoolSettingsName), 'utf8')));
    } catch {
      return readSpoolLimits(undefined);
    }
  }

  async setLimits(limits: SpoolLimits): Promise<void> {
    await writeFile(join(this.#folder, spoolSettingsName), `${JSON.stringify(limits)}\n`, { mode: 0o600 });
    await this.#tidy();
  }

  #look(): void {
    if (this.#closed) return;
    if (this.#looking) {
      this.#again = true;
      return;
    }
    this.#again = false;
    this.#looking = this.#lookOnce()
      .catch(() => {})
      .finally(() => {
        this.#looking = null;
        if (this.#again) this.#look();
      });
  }

  async #lookOnce(): Promise<void> {
    if (!existsSync(this.#folder)) return;
    await this.#findFiles();
    for (;;) {
      for (const followed of this.#followed.values()) await this.#read(followed);
      const busy = [...this.#followed.values()].some(({ more, waiting }) => more || waiting.length > 0);
      this.#record();
      if (!busy || this.#closed) break;
      // Windows and servers of one's own have their turn.
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.#endDeadRuns();
    if (Date.now() - this.#tidiedAt > tidyEveryMs) await this.#tidy();
  }

  async #findFiles(): Promise<void> {
    const names = (await readdir(this.#folder)).flatMap((name) => readSpoolName(name) ?? []);
    names.sort((one, other) => one.startedAt - other.startedAt || one.part - other.part);
    for (const name of names) {
      const place = this.#places.files.get(name.name) ?? 0;
      const known = this.#followed.get(name.name);
      const size = (await stat(join(this.#folder, name.name)).catch(() => null))?.size ?? 0;
      if (known) known.more = size > known.size;
      else if (size > place)
        this.#followed.set(name.name, {
          file: new SpoolFile(join(this.#folder, name.name), place),
          name,
          waiting: [],
          more: true,
          size: 0,
        });
    }
    const there = new Set(names.map(({ name }) => name));
    for (const name of this.#followed.keys()) if (!there.has(name)) this.#followed.delete(name);
    for (const [run, place] of this.#places.runs)
      if (!place.ended && !names.some((name) => name.run === run)) this.#endRun(run, place);
    this.#places.retain(there, new Set(names.map(({ run }) => run)));
  }

  async #read(followed: Followed): Promise<void> {
    if (!followed.more || followed.waiting.length > portionEvents) return;
    try {
      const { events, more } = await followed.file.read(portionBytes);
      for (const event of events) followed.waiting.push(event);
      followed.more = more;
      const { size } = await stat(join(this.#folder, followed.name.name));
      followed.size = more ? 0 : size;
    } catch {
      followed.more = false; // It was removed.
    }
  }

  /** Everything up to the oldest thing that is still to be read, in the order of time. */
  #record(): void {
    const all = [...this.#followed.values()];
    const behind = all.filter(({ more }) => more).map(({ waiting }) => waiting.at(-1)?.at ?? 0);
    const horizon = behind.length === 0 ? Number.POSITIVE_INFINITY : Math.min(...behind);
    const due = all.flatMap((followed) => {
      const count = followed.waiting.findIndex(({ at }) => at > horizon);
      const taken = followed.waiting.splice(0, count < 0 ? followed.waiting.length : count);
      return taken.map((event) => ({ followed, event }));
    });
    if (due.length === 0) return;
    due.sort((one, other) => one.event.at - other.event.at);
    let from = 0;
    for (let index = 1; index <= due.length; index += 1) {
      const first = due[from];
      if (first && due[index]?.followed === first.followed && due[index]?.event.epoch === first.event.epoch) continue;
      if (first)
        this.#recordRun(
          first.followed,
          due.slice(from, index).map(({ event }) => event),
        );
      from = index;
    }
    for (const { name, file, waiting } of all) if (waiting.length === 0) this.#places.files.set(name.name, file.place);
    this.#places.save();
  }

  #recordRun({ file, name }: Followed, events: readonly WireEvent[]): void {
    const wanted = readRun(file.header);
    wanted.client ||= this.#clients.get(name.run) ?? clientOf(events);
    if (wanted.client !== '') this.#clients.set(name.run, wanted.client);
    let run = this.#places.runs.get(name.run);
    if (!run || !this.#options.connections.get(run.server)) {
      run = { server: this.#servers.place(name.run, wanted).id, epochs: {}, ended: false };
      this.#places.runs.set(name.run, run);
    }
    const own = String(events[0]?.epoch ?? 1);
    const epoch = run.epochs[own] ?? this.#options.nextEpoch(run.server);
    run.epochs[own] = epoch;
    const client = wanted.client === '' ? {} : { client: wanted.client };
    const sent = events.map(({ server: _server, epoch: _epoch, ...event }) => ({
      ...event,
      actor: 'client' as const,
      ...client,
    }));
    this.#options.recording.record(run.server, epoch, sent as TransportEvent[]);
    for (const event of events) {
      if (event.lane !== 'life' || event.event === 'closed') continue;
      const reason = endReason(event);
      if (reason === null) continue;
      run.ended = true;
      this.#servers.end(run.server, name.run, reason);
    }
  }

  /** A watching process that was killed said no last word. */
  #endDeadRuns(): void {
    for (const { file, name, waiting, more } of this.#followed.values()) {
      const run = this.#places.runs.get(name.run);
      if (!run || run.ended || more || waiting.length > 0) continue;
      const { pid } = readRun(file.header);
      if (pid !== null && isRunning(pid, name.startedAt)) continue;
      this.#endRun(name.run, run);
      this.#places.save();
    }
  }

  #endRun(run: string, place: RunPlace): void {
    place.ended = true;
    const at = Date.now();
    for (const epoch of Object.values(place.epochs))
      this.#options.recording.record(place.server, epoch, [
        { lane: 'life', event: 'closed', at, closedBy: 'us', message: goneWords, actor: 'client' },
      ]);
    this.#servers.end(place.server, run, goneWords);
  }

  async #tidy(): Promise<void> {
    this.#tidiedAt = Date.now();
    const files: { name: string; bytes: number; changedAt: number }[] = [];
    for (const name of await readdir(this.#folder)) {
      if (readSpoolName(name) === null) continue;
      const found = await stat(join(this.#folder, name)).catch(() => null);
      if (found) files.push({ name, bytes: found.size, changedAt: found.mtimeMs });
    }
    for (const name of overdueSpoolFiles(files, await this.limits(), Date.now()))
      await unlink(join(this.#folder, name)).catch(() => {});
  }
}

/** What a client calls itself in its handshake. */
function clientOf(events: readonly WireEvent[]): string {
  for (const event of events) {
    if (event.lane !== 'out' || event.text.length > 100_000 || !event.text.includes('"clientInfo"')) continue;
    const found = /"clientInfo"\s*:\s*\{[^{}]*?"(?:title|name)"\s*:\s*"([^"\\]{1,60})"/.exec(event.text);
    if (found?.[1]) return found[1];
  }
  return '';
}

function isRunning(pid: number, startedAt: number): boolean {
  // Since the machine started anew, the number belongs to somebody else.
  if (startedAt < Date.now() - uptime() * 1000 - 10_000) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
