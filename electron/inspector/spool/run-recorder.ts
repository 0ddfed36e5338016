// Records what was read from the spool: the server, connection and client of a run, without its secrets, and how it ended. Nothing is
// recorded twice. spool-follower.ts owns the files and the order in which they are read.

import type { SpoolFile as SpoolFileName } from '../../../shared/capture/spool.ts';
import { endReason } from '../../../shared/server/end-reason.ts';
import type { WireEvent } from '../../../shared/wire.ts';
import { withForeignFile } from '../../foreign-files/foreign-file.ts';
import type { TransportEvent } from '../../transports/transport.ts';
import { HiddenValues } from '../secrets/hide-values.ts';
import { typedSecrets } from '../secrets/typed-secrets.ts';
import type { EmptyFile } from './empty-files.ts';
import type { RunPlace, SpoolPlaces } from './spool-places.ts';
import { readWatchedRun, type WatchedServerList, WatchedServers } from './watched-servers.ts';

/** Longer first lines, of commands with very many words, are not parsed again. */
const longestHeader = 64 * 1024;
const goneWords = 'Nothing more was recorded: the process that watched was ended.';

type RunHeader = Parameters<typeof readWatchedRun>[0];

export interface RunRecorderOptions {
  recorder: {
    record(server: string, epoch: number, events: readonly TransportEvent[]): unknown;
    lastAt(server: string, epoch: number): number | null;
  };
  nextEpoch: (server: string) => number;
  connections: WatchedServerList;
  places: SpoolPlaces;
  /** The path of the newest file of a followed run. */
  lastFile: (run: string) => string | undefined;
  /** Whether the process of a run was gone before this time. */
  wasOver: (run: string, at: number) => boolean;
}

export class RunRecorder {
  readonly #options: RunRecorderOptions;
  readonly #places: SpoolPlaces;
  readonly #servers: WatchedServers;
  /** The client's own name, by run, if the entry that started it has none. */
  readonly #clients = new Map<string, string>();
  readonly #hidden = new Map<string, HiddenValues>();
  /** Connections of runs with recorded events since the start. */
  readonly #resumed = new Set<string>();

  constructor(options: RunRecorderOptions) {
    this.#options = options;
    this.#places = options.places;
    this.#servers = new WatchedServers(options.connections);
  }

  /** Runs that were active when the app was closed. */
  resume(): void {
    for (const [run, { server, ended }] of this.#places.runs)
      if (!ended && this.#options.connections.get(server)) this.#servers.begin(server, run);
  }

  /** Only these runs still have files. */
  retain(runs: ReadonlySet<string>): void {
    for (const run of this.#clients.keys()) if (!runs.has(run)) this.#clients.delete(run);
  }

  /** The traffic of one connection of a run; `header` is the first line of its file. */
  record(name: SpoolFileName, header: RunHeader, read: readonly WireEvent[]): void {
    const wanted = readWatchedRun(header);
    if (header.hook === true) {
      this.#recordReport(name.run, wanted, read);
      return;
    }
    wanted.client ||= this.#clients.get(name.run) ?? clientOf(read);
    if (wanted.client !== '') this.#clients.set(name.run, wanted.client);
    let run = this.#places.runs.get(name.run);
    if (!run || !this.#options.connections.get(run.server)) {
      const by = wanted.byAgent ? { by: 'agent' as const } : {};
      run = { server: this.#placed(name.run, name.startedAt, wanted), epochs: {}, ended: false, ...by };
      this.#places.runs.set(name.run, run);
    }
    const own = String(read[0]?.epoch ?? 1);
    const epoch = run.epochs[own] ?? this.#options.nextEpoch(run.server);
    if (run.epochs[own] === undefined) {
      run.epochs[own] = epoch;
      // Known before anything is recorded: after a kill the next start continues the same connection.
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

  /** A report from a client's hook is not a connection: it belongs to the watched server of that name, if there is one. */
  #recordReport(
    run: string,
    { server: name, client }: ReturnType<typeof readWatchedRun>,
    read: readonly WireEvent[],
  ): void {
    const known = this.#options.connections.list();
    const reports = read
      .filter(({ lane }) => lane === 'seen')
      .map((event) => ({ ...event, actor: 'client' as const, client }));
    this.#places.runs.set(run, { server: name, epochs: { 0: 0 }, ended: true });
    for (const [named, events] of Map.groupBy(reports, (event) => event.server)) {
      const watched = known.find(({ config: { watched } }) => watched?.client === client && watched.server === named);
      const server = watched?.id ?? named;
      const record = (hidden: TransportEvent[]) => this.#options.recorder.record(server, 0, hidden);
      this.#hiddenOf(run, server).pass(record)(events as unknown as TransportEvent[]);
      this.#hidden.delete(run);
    }
  }

  /** Secrets in the command or address of a run are not recorded, and no token is. */
  #hiddenOf(run: string, server: string): HiddenValues {
    const known = this.#hidden.get(run);
    if (known) return known;
    const transport = this.#options.connections.get(server)?.config.transport;
    const hidden = new HiddenValues({ secrets: transport ? typedSecrets(transport) : [], put: [] });
    this.#hidden.set(run, hidden);
    return hidden;
  }

  /** Its watching process is gone, or its files are. */
  end(run: string, place: RunPlace): void {
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

  /** After a kill between recording and saving the position, events already in the log are not recorded again. */
  #notRecorded(connection: string, server: string, epoch: number, events: readonly WireEvent[]): readonly WireEvent[] {
    if (this.#resumed.has(connection)) return events;
    const last = this.#options.recorder.lastAt(server, epoch);
    const fresh = last === null ? events : events.filter(({ at }) => at > last);
    if (fresh.length > 0) this.#resumed.add(connection);
    return fresh;
  }

  #placed(run: string, startedAt: number, wanted: ReturnType<typeof readWatchedRun>): string {
    return this.#servers.place(run, wanted, (other) => this.#options.wasOver(other, startedAt)).id;
  }

  #named(run: string): { client?: string } {
    const client = this.#clients.get(run);
    return client === undefined ? {} : { client };
  }

  /** What did not fit on the disk is in the first line of the run's last file. */
  #tellMissing(run: string, place: RunPlace): void {
    const last = this.#options.lastFile(run);
    const epoch = Math.max(...Object.values(place.epochs));
    const message = last && missingIn(last);
    if (!message || !Number.isFinite(epoch)) return;
    this.#options.recorder.record(place.server, epoch, [
      { lane: 'life', event: 'missing', at: Date.now(), message, actor: place.by ?? 'client', ...this.#named(run) },
    ]);
  }

  /** The client of a run that could write nothing is unknown. */
  recordEmpty({ run, at, message }: EmptyFile): void {
    const known = this.#places.runs.get(run);
    const server = known?.server ?? this.#placed(run, at, readWatchedRun({}));
    const epochs = Object.values(known?.epochs ?? {});
    const epoch = epochs.length > 0 ? Math.max(...epochs) : this.#options.nextEpoch(server);
    const actor = known?.by ?? 'client';
    this.#options.recorder.record(server, epoch, [
      { lane: 'life', event: 'missing', at, message, actor, ...this.#named(run) },
    ]);
    if (!known) this.#servers.end(server, run, goneWords);
  }
}

/** The client's name in its handshake. */
function clientOf(events: readonly WireEvent[]): string {
  for (const event of events) {
    if (event.lane !== 'out' || event.text.length > 100_000 || !event.text.includes('clientInfo"')) continue;
    const found =
      /"(?:io\.modelcontextprotocol\/)?clientInfo"\s*:\s*\{[^{}]*?"(?:title|name)"\s*:\s*"([^"\\]{1,60})"/.exec(
        event.text,
      );
    if (found?.[1]) return found[1];
  }
  return '';
}

function missingIn(path: string): string {
  try {
    const head = withForeignFile(path, {}, (file) => file.readAt(0, longestHeader));
    const { missing } = JSON.parse(head.toString('utf8').split('\n', 1)[0] ?? '');
    return typeof missing === 'string' ? missing.slice(0, 500) : '';
  } catch {
    return '';
  }
}
