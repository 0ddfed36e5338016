// Finds out why a connection does not work, with ordered checks that stop at the first failure. Owns the order, who may start it, and the
// cleanup of everything it started.
//
// Checks of files, names, ports and certificates send nothing to a server. Then one attempt connects in exactly the normal way and is
// recorded under its own epoch. If it works, a second one opens as clients of the other era do. The log shows what the doctor saw, and no
// server is contacted in secret. The user agreed to start the command by adding it to the list and pressing the button. Nothing else is
// started, with exactly these words and variables.

import type { Ask } from '../../../shared/contract/api.ts';
import { done, refused } from '../../../shared/contract/api.ts';
import { isSecretName } from '../../../shared/mask/secret-names.ts';
import type { DoctorReport, RunningCopy } from '../../../shared/server/connecting.ts';
import type { TransportConfig } from '../../../shared/server/server-config.ts';
import type { Connection, Connections } from '../../inspector/connections/connections.ts';
import { withServer } from '../../inspector/connections/with-server.ts';
import type { Recorder } from '../../inspector/log/recorder.ts';
import { personEnvironment } from '../../transports/person-environment.ts';
import { liveGroups } from '../../transports/process-groups.ts';
import { checkCommand, readShebang } from './command-checks.ts';
import { attempt, type ConnectionAttempt, exchangeOf } from './connection-attempt.ts';
import { DoctorEvidence } from './doctor-evidence.ts';
import { type DoctorFinding, fine, writeDoctorReport } from './doctor-finding.ts';
import { fallbackMs, readNewer, readOlder } from './era-check.ts';
import { type CommandLookup, locateCommand } from './find-command.ts';
import { readHandshake } from './handshake-checks.ts';
import { readHttp } from './http-checks.ts';
import {
  checkAddress,
  checkPort,
  checkTls,
  type Patience,
  plainOnTls,
  type Route,
  resolveHost,
  speaksTls,
} from './network-checks.ts';
import { readProcess } from './process-checks.ts';
import { listProcesses } from './process-table.ts';
import { versionOfProgram } from './program-version.ts';
import { copiesOf } from './running-copies.ts';
import { type CheckedEnvironment, checkVariables, type ReadyTransport } from './variable-check.ts';

export interface DoctorOptions {
  connections: Connections;
  recorder: Recorder;
  /** How a server is currently reached, before anything is filled in. */
  written: (connection: Connection) => TransportConfig;
  ready: (connection: Connection) => ReadyTransport;
  env?: CheckedEnvironment;
  /** Where a command starts that names no folder. */
  folder?: string | undefined;
  platform?: NodeJS.Platform;
  patience?: Partial<DoctorPatience>;
}

interface DoctorPatience extends Patience {
  answerMs: number;
  /** For the opening of the other era, on top of the time that the server took to start. */
  fallbackMs: number;
}

/** Servers that load large libraries need half a minute. An agent that requests this check waits a minute for its answer. */
const usualPatience = { dnsMs: 10_000, tcpMs: 5_000, tlsMs: 10_000, answerMs: 45_000, fallbackMs };

/** How much longer the slower of two starts may take, on a machine that is busy. */
const startsApart = 3;

export class Doctor {
  readonly #options: DoctorOptions;
  readonly #patience: DoctorPatience;
  readonly #running = new Map<string, { abort: AbortController; report: Promise<DoctorReport> }>();

  constructor(options: DoctorOptions) {
    this.#options = options;
    this.#patience = { ...usualPatience, ...options.patience };
  }

  /** A second caller waits for the running check. */
  readonly diagnose: Ask<'diagnose'> = withServer<'diagnose'>(
    () => this.#options.connections,
    async (connection) => {
      const running = this.#running.get(connection.id) ?? this.#begin(connection);
      const report = await running.report;
      return running.abort.signal.aborted ? refused('refused', 'The check was stopped.') : done(report);
    },
  );

  readonly stopDiagnosis: Ask<'stopDiagnosis'> = async ({ server }) => {
    const running = this.#running.get(server);
    running?.abort.abort();
    // Only when nothing of it runs any more.
    await running?.report;
    return done(null);
  };

  async close(): Promise<void> {
    for (const { abort } of this.#running.values()) abort.abort();
    await Promise.all([...this.#running.values()].map(({ report }) => report));
  }

  #begin(connection: Connection) {
    const abort = new AbortController();
    const report = this.#examine(connection, abort.signal).finally(() => this.#running.delete(connection.id));
    const running = { abort, report };
    this.#running.set(connection.id, running);
    return running;
  }

  async #examine(connection: Connection, signal: AbortSignal): Promise<DoctorReport> {
    const written = this.#options.written(connection);
    // Before the checks start a process of this command themselves.
    const copies = await this.#runningCopies(connection);
    const findings: DoctorFinding[] = [];
    for await (const finding of this.#check(connection, written, signal)) {
      findings.push(finding);
      if (!finding.ok || signal.aborted) break;
    }
    return writeDoctorReport(connection.id, written.kind, Date.now(), findings, copies);
  }

  async #runningCopies(connection: Connection): Promise<RunningCopy[]> {
    const { env = process.env, platform = process.platform, folder = process.cwd() } = this.#options;
    const ready = this.#options.ready(connection);
    if (!ready.ok || 'url' in ready.transport) return [];
    const { kind, command, args, cwd = folder, env: own } = ready.transport;
    const located = locateCommand({ command, cwd, env: { ...personEnvironment(env), ...own }, platform });
    const file = located.kind === 'file' ? located.file : null;
    const shebang = file === null ? null : readShebang(file);
    const table = await listProcesses(platform, [command, file ?? '', ...args].join(' '));
    const wanted = { kind, words: [command, ...args], file, shebang, folder: cwd };
    return table === null ? [] : copiesOf(wanted, table, new Set(liveGroups()), Date.now());
  }

  async *#check(connection: Connection, written: TransportConfig, signal: AbortSignal): AsyncGenerator<DoctorFinding> {
    const { env = process.env } = this.#options;
    const ready = this.#options.ready(connection);
    yield checkVariables(written, ready, env);
    if (!ready.ok) return;
    const { transport } = ready;
    const evidence = new DoctorEvidence([...ready.secrets, ...tellingValues(transport)]);
    if ('url' in transport) yield* this.#checkRoute(connection, transport, evidence, signal);
    else yield* this.#checkCommand(connection, transport, evidence, signal);
  }

  async *#checkCommand(
    connection: Connection,
    transport: TransportConfig & { kind: 'stdio' | 'http-command' },
    evidence: DoctorEvidence,
    signal: AbortSignal,
  ): AsyncGenerator<DoctorFinding> {
    const { env = process.env, platform = process.platform, folder } = this.#options;
    const { cwd = folder, ...rest } = transport;
    const command = { ...rest, ...(cwd === undefined ? {} : { cwd }) };
    const own = { ...personEnvironment(env), ...transport.env };
    for (const finding of checkCommand({ command, env: own, platform, evidence })) {
      const isFound = finding.id === 'command' && finding.ok;
      yield isFound ? await this.#withVersion(finding, { command: command.command, cwd, env: own, platform }) : finding;
    }
    const tried = await this.#attempt(connection, signal);
    yield* readProcess(tried, transport.kind, connection.config.name, evidence);
    if (transport.kind === 'http-command') {
      yield* readPort(tried);
      yield* this.#readHttp(tried, transport, evidence);
    }
    yield* readHandshake(tried, evidence);
    if (transport.kind === 'stdio') yield await this.#checkOtherEra(connection, tried, evidence, signal);
  }

  /** Includes the version found: a different one than in a terminal explains a lot. */
  async #withVersion(finding: DoctorFinding, lookup: CommandLookup): Promise<DoctorFinding> {
    const located = locateCommand(lookup);
    const version = located.kind === 'file' ? await versionOfProgram(located.file, lookup.env) : null;
    return version === null ? finding : { ...finding, words: finding.words.replace(/\.$/, `, version ${version}.`) };
  }

  async *#checkRoute(
    connection: Connection,
    transport: TransportConfig & { kind: 'http' | 'sse' },
    evidence: DoctorEvidence,
    signal: AbortSignal,
  ): AsyncGenerator<DoctorFinding> {
    const { finding, url } = checkAddress(transport.url);
    yield finding;
    if (!url) return;
    const name = await resolveHost(url, this.#patience, signal);
    yield name.finding;
    const secure = url.protocol === 'https:';
    const route: Route = { url, addresses: name.addresses, port: Number(url.port) || (secure ? 443 : 80) };
    const port = await checkPort(route, this.#patience, signal);
    yield port.finding;
    const open = { ...route, addresses: port.open };
    if (secure) yield await checkTls(open, this.#patience, signal);
    const tried = await this.#attempt(connection, signal);
    // Whether an http address should be https shows only after plain HTTP failed.
    if (!secure) {
      const wrong = looksGarbled(tried) && (await speaksTls(open, this.#patience, signal));
      yield wrong ? plainOnTls(open) : fine('tls', 'The address begins with http://, so nothing is encrypted.');
    }
    yield* this.#readHttp(tried, transport, evidence);
    yield* readHandshake(tried, evidence);
    if (transport.kind === 'http') yield await this.#checkOtherEra(connection, tried, evidence, signal);
  }

  /** Only after a connection that works: otherwise nothing can be said about other clients. */
  async #checkOtherEra(
    connection: Connection,
    tried: ConnectionAttempt,
    evidence: DoctorEvidence,
    signal: AbortSignal,
  ): Promise<DoctorFinding> {
    const { connections, recorder } = this.#options;
    // Where a first start takes long, the second one may take longer.
    const waitMs = startsApart * tried.waitedMs + this.#patience.fallbackMs;
    const era = connection.config.era === 'modern' ? 'legacy' : 'modern';
    const other = await attempt({ connections, connection, recorder, waitMs, signal, era });
    return era === 'modern' ? readNewer(other, evidence) : readOlder(other, evidence);
  }

  #readHttp(
    tried: ConnectionAttempt,
    { kind, headers }: TransportConfig & { kind: 'http' | 'sse' | 'http-command' },
    evidence: DoctorEvidence,
  ): Generator<DoctorFinding> {
    const sent = exchangeOf(tried)?.requestHeaders ?? {};
    const names = [...Object.keys(sent), ...Object.keys(headers)].map((name) => name.toLowerCase());
    const authorized = names.some((name) => /^(?:authorization|x-api-key|api-key|cookie)$/.test(name));
    return readHttp({ tried, kind, authorized, evidence });
  }

  #attempt(connection: Connection, signal: AbortSignal): Promise<ConnectionAttempt> {
    const { connections, recorder } = this.#options;
    // If the user set a timeout for this server, that is how long it needs.
    const waitMs = connection.config.handshakeTimeoutMs ?? this.#patience.answerMs;
    return attempt({ connections, connection, recorder, waitMs, signal });
  }
}

/** All header values the user entered, and variables named like a secret. */
function tellingValues(transport: TransportConfig): string[] {
  const env = 'env' in transport ? Object.entries(transport.env) : [];
  const headers = 'headers' in transport ? Object.values(transport.headers) : [];
  const named = env.filter(([name]) => isSecretName(name, 'variable')).map(([, value]) => value);
  // `Bearer abc`: a server may repeat the second word alone.
  return [...named, ...headers, ...headers.map((value) => value.split(' ').at(-1) ?? '')];
}

/** A server that Misfire starts prints its address; the first request shows whether that is true. */
function* readPort(tried: ConnectionAttempt): Generator<DoctorFinding> {
  const error = exchangeOf(tried)?.error;
  const code = /^(E[A-Z]+):/.exec(error ?? '')?.[1];
  if (code === undefined || code === 'ECONNRESET' || code === 'EPIPE') yield fine('tcp', 'The port is open.');
  else
    yield {
      id: 'tcp',
      ok: false,
      words: (error ?? '').replace(/^[A-Z_]+: /, ''),
      evidence: [`Failed with  ${code}`],
      fixes: [{ words: 'Let the command print the address that it really listens on, once it listens.', action: null }],
    };
}

/** The response was not HTTP, was cut off, or says that this port requires TLS. */
function looksGarbled(tried: ConnectionAttempt): boolean {
  const http = exchangeOf(tried);
  if (!http) return false;
  if (http.error !== undefined) return /^(?:HPE_|ECONNRESET|EPIPE|EPROTO)/.test(http.error);
  return http.status === 400 && /https? port|plain HTTP|SSL|TLS/i.test(http.body ?? '');
}
