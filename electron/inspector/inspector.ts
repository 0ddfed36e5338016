// The inspector: puts the rooms together and answers the api. The doors hold this and nothing behind it.
// Owns only the wiring; each answer is one question to a room.

import { homedir } from 'node:os';
import { join } from 'node:path';
import { type Batch, type DialectsView, done, type InspectorApi, refused, type ServerView } from '../../shared/api.ts';
import type { Dialect } from '../../shared/dialects/schema.ts';
import { parseJson } from '../../shared/json.ts';
import type { ServerConfig } from '../../shared/server-config.ts';
import { samples } from '../samples/catalogue.ts';
import { withServer } from './answering.ts';
import { Asks } from './asks/asks.ts';
import { ServerListApi } from './client-configs/server-list-api.ts';
import { type Connection, Connections } from './connections.ts';
import type { InspectorHandle, InspectorOptions } from './contract.ts';
import { DialectFolder, dialectFolderOf } from './dialect-folder.ts';
import { DialectWatch } from './dialect-watch.ts';
import { Doctor } from './doctor/doctor.ts';
import { EraService } from './era/era-service.ts';
import { ExpectedFailures } from './log/expected-failures.ts';
import { GroupReading, markExpected } from './log/group-reading.ts';
import { Log, type LogBatch } from './log/log.ts';
import { openShelf } from './log/open-store.ts';
import { Reading } from './log/reading.ts';
import { OfferService } from './offers/offer-service.ts';
import { OutputCheck } from './output-check.ts';
import { Comparisons } from './probe/comparisons.ts';
import { Contracts } from './probe/contracts.ts';
import { ProbeService } from './probe/probe-service.ts';
import { ReplayService } from './replay/replay-service.ts';
import { SampleTour, sampleTransport } from './sample-tour.ts';
import { SavedServers } from './saved-servers.ts';
import { ConfigSecrets } from './secrets/config-secrets.ts';
import { readyTransport } from './secrets/ready-transport.ts';
import { openVault } from './secrets/vault.ts';
import { viewServer } from './server-view.ts';
import { SessionApi } from './sessions/session-api.ts';
import { Sessions } from './sessions/sessions.ts';
import { SignInService } from './sign-in/sign-in-service.ts';
import { listTools, type ToolList } from './tool-list.ts';

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
  #toldExpected = false;
  readonly #saved: SavedServers;
  readonly #dialectFolder: DialectFolder;
  readonly #dialects: DialectWatch;
  /** What each open log's servers speak. */
  readonly #watches = new WeakMap<Log, DialectWatch>();
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
  readonly #tools = new WeakMap<object, { list: ToolList; version: number }>();
  readonly #listeners = new Set<(batch: Batch) => void>();
  #sentRev: number;
  #stateTimer: NodeJS.Timeout | null = null;
  #closing: Promise<void> | null = null;

  constructor(options: OpenOptions, shelf: Awaited<ReturnType<typeof openShelf>>) {
    this.#options = options;
    const output = new OutputCheck();
    this.#expected = new ExpectedFailures(options.passing ? null : options.dataDir);
    this.#dialectFolder = new DialectFolder(dialectFolderOf(options.dataDir), () => this.#rereadAll());
    this.#dialects = new DialectWatch({
      dialects: () => this.#dialectFolder.loaded.all,
      pinned: (server) => this.#connections?.get(server)?.config.dialect,
      onClear: (server) => void this.#reread(server),
    });
    this.#sessions = new Sessions({
      shelf,
      openLog: (store, kind, onBatch) => {
        // What a recording's servers speak is learnt from the recording alone.
        const dialects =
          kind === 'imported'
            ? watchDialects(
                () => log,
                () => this.#dialectFolder.loaded.all,
              )
            : this.#dialects;
        const log: Log = new Log({
          store,
          decode: (subject, context, server, depth) => dialects.decode(subject, context, server, depth),
          dialects: () => this.#dialectFolder.loaded.all,
          serverName: (server) => this.#connections?.get(server)?.config.name ?? server,
          checkOutput: (schema, value) => output.check(schema, value),
          onBatch,
          expected: this.#expected.groups,
        });
        this.#watches.set(log, dialects);
        return log;
      },
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
    this.#tour = new SampleTour(this.#connections, (row) => this.#log.failureOf(row));
    this.#replay = new ReplayService({
      logs: this.#sessions,
      connections: this.#connections,
      version: options.version,
      listTools: (connection) => this.#toolsOf(connection, false),
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
      this.#dialectFolder.close();
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

    addServer: async ({ config, connect }) => {
      const connection = this.#connections.add(config);
      if (connect) void this.#connections.connect(connection);
      return done({ server: connection.id });
    },
    removeServer: withServer<'removeServer'>(
      () => this.#connections,
      async (connection) => {
        await this.#doctor.stopDiagnosis({ server: connection.id });
        await this.#connections.remove(connection);
        await this.#signIn.forget(connection.id);
        return done(null);
      },
    ),
    connect: withServer<'connect'>(
      () => this.#connections,
      async (connection) => {
        await this.#connections.connect(connection);
        return connection.state === 'connected'
          ? done(null)
          : refused('refused', connection.reason || 'The connection was closed.');
      },
    ),
    disconnect: withServer<'disconnect'>(
      () => this.#connections,
      async (connection) => {
        await this.#connections.disconnect(connection);
        return done(null);
      },
    ),
    restart: withServer<'restart'>(
      () => this.#connections,
      async (connection) => {
        await this.#connections.restart(connection);
        return connection.state === 'connected'
          ? done(null)
          : refused('refused', connection.reason || 'The connection was closed.');
      },
    ),
    serverConfig: (input) => this.#serverList.serverConfig(input),
    changeServer: (input) => this.#serverList.changeServer(input),
    duplicateServer: (input) => this.#serverList.duplicateServer(input),
    exportServers: (input) => this.#serverList.exportServers(input),
    readServers: (input) => this.#serverList.readServers(input),
    findServers: (input) => this.#serverList.findServers(input),
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

    tools: withServer<'tools'>(
      () => this.#connections,
      async (connection, { refresh }) => {
        const list = await this.#toolsOf(connection, refresh);
        return list ? done(list) : notConnected(connection);
      },
    ),
    call: withServer<'call'>(
      () => this.#connections,
      async (connection, { method, params, timeoutMs, progress }) => {
        const { session } = connection;
        if (!session?.isOpen) return notConnected(connection);
        const parsed = parseJson(params === '' ? '{}' : params);
        if (!parsed.ok) return refused('bad_input', `The parameters are not JSON yet: ${parsed.problem}.`);
        // Inside valid JSON a line break is only white space, but on stdio it would end the message.
        const oneLine = params.replace(/[\r\n]+/g, ' ');
        const options = timeoutMs === undefined ? { progress } : { timeoutMs, progress };
        return done({ id: this.#offers.send(session, method, oneLine, options) });
      },
    ),
    cancel: async ({ id }) => {
      const cancelled = this.#connections.list().some(({ session }) => session?.cancel(id));
      return cancelled ? done(null) : refused('not_found', 'That call is not open any more.');
    },

    dialects: async () => done(this.#dialectsView()),
    pinDialect: withServer<'pinDialect'>(
      () => this.#connections,
      async (connection, { dialect }) => {
        const known = this.#dialectFolder.loaded.all.some(({ id }) => id === dialect);
        if (dialect !== null && !known) return refused('not_found', `There is no dialect "${dialect}".`);
        this.#connections.change(connection, { dialect: dialect ?? undefined });
        await this.#reread(connection.id);
        return done(null);
      },
    ),
    addDialect: async ({ fileName, text }) => {
      const problem = this.#dialectFolder.add(fileName, text);
      return problem === '' ? done(null) : refused('bad_input', problem);
    },
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

  #dialectsView(): DialectsView {
    const { all, own, problems } = this.#dialectFolder.loaded;
    const ids = new Set(own.map(({ dialect }) => dialect.id));
    return {
      dialects: all.map(({ id, name, about }) => ({ id, name, about: about ?? '', own: ids.has(id) })),
      problems: [...problems],
      folder: this.#dialectFolder.path,
    };
  }

  async #toolsOf({ session }: Connection, refresh: boolean): Promise<ToolList | null> {
    if (!session?.isOpen) return null;
    const version = session.memory.listVersion;
    const known = refresh ? undefined : this.#tools.get(session);
    const list = known?.version === version ? known.list : await listTools(session);
    if (list.problem === '') this.#tools.set(session, { list, version });
    return list;
  }

  #servers(): ServerView[] {
    return this.#connections.list().map((connection) =>
      viewServer(connection, {
        ...this.#sessions.shown.serverCounts(connection.id),
        dialect: this.#dialects.dialectOf(connection.id),
        signIn: this.#signIn.view(connection.id),
      }),
    );
  }

  /** What a person should know about all that is kept. */
  #notice(ofLog: string): string {
    const others = [this.#saved, this.#expected, this.#options.vault, this.#secrets];
    return [ofLog, ...others.map(({ notice }) => notice)].filter(Boolean).join(' ');
  }

  /** The dialects themselves changed. */
  #rereadAll(): void {
    for (const { id } of this.#connections.list()) void this.#reread(id);
    const { shown, shownView } = this.#sessions;
    // A session that is only looked at shows its failures as they are read now, so its rows must say the same.
    if (shownView.isLive) return;
    const watch = this.#watches.get(shown);
    for (const server of shown.serverIds) void watch?.reread(server, () => shown.rederive(server));
  }

  async #reread(server: string): Promise<void> {
    await this.#dialects.reread(server, () => this.#sessions.current.rederive(server));
    this.#scheduleState();
  }

  #send(batch: LogBatch): void {
    this.#sentRev = batch.rev;
    const { shown, notice } = this.#sessions;
    const full: Batch = {
      ...batch,
      servers: this.#servers(),
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

function watchDialects(log: () => Log, dialects: () => readonly Dialect[]): DialectWatch {
  const watch: DialectWatch = new DialectWatch({
    dialects,
    pinned: () => undefined,
    onClear: (server) => void watch.reread(server, () => log().rederive(server)),
  });
  return watch;
}

function notConnected({ config }: Connection) {
  return refused('not_connected', `${config.name} is not connected. Connect it, then try again.`);
}
