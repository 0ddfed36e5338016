// What every feature needs of the inspector, wired together: the log, recordings, servers and their sessions. Features get it when they
// open (electron/features). Everything is closed in dependency order.

import { looksInHeader, type PastParties, type ServerLook } from '../../shared/api/past-servers.ts';
import type { ServerView } from '../../shared/api/views.ts';
import { type FeatureChanges, noChanges } from '../../shared/contract/features.ts';
import type { ServerConfig, TransportConfig } from '../../shared/server/server-config.ts';
import { removeLeftFolders } from '../foreign-files/temporary-folder.ts';
import { BatchSender } from './batch-sender.ts';
import type { Machine } from './client-configs/base-folder.ts';
import { type Circumstances, realCircumstances } from './client-configs/circumstances.ts';
import { EntryTransports } from './client-configs/entry-transports.ts';
import { ServerListApi } from './client-configs/server-list-api.ts';
import { Connections } from './connections/connections.ts';
import { SavedServers } from './connections/saved-servers.ts';
import { viewServer } from './connections/server-view.ts';
import { DialectService } from './dialects/dialect-service.ts';
import { EraService } from './era/era-service.ts';
import type { InspectorOptions } from './inspector-handle.ts';
import { Marks, marksInFolder, marksInHeader } from './log/counts/marks.ts';
import { GroupQueries } from './log/group-queries.ts';
import { Log } from './log/log.ts';
import { LogQueries } from './log/queries.ts';
import { processEndOf } from './log/rows/process-end.ts';
import type { RecordingsFile } from './log/store/recordings-file.ts';
import { OfferService } from './offers/offer-service.ts';
import { homeOrNowhere } from './paths/home-folder.ts';
import { RecordingApi } from './recordings/recording-api.ts';
import { Recordings } from './recordings/recordings.ts';
import { sampleTransport } from './sample-config.ts';
import { SavedCalls } from './saved/saved-calls.ts';
import { SavedPreferences } from './saved/saved-preferences.ts';
import { ConfigSecrets } from './secrets/config-secrets.ts';
import { ServerApi } from './server-api.ts';
import { Asks } from './server-requests/server-requests.ts';
import { SignInService } from './sign-in/sign-in-service.ts';
import { SpoolFollower } from './spool/spool-follower.ts';

/** What the core tells features that are open, and asks of them. */
export interface FeatureHooks {
  takeChanged(): Partial<FeatureChanges>;
  leaveServer(server: string): Promise<unknown>;
  leaveRecording(recording: number): Promise<unknown>;
  leaveWindows(): void;
  close(): Promise<unknown>;
}

type OpenOptions = InspectorOptions & Required<Pick<InspectorOptions, 'vault'>>;

export class Core {
  readonly options: OpenOptions;
  readonly #features: FeatureHooks;
  /** Sends the next batch soon. */
  readonly changed = () => this.batches.schedule();
  readonly machine: Machine;
  /** null: nothing is stored. */
  readonly folder: string | null;
  readonly recordings: Recordings;
  readonly recordingApi: RecordingApi;
  #readingOf: { log: Log; reading: LogQueries; groups: GroupQueries } | null = null;
  /** For everything recorded here. */
  readonly #marks: Marks;
  readonly keptCalls: SavedCalls;
  readonly preferences: SavedPreferences;
  readonly #saved: SavedServers;
  readonly dialects: DialectService;
  readonly connections: Connections;
  readonly asks = new Asks({
    serverName: (server) => this.connections.get(server)?.config.name ?? server,
    keep: (server, kind, answer) => this.connections.keepAnswer(server, kind, answer),
    onChange: this.changed,
  });
  readonly offers = new OfferService(() => this.connections);
  readonly eras = new EraService(() => this.connections);
  readonly serverList: ServerListApi;
  readonly #secrets: ConfigSecrets;
  readonly signIn: SignInService;
  readonly serverApi: ServerApi;
  /** null: nothing is stored, so nothing is imported. */
  readonly spool: SpoolFollower | null;
  /** For changes in the settings of other programs. */
  readonly circumstances: Circumstances;
  /** It imports what watched clients send. */
  readonly isFollowing: boolean;
  /** How a server is started or reached, before its variables are filled in. */
  readonly transportOf: (config: ServerConfig) => TransportConfig;
  readonly batches = new BatchSender({
    shown: () => this.recordings.shown,
    servers: () => this.servers(),
    past: () => this.past(),
    changed: () => ({ asks: this.asks.takeChanged(), ...noChanges, ...this.#features.takeChanged() }),
    notice: () => this.notice(),
    left: () => this.#features.leaveWindows(),
  });
  #closing: Promise<void> | null = null;

  constructor(options: OpenOptions, logFile: RecordingsFile, features: FeatureHooks) {
    removeLeftFolders();
    this.options = options;
    this.#features = features;
    const { env = process.env } = options;
    const machine = { platform: process.platform, home: homeOrNowhere(env), env };
    this.machine = machine;
    const folder = options.ephemeral ? null : options.dataDir;
    this.folder = folder;
    this.#marks = new Marks(folder === null ? null : marksInFolder(folder));
    this.keptCalls = new SavedCalls(folder);
    this.preferences = new SavedPreferences(folder);
    this.dialects = new DialectService({
      dataDir: options.dataDir,
      connections: () => this.connections,
      recordings: () => this.recordings,
      onChange: this.changed,
    });
    logFile.onNotice(this.changed);
    this.recordings = new Recordings({
      logFile,
      openLog: (store, kind, onBatch) =>
        this.dialects.open(
          kind,
          (decoders) =>
            new Log({
              store,
              ...decoders,
              serverName: (server) => this.connections?.get(server)?.config.name ?? server,
              // A server of a file may only share the name of a current one: its mark is in the file.
              ...(kind === 'imported' ? {} : { serverLook: (server: string) => this.#lookOf(server) }),
              onBatch,
              marks: kind === 'imported' ? this.#marksOfCapture(logFile, store.recording) : this.#marks,
            }),
        ),
      onRecord: options.onRecord,
      quietIn: (kind, recording) =>
        (kind === 'imported' ? this.#marksOfCapture(logFile, recording) : this.#marks).quiet,
      onBatch: (batch) => (batch ? this.batches.send(batch) : this.batches.schedule()),
      onShown: () => {
        this.batches.startAt(this.recordings.shown.rev);
        this.batches.schedule();
      },
    });
    this.#marks.onChange = () => this.batches.noteMarks();
    this.batches.startAt(this.recordings.shown.rev);
    this.recordingApi = new RecordingApi(this.recordings, options, this.changed, {
      watchedName: (server) => this.connections?.get(server)?.config.watched?.server ?? null,
      watchedWire: async () => this.spool?.caughtUp(),
    });
    this.#saved = new SavedServers(folder);
    const entries = new EntryTransports(machine);
    this.transportOf = (config) =>
      (config.sample === undefined ? null : sampleTransport(config.sample)) ?? entries.of(config);
    this.#secrets = new ConfigSecrets(options.vault);
    this.signIn = new SignInService({
      vault: options.vault,
      recorder: this.recordings,
      // Not a connection that continues: a new session has nothing to carry over from it.
      nextEpoch: (server) => this.recordings.live.nextEpoch(server),
      connections: () => this.connections,
      onChange: this.changed,
    });
    this.connections = new Connections({
      recorder: this.signIn.watch(this.recordings),
      saved: this.#saved,
      version: options.version,
      actor: options.actor ?? 'you',
      nextEpoch: (server) => this.recordings.nextEpoch(server),
      transportOf: this.transportOf,
      readEntries: () => entries.refresh(),
      secrets: this.#secrets,
      surroundings: { env, folder: options.folder },
      authorize: (server, url) => this.signIn.authorize(server, url),
      deskOf: (server) => this.asks.deskOf(server),
      detectEra: (connection) => this.eras.detect(connection),
      stopDetecting: (server) => this.eras.stop(server),
      processEnd: (server, epoch) => {
        const { live } = this.recordings;
        live.flush();
        return processEndOf(live, server, epoch);
      },
      onChange: this.changed,
    });
    this.serverList = new ServerListApi({
      connections: this.connections,
      machine,
      kept: () => ({ where: options.vault.where, words: options.vault.words }),
      reveal: (connection) => this.connections.reveal(connection),
    });
    this.serverApi = new ServerApi({
      connections: this.connections,
      offers: this.offers,
      actor: options.actor ?? 'you',
      leave: (server) => features.leaveServer(server),
      forget: async (server) => {
        this.keptCalls.forget(server);
        await this.signIn.forget(server);
      },
    });
    this.spool = options.ephemeral
      ? null
      : new SpoolFollower({
          dataDir: options.dataDir,
          recorder: this.recordings,
          nextEpoch: (server) => this.recordings.nextEpoch(server),
          connections: this.connections,
          flush: () => this.recordings.live.flush(),
          onNotice: this.changed,
        });
    this.circumstances = realCircumstances(machine.platform);
    // A process that may not write the log must leave the spool to the one that does.
    this.isFollowing = options.follow === true && !logFile.isRefused;
    if (this.isFollowing) this.spool?.start();
  }

  /** The recording that windows show. */
  get reading(): LogQueries {
    return this.#ofShown.reading;
  }

  get groups(): GroupQueries {
    return this.#ofShown.groups;
  }

  get #ofShown(): { reading: LogQueries; groups: GroupQueries } {
    const { shown } = this.recordings;
    if (this.#readingOf?.log !== shown)
      this.#readingOf = {
        log: shown,
        reading: new LogQueries(shown, () => this.#knownUntil(shown)),
        groups: new GroupQueries(shown, () => this.#knownUntil(shown)),
      };
    return this.#readingOf;
  }

  /** For a finished recording nothing is known after its last message. */
  #knownUntil(log: Log): number {
    const { shown, shownView } = this.recordings;
    return log === shown && !shownView.isLive ? (log.figures.activity.spread(1)?.to ?? Date.now()) : Date.now();
  }

  close(): Promise<void> {
    this.#closing ??= (async () => {
      this.batches.close();
      await this.#features.close();
      await this.spool?.close();
      this.dialects.close();
      this.signIn.close();
      this.eras.close();
      await this.connections.closeAll();
      this.recordingApi.close();
      this.recordings.close();
    })();
    return this.#closing;
  }

  /** Features let go of a recording that is about to be deleted. */
  leaveRecording(recording: number): Promise<unknown> {
    return this.#features.leaveRecording(recording);
  }

  servers(): ServerView[] {
    const { shown } = this.recordings;
    const connections = this.connections.list();
    // In a capture a server has the name from when it was saved.
    const calledIn = ({ id, config: { name } }: (typeof connections)[number]): string =>
      shown.knowsServer(id) || !shown.knowsServer(name) || connections.some((other) => other.id === name) ? id : name;
    return connections.map((connection) =>
      viewServer(connection, {
        ...shown.serverCounts(calledIn(connection)),
        dialect: this.dialects.dialectOf(connection.id),
        signIn: this.signIn.view(connection.id),
      }),
    );
  }

  /** null: the live recording is shown, with the current servers. */
  past(): PastParties | null {
    const { shown, isLiveShown, logFile } = this.recordings;
    if (isLiveShown) return null;
    const looks = looksInHeader(logFile.header(shown.store.recording));
    const servers = shown.serverIds.map((id) => {
      const name = shown.serverName(id);
      const { messages, failedCalls } = shown.serverCounts(id).counts;
      const look = shown.serverLook(id) ?? looks.get(name) ?? null;
      return { id, name, look, messages, failedCalls };
    });
    return { servers, clients: shown.clients.sort((one, other) => other.messages - one.messages) };
  }

  #lookOf(server: string): ServerLook | null {
    const connection = this.connections?.get(server);
    if (!connection) return null;
    const { kind } = connection.config.transport;
    return { color: connection.colour, transport: kind.startsWith('http') ? 'http' : kind };
  }

  #marksOfCapture(logFile: RecordingsFile, recording: number): Marks {
    const kept = marksInHeader({
      header: () => logFile.header(recording),
      change: (header) => logFile.change(recording, { header }),
    });
    const marks = new Marks(kept);
    marks.onChange = () => {
      if (this.recordings?.shown.marks === marks) this.batches.noteMarks();
    };
    return marks;
  }

  /** Notices for the user about everything stored. */
  notice(): string {
    const services = [
      this.recordings,
      this.#saved,
      this.#marks,
      this.options.vault,
      this.#secrets,
      this.spool ?? { notice: '' },
    ];
    return services
      .map(({ notice }) => notice)
      .filter(Boolean)
      .join(' ');
  }
}
