// The inspector: puts the rooms together and answers the api. The doors hold this and nothing behind it.
// Owns only the wiring; each answer is one question to a room.

import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { done, type InspectorApi } from '../../shared/api.ts';
import { stderrLines } from '../../shared/exchange/last-lines.ts';
import type { ServerConfig } from '../../shared/server-config.ts';
import type { Batch, ServerView } from '../../shared/views.ts';
import { samples } from '../samples/catalogue.ts';
import { now } from '../transports/clock.ts';
import { Asks } from './asks/asks.ts';
import { BatchSender } from './batch-sender.ts';
import { EntryTransports } from './client-configs/entry-transports.ts';
import { ServerListApi } from './client-configs/server-list-api.ts';
import { WatchApi } from './client-configs/watch-api.ts';
import { realCircumstances } from './client-configs/watch-rules.ts';
import { WatchSetup } from './client-configs/watch-setup.ts';
import { Connections } from './connections/connections.ts';
import { SavedServers } from './connections/saved-servers.ts';
import { viewServer } from './connections/server-view.ts';
import { DialectService } from './dialects/dialect-service.ts';
import { Doctor } from './doctor/doctor.ts';
import { EraService } from './era/era-service.ts';
import type { InspectorHandle, InspectorOptions } from './inspector-handle.ts';
import { KeptCalls } from './kept/kept-calls.ts';
import { KeptPreferences } from './kept/kept-preferences.ts';
import { Marks, marksInFolder, marksInHeader } from './log/counts/marks.ts';
import { GroupQueries, markGroup } from './log/group-queries.ts';
import { Log } from './log/log.ts';
import { openRecordings } from './log/open-store.ts';
import { LogQueries } from './log/queries.ts';
import { stderrBefore } from './log/rows/last-lines.ts';
import { OfferService } from './offers/offer-service.ts';
import { watchRuntime } from './paths/app-paths.ts';
import { Comparisons } from './probe/comparisons.ts';
import { Contracts } from './probe/contracts.ts';
import { ProbeService } from './probe/probe-service.ts';
import { RecordingApi } from './recordings/recording-api.ts';
import { Recordings } from './recordings/recordings.ts';
import { ReplayService } from './replay/replay-service.ts';
import { ConfigSecrets } from './secrets/config-secrets.ts';
import { openVault } from './secrets/open-vault.ts';
import { readyTransport } from './secrets/ready-transport.ts';
import { ServerApi } from './server-api.ts';
import { SignInService } from './sign-in/sign-in-service.ts';
import { SpoolFollower } from './spool/spool-follower.ts';
import { SampleTour, sampleTransport } from './tour/sample-tour.ts';

export async function openInspector(options: InspectorOptions): Promise<InspectorHandle> {
  const vault = options.vault ?? (await openVault(options.ephemeral ? null : options.dataDir));
  const logFile = await openRecordings({ path: options.ephemeral ? null : join(options.dataDir, 'log.db') });
  const inspector = new Inspector({ ...options, vault }, logFile);
  // Whoever opens the app after something went wrong is to see that, and not what was there before.
  if (options.follow) await Promise.race([inspector.lookedBack(), pause(longestLookBackMs, null, { ref: false })]);
  return inspector;
}

/** How long a window may wait for what happened while nobody looked; more than that comes in while one looks on. */
const longestLookBackMs = 1500;

/** Takes in what the spool holds and leaves the log to others again. false: another Misfire has it, and takes it in itself. */
export async function takeInSpool({ dataDir, version }: { dataDir: string; version: string }): Promise<boolean> {
  const vault = await openVault(dataDir);
  const logFile = await openRecordings({ path: join(dataDir, 'log.db'), patienceMs: 0 });
  if (logFile.kind !== 'sqlite') {
    logFile.close();
    return false;
  }
  const abilities = { openExternal: false, secureStorage: false };
  const inspector = new Inspector({ dataDir, version, abilities, vault }, logFile);
  await inspector.takeInSpool();
  await inspector.close();
  return true;
}

type OpenOptions = InspectorOptions & Required<Pick<InspectorOptions, 'vault'>>;

class Inspector implements InspectorHandle {
  readonly #options: OpenOptions;
  readonly #recordings: Recordings;
  readonly #recordingApi: RecordingApi;
  #readingOf: { log: Log; reading: LogQueries; groups: GroupQueries } | null = null;
  /** Of all that is recorded here. */
  readonly #marks: Marks;
  readonly #keptCalls: KeptCalls;
  readonly #preferences: KeptPreferences;
  readonly #saved: SavedServers;
  readonly #dialects: DialectService;
  readonly #connections: Connections;
  readonly #tour: SampleTour;
  readonly #replay: ReplayService;
  readonly #probe: ProbeService;
  readonly #comparisons: Comparisons;
  readonly #contracts: Contracts;
  readonly #asks = new Asks({
    serverName: (server) => this.#connections.get(server)?.config.name ?? server,
    keep: (server, kind, answer) => this.#connections.keepAnswer(server, kind, answer),
    onChange: () => this.#batches.schedule(),
  });
  readonly #offers = new OfferService(() => this.#connections);
  readonly #eras = new EraService(() => this.#connections);
  readonly #doctor: Doctor;
  readonly #serverList: ServerListApi;
  readonly #secrets: ConfigSecrets;
  readonly #signIn: SignInService;
  readonly #serverApi: ServerApi;
  readonly #spool: SpoolFollower | null;
  readonly #watch: WatchApi;
  readonly #batches = new BatchSender({
    shown: () => this.#recordings.shown,
    servers: () => this.#servers(),
    changed: () => ({
      replays: this.#replay.takeChanged(),
      probes: this.#probe.takeChanged(),
      asks: this.#asks.takeChanged(),
    }),
    notice: () => this.#notice(),
  });
  #closing: Promise<void> | null = null;

  constructor(options: OpenOptions, logFile: Awaited<ReturnType<typeof openRecordings>>) {
    this.#options = options;
    this.#marks = new Marks(options.ephemeral ? null : marksInFolder(options.dataDir));
    this.#keptCalls = new KeptCalls(options.ephemeral ? null : options.dataDir);
    this.#preferences = new KeptPreferences(options.ephemeral ? null : options.dataDir);
    this.#dialects = new DialectService({
      dataDir: options.dataDir,
      connections: () => this.#connections,
      sessions: () => this.#recordings,
      onChange: () => this.#batches.schedule(),
    });
    logFile.onNotice(() => this.#batches.schedule());
    this.#recordings = new Recordings({
      logFile,
      openLog: (store, kind, onBatch) =>
        this.#dialects.open(
          kind,
          (decoders) =>
            new Log({
              store,
              ...decoders,
              serverName: (server) => this.#connections?.get(server)?.config.name ?? server,
              onBatch,
              marks: kind === 'imported' ? this.#marksOfCapture(logFile, store.recording) : this.#marks,
            }),
        ),
      onRecord: options.onRecord,
      onBatch: (batch) => (batch ? this.#batches.send(batch) : this.#batches.schedule()),
      onShown: () => {
        this.#batches.startAt(this.#recordings.shown.rev);
        this.#batches.schedule();
      },
    });
    this.#marks.onRegressed = () => this.#batches.noteMarks();
    this.#batches.startAt(this.#recordings.shown.rev);
    this.#recordingApi = new RecordingApi(this.#recordings, options, () => this.#batches.schedule());
    this.#saved = new SavedServers(options.ephemeral ? null : options.dataDir);
    const entries = new EntryTransports({ platform: process.platform, home: homedir(), env: process.env });
    const transportOf = (config: ServerConfig) =>
      (config.sample === undefined ? null : sampleTransport(config.sample)) ?? entries.of(config);
    this.#secrets = new ConfigSecrets(options.vault);
    this.#signIn = new SignInService({
      vault: options.vault,
      recorder: this.#recordings,
      // Not a connection that goes on: a new session has nothing to carry over from it.
      nextEpoch: (server) => this.#recordings.live.nextEpoch(server),
      connections: () => this.#connections,
      onChange: () => this.#batches.schedule(),
    });
    this.#connections = new Connections({
      recorder: this.#signIn.watch(this.#recordings),
      saved: this.#saved,
      version: options.version,
      actor: options.actor ?? 'you',
      nextEpoch: (server) => this.#recordings.nextEpoch(server),
      transportOf,
      readEntries: () => entries.refresh(),
      secrets: this.#secrets,
      authorise: (server, url) => this.#signIn.authorise(server, url),
      deskOf: (server) => this.#asks.deskOf(server),
      detectEra: (connection) => this.#eras.detect(connection),
      stopDetecting: (server) => this.#eras.stop(server),
      lastLines: (server, epoch) => {
        const { live } = this.#recordings;
        live.flush();
        return stderrBefore(live.store, server, epoch, now(), stderrLines);
      },
      onChange: () => this.#batches.schedule(),
    });
    this.#serverList = new ServerListApi({
      connections: this.#connections,
      machine: { platform: process.platform, home: homedir(), env: process.env },
      kept: () => ({ where: options.vault.where, words: options.vault.words }),
      reveal: (connection) => this.#connections.reveal(connection),
    });
    this.#doctor = new Doctor({
      connections: this.#connections,
      recorder: this.#recordings,
      written: ({ config }) => transportOf(config),
      ready: (connection) => {
        const ready = readyTransport(this.#connections.ready(connection));
        // What variables hold is as private as a secret.
        return ready.ok ? { ...ready, secrets: [...ready.secrets, ...ready.put.map(({ value }) => value)] } : ready;
      },
    });
    this.#serverApi = new ServerApi({
      connections: this.#connections,
      offers: this.#offers,
      actor: options.actor ?? 'you',
      leave: (server) => this.#doctor.stopDiagnosis({ server }),
      forget: async (server) => {
        this.#keptCalls.forget(server);
        await this.#signIn.forget(server);
      },
    });
    this.#tour = new SampleTour(this.#connections, (row) => this.#log.failureOf(row));
    this.#replay = new ReplayService({
      logs: this.#recordings,
      connections: this.#connections,
      version: options.version,
      listTools: (connection) => this.#serverApi.toolsOf(connection, false),
      onChange: () => this.#batches.schedule(),
    });
    this.#probe = new ProbeService({
      logs: this.#recordings,
      connections: this.#connections,
      onChange: () => this.#batches.schedule(),
    });
    const results = (probe: string) => this.#probe.results(probe);
    this.#comparisons = new Comparisons({
      logs: this.#recordings,
      connections: this.#connections,
      dialectOf: (server) => this.#dialects.dialectOf(server),
      results,
    });
    this.#contracts = new Contracts(options.dataDir, results);
    this.#spool = options.ephemeral
      ? null
      : new SpoolFollower({
          dataDir: options.dataDir,
          recorder: this.#recordings,
          nextEpoch: (server) => this.#recordings.nextEpoch(server),
          connections: this.#connections,
        });
    const setup = {
      machine: { platform: process.platform, home: homedir(), env: process.env },
      dataDir: options.dataDir,
      around: realCircumstances(process.platform),
      runtime: watchRuntime,
    };
    this.#watch = new WatchApi({ setup, spool: this.#spool?.room ?? null });
    // Who may not write the log must leave the spool to the one that does.
    if (options.follow && !logFile.isRefused) {
      this.#spool?.start();
      new WatchSetup(setup).refreshProgram();
    }
  }

  /** What happens now is recorded here. */
  get #log(): Log {
    return this.#recordings.live;
  }

  /** What windows look at. */
  get #reading(): LogQueries {
    return this.#read.reading;
  }

  get #read(): { reading: LogQueries; groups: GroupQueries } {
    const { shown } = this.#recordings;
    if (this.#readingOf?.log !== shown)
      this.#readingOf = { log: shown, reading: new LogQueries(shown), groups: new GroupQueries(shown) };
    return this.#readingOf;
  }

  onBatch(listener: (batch: Batch) => void): () => void {
    return this.#batches.onBatch(listener);
  }

  /** Resolves once what happened while nobody looked is in the log. */
  async lookedBack(): Promise<void> {
    await this.#spool?.caughtUp();
  }

  async takeInSpool(): Promise<void> {
    this.#spool?.start();
    await this.#spool?.caughtUp();
  }

  close(): Promise<void> {
    this.#closing ??= (async () => {
      this.#batches.close();
      this.#tour.stop();
      await this.#spool?.close();
      this.#dialects.close();
      this.#replay.close();
      await this.#probe.close();
      await this.#doctor.close();
      this.#signIn.close();
      this.#eras.close();
      await this.#connections.closeAll();
      this.#recordingApi.close();
      this.#recordings.close();
    })();
    return this.#closing;
  }

  readonly api: InspectorApi = {
    hello: async () => {
      const { logFile } = this.#recordings;
      return done({
        version: this.#options.version,
        store: {
          kind: logFile.kind,
          path: logFile.path,
          notice: this.#notice(),
          isRefused: logFile.isRefused ?? false,
          isWaiting: this.#recordings.isWaiting,
        },
        abilities: this.#options.abilities,
        preferences: this.#preferences.text,
        samples: samples.filter(({ inTour }) => inTour).map(({ id, name, about }) => ({ id, name, about })),
      });
    },
    snapshot: async () => {
      const { shown, shownView: recording } = this.#recordings;
      const marks = shown.marks.all();
      return done({ rev: shown.rev, recording, servers: this.#servers(), counters: shown.counters, marks });
    },
    openView: (input) => this.#reading.openView(input),
    rows: (input) => this.#reading.rows(input),
    changes: (input) => this.#reading.changes(input),
    rowDetail: (input) => this.#reading.rowDetail(input),
    locate: (input) => this.#reading.locate(input),
    body: (input) => this.#reading.body(input),
    rowEvents: (input) => this.#reading.rowEvents(input),
    seenTool: (input) => this.#reading.seenTool(input),
    keptCalls: (input) => this.#keptCalls.keptCalls(input),
    keepCall: (input) => this.#keptCalls.keepCall(input),
    keepPreferences: (input) => this.#preferences.keepPreferences(input),
    locateTime: (input) => this.#read.groups.locateTime(input),
    failureGroups: (input) => this.#read.groups.failureGroups(input),
    overview: (input) => this.#read.groups.overview(input),
    markGroup: async (input) => {
      const answer = markGroup(this.#recordings.shown, input);
      this.#batches.noteMarks();
      return answer;
    },

    addServer: (input) => this.#serverApi.addServer(input),
    removeServer: (input) => this.#serverApi.removeServer(input),
    connect: (input) => this.#serverApi.connect(input),
    disconnect: (input) => this.#serverApi.disconnect(input),
    restart: (input) => this.#serverApi.restart(input),
    serverConfig: (input) => this.#serverList.serverConfig(input),
    changeServer: (input) => this.#serverList.changeServer(input),
    duplicateServer: (input) => this.#serverList.duplicateServer(input),
    exportServers: (input) => this.#serverList.exportServers(input),
    readServers: (input) => this.#serverList.readServers(input),
    findServers: (input) => this.#serverList.findServers(input),
    watchEntries: (input) => this.#watch.watchEntries(input),
    planWatch: (input) => this.#watch.planWatch(input),
    startWatch: (input) => this.#watch.startWatch(input),
    undoWatch: (input) => this.#watch.undoWatch(input),
    agentClients: (input) => this.#watch.agentClients(input),
    addToClient: (input) => this.#watch.addToClient(input),
    removeFromClient: (input) => this.#watch.removeFromClient(input),
    spoolLimits: (input) => this.#watch.spoolLimits(input),
    detectEra: (input) => this.#eras.detectEra(input),
    diagnose: (input) => this.#doctor.diagnose(input),
    stopDiagnosis: (input) => {
      this.#eras.stop(input.server);
      return this.#doctor.stopDiagnosis(input);
    },
    signIn: (input) => this.#signIn.signIn(input),
    cancelSignIn: (input) => this.#signIn.cancelSignIn(input),
    signOut: (input) => this.#signIn.signOut(input),
    offers: (input) => this.#offers.offers(input),
    followTask: (input) => this.#offers.followTask(input),
    asks: (input) => this.#asks.asks(input),
    answerAsk: (input) => this.#asks.answerAsk(input),
    trySamples: async () => done({ servers: this.#tour.start().map(({ id }) => id) }),

    tools: (input) => this.#serverApi.tools(input),
    call: (input) => this.#serverApi.call(input),
    cancel: (input) => this.#serverApi.cancel(input),

    dialects: (input) => this.#dialects.dialects(input),
    pinDialect: (input) => this.#dialects.pinDialect(input),
    addDialect: (input) => this.#dialects.addDialect(input),
    draftReplay: (input) => this.#replay.draftReplay(input),
    simulatePolicy: (input) => this.#replay.simulatePolicy(input),
    startReplay: (input) => this.#replay.startReplay(input),
    controlReplay: (input) => this.#replay.controlReplay(input),
    replays: (input) => this.#replay.replays(input),
    planBulk: (input) => this.#replay.planBulk(input),
    startBulk: (input) => this.#replay.startBulk(input),
    diffAnswers: (input) => this.#replay.diffAnswers(input),
    reproSet: (input) => this.#replay.reproSet(input),
    snippet: (input) => this.#replay.snippet(input),

    ownProvocations: (input) => this.#probe.ownProvocations(input),
    saveProvocation: (input) => this.#probe.saveProvocation(input),
    removeProvocation: (input) => this.#probe.removeProvocation(input),
    planProbe: (input) => this.#probe.planProbe(input),
    startProbe: (input) => this.#probe.startProbe(input),
    probeSamples: (input) => this.#probe.probeSamples(input),
    stopProbe: (input) => this.#probe.stopProbe(input),
    probes: (input) => this.#probe.probes(input),
    compareServers: (input) => this.#comparisons.compareServers(input),
    diffShapes: (input) => this.#comparisons.diffShapes(input),
    saveBaseline: (input) => this.#contracts.saveBaseline(input),
    compareBaseline: (input) => this.#contracts.compareBaseline(input),
    probeBaseline: (input) => this.#contracts.probeBaseline(input),
    ruleCode: (input) => this.#comparisons.ruleCode(input),
    compareReport: (input) => this.#comparisons.compareReport(input),
    recordings: () => this.#recordingApi.recordings(),
    openRecording: (input) => this.#recordingApi.openRecording(input),
    newRecording: (input) => this.#recordingApi.newRecording(input),
    changeRecording: (input) => this.#recordingApi.changeRecording(input),
    deleteRecording: (input) => this.#recordingApi.deleteRecording(input),
    retention: (input) => this.#recordingApi.retention(input),
    suggest: (input) => this.#recordingApi.suggest(input),
    previewExport: (input) => this.#recordingApi.captures.previewExport(input),
    startExport: (input) => this.#recordingApi.captures.startExport(input),
    exportPart: (input) => this.#recordingApi.captures.exportPart(input),
    cancelExport: (input) => this.#recordingApi.captures.cancelExport(input),
    startImport: (input) => this.#recordingApi.captures.startImport(input),
    importPart: (input) => this.#recordingApi.captures.importPart(input),
    cancelImport: (input) => this.#recordingApi.captures.cancelImport(input),
  };

  #servers(): ServerView[] {
    const { shown } = this.#recordings;
    const connections = this.#connections.list();
    // In a capture a server is called as it was when that was saved.
    const calledIn = ({ id, config: { name } }: (typeof connections)[number]): string =>
      shown.knowsServer(id) || !shown.knowsServer(name) || connections.some((other) => other.id === name) ? id : name;
    return connections.map((connection) =>
      viewServer(connection, {
        ...shown.serverCounts(calledIn(connection)),
        dialect: this.#dialects.dialectOf(connection.id),
        signIn: this.#signIn.view(connection.id),
      }),
    );
  }

  #marksOfCapture(logFile: Awaited<ReturnType<typeof openRecordings>>, session: number): Marks {
    const kept = marksInHeader({
      header: () => logFile.header(session),
      change: (header) => logFile.change(session, { header }),
    });
    return new Marks(kept);
  }

  /** What a person should know about all that is kept. */
  #notice(): string {
    const rooms = [this.#recordings, this.#saved, this.#marks, this.#options.vault, this.#secrets];
    return rooms
      .map(({ notice }) => notice)
      .filter(Boolean)
      .join(' ');
  }
}
