// `misfire wrap`: runs a stdio server between its client and itself, passes every byte on, and keeps a copy in the spool.
// Owns the server's process: how it starts, which signals reach it, and that nothing of it outlives its client.
// Imports next to nothing: every millisecond here is one that somebody's client waits.

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { now } from '../transports/clock.ts';
import { LineFramer } from '../transports/line-framer.ts';
import { forgetGroup, groupIsAlive, registerGroup, signalGroup } from '../transports/process-groups.ts';
import { ownInput, ownOutput, passBytes } from './pass-bytes.ts';
import { type SpoolObserver, SpoolWriter } from './spool-writer.ts';
import type { WrapWish } from './wrap-arguments.ts';

/** After its client is gone a server has this long to leave by itself, and again after SIGTERM. */
const graceMs = 1500;
/** After the server's end its pipes may be held open by what it started: then quiet is enough. */
const quietMs = 250;
/** How often it is looked whether the client still lives: seldom, and often once its pipe has closed. */
const seldomMs = 2000;
const oftenMs = 200;
/** How long the end may wait for a slow disk. */
const spoolWaitMs = 500;

const toGroup: readonly NodeJS.Signals[] = ['SIGINT', 'SIGHUP', 'SIGQUIT'];
const toServer: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGUSR2', 'SIGCONT'];

/** `starter`: what starts programs, for Windows, where Node cannot start scripts (`npx.cmd`) by itself. */
export function wrap(
  { command, args, name, client }: WrapWish,
  dataDir: string,
  starter = spawn,
  observer?: SpoolObserver,
): void {
  const parent = process.ppid;
  const { child, problem } = start(command, args, starter);
  const server = child?.pid;
  const header = {
    server: name,
    ...(client === undefined ? {} : { client }),
    pid: process.pid,
    command: [command, ...args],
    cwd: process.cwd(),
  };
  const spool = new SpoolWriter(dataDir, header, undefined, observer);
  // Recording must not end what it records.
  process.on('uncaughtException', () => {});
  // A file that may not grow any more (`ulimit -f`) ends whoever does not listen.
  if (process.platform !== 'win32') process.on('SIGXFSZ', () => {});
  if (!child || server === undefined) {
    const failed = (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'ENOENT' ? 'command not found' : error.message;
      spool.life('spawn_failed', { message: `${command}: ${reason}` });
      // Without a word here nobody could know: the client started something, and that something is us.
      process.stderr.write(`misfire wrap: ${command}: ${reason}\n`);
      void spool.close(spoolWaitMs).then(() => process.exit(error.code === 'ENOENT' ? 127 : 126));
    };
    if (child) child.once('error', failed);
    else failed(problem as NodeJS.ErrnoException);
    return;
  }
  new Wrapped(child, server, spool, parent).run();
}

function start(command: string, args: readonly string[], starter: typeof spawn) {
  const env = { ...process.env };
  // What made the app's own runtime a Node is not meant for the server.
  if (process.versions.electron) delete env.ELECTRON_RUN_AS_NODE;
  const options = {
    env,
    // A group of its own, so that what the server starts can be ended with it.
    detached: process.platform !== 'win32',
    windowsHide: true,
    stdio: ['pipe', 'pipe', 'pipe'] as ['pipe', 'pipe', 'pipe'],
  };
  try {
    return { child: starter(command, args, options), problem: null };
  } catch (problem) {
    return { child: null, problem };
  }
}

class Wrapped {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #pid: number;
  readonly #spool: SpoolWriter;
  readonly #parent: number;
  #lastOutput = 0;
  #clientClosed = false;
  #isLeaving = false;
  #end: { code: number | null; signal: NodeJS.Signals | null } | null = null;

  constructor(child: ChildProcessWithoutNullStreams, pid: number, spool: SpoolWriter, parent: number) {
    this.#child = child;
    this.#pid = pid;
    this.#spool = spool;
    this.#parent = parent;
  }

  run(): void {
    const child = this.#child;
    child.on('error', () => {}); // A signal that could not be sent.
    const input = ownInput();
    const outputs = [ownOutput(1), ownOutput(2)] as const;
    const framers = [
      this.#pass(input, child.stdin, 'out'),
      this.#pass(child.stdout, outputs[0], 'in'),
      this.#pass(child.stderr, outputs[1], 'err'),
    ];
    this.#spool.life('spawned', { pid: this.#pid });
    registerGroup(this.#pid);
    for (const signal of toGroup) this.#forward(signal, -this.#pid);
    for (const signal of toServer) this.#forward(signal, this.#pid);
    input.once('end', () => {
      this.#clientClosed = true;
    });
    input.once('close', () => this.#lookForClient(oftenMs));
    this.#lookForClient(seldomMs);
    child.once('exit', (code, signal) => {
      this.#end = { code, signal };
      void this.#finish(framers, outputs);
    });
  }

  /** Passes one direction on; returns how to copy what is left when it has ended. */
  #pass(from: Readable, to: Writable, lane: 'in' | 'out' | 'err'): () => void {
    const framer = new LineFramer();
    passBytes(from, to, (chunk) => {
      const at = now();
      if (lane !== 'out') this.#lastOutput = performance.now();
      const lines = framer.push(chunk);
      if (lines.length > 0) this.#spool.texts(lane, lines, at);
    });
    return () => {
      const rest = framer.end();
      if (rest.length > 0) this.#spool.texts(lane, rest, now());
    };
  }

  #forward(signal: NodeJS.Signals, to: number): void {
    try {
      process.on(signal, () => {
        // Only a client that does not read keeps us: whoever wants us gone is obeyed.
        if (this.#end) process.exit(this.#end.code ?? 1);
        try {
          process.kill(process.platform === 'win32' ? this.#pid : to, signal);
        } catch {
          // It has just ended.
        }
      });
    } catch {
      // This system has no such signal.
    }
  }

  /** A client that died leaves its server to us. One that only closed its end may still read what comes. */
  #lookForClient(everyMs: number): void {
    const timer = setInterval(() => {
      if (process.ppid === this.#parent || this.#end) return;
      clearInterval(timer);
      void this.#leave();
    }, everyMs);
    timer.unref();
  }

  async #leave(): Promise<void> {
    if (this.#isLeaving) return;
    this.#isLeaving = true;
    this.#clientClosed = true;
    this.#child.stdin.end();
    await pause(graceMs);
    if (this.#end) return;
    signalGroup(this.#pid, 'SIGTERM');
    await pause(graceMs);
    if (!this.#end) signalGroup(this.#pid, 'SIGKILL');
  }

  async #finish(framers: readonly (() => void)[], outputs: readonly Writable[]): Promise<void> {
    await this.#drain();
    for (const finish of framers) finish();
    const { code, signal } = this.#end ?? { code: null, signal: null };
    if (this.#clientClosed)
      this.#spool.life('closed', { closedBy: 'us', message: 'The client closed the connection.' });
    this.#spool.life('exited', { code, signal });
    // What the server left behind.
    if (groupIsAlive(this.#pid)) signalGroup(this.#pid, 'SIGKILL');
    forgetGroup(this.#pid);
    await this.#spool.close(spoolWaitMs);
    process.exitCode = code ?? 1;
    await Promise.all(outputs.map(emptied));
    if (signal === null) process.exit();
    this.#dieBy(signal);
  }

  /** All that the server wrote is read; a grandchild can hold its pipes open for ever, so quiet is enough. */
  async #drain(): Promise<void> {
    let isClosed = false;
    this.#child.once('close', () => {
      isClosed = true;
    });
    this.#lastOutput = performance.now();
    while (!isClosed) {
      const isWaiting = this.#child.stdout.isPaused() || this.#child.stderr.isPaused();
      if (!isWaiting && performance.now() - this.#lastOutput > quietMs) return;
      await pause(5);
    }
  }

  /** The client is told the truth about how its server ended: a signal is a signal. */
  #dieBy(signal: NodeJS.Signals): void {
    process.removeAllListeners(signal);
    try {
      process.kill(process.pid, signal);
    } catch {
      // Not a signal that can be sent here.
    }
    // One that is ignored, or not known on this system.
    setTimeout(() => process.exit(128 + (constants.signals[signal] ?? 0)), 100);
  }
}

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** What waits for a client that reads slowly is not lost at the end. */
function emptied(out: Writable): Promise<void> {
  return new Promise((resolve) => {
    if (out.destroyed || out.writableLength === 0) return resolve();
    for (const event of ['finish', 'drain', 'close', 'error']) out.once(event, () => resolve());
    if (!out.writableEnded) out.end();
  });
}
