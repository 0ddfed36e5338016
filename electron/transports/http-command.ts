// MCP over HTTP to a server that Misfire starts itself: a command that prints `{"url":"…"}` as its first line of stdout. Owns the
// order: process, URL, messages. server-process.ts runs the process, http.ts speaks HTTP.

import { member, parseJson } from '../../shared/json/json.ts';
import { now } from './clock.ts';
import { recordedCommandLine } from './credential-text.ts';
import { HttpTransport } from './http.ts';
import type { FramedText } from './line-framer.ts';
import { exitEvent, type ProcessWatcher, ServerProcess } from './server-process.ts';
import type { SpawnedCommand } from './spawn-failure.ts';
import type { OnEvents, SendOptions, Transport, TransportEvent, TransportParts } from './transport.ts';

const addressWaitMs = 30_000;
/** HTTP servers rarely watch their stdin; SIGTERM stops them. */
const inputGraceMs = 100;
const deathNoticeMs = 300;

/** Resolves with a sentence about the problem, or '' once the URL is known. */
type AddressKnown = (problem: string) => void;

export class HttpCommandTransport implements Transport {
  readonly closesToCancel = true;
  readonly #command: SpawnedCommand;
  readonly #headers: Record<string, string>;
  readonly #onEvents: OnEvents;
  readonly #parts: TransportParts;
  readonly #process: ServerProcess;
  #http: HttpTransport | null = null;
  #addressKnown: AddressKnown | null = null;
  readonly #failures: TransportEvent[] = [];
  #failureTimer: NodeJS.Timeout | null = null;
  #exited = false;
  #closing = false;

  constructor(
    command: SpawnedCommand & { headers: Record<string, string> },
    onEvents: OnEvents,
    parts: TransportParts = {},
  ) {
    this.#command = command;
    this.#headers = command.headers;
    this.#onEvents = onEvents;
    this.#parts = parts;
    const watcher: ProcessWatcher = {
      onOutput: (lines, at) => this.#readOutput(lines, at),
      onErrors: (lines, at) => this.#talk(lines, at),
      onEnded: (end) => {
        this.#exited = true;
        onEvents([exitEvent(end)]);
        this.#reportFailures();
        this.#addressKnown?.('The command ended before it printed its address.');
        void this.#http?.abandon();
      },
      onInputClosed: () => {}, // nothing is ever written to it
    };
    this.#process = new ServerProcess(watcher, { env: parts.env, folder: parts.folder, inputGraceMs });
  }

  get pid(): number | null {
    return this.#process.pid;
  }

  async start(): Promise<void> {
    if (this.pid !== null || this.#closing) throw new Error('This transport was started or closed before.');
    const outcome = this.#process.start(this.#command);
    const result = outcome instanceof Promise ? await outcome : outcome;
    if (!result.ok) {
      this.#exited = true;
      this.#onEvents([{ lane: 'life', event: 'spawn_failed', at: now(), message: result.reason }]);
      throw new Error(result.reason);
    }
    const message = recordedCommandLine(this.#command.command, this.#command.args);
    this.#onEvents([{ lane: 'life', event: 'spawned', at: now(), pid: this.pid ?? undefined, message }]);
    const problem = await this.#awaitAddress();
    if (problem !== '') {
      if (!this.#exited && !this.#closing) {
        this.#onEvents([{ lane: 'life', event: 'connect_failed', at: now(), message: problem }]);
      }
      await this.close();
      throw new Error(problem);
    }
  }

  setProtocolVersion(version: string): void {
    this.#http?.setProtocolVersion(version);
  }

  send(text: string, options?: SendOptions): Promise<void> {
    if (!this.#http || this.#exited) return Promise.reject(new Error('The server process is not running.'));
    return this.#http.send(text, options);
  }

  async close(): Promise<void> {
    const first = !this.#closing;
    this.#closing = true;
    this.#reportFailures();
    this.#addressKnown?.('The connection was closed before the command printed its address.');
    if (first && !this.#exited && this.#process.pid !== null) {
      if (this.#http) await this.#http.close();
      else this.#onEvents([{ lane: 'life', event: 'closed', at: now(), closedBy: 'us' }]);
    }
    await this.#process.stop();
  }

  #awaitAddress(): Promise<string> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#addressKnown?.(
          `The command did not print {"url":"…"} as its first line within ${addressWaitMs / 1000} s.`,
        );
      }, addressWaitMs);
      this.#addressKnown = (problem) => {
        clearTimeout(timer);
        this.#addressKnown = null;
        resolve(problem);
      };
    });
  }

  #readOutput(lines: FramedText[], at: number): void {
    const [first, ...rest] = lines;
    if (!this.#addressKnown || !first) {
      this.#talk(lines, at);
      return;
    }
    const address = readAddress(first.text);
    if (address === null) {
      this.#talk(lines, at);
      this.#addressKnown?.('The first line of the command’s output is not {"url":"http://…"}.');
      return;
    }
    const target = { url: address.href, headers: this.#headers };
    this.#http = new HttpTransport(target, (events) => this.#pass(events), this.#parts);
    this.#talk(rest, at);
    this.#addressKnown?.('');
  }

  /**
   * When the process dies its sockets break first. That event is delayed a moment, so that the log shows the cause before the
   * effect.
   */
  #pass(events: TransportEvent[]): void {
    if (this.#exited || this.#closing || !events.some(isBreak)) {
      this.#onEvents(events);
      return;
    }
    this.#failures.push(...events);
    this.#failureTimer ??= setTimeout(() => this.#reportFailures(), deathNoticeMs);
  }

  #reportFailures(): void {
    clearTimeout(this.#failureTimer ?? undefined);
    this.#failureTimer = null;
    const events = this.#failures.splice(0);
    if (events.length > 0) this.#onEvents(events);
  }

  /** Its stdout has no protocol: after the URL it is output for people, like stderr. */
  #talk(lines: FramedText[], at: number): void {
    if (lines.length === 0) return;
    this.#onEvents(lines.map((line) => ({ lane: 'err', at, ...line })));
  }
}

/** The connection broke: a refused or reset request, or a stream without an end. */
function isBreak(event: TransportEvent): boolean {
  if (event.lane === 'http') return event.http.error !== undefined && !event.http.error.startsWith('ABORTED');
  return event.lane === 'life' && event.event === 'stream_ended' && event.clean === false;
}

function readAddress(text: string): URL | null {
  const parsed = parseJson(text);
  const url = parsed.ok ? member(parsed.value, 'url') : undefined;
  if (typeof url !== 'string' || !URL.canParse(url)) return null;
  const address = new URL(url);
  return address.protocol === 'http:' || address.protocol === 'https:' ? address : null;
}
