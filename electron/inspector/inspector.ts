// The inspector: puts the rooms together and answers the api. The doors hold this and nothing behind it.
// Owns only the wiring; each answer is one question to a room.

import { homedir } from 'node:os';
import { join } from 'node:path';
import { done, type InspectorApi } from '../../shared/api.ts';
import type { ServerConfig } from '../../shared/server-config.ts';
import type { Batch, ServerView } from '../../shared/views.ts';
import { samples } from '../samples/catalogue.ts';
import { watchRuntime } from './app-paths.ts';
import { Asks } from './asks/asks.ts';
import { ServerListApi } from './client-configs/server-list-api.ts';
import { WatchApi } from './client-configs/watch-api.ts';
import { realCircumstances } from './client-configs/watch-rules.ts';
import { WatchSetup } from './client-configs/watch-setup.ts';
import { Connections } from './connections.ts';
import type { InspectorHandle, InspectorOptions } from './contract.ts';
import { DialectService } from './dialect-service.ts';
import { Doctor } from './doctor/doctor.ts';
import { EraService } from './era/era-service.ts';
import { ExpectedFailures } from './log/expected-failures.ts';
import { GroupReading, markExpected } from './log/group-reading.ts';
import { Log, type LogBatch } from './log/log.ts';
import { openShelf } from './log/open-store.ts';
import { Reading } from './log/reading.ts';
import { OfferService } from './offers/offer-service.ts';
import { Comparisons } from './probe/comparisons.ts';
import { Contracts } from './probe/contracts.ts';
import { ProbeService } from './probe/probe-service.ts';
import { ReplayService } from './replay/replay-service.ts';
import { SampleTour, sampleTransport } from './sample-tour.ts';
import { SavedServers } from './saved-servers.ts';
import { ConfigSecrets } from './secrets/config-secrets.ts';
import { readyTransport } from './secrets/ready-transport.ts';
import { openVault } from './secrets/vault.ts';
import { ServerApi } from './server-api.ts';
import { viewServer } from './server-view.ts';
import { SessionApi } from './sessions/session-api.ts';
import { Sessions } from './sessions/sessions.ts';
import { SignInService } from './sign-in/sign-in-service.ts';
import { SpoolFollower } from './spool/spool-follower.ts';

/** State changes without rows wait this long, so that a burst of them is one batch. */
const stateDelayMs = 34;

export async function openInspector(options: InspectorOptions): Promise<InspectorHandle> {
  const vault = options.vault ?? (await openVault(options.passing ? null : options.dataDir));
  const shelf = await openShelf({ path: options.passing ? null : join(options.dataDir, 'log.db') });
  return new Inspector({ ...options, vault }, shelf);
}

type OpenOptions = InspectorOptions & Required<Pick<InspectorOptions, 'vault'>>;

class Inspector implements InspectorHandle {
  readonly #options: OpenOptions;
  readonly #sessions: Sessions;
  readonly #sessionApi: SessionApi;
  #readingOf: { log: Log; reading: Reading; groups: GroupReading } | null = null;
  readonly #expected: ExpectedFailures;
  /** The servers as they were told last, as text. */
  #toldServers = '';
  #toldExpected = false;
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
    onChange: () => this.#scheduleState(),
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
  readonly #listeners = new Set<(batch: Batch) => void>();
  #sentRev: number;
  #stateTimer: NodeJS.Timeout | null = null;
  #closing: Promise<void> | null = null;

  constructor(options: OpenOptions, shelf: Awaited<ReturnType<typeof openShelf>>) {
    this.#options = options;
    this.#expected = new ExpectedFailures(options.passing ? null : options.dataDir);
    this.#dialects = new DialectService({
      dataDir: options.dataDir,
      connections: () => this.#connections,
      sessions: () => this.#sessions,
      onChange: () => this.#scheduleState(),
    });
    this.#sessions = new Sessions({
      shelf,
      openLog: (store, kind, onBatch) =>
        this.#dialects.open(
          kind,
          (decoders) =>
            new Log({
              store,
              ...decoders,
              serverName: (server) => this.#connections?.get(server)?.config.name ?? server,
              onBatch,
              expected: this.#expected.groups,
            }),
        ),
      onBatch: (batch) => (batch ? this.#send(batch) : this.#scheduleState()),
      onShown: () => {
        this.#sentRev = this.#sessions.shown.rev;
        this.#scheduleState();
      },
    });
    this.#sentRev = this.#sessions.shown.rev;
    this.#sessionApi = new SessionApi(this.#sessions, options, () => this.#scheduleState());
    this.#saved = new SavedServers(options.passing ? null : options.dataDir);
    const transportOf = ({ sample, transport }: ServerConfig) =>
      (sample === undefined ? null : sampleTransport(sample)) ?? transport;
    this.#secrets = new ConfigSecrets(options.vault);
    this.#signIn = new SignInService({
      vault: options.vault,
      recording: this.#sessions,
      // Not a connection that goes on: a new session has nothing to carry over from it.
      nextEpoch: (server) => this.#sessions.live.nextEpoch(server),
      connections: () => this.#connections,
      onChange: () => this.#scheduleState(),
    });
    this.#connections = new Connections({
      recording: this.#signIn.watch(this.#sessions),
      saved: this.#saved,
      version: options.version,
      nextEpoch: (server) => this.#sessions.nextEpoch(server),
      transportOf,
      secrets: this.#secrets,
      authorise: (server, url) => this.#signIn.authorise(server, url),
      deskOf: (server) => this.#asks.deskOf(server),
      detectEra: (connection) => this.#eras.detect(connection),
      stopDetecting: (server) => this.#eras.stop(server),
      onChange: () => this.#scheduleState(),
    });
    this.#serverList = new ServerListApi({
      connections: this.#connections,
      machine: { platform: process.platform, home: homedir(), env: process.env },
      kept: () => ({ where: options.vault.where, words: options.vault.words }),
      reveal: (connection) => this.#connections.reveal(connection),
    });
    this.#doctor = new Doctor({
      connections: this.#connections,
      recording: this.#sessions,
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
      leave: (server) => this.#doctor.stopDiagnosis({ server }),
      forget: (server) => this.#signIn.forget(server),
    });
    this.#tour = new SampleTour(this.#connections, (row) => this.#log.failureOf(row));
    this.#replay = new ReplayService({
      logs: this.#sessions,
      connections: this.#connections,
      version: options.version,
      listTools: (connection) => this.#serverApi.toolsOf(connection, false),
      onChange: () => this.#scheduleState(),
    });
    this.#probe = new ProbeService({
      logs: this.#sessions,
      connections: this.#connections,
      onChange: () => this.#scheduleState(),
    });
    const results = (probe: string) => this.#probe.results(probe);
    this.#comparisons = new Comparisons({
      logs: this.#sessions,
      connections: this.#connections,
      dialectOf: (server) => this.#dialects.dialectOf(server),
      results,
    });
    this.#contracts = new Contracts(options.dataDir, results);
    this.#spool = options.passing
      ? null
      : new SpoolFollower({
          dataDir: options.dataDir,
          recording: this.#sessions,
          nextEpoch: (server) => this.#sessions.nextEpoch(server),
          connections: this.#connections,
        });
    const setup = {
      machine: { platform: process.platform, home: homedir(), env: process.env },
      dataDir: options.dataDir,
      around: realCircumstances(process.platform),
      runtime: watchRuntime,
    };
    this.#watch = new WatchApi({ setup, spool: this.#spool });
    if (options.follow && this.#spool) {
      this.#spool.start();
      new WatchSetup(setup).refreshProgram();
    }
  }

  /** What happens now is recorded here. */
  get #log(): Log {
    return this.#sessions.live;
  }

  /** What windows look at. */
  get #reading(): Reading {
    return this.#read.reading;
  }

  get #read(): { reading: Reading; groups: GroupReading } {
    const { shown } = this.#sessions;
    if (this.#readingOf?.log !== shown)
      this.#readingOf = { log: shown, reading: new Reading(shown), groups: new GroupReading(shown) };
    return this.#readingOf;
  }

  onBatch(listener: (batch: Batch) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): Promise<void> {
    this.#closing ??= (async () => {
      this.#tour.stop();
      await this.#spool?.close();
      this.#dialects.close();
      this.#replay.close();
      await this.#probe.close();
      await this.#doctor.close();
      this.#signIn.close();
      this.#eras.close();
      await this.#connections.closeAll();
      if (this.#stateTimer) clearTimeout(this.#stateTimer);
      this.#sessionApi.close();
      this.#sessions.close();
    })();
    return this.#closing;
  }

  readonly api: InspectorApi = {
    hello: async () => {
      const { shelf, notice } = this.#sessions;
      return done({
        version: this.#options.version,
        store: {
          kind: shelf.kind,
          path: shelf.path,
          notice: this.#notice(notice),
          isRefused: shelf.isRefused ?? false,
        },
        abilities: this.#options.abilities,
        samples: samples.filter(({ inTour }) => inTour).map(({ id, name, about }) => ({ id, name, about })),
      });
    },
    snapshot: async () => {
      const { shown, shownView: session } = this.#sessions;
      const expected = [...this.#expected.groups];
      return done({ rev: shown.rev, session, servers: this.#servers(), counters: shown.counters, expected });
    },
    openView: (input) => this.#reading.openView(input),
    rows: (input) => this.#reading.rows(input),
    changes: (input) => this.#reading.changes(input),
    rowDetail: (input) => this.#reading.rowDetail(input),
    locate: (input) => this.#reading.locate(input),
    body: (input) => this.#reading.body(input),
    rowEvents: (input) => this.#reading.rowEvents(input),
    locateTime: (input) => this.#read.groups.locateTime(input),
    failureGroups: (input) => this.#read.groups.failureGroups(input),
    overview: (input) => this.#read.groups.overview(input),
    markExpected: async (input) => {
      const answer = markExpected(this.#sessions.shown, this.#expected, input);
      this.#toldExpected = false;
      this.#scheduleState();
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
    sessions: () => this.#sessionApi.sessions(),
    openSession: (input) => this.#sessionApi.openSession(input),
    newSession: (input) => this.#sessionApi.newSession(input),
    changeSession: (input) => this.#sessionApi.changeSession(input),
    deleteSession: (input) => this.#sessionApi.deleteSession(input),
    retention: (input) => this.#sessionApi.retention(input),
    suggest: (input) => this.#sessionApi.suggest(input),
    previewExport: (input) => this.#sessionApi.captures.previewExport(input),
    startExport: (input) => this.#sessionApi.captures.startExport(input),
    exportPart: (input) => this.#sessionApi.captures.exportPart(input),
    cancelExport: (input) => this.#sessionApi.captures.cancelExport(input),
    startImport: (input) => this.#sessionApi.captures.startImport(input),
    importPart: (input) => this.#sessionApi.captures.importPart(input),
    cancelImport: (input) => this.#sessionApi.captures.cancelImport(input),
  };

  #servers(): ServerView[] {
    return this.#connections.list().map((connection) =>
      viewServer(connection, {
        ...this.#sessions.shown.serverCounts(connection.id),
        dialect: this.#dialects.dialectOf(connection.id),
        signIn: this.#signIn.view(connection.id),
      }),
    );
  }

  /** null: as they were told last. Whoever opens a window takes them from the snapshot. */
  #changedServers(): ServerView[] | null {
    const servers = this.#servers();
    const text = JSON.stringify(servers);
    if (text === this.#toldServers) return null;
    this.#toldServers = text;
    return servers;
  }

  /** What a person should know about all that is kept. */
  #notice(ofLog: string): string {
    const others = [this.#saved, this.#expected, this.#options.vault, this.#secrets];
    return [ofLog, ...others.map(({ notice }) => notice)].filter(Boolean).join(' ');
  }

  #send(batch: LogBatch): void {
    this.#sentRev = batch.rev;
    const { shown, notice } = this.#sessions;
    const full: Batch = {
      ...batch,
      servers: this.#changedServers(),
      replays: this.#replay.takeChanged(),
      probes: this.#probe.takeChanged(),
      asks: this.#asks.takeChanged(),
      session: shown.store.session,
      notice: this.#notice(notice),
      expected: this.#toldExpected ? null : [...this.#expected.groups],
    };
    this.#toldExpected = true;
    for (const listener of this.#listeners) listener(full);
  }

  /** For changes that made no row; those that did are told with it. */
  #scheduleState(): void {
    if (this.#stateTimer || this.#closing) return;
    this.#stateTimer = setTimeout(() => {
      this.#stateTimer = null;
      const rev = this.#sentRev;
      this.#send({ fromRev: rev, rev, rows: [], truncated: false, counters: this.#sessions.shown.counters });
    }, stateDelayMs);
  }
}
