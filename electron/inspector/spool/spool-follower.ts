// Follows the spool: what watched clients and servers say to each other comes into the log as it happens, and what they said
// while nobody looked comes in at the next start, oldest first. Owns the order; the log owns what happens to it there.

import { closeSync, constants, existsSync, type FSWatcher, mkdirSync, openSync, readSync, watch } from 'node:fs';
import { access, lstat, mkdir, readdir, readFile, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { endReason } from '../../../shared/end-reason.ts';
import {
  busySpoolFiles,
  overdueSpoolFiles,
  readSpoolLimits,
  readSpoolName,
  type SpoolFile as SpoolFileName,
  type SpoolLimits,
  spoolFolder,
  spoolSettingsName,
} from '../../../shared/spool.ts';
import type { WireEvent } from '../../../shared/wire.ts';
import { processIsAlive } from '../../transports/process-groups.ts';
import type { TransportEvent } from '../../transports/transport.ts';
import { replaceFile } from '../kept/kept-file.ts';
import { HiddenValues } from '../secrets/hide-values.ts';
import { typedSecrets } from '../secrets/typed-secrets.ts';
import { SpoolFile } from './spool-file.ts';
import { type RunPlace, SpoolPlaces } from './spool-places.ts';
import { findUntoldGaps, forgetGap, removeNoteFolders, type UntoldGap } from './untold-gaps.ts';
import { readRun, type ServerList, WatchedServers } from './watched-servers.ts';

export interface SpoolFollowerOptions {
  dataDir: string;
  recorder: {
    record(server: string, epoch: number, events: readonly TransportEvent[]): unknown;
    lastAt(server: string, epoch: number): number | null;
  };
  nextEpoch: (server: string) => number;
  connections: ServerList;
}

/** The system tells of changes; should it not, this is how long they go unseen. */
const lookEveryMs = 150;
const portionBytes = 1024 * 1024;
const portionEvents = 500;
const tidyEveryMs = 60_000;
const untoldEveryMs = 2000;
/** Longer first lines, of commands with very many words, are not looked into again. */
const longestHeader = 64 * 1024;
const goneWords = 'Nothing more was recorded: the process that watched was ended.';

interface Followed {
  file: SpoolFile;
  name: SpoolFileName;
  /** Read and not in the log yet: something older may come from another file. */
  waiting: WireEvent[];
  more: boolean;
}

export class SpoolFollower {
  readonly #options: SpoolFollowerOptions;
  readonly #folder: string;
  readonly #places: SpoolPlaces;
  readonly #servers: WatchedServers;
  readonly #followed = new Map<string, Followed>();
  /** The name that a client gives itself, by run, where the entry that started it names none. */
  readonly #clients = new Map<string, string>();
  readonly #hidden = new Map<string, HiddenValues>();
  /** Connections of runs that something was recorded of since the start. */
  readonly #resumed = new Set<string>();
  #watcher: FSWatcher | null = null;
  #timer: NodeJS.Timeout | null = null;
  #looking: Promise<void> | null = null;
  #again = false;
  #tidiedAt = 0;
  #untoldAt = 0;
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
    // Who may not write the log leaves the spool to others.
    if (this.#timer === null) return;
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

  /** '' once it is kept; else why it could not be. */
  async setLimits(limits: SpoolLimits): Promise<string> {
    try {
      replaceFile(join(this.#folder, spoolSettingsName), `${JSON.stringify(limits)}\n`);
      await this.#tidy();
      return '';
    } catch (error) {
      return `This could not be kept in ${this.#folder}: ${(error as Error).message}.`;
    }
  }

  /** Why what clients say is not kept just now; '' when there is nothing to say. */
  async problem(): Promise<string> {
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      await access(this.#folder, constants.R_OK | constants.W_OK | constants.X_OK);
      return '';
    } catch (error) {
      return `What clients say passes, and is not kept: ${this.#folder} cannot be written (${(error as NodeJS.ErrnoException).code}).`;
    }
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
      // Also where the folder itself cannot be read.
      .then(() => this.#tellUntold())
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
      const size = await sizeOf(join(this.#folder, name.name));
      if (known) known.more = size > known.file.seen;
      else if (size > place)
        this.#followed.set(name.name, {
          file: new SpoolFile(join(this.#folder, name.name), place),
          name,
          waiting: [],
          more: true,
        });
    }
    const there = new Set(names.map(({ name }) => name));
    for (const name of this.#followed.keys()) if (!there.has(name)) this.#followed.delete(name);
    for (const [run, place] of this.#places.runs)
      if (!place.ended && !names.some((name) => name.run === run)) this.#endRun(run, place);
    const runs = new Set(names.map(({ run }) => run));
    for (const run of this.#clients.keys()) if (!runs.has(run)) this.#clients.delete(run);
    this.#places.retain(there, runs);
  }

  async #read(followed: Followed): Promise<void> {
    if (!followed.more || followed.waiting.length > portionEvents) return;
    try {
      const { events, more } = await followed.file.read(portionBytes);
      for (const event of events) followed.waiting.push(event);
      followed.more = more;
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

  #recordRun({ file, name }: Followed, read: readonly WireEvent[]): void {
    const wanted = readRun(file.header);
    wanted.client ||= this.#clients.get(name.run) ?? clientOf(read);
    if (wanted.client !== '') this.#clients.set(name.run, wanted.client);
    let run = this.#places.runs.get(name.run);
    if (!run || !this.#options.connections.get(run.server)) {
      const by = wanted.byAgent ? { by: 'agent' as const } : {};
      run = { server: this.#servers.place(name.run, wanted).id, epochs: {}, ended: false, ...by };
      this.#places.runs.set(name.run, run);
    }
    const own = String(read[0]?.epoch ?? 1);
    const epoch = run.epochs[own] ?? this.#options.nextEpoch(run.server);
    if (run.epochs[own] === undefined) {
      run.epochs[own] = epoch;
      // Known before anything is recorded: whoever comes after a kill goes on with the same connection.
      this.#places.save();
    }
    const events = this.#notRecorded(`${name.run} ${own}`, run.server, epoch, read);
    if (events.length === 0) return;
    const client = wanted.client === '' ? {} : { client: wanted.client };
    const sent = events.map(({ server: _server, epoch: _epoch, ...event }) => ({
      ...event,
      actor: wanted.byAgent ? (event.actor ?? 'agent') : ('client' as const),
      ...client,
    }));
    const { server } = run;
    const record = (hidden: TransportEvent[]) => this.#options.recorder.record(server, epoch, hidden);
    this.#hiddenOf(name.run, server).pass(record)(sent as TransportEvent[]);
    for (const event of events) {
      if (event.lane !== 'life' || event.event === 'closed') continue;
      const reason = endReason(event);
      if (reason === null) continue;
      run.ended = true;
      this.#hidden.delete(name.run);
      this.#tellMissing(name.run, run);
      this.#servers.end(run.server, name.run, reason);
    }
  }

  /** What the command or the address of a run holds of secrets is not recorded, and no token is. */
  #hiddenOf(run: string, server: string): HiddenValues {
    const known = this.#hidden.get(run);
    if (known) return known;
    const transport = this.#options.connections.get(server)?.config.transport;
    const hidden = new HiddenValues({ secrets: transport ? typedSecrets(transport) : [], put: [] });
    this.#hidden.set(run, hidden);
    return hidden;
  }

  /** A watching process that was killed said no last word. */
  #endDeadRuns(): void {
    for (const { file, name, waiting, more } of this.#followed.values()) {
      const run = this.#places.runs.get(name.run);
      if (!run || run.ended || more || waiting.length > 0) continue;
      const { pid } = readRun(file.header);
      if (pid !== null && processIsAlive({ pid, startedAt: name.startedAt })) continue;
      this.#endRun(name.run, run);
      this.#places.save();
    }
  }

  #endRun(run: string, place: RunPlace): void {
    place.ended = true;
    this.#hidden.delete(run);
    this.#tellMissing(run, place);
    const [at, named] = [Date.now(), this.#named(run)];
    for (const epoch of Object.values(place.epochs))
      this.#options.recorder.record(place.server, epoch, [
        {
          lane: 'life',
          event: 'closed',
          at,
          closedBy: 'us',
          message: goneWords,
          actor: place.by ?? 'client',
          ...named,
        },
      ]);
    this.#servers.end(place.server, run, goneWords);
  }

  /** A kill between recording and noting the place: what is in the log already is not recorded once more. */
  #notRecorded(connection: string, server: string, epoch: number, events: readonly WireEvent[]): readonly WireEvent[] {
    if (this.#resumed.has(connection)) return events;
    const last = this.#options.recorder.lastAt(server, epoch);
    const fresh = last === null ? events : events.filter(({ at }) => at > last);
    if (fresh.length > 0) this.#resumed.add(connection);
    return fresh;
  }

  #named(run: string): { client?: string } {
    const client = this.#clients.get(run);
    return client === undefined ? {} : { client };
  }

  /** What the disk had no room to say is in the first line of the run's last file. */
  #tellMissing(run: string, place: RunPlace): void {
    const last = [...this.#followed.values()].filter(({ name }) => name.run === run).at(-1);
    const epoch = Math.max(...Object.values(place.epochs));
    const message = last && missingIn(join(this.#folder, last.name.name));
    if (!message || !Number.isFinite(epoch)) return;
    this.#options.recorder.record(place.server, epoch, [
      { lane: 'life', event: 'missing', at: Date.now(), message, actor: place.by ?? 'client', ...this.#named(run) },
    ]);
  }

  /** What could not be kept, of processes that ended before they could say so in the spool. */
  async #tellUntold(): Promise<void> {
    if (Date.now() - this.#untoldAt < untoldEveryMs) return;
    this.#untoldAt = Date.now();
    const gaps = await findUntoldGaps(this.#options.dataDir, this.#folder);
    for (const gap of gaps) {
      // After it is recorded: a kill in between says it twice rather than never.
      this.#recordGap(gap);
      await forgetGap(gap);
    }
    await removeNoteFolders(gaps, this.#folder);
  }

  #recordGap({ run, header, at, message }: UntoldGap): void {
    const known = this.#places.runs.get(run);
    const wanted = readRun(header);
    const server = known?.server ?? this.#servers.place(run, wanted).id;
    const epochs = Object.values(known?.epochs ?? {});
    const epoch = epochs.length > 0 ? Math.max(...epochs) : this.#options.nextEpoch(server);
    const actor = (known?.by ?? wanted.byAgent) ? ('agent' as const) : ('client' as const);
    const client = wanted.client === '' ? this.#named(run) : { client: wanted.client };
    this.#options.recorder.record(server, epoch, [{ lane: 'life', event: 'missing', at, message, actor, ...client }]);
    if (!known) this.#servers.end(server, run, goneWords);
  }

  async #tidy(): Promise<void> {
    this.#tidiedAt = Date.now();
    const files: { name: string; bytes: number; changedAt: number }[] = [];
    for (const name of await readdir(this.#folder)) {
      if (readSpoolName(name) === null) continue;
      const found = await stat(join(this.#folder, name)).catch(() => null);
      if (found) files.push({ name, bytes: found.size, changedAt: found.mtimeMs });
    }
    const busy = busySpoolFiles(
      files.map(({ name }) => name),
      processIsAlive,
    );
    for (const name of overdueSpoolFiles(files, await this.limits(), Date.now(), busy))
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

function missingIn(path: string): string {
  try {
    const file = openSync(path, 'r');
    const buffer = Buffer.alloc(longestHeader);
    const length = readSync(file, buffer, 0, longestHeader, 0);
    closeSync(file);
    const { missing } = JSON.parse(buffer.toString('utf8', 0, length).split('\n', 1)[0] ?? '');
    return typeof missing === 'string' ? missing.slice(0, 500) : '';
  } catch {
    return '';
  }
}

/** 0 for what is no file of its own: a link leads elsewhere, and a pipe would be waited for without end. */
async function sizeOf(path: string): Promise<number> {
  const found = await lstat(path).catch(() => null);
  return found?.isFile() ? found.size : 0;
}
