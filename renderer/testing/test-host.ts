// The host of a component test: the real log, in memory and in the page, filled from a capture. So rows, details, groups and findings
// are what the app would show. Everything else is answered by the test (`answers`), or refused by name.

import { BatchSender } from '../../electron/inspector/batch-sender.ts';
import { GroupQueries, markGroup, suggestGroups } from '../../electron/inspector/log/group-queries.ts';
import { Log } from '../../electron/inspector/log/log.ts';
import { LogQueries } from '../../electron/inspector/log/queries.ts';
import { MemoryStore } from '../../electron/inspector/log/store/memory-store.ts';
import type { PastParties } from '../../shared/api/past-servers.ts';
import { toolView } from '../../shared/api/tool-view.ts';
import type { Hello, RecordingView, ServerView } from '../../shared/api/views.ts';
import { readCapture } from '../../shared/capture/capture.ts';
import type { Batch } from '../../shared/contract/api.ts';
import {
  type Answer,
  type Checked,
  done,
  type Input,
  type Method,
  methods,
  type Results,
  refused,
} from '../../shared/contract/api.ts';
import { type FeatureChanges, noChanges } from '../../shared/contract/features.ts';
import { Learner } from '../../shared/decode/learner.ts';
import type { JsonObject } from '../../shared/json/json.ts';
import { droppedTools } from '../../shared/server/dropped-tools.ts';
import type { FileToSave, HostEvent, Platform } from '../platform/platform.ts';
import { silentPlatform } from './platform-fixtures.ts';

type Handler<M extends Method> = (input: Checked<M>) => Answer<Results[M]> | Promise<Answer<Results[M]>>;
/** What a test answers itself, by method. */
export type Answers = { [M in Method]?: Handler<M> };

/** A server in the list. `respond` gets each request that the window sends to it; without it, requests stay open. */
export interface TestServer extends Partial<ServerView> {
  name: string;
  tools?: JsonObject[];
  respond?: (method: string, params: JsonObject) => { result: object } | { error: object };
}

export interface HostOptions {
  /** The recording, as text of a capture (capture-text.ts). */
  capture?: string;
  /** A file was opened: it is read-only, and shows its own servers. */
  isOpenedFile?: boolean;
  servers?: TestServer[];
  answers?: Answers;
  hello?: Partial<Hello>;
  /** What openFile returns. */
  file?: File;
}

type Changes = Pick<Batch, 'asks' | keyof FeatureChanges>;
type Changed = Partial<Changes>;

export class TestHost {
  readonly platform: Platform;
  /** Each request of the window, in order. */
  readonly asked: { method: Method; input: unknown }[] = [];
  readonly saved: FileToSave[] = [];
  /** What was copied last. */
  copied = '';
  readonly servers: TestServer[];
  readonly log: Log;
  readonly #options: HostOptions;
  readonly #learner: Learner;
  readonly #batches: BatchSender;
  readonly #answers: Answers;
  #changed: Changed = {};
  #hostListener: (event: HostEvent) => void = () => undefined;
  #nextId = 1_000;

  constructor(options: HostOptions) {
    this.#options = options;
    this.servers = options.servers ?? [];
    this.#learner = new Learner({ onClear: (server) => this.log.rederiveSoon(server) });
    this.#batches = new BatchSender({
      shown: () => this.log,
      servers: () => this.#serverViews(),
      past: () => this.#past(),
      changed: () => this.#takeChanged(),
      notice: () => options.hello?.store?.notice ?? '',
    });
    this.log = new Log({
      store: new MemoryStore({ recording: 1 }),
      decode: (account, context, server) => this.#learner.decode(account, context, server),
      decodeAgain: (account, context, server) => this.#learner.decodeAgain(account, context, server),
      tools: this.#learner.tools,
      serverName: (server) => server,
      onBatch: (batch) => this.#batches.send(batch),
    });
    if (options.capture) this.record(options.capture);
    if (options.isOpenedFile) this.log.endOpen();
    this.#answers = { ...this.#ownAnswers(), ...options.answers };
    this.platform = this.#platform();
  }

  /** Rows that an established dialect decodes again are ready. */
  get settled(): Promise<void> {
    return this.log.settled;
  }

  /** Adds what a capture has, as live traffic. */
  record(capture: string): void {
    this.log.recordAll(readCapture(capture).entries.map(({ event }) => event));
  }

  /** Changes a server as a batch would report it. */
  changeServer(name: string, change: Partial<ServerView>): void {
    Object.assign(this.servers.find((server) => server.name === name) ?? {}, change);
    this.#batches.schedule();
  }

  /** Reports a change that makes no row, such as the progress of a replay. */
  report(changed: Changed): void {
    this.#changed = { ...this.#changed, ...changed };
    this.#batches.schedule();
  }

  /** What the desktop reports by itself. */
  tell(event: HostEvent): void {
    this.#hostListener(event);
  }

  askedFor<M extends Method>(method: M): Input<M>[] {
    return this.asked.filter((one) => one.method === method).map(({ input }) => input as Input<M>);
  }

  #platform(): Platform {
    return {
      ...silentPlatform,
      call: async (method, input) => {
        this.asked.push({ method, input });
        const answer = this.#answers[method] as Handler<typeof method> | undefined;
        // Validated as every host does.
        const checked = methods[method].input.parse(input) as Checked<typeof method>;
        return answer ? answer(checked) : refused('refused', `This test does not answer ${method}.`);
      },
      onBatch: (listener) => this.#batches.onBatch((batch) => void listener(batch)),
      onStatus: (listener) => {
        listener('connected');
        return () => undefined;
      },
      onHostEvent: (listener) => {
        this.#hostListener = listener;
        return () => undefined;
      },
      saveFile: async (file) => {
        this.saved.push(file);
        return { outcome: 'saved', where: null };
      },
      openFile: async () => {
        const { file } = this.#options;
        return file ? { outcome: 'opened', file } : { outcome: 'cancelled' };
      },
      copyText: async (text) => {
        this.copied = text;
        return true;
      },
    };
  }

  #ownAnswers(): Answers {
    const reading = new LogQueries(this.log);
    const groups = new GroupQueries(this.log);
    const { openView, rows, changes, rowDetail, locate, body, rowEvents, seenTool, seenTools } = reading;
    const { failureGroups, overview, locateTime } = groups;
    return {
      ...{ openView, rows, changes, rowDetail, locate, body, rowEvents, seenTool, seenTools },
      ...{ failureGroups, overview, locateTime },
      markGroup: (input) => {
        const answer = markGroup(this.log, input);
        this.#batches.noteMarks();
        return answer;
      },
      suggest: ({ key, prefix }) => {
        const { figures, facets } = this.log;
        return done({
          values: key === 'group' ? suggestGroups(figures.groups, prefix, 30) : facets.suggest(key, prefix, 30),
        });
      },
      hello: () => done(this.#hello()),
      snapshot: () => {
        const { rev, counters, marks } = this.log;
        const recording = this.#recording();
        return done({ rev, recording, servers: this.#serverViews(), past: this.#past(), counters, marks: marks.all() });
      },
      keepPreferences: () => done(null),
      asks: () => done({ asks: [] }),
      replays: () => done({ replays: [] }),
      fixes: () => done({ fixes: [] }),
      probes: () => done({ probes: [] }),
      rehearsal: () => done({ running: null }),
      followedTranscripts: () => done({ followed: [] }),
      dialects: () => done({ dialects: [], problems: [], folder: '/data/dialects' }),
      keptCalls: () => done({ last: [], favourites: [] }),
      keepCall: () => done(null),
      retention: () => done({ maxBytes: null, maxAgeDays: null }),
      recordings: () => done({ recordings: [this.#recording()] }),
      tools: ({ server }) => {
        const tools = this.#server(server)?.tools ?? [];
        const dropped = droppedTools(tools, server);
        return done({ tools: tools.map((tool) => toolView(tool, false, dropped)), problem: '', asked: null });
      },
      connect: ({ server }) => this.#setState(server, 'connected'),
      disconnect: ({ server }) => this.#setState(server, 'idle'),
      restart: ({ server }) => this.#setState(server, 'connected'),
      call: ({ server, method, params }) => done({ id: this.#send(server, method, params) }),
    };
  }

  /** As the app records a request of the user: the request, then the response if the server has one. */
  #send(server: string, method: string, params: string): number {
    const id = this.#nextId++;
    const message = `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)},"params":${params || '{}'}}`;
    const parsed = params === '' ? {} : (JSON.parse(params) as JsonObject);
    const at = Date.now();
    const base = { server, epoch: 1, at };
    const sent = { ...base, lane: 'out', actor: 'you', text: message } as const;
    const [recorded] = this.log.recordAll([sent]);
    const answer = this.#server(server)?.respond?.(method, parsed);
    if (answer)
      this.log.recordAll([
        { ...base, at: at + 5, lane: 'in', text: JSON.stringify({ jsonrpc: '2.0', id, ...answer }) },
      ]);
    return recorded?.event.seq ?? 0;
  }

  #setState(server: string, state: ServerView['state']): Answer<null> {
    this.changeServer(server, { state });
    return done(null);
  }

  #server(id: string): TestServer | undefined {
    return this.servers.find(({ name }) => name === id);
  }

  #takeChanged(): Changes {
    const changed = { asks: null, ...noChanges, ...this.#changed };
    this.#changed = {};
    return changed;
  }

  #hello(): Hello {
    return {
      version: '1.2.3',
      store: { kind: 'sqlite', path: '/data/log.db', notice: '', isRefused: false, isWaiting: false },
      abilities: { openExternal: false, secureStorage: true },
      dataFolder: '/data',
      runtime: { node: '24.1.0', electron: null, sqlite: '3.50.0', system: 'linux x64' },
      preferences: '',
      samples: [],
      ...this.#options.hello,
    };
  }

  #recording(): RecordingView {
    const { rows, messages, failedCalls, causes, expected } = this.log.counters;
    const [first] = this.log.store.rowsFrom(0, 1);
    const isOpened = this.#options.isOpenedFile === true;
    return {
      id: 1,
      name: isOpened ? 'opened.jsonl' : 'Today',
      isNamed: isOpened,
      note: '',
      kind: isOpened ? 'imported' : 'recorded',
      source: isOpened ? 'opened.jsonl' : '',
      startedAt: first?.at ?? 0,
      touchedAt: first?.at ?? 0,
      bytes: 0,
      ...{ rows, messages, counted: { failedCalls, causes, expected } },
      isLive: !isOpened,
      isShown: true,
    };
  }

  #past(): PastParties | null {
    if (!this.#options.isOpenedFile) return null;
    const servers = this.log.serverIds.map((id) => {
      const { messages, failedCalls } = this.log.serverCounts(id).counts;
      return { id, name: id, look: null, messages, failedCalls };
    });
    return { servers, clients: this.log.clients };
  }

  #serverViews(): ServerView[] {
    return this.servers.map(({ tools: _tools, respond: _respond, ...server }, index) => ({
      id: server.name,
      colour: index,
      state: 'connected',
      reason: '',
      transport: 'stdio',
      endpoint: `node ${server.name}.js`,
      sample: null,
      watched: null,
      protocolVersion: '2025-11-25',
      serverInfo: { name: server.name, version: '1.0.0' },
      pid: 4_711,
      ...this.log.serverCounts(server.name),
      dialect: this.#learner.dialectOf(server.name),
      pinnedDialect: null,
      callTimeoutMs: 60_000,
      era: 'legacy',
      signIn: { state: 'none', words: '', url: null, scopes: [], expiresAt: null },
      ...server,
    }));
  }
}
