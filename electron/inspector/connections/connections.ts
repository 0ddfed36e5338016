// The servers and their connections: which exist, their state, and the session of each. Owns ids, colors, epochs and state changes.
// session/ owns the conversation on a connection, log/ its recording.

import { type Actor, ownClientName } from '../../../shared/actors.ts';
import type { ServerState } from '../../../shared/api/views.ts';
import type { Failure } from '../../../shared/failure.ts';
import type { Json } from '../../../shared/json/json.ts';
import { jsonText } from '../../../shared/json/json-text.ts';
import type { AskAnswer, AskKind, EraFinding } from '../../../shared/server/connecting.ts';
import { type LaunchWords, withWords } from '../../../shared/server/launch-words.ts';
import type { AnswerRule, ServerConfig, TransportConfig } from '../../../shared/server/server-config.ts';
import type { OnEvents, TransportEvent, TransportParts } from '../../transports/transport.ts';
import type { Recorder } from '../log/recorder.ts';
import type { ConfigSecrets } from '../secrets/config-secrets.ts';
import { createReadyTransport, type ReadyOptions } from '../secrets/ready-transport.ts';
import { OtherOpening } from '../session/agreement.ts';
import type { ClearedRequest } from '../session/cleared-request.ts';
import { defaultClientSide } from '../session/client-side.ts';
import { Session } from '../session/session.ts';
import type { AskDesk, SessionOptions } from '../session/session-options.ts';
import type { SavedServer, SavedServers } from './saved-servers.ts';

interface RunSettings {
  env: Record<string, string>;
  words: LaunchWords;
}

/** One of Misfire's own sessions, as seen between it and its server. */
export interface HeldSession {
  server: string;
  /** Takes what the transport has reported to the log and the session. */
  pass: OnEvents;
  noteHeld: Session['noteHeld'];
  interrupt: Session['interrupt'];
}

/** Sits between Misfire's own sessions and their servers, while messages may be held. */
export interface Between {
  pass(session: HeldSession, events: TransportEvent[]): void;
  /** A request before it is sent. null: it goes at once. */
  ask(server: string, text: string, withdrawn: AbortSignal): Promise<ClearedRequest> | null;
}

export interface Connection {
  readonly id: string;
  readonly colour: number;
  config: ServerConfig;
  state: ServerState;
  /** Why it failed or ended, in one sentence. */
  reason: string;
  session: Session | null;
}

interface Options {
  recorder: Recorder;
  saved: SavedServers;
  version: string;
  /** The caller of this API. */
  actor: Actor;
  /** The next free epoch of a server; epochs keep increasing across restarts of the app. */
  nextEpoch: (server: string) => number;
  /** How the server is currently reached: the saved transport, except for samples, whose path changes with the app. */
  transportOf: (config: ServerConfig) => TransportConfig;
  /** Makes `transportOf` read the clients' entries again. */
  readEntries: () => Promise<void>;
  /** The store of secret values; configurations hold empty ones. */
  secrets: ConfigSecrets;
  /** What servers inherit. Omitted: from the process. */
  surroundings?: { env: NonNullable<TransportParts['env']>; folder: string | undefined };
  /** The authorization header of a server that the user signed in to. */
  authorize: (server: string, url: string) => Promise<string | null>;
  /** Where the server's questions go while people are connected to it. */
  deskOf: (server: string) => AskDesk;
  /** For servers whose era must be detected at the next connection; it changes the configuration. */
  detectEra: (connection: Connection) => Promise<EraFinding>;
  stopDetecting: (server: string) => void;
  /** The finding for a process that exited on its own; null if the log has none. */
  processEnd: (server: string, epoch: number) => Failure | null;
  onChange: () => void;
}

type SessionParts = Partial<
  Pick<SessionOptions, 'recorder' | 'onEnded' | 'desk' | 'handshakeTimeoutMs' | 'actor' | 'startOf'>
> & {
  /** Overrides the configuration. */
  config?: ServerConfig;
  /** What the server's process inherits, instead of the user's environment. */
  env?: Readonly<Record<string, string | undefined>>;
};

/** The number of distinct marks (renderer/components/server-mark.tsx). */
const colours = 64;

export class Connections {
  readonly #options: Options;
  readonly #connections = new Map<string, Connection>();
  /** A caller that asks for a connection in progress waits for that one. */
  readonly #connecting = new WeakMap<Connection, Promise<void>>();

  /** By server: what differs from its settings until the app exits, and is never written to disk. */
  readonly #forRun = new Map<string, RunSettings>();

  between: Between | null = null;

  constructor(options: Options) {
    this.#options = options;
    const saved = options.saved.load();
    // A hand-written file may hold values that belong in the secret store.
    const bare = saved.map((server) => ({ ...server, config: options.secrets.take(server.id, server.config) }));
    // Of two servers with the same mark the later one gets a new mark.
    const own = bare.map((server) => {
      const isTaken = this.list().some(({ colour }) => colour === server.colour);
      const marked = isTaken ? { ...server, colour: this.#freeColour() } : server;
      this.#put(marked);
      return marked;
    });
    if (JSON.stringify(own) !== JSON.stringify(saved)) options.saved.save(own);
  }

  get clientInfo(): { name: string; version: string } {
    return { name: ownClientName, version: this.#options.version };
  }

  list(): Connection[] {
    return [...this.#connections.values()];
  }

  get(id: string): Connection | undefined {
    return this.#connections.get(id);
  }

  add(config: ServerConfig): Connection {
    const name = free(config.name, ' ', (candidate) => this.list().some((known) => known.config.name === candidate));
    // Readable, because it stays in the log after the server is removed. Another copy of Misfire on the same folder may have added one
    // meanwhile.
    const taken = this.#options.saved.takenIds();
    const id = free(slug(name), '-', (candidate) => this.#connections.has(candidate) || taken.has(candidate));
    const connection = this.#put({
      id,
      colour: this.#freeColour(),
      config: this.#options.secrets.take(id, { ...config, name }),
    });
    this.#changed();
    return connection;
  }

  /** One that is reached in the same way, with the same name if there are several. Watched servers belong to other programs. */
  alike(config: ServerConfig): Connection | undefined {
    // The era is detected when it connects, and secrets are separated when it is saved.
    const settings = ({ name: _name, era: _era, secrets: _secrets, ...rest }: ServerConfig) =>
      jsonText(JSON.parse(JSON.stringify(rest)) as Json, true);
    const wanted = settings(config);
    const found = this.list().filter((known) => !known.config.watched && settings(this.reveal(known)) === wanted);
    return found.find((known) => known.config.name === config.name) ?? found[0];
  }

  /** Saves the user's changes to a server; an open connection continues as it is. */
  change(connection: Connection, settings: Partial<ServerConfig>): void {
    const { config: before, session } = connection;
    connection.config = this.#options.secrets.take(connection.id, { ...before, ...settings }, before.secrets);
    const rootsOf = ({ clientSide }: ServerConfig) => JSON.stringify(clientSide?.roots ?? []);
    const rooted = rootsOf(connection.config) !== rootsOf(before);
    // Promised in the handshake; the modern era has no such notification.
    if (rooted && session?.isOpen && session.era === 'legacy') session.notify('notifications/roots/list_changed', '');
    // A saved value now overrides the one for this run.
    const kept = 'env' in connection.config.transport ? Object.keys(connection.config.transport.env) : [];
    const run = this.#forRun.get(connection.id);
    if (run) {
      for (const name of kept) delete run.env[name];
      if (settings.transport) run.words = {};
    }
    this.#changed();
  }

  /** Starts the server with these variables and words of its command, until the app exits. `words` null: with its own again. */
  setForRun(
    { id }: Connection,
    { env = {}, words = {} }: { env?: RunSettings['env']; words?: LaunchWords | null },
  ): void {
    const known = this.#forRun.get(id) ?? { env: {}, words: {} };
    this.#forRun.set(id, { env: { ...known.env, ...env }, words: words === null ? {} : { ...known.words, ...words } });
  }

  /** The command as the server is started now. */
  launchOf({ id, config }: Connection): TransportConfig {
    return withWords(config.transport, this.#forRun.get(id)?.words ?? {});
  }

  /** From now on this server gets this answer without a question to the user. */
  keepAnswer(server: string, kind: AskKind, answer: AskAnswer): void {
    const connection = this.get(server);
    const about = kind === 'sampling' ? 'sampling' : kind.startsWith('elicitation') ? 'elicitation' : null;
    if (!connection || about === null) return;
    const rule: AnswerRule = answer.kind === 'result' ? { kind: 'canned', result: answer.result } : { kind: 'refuse' };
    this.change(connection, { clientSide: { ...(connection.config.clientSide ?? defaultClientSide), [about]: rule } });
  }

  async remove(connection: Connection): Promise<void> {
    await this.disconnect(connection);
    this.#options.secrets.forget(connection.id, connection.config);
    this.#connections.delete(connection.id);
    this.#forRun.delete(connection.id);
    this.#changed();
  }

  /** Resolves when the handshake has succeeded or failed; the state and reason say which. */
  connect(connection: Connection, actor: Actor = this.#options.actor, startOf?: number): Promise<void> {
    if (connection.config.watched) return Promise.resolve();
    if (connection.state === 'connected') return Promise.resolve();
    const connecting = connection.state === 'connecting' ? this.#connecting.get(connection) : undefined;
    if (connecting) return connecting;
    const begun = this.#connect(connection, actor, startOf);
    this.#connecting.set(connection, begun);
    return begun;
  }

  /** The session that people use, once its handshake is done: before that a server may refuse everything else. null if there is none. */
  async settled(connection: Connection): Promise<Session | null> {
    if (connection.state === 'connecting') await this.#connecting.get(connection);
    return connection.session?.isOpen ? connection.session : null;
  }

  async #connect(connection: Connection, actor: Actor, startOf?: number): Promise<void> {
    if (connection.state === 'closing') await connection.session?.close();
    if (connection.config.entry) await this.#options.readEntries();
    if (connection.config.era === 'detect' && !(await this.#detect(connection))) return;
    const session = this.createSession(connection, {
      onEnded: (reason) => this.#ended(connection, session, reason),
      desk: this.#options.deskOf(connection.id),
      actor,
      startOf,
    });
    connection.session = session;
    this.#move(connection, 'connecting', '');
    try {
      await session.start();
      if (connection.session === session) this.#move(connection, 'connected', '');
    } catch (error) {
      if (connection.session !== session) return;
      const reason = error instanceof Error ? error.message : String(error);
      // A setting that names an era always wins.
      if (error instanceof OtherOpening && connection.config.era === undefined) {
        connection.session = null;
        await session.close();
        if (await this.#speaksOtherwise(connection)) return this.#connect(connection, actor);
        // The user canceled.
        if (connection.state !== 'connecting' || connection.session !== null) return;
      }
      this.#move(connection, 'failed', this.#whyEnded(session, connection.id) ?? reason);
      await session.close();
    }
  }

  /** Whether a server that refused “initialize” turned out to use another era or transport, which is saved. */
  async #speaksOtherwise(connection: Connection): Promise<boolean> {
    const { kind } = connection.config.transport;
    const { era, transport } = await this.#options.detectEra(connection);
    if (connection.state !== 'connecting' || connection.session !== null) return false;
    return era === 'modern' || (transport === 'sse' && kind !== 'sse');
  }

  /** false: nothing was found, or the user canceled. */
  async #detect(connection: Connection): Promise<boolean> {
    connection.session = null;
    this.#move(connection, 'connecting', '');
    const { era, words } = await this.#options.detectEra(connection);
    if (connection.state !== 'connecting' || connection.session !== null) return false;
    if (era === null) this.#move(connection, 'failed', words);
    return era !== null;
  }

  /** A separate session to the same server, next to the one people use. The caller starts and closes it. */
  createSession(connection: Connection, { config = connection.config, env, ...parts }: SessionParts = {}): Session {
    const era = config.era === 'modern' ? 'modern' : 'legacy';
    const session: Session = new Session({
      server: connection.id,
      epoch: this.#options.nextEpoch(connection.id),
      recorder: this.#options.recorder,
      createTransport: (pass) => {
        const own: HeldSession = {
          server: connection.id,
          pass,
          noteHeld: (id) => session.noteHeld(id),
          interrupt: (...call) => session.interrupt(...call),
        };
        return createReadyTransport(this.ready(connection, config), (events) => this.#pass(own, events), {
          ...this.#options.surroundings,
          ...(env === undefined ? {} : { env }),
          authorize: (url) => this.#options.authorize(connection.id, url),
          stateless: era === 'modern',
          keepCredentials: config.keepCredentials ?? false,
          ...(config.messageLimit === undefined ? {} : { messageLimit: config.messageLimit }),
        });
      },
      hold: (text, withdrawn) => this.between?.ask(connection.id, text, withdrawn) ?? null,
      clientInfo: this.clientInfo,
      era,
      revision: config.revision,
      clientSide: () => connection.config.clientSide ?? defaultClientSide,
      callTimeoutMs: config.callTimeoutMs,
      totalTimeoutMs: config.totalTimeoutMs,
      progressExtends: config.progressExtends,
      ...(config.handshakeTimeoutMs === undefined ? {} : { handshakeTimeoutMs: config.handshakeTimeoutMs }),
      ...parts,
    });
    return session;
  }

  #pass(session: HeldSession, events: TransportEvent[]): void {
    if (this.between) this.between.pass(session, events);
    else session.pass(events);
  }

  /** What `readyTransport` needs to fill in the secrets and variables of a server. */
  ready(connection: Connection, config = connection.config): ReadyOptions {
    const { secrets, transportOf, surroundings = { env: process.env } } = this.#options;
    const { env } = surroundings;
    const run = this.#forRun.get(connection.id);
    if (run === undefined) return { server: connection.id, config, secrets, transportOf, env };
    // As secrets, so that they are masked in what the server sends.
    const names = Object.keys(run.env).map((name) => `env:${name}`);
    return {
      env,
      server: connection.id,
      config: {
        ...config,
        transport: withRun(config.transport, run),
        secrets: [...new Set([...(config.secrets ?? []), ...names])],
      },
      secrets,
      // A sample has its own transport.
      transportOf: (wanted) => withRun(transportOf(wanted), run),
    };
  }

  /** The configuration with its secrets, for `add` to copy. Never shown or saved. */
  reveal(connection: Connection): ServerConfig {
    return this.#options.secrets.fill(connection.id, connection.config).config;
  }

  /** A connection of another program began or ended. */
  showWatched(id: string, state: 'connected' | 'exited', reason: string): void {
    const connection = this.#connections.get(id);
    if (connection) this.#move(connection, state, reason);
  }

  /** A separate connection to the server of a watched one, for sending. Watched connections belong to other programs. */
  ownOf(connection: Connection): Connection {
    const { watched, ...config } = connection.config;
    if (!watched) return connection;
    const place = JSON.stringify([watched, config.transport]);
    const known = this.list().find(({ config: { entry, transport } }) => JSON.stringify([entry, transport]) === place);
    return known ?? this.add({ ...config, name: watched.server, entry: watched });
  }

  async disconnect(connection: Connection): Promise<void> {
    const { session } = connection;
    if (!session) {
      if (connection.state === 'connecting') this.#move(connection, 'idle', '');
      this.#options.stopDetecting(connection.id);
      return;
    }
    this.#move(connection, 'closing', '');
    await session.close();
    if (connection.session !== session) return;
    connection.session = null;
    this.#move(connection, 'idle', '');
  }

  /** `startOf`: the row of the failed start that this one repeats. */
  async restart(connection: Connection, startOf?: number): Promise<void> {
    await this.disconnect(connection);
    await this.connect(connection, this.#options.actor, startOf);
  }

  async closeAll(): Promise<void> {
    await Promise.all(this.list().map((connection) => connection.session?.close()));
  }

  /** The server exited on its own. Failed connections and requested ends are reported elsewhere. */
  #ended(connection: Connection, session: Session, reason: string): void {
    if (connection.session !== session || connection.state !== 'connected') return;
    this.#move(connection, 'exited', this.#whyEnded(session, connection.id) ?? reason);
  }

  /** The sentence of its finding, if a process exited on its own. */
  #whyEnded({ exit, epoch }: Session, server: string): string | null {
    return exit === null ? null : (this.#options.processEnd(server, epoch)?.sentence ?? null);
  }

  /** The mark that the fewest servers have, so that neighbors differ also after one was removed. */
  #freeColour(): number {
    const used = Array.from(
      { length: colours },
      (_, colour) => this.list().filter((it) => it.colour === colour).length,
    );
    return used.indexOf(Math.min(...used));
  }

  #put(saved: SavedServer): Connection {
    const connection: Connection = { ...saved, state: 'idle', reason: '', session: null };
    this.#connections.set(connection.id, connection);
    return connection;
  }

  #move(connection: Connection, state: ServerState, reason: string): void {
    connection.state = state;
    connection.reason = reason;
    this.#options.onChange();
  }

  #changed(): void {
    const others = this.#options.saved.save(this.list().map(({ id, colour, config }) => ({ id, colour, config })));
    for (const server of others) this.#put(server);
    this.#options.onChange();
  }
}

function withRun(transport: TransportConfig, { env, words }: RunSettings): TransportConfig {
  const worded = withWords(transport, words);
  return 'env' in worded ? { ...worded, env: { ...worded.env, ...env } } : worded;
}

function free(wanted: string, gap: string, isTaken: (candidate: string) => boolean): string {
  let name = wanted;
  for (let count = 2; isTaken(name); count += 1) name = `${wanted}${gap}${count}`;
  return name;
}

function slug(name: string): string {
  return (
    name
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-+|-+$/g, '') || 'server'
  );
}
