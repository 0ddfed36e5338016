// One child process that leads a process group: spawning, its three pipes as lines, its exit, and stopping the whole group. Knows nothing
// of MCP; stdio.ts and http-command.ts interpret the lines.
//
// The environment is Misfire's own plus the configured variables: an inspector should find the same commands and settings as the user's
// shell. (The SDKs pass only a short list, a frequent cause of "command not found".)

import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import spawn from 'cross-spawn';
import { now } from './clock.ts';
import { drainPipes } from './drain-pipes.ts';
import { FairTurns } from './fair-turns.ts';
import { type FramedText, isLong, LineFramer } from './line-framer.ts';
import { nearestScript } from './nearest-script.ts';
import { personEnvironment } from './person-environment.ts';
import { forgetGroup, groupIsAlive, registerGroup, signalGroup } from './process-groups.ts';
import { explainSpawnFailure, problemWithFolder, type SpawnedCommand } from './spawn-failure.ts';
import { messageLimit, type TransportEvent, type TransportParts } from './transport.ts';

/** How long a server may take to exit: after its input closes (the end of stdio), and again after SIGTERM. */
const graceMs = 1500;
/** How long output may be quiet after the exit while another process still holds the pipes. */
const quietMs = 1000;
const longestDrainMs = 5000;
/** Enough for what an interpreter prints when it does not find its script. */
const fewLines = 40;

export interface ProcessEnd {
  at: number;
  code: number | null;
  signal: string | null;
  /** '' unless there is more to report than code and signal. */
  message: string;
  /** The file that its last stderr lines miss does not exist, but this one does. */
  nearest?: string;
}

/** The recorded form of the command. */
export function exitEvent({ at, code, signal, message, nearest }: ProcessEnd): TransportEvent {
  return {
    lane: 'life',
    event: 'exited',
    at,
    code,
    signal,
    ...(nearest === undefined ? {} : { nearest }),
    ...(message === '' ? {} : { message }),
  };
}

export interface ProcessWatcher {
  /** All lines that one chunk completed; never an empty list. */
  onOutput(lines: FramedText[], at: number): void;
  onErrors(lines: FramedText[], at: number): void;
  /** Once, after the last line of both. */
  onEnded(end: ProcessEnd): void;
  /** The process is alive but no longer reads. */
  onInputClosed(at: number): void;
}

/** `messageLimit` is that of an output line. */
interface ProcessOptions extends Pick<TransportParts, 'env' | 'folder' | 'messageLimit'> {
  /** The time to exit after its input closes, before SIGTERM. */
  inputGraceMs?: number;
}

type SpawnResult = { ok: true; pid: number } | { ok: false; reason: string };

export class ServerProcess {
  readonly #watcher: ProcessWatcher;
  readonly #inputGraceMs: number;
  readonly #lineLimit: number;
  readonly #env: NonNullable<TransportParts['env']>;
  readonly #folder: string | undefined;
  #child: ChildProcessWithoutNullStreams | null = null;
  #exit: { at: number; code: number | null; signal: string | null } | null = null;
  #inputError = '';
  #lastLineAt = 0;
  #cwd: string | undefined;
  #lastErrors: string[] = [];
  readonly #flush: (() => void)[] = [];
  #hasEnded = false;
  #resolveEnded = () => {};
  readonly #ended = new Promise<void>((resolve) => {
    this.#resolveEnded = resolve;
  });
  #stopping: Promise<void> | null = null;

  constructor(watcher: ProcessWatcher, options: ProcessOptions = {}) {
    this.#watcher = watcher;
    this.#inputGraceMs = options.inputGraceMs ?? graceMs;
    this.#lineLimit = options.messageLimit ?? messageLimit;
    this.#env = options.env ?? process.env;
    this.#folder = options.folder;
  }

  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  /** Returns a success directly, not as a promise, so that `spawned` is reported before the first line. */
  start(wanted: SpawnedCommand): SpawnResult | Promise<SpawnResult> {
    const cwd = this.#folder === undefined ? wanted.cwd : resolve(this.#folder, wanted.cwd ?? '');
    const problem = problemWithFolder(cwd);
    if (problem !== null) return { ok: false, reason: problem };
    const env = { ...personEnvironment(this.#env), ...wanted.env };
    const explain = (error: unknown) => ({
      ok: false as const,
      reason: explainSpawnFailure(error as NodeJS.ErrnoException, wanted, env.PATH ?? env.Path ?? ''),
    });
    let child: ChildProcessWithoutNullStreams;
    try {
      child = spawn(wanted.command, [...wanted.args], {
        cwd,
        env,
        shell: false,
        // Its own group, so that the processes it starts can be ended with it.
        detached: process.platform !== 'win32',
        windowsHide: true,
        stdio: ['pipe', 'pipe', 'pipe'],
      }) as ChildProcessWithoutNullStreams;
    } catch (error) {
      return explain(error);
    }
    if (child.pid === undefined) {
      return new Promise((resolve) => child.once('error', (error) => resolve(explain(error))));
    }
    this.#cwd = cwd;
    this.#adopt(child, child.pid);
    return { ok: true, pid: child.pid };
  }

  /** Resolves when the pipe accepted the text, after any wait; rejects when it never will. */
  write(text: string): Promise<void> {
    const stdin = this.#child?.stdin;
    if (!stdin || this.#hasEnded) return Promise.reject(new Error('The server process is not running.'));
    return new Promise((resolve, reject) => {
      stdin.write(text, (error) => {
        if (!error) return resolve();
        // An exit can destroy the pipe before it reports an error.
        void this.#loseInput(error);
        reject(new Error(`The server did not take the message: ${error.message}`));
      });
    });
  }

  /** Closes its input, then sends SIGTERM, then SIGKILL to the whole group. Resolves when none of it runs. */
  stop(): Promise<void> {
    const pid = this.pid;
    if (pid === null) return Promise.resolve();
    this.#stopping ??= this.#stop(pid);
    return this.#stopping;
  }

  #adopt(child: ChildProcessWithoutNullStreams, pid: number): void {
    this.#child = child;
    registerGroup(pid);
    this.#readLines(child.stdout, (lines, at) => this.#watcher.onOutput(lines, at));
    this.#readLines(child.stderr, (lines, at) => {
      this.#lastErrors = [...this.#lastErrors, ...lines.slice(-fewLines).map(({ text }) => text)].slice(-fewLines);
      this.#watcher.onErrors(lines, at);
    });
    child.stdin.on('error', (error: NodeJS.ErrnoException) => void this.#loseInput(error));
    child.on('error', () => {}); // a failed kill; stop() checks the group itself
    child.once('exit', (code, signal) => {
      this.#exit = { at: now(), code, signal };
      void this.#drain(child);
    });
    child.once('close', () => this.#end());
  }

  #readLines(stream: NodeJS.ReadableStream, hand: (lines: FramedText[], at: number) => void): void {
    const framer = new LineFramer(this.#lineLimit);
    const turns = new FairTurns<FramedText>(stream, (lines, at) => {
      if (this.#hasEnded) return;
      this.#lastLineAt = at;
      hand(lines, at);
    });
    const pass = (lines: FramedText[]) => {
      if (lines.length > 0) turns.take(lines, now(), lines.some(isLong));
    };
    const finish = () => {
      turns.flush();
      pass(framer.end());
      turns.flush();
    };
    stream.on('data', (chunk: Buffer) => pass(framer.push(chunk)));
    stream.on('end', finish);
    stream.on('error', finish);
    this.#flush.push(finish);
  }

  /** `close` comes when both pipes ended, but a grandchild can hold them open forever. */
  async #drain(child: ChildProcessWithoutNullStreams): Promise<void> {
    await drainPipes([child.stdout, child.stderr], { quietMs, longestMs: longestDrainMs });
    if (this.#hasEnded) return;
    for (const flush of this.#flush) flush();
    child.stdout.destroy();
    child.stderr.destroy();
    this.#end();
  }

  #end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    const { at, code, signal } = this.#exit ?? { at: now(), code: null, signal: null };
    // The last lines may be read after the exit was noticed; time stamps never go back.
    const end: ProcessEnd = { at: Math.max(at, this.#lastLineAt), code, signal, message: this.#inputError };
    const nearest = code === null || code === 0 ? null : nearestScript(this.#lastErrors, this.#cwd);
    if (nearest !== null) end.nearest = nearest;
    this.#watcher.onEnded(end);
    this.#resolveEnded();
    void this.stop(); // remaining processes of the group
  }

  /** EPIPE usually means that the process is exiting, and its exit will be reported. Otherwise it only stopped reading. */
  async #loseInput(error: NodeJS.ErrnoException): Promise<void> {
    if (this.#stopping || this.#inputError !== '') return;
    this.#inputError = `A message could not be delivered: the server had closed its input (${error.code ?? error.message}).`;
    await Promise.race([this.#ended, delay(quietMs, undefined, { ref: false })]);
    if (this.#exit === null && !this.#stopping) this.#watcher.onInputClosed(now());
  }

  async #stop(pid: number): Promise<void> {
    this.#child?.stdin.end();
    let gone = await this.#goneWithin(pid, this.#inputGraceMs);
    if (!gone) {
      signalGroup(pid, 'SIGTERM');
      gone = await this.#goneWithin(pid, graceMs);
    }
    if (!gone) {
      signalGroup(pid, 'SIGKILL');
      gone = await this.#goneWithin(pid, longestDrainMs);
    }
    if (gone) forgetGroup(pid);
    if (this.#exit) await this.#ended;
  }

  async #goneWithin(pid: number, ms: number): Promise<boolean> {
    const deadline = performance.now() + ms;
    for (let pause = 5; ; pause = Math.min(pause * 2, 80)) {
      if (this.#exit && !groupIsAlive(pid)) return true;
      const left = deadline - performance.now();
      if (left <= 0) return false;
      await delay(Math.min(pause, left));
    }
  }
}
