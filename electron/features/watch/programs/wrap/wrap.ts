// `misfire wrap`: runs a stdio server between its client and itself, passes every byte on, and keeps a copy in the spool.
// Owns the server's process: how it starts, which signals reach it, and that nothing of it outlives its client.
// Imports next to nothing: every millisecond here delays the client.

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { type SpoolObserver, SpoolWriter } from '../../../../spool/spool-writer.ts';
import { drainPipes } from '../../../../transports/drain-pipes.ts';
import { expectGroup, expectNothing } from '../../../../transports/group-guard.ts';
import { BytePipe, ownInput, ownOutput } from '../../../../transports/pass-bytes.ts';
import { forgetGroup, groupIsAlive, registerGroup, signalGroup } from '../../../../transports/process-groups.ts';
import { ActiveFile, activePath } from '../../../rehearse/running/active-file.ts';
import { Conversation, LaneCopy } from '../lines/lane-copy.ts';
import { dieBySignal, SignalForwarder } from './forward-signals.ts';
import { JoinLater } from './join-later.ts';
import { startOf } from './raw-start.ts';
import type { WrapEnds } from './rehearse-pipes.ts';
import { serverEnvironment } from './server-environment.ts';
import type { WrapWish } from './wrap-arguments.ts';

/** After its client is gone a server has this long to leave by itself, and again after SIGTERM. */
const graceMs = 1500;
/** A pipe that another process holds open must bring nothing for this long before it counts as read. */
const quietMs = 250;
/** After its client is gone, a server that reads none of its input for this long gets no more of it. */
const stuckMs = 10_000;
/** How often it is looked whether the client still lives: seldom, and often once its pipe has closed. */
const seldomMs = 2000;
const oftenMs = 200;
/** How long the end may wait for a slow disk. */
const spoolWaitMs = 500;
/** How much of stderr is kept for the reason of an end. */
const lastErrorBytes = 8192;

/** What injects failures, loaded only when there is a plan. */
export interface WrapRehearsal {
  begin: (ends: WrapEnds) => void;
}

export interface WrapPlans {
  /** From the start on. */
  given?: WrapRehearsal | undefined;
  /** Loads the rehearsal that the file says is on. Left out: none is joined later. */
  join?: (file: string) => Promise<WrapRehearsal | undefined>;
}

/** `starter`: what starts programs, for Windows, where Node cannot start scripts (`npx.cmd`) by itself. */
export function wrap(
  { command, args, name, client }: WrapWish,
  dataDir: string,
  starter = spawn,
  observer?: SpoolObserver,
  plans: WrapPlans = {},
): void {
  const parent = process.ppid;
  // Both come first: whenever this process is ended from here on, its server is too.
  const signals = new SignalForwarder();
  expectGroup();
  const { child, problem } = start(command, args, starter);
  const server = child?.pid;
  if (server === undefined) expectNothing();
  else {
    registerGroup(server);
    signals.to(server);
  }
  const header = {
    server: name,
    ...(client === undefined ? {} : { client }),
    pid: process.pid,
    command: [command, ...args],
    cwd: currentFolder(),
  };
  const spool = new SpoolWriter(dataDir, header, undefined, observer);
  // Recording must not end what it records.
  process.on('uncaughtException', () => {});
  // A file that may not grow any more (`ulimit -f`) ends a process without a listener for the signal.
  if (process.platform !== 'win32') process.on('SIGXFSZ', () => {});
  if (!child || server === undefined) {
    const failed = (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'ENOENT' ? 'command not found' : error.message;
      spool.life('spawn_failed', { message: `${command}: ${reason}` });
      // Without this line there would be no explanation: the client started Misfire, not the server.
      process.stderr.write(`misfire wrap: ${command}: ${reason}\n`);
      void spool.close(spoolWaitMs).then(() => process.exit(error.code === 'ENOENT' ? 127 : 126));
    };
    if (child) child.once('error', failed);
    else failed(problem as NodeJS.ErrnoException);
    return;
  }
  new Wrapped(child, server, spool, parent, signals).run(plans, dataDir);
}

function start(command: string, args: readonly string[], starter: typeof spawn) {
  const way = startOf(command, args, serverEnvironment());
  const options = {
    env: way.env,
    // A group of its own, so that what the server starts can be ended with it.
    detached: process.platform !== 'win32',
    windowsHide: true,
    stdio: ['pipe', 'pipe', 'pipe'] as ['pipe', 'pipe', 'pipe'],
  };
  try {
    return { child: starter(way.command, way.args, options), problem: null };
  } catch (problem) {
    return { child: null, problem };
  }
}

/** '' where it has been removed. */
function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    return '';
  }
}

class Wrapped {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #pid: number;
  readonly #spool: SpoolWriter;
  readonly #parent: number;
  readonly #signals: SignalForwarder;
  readonly #conversation = new Conversation();
  /** Who ended the connection first, whichever side closes after that. null: it is open. */
  #endedBy: 'server' | 'client closed' | 'client gone' | NodeJS.Signals | null = null;
  #isLeaving = false;
  /** What a rehearsal ended the process with. */
  #injected: string | null = null;
  /** The end of stderr. */
  #lastErrors: Buffer = Buffer.alloc(0);
  #end: { code: number | null; signal: NodeJS.Signals | null } | null = null;

  constructor(
    child: ChildProcessWithoutNullStreams,
    pid: number,
    spool: SpoolWriter,
    parent: number,
    signals: SignalForwarder,
  ) {
    this.#child = child;
    this.#pid = pid;
    this.#spool = spool;
    this.#parent = parent;
    this.#signals = signals;
  }

  run(plans: WrapPlans, dataDir: string): void {
    const child = this.#child;
    child.on('error', () => {}); // A signal that could not be sent.
    const input = ownInput();
    const outputs = [ownOutput(1), ownOutput(2)] as const;
    const out = this.#pass(input, child.stdin, 'out');
    const answers = this.#pass(child.stdout, outputs[0], 'in');
    const copies = [out.copy, answers.copy, this.#pass(child.stderr, outputs[1], 'err').copy];
    this.#rehearse(plans, dataDir, {
      out: out.pipe,
      in: answers.pipe,
      copies: { out: out.copy, in: answers.copy },
      spool: this.#spool,
      endProcess: (injected) => {
        this.#injected = injected;
        signalGroup(this.#pid, 'SIGKILL');
      },
    });
    child.stderr.on('data', (chunk: Buffer) => {
      this.#lastErrors = Buffer.concat([this.#lastErrors, chunk.subarray(-lastErrorBytes)]).subarray(-lastErrorBytes);
    });
    this.#spool.life('spawned', { pid: this.#pid });
    input.once('end', () => {
      this.#endedBy ??= 'client closed';
    });
    this.#signals.whenEnding = (signal) => {
      if (this.#endedBy !== 'server') this.#endedBy = signal;
    };
    // A client that finds the output closed closes its own side: that is the server's end, also before its exit is known.
    child.stdout.once('end', () => {
      this.#endedBy ??= 'server';
    });
    input.once('close', () => this.#lookForClient(input, oftenMs));
    this.#lookForClient(input, seldomMs);
    child.once('exit', (code, signal) => {
      this.#end = { code, signal };
      this.#endedBy ??= 'server';
      this.#signals.whenOver = () => process.exit(code ?? 1);
      void this.#finish(copies, outputs);
    });
  }

  #rehearse({ given, join }: WrapPlans, dataDir: string, ends: WrapEnds): void {
    if (join && dataDir !== '') {
      const active = new ActiveFile(activePath(dataDir));
      // What is given from the start on may be the rehearsal of that file.
      if (given) active.isNew();
      ends.out.taker = new JoinLater(ends.out, active, async (file) => (await join(file))?.begin(ends));
    }
    given?.begin(ends);
  }

  #pass(from: Readable, to: Writable, lane: 'in' | 'out' | 'err') {
    const copy = new LaneCopy(lane, this.#spool, this.#conversation);
    return { pipe: new BytePipe(from, to, copy), copy };
  }

  /** A client that died leaves its server to us. One that only closed its end may still read what comes. */
  #lookForClient(input: Readable, everyMs: number): void {
    const timer = setInterval(() => {
      if (process.ppid === this.#parent || this.#end) return;
      clearInterval(timer);
      void this.#leave(input);
    }, everyMs);
    timer.unref();
  }

  async #leave(input: Readable): Promise<void> {
    if (this.#isLeaving) return;
    this.#isLeaving = true;
    if (this.#endedBy !== 'server') this.#endedBy = 'client gone';
    // The client's last messages may still be in the pipe. Another process can hold it open, so its end may never come.
    await drainPipes([input], { quietMs, stuckMs });
    this.#child.stdin.end();
    await pause(graceMs);
    if (this.#end) return;
    signalGroup(this.#pid, 'SIGTERM');
    await pause(graceMs);
    if (!this.#end) signalGroup(this.#pid, 'SIGKILL');
  }

  async #finish(copies: readonly LaneCopy[], outputs: readonly Writable[]): Promise<void> {
    // What the server started can hold its pipes open forever.
    await drainPipes([this.#child.stdout, this.#child.stderr], { quietMs });
    for (const copy of copies) copy.end();
    const { code, signal } = this.#end ?? { code: null, signal: null };
    if (this.#endedBy !== null && this.#endedBy !== 'server') this.#spool.life('closed', closing(this.#endedBy));
    const nearest = code === null || code === 0 ? null : await nearestTo(this.#lastErrors.toString());
    const marks = this.#injected === null ? {} : { rehearsed: true, injected: this.#injected };
    this.#spool.life('exited', { code, signal, ...(nearest === null ? {} : { nearest }), ...marks });
    // What the server left running.
    if (groupIsAlive(this.#pid)) signalGroup(this.#pid, 'SIGKILL');
    forgetGroup(this.#pid);
    await this.#spool.close(spoolWaitMs);
    process.exitCode = code ?? 1;
    await Promise.all(outputs.map(emptied));
    if (signal === null) process.exit();
    dieBySignal(signal);
  }
}

/** Loaded at the end, since hardly any server ends so. */
async function nearestTo(stderr: string): Promise<string | null> {
  const { nearestScript } = await import('../../../../transports/nearest-script.ts');
  return nearestScript(stderr.split('\n'));
}

/** A client that only closed its side may still wait for answers; one that is gone or sent a signal does not. */
function closing(how: 'client closed' | 'client gone' | NodeJS.Signals) {
  if (how === 'client closed') return { closedBy: 'us', message: 'The client closed the connection.' };
  const message = how === 'client gone' ? 'The client is gone.' : `The client ended the server with ${how}.`;
  return { closedBy: 'client', message };
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
