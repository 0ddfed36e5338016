// Commands in the process of the test: the same command line as the built program, without starting one. What only a process has, such as
// signals, exit codes and pipes that close, is tested with built-program.ts.

import { PassThrough, Writable } from 'node:stream';
import { takeHook } from '../../features/watch/commands/hook-command.ts';
import { isHookCommand } from '../../features/watch/programs/wrap/wrap-arguments.ts';
import { runCommandLine } from '../../hosts/cli/program.ts';
import type { CommandIo, StopSignal } from '../../hosts/cli/terminal/command-io.ts';
import { CommandRun } from '../../hosts/cli/terminal/command-run.ts';

export interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
  /** Both, in order of arrival. */
  said: string;
}

export interface RunOptions {
  /** The data folder. */
  data?: string;
  cwd?: string;
  /** Added to the environment of the tests. */
  env?: Record<string, string | undefined>;
  /** Written to stdin, which is then closed; omitted: stdin is empty. */
  input?: string;
}

export interface HereOptions extends RunOptions {
  /** All three streams are terminals of so many columns. */
  tty?: number;
  /** Nothing reads stdout any more: every write fails. */
  closed?: boolean;
  /** The whole environment, instead of that of the tests. */
  onlyEnv?: Record<string, string | undefined>;
}

/** A command that runs until it is stopped, or that is talked to. */
export interface RunningCommand {
  ended: Promise<Ran>;
  /** What it printed so far. */
  ran: Ran;
  /** Open until it is ended, unless `input` was given. */
  stdin: PassThrough;
  /** Gets what the command prints, as a client would. */
  stdout: PassThrough;
  /** The next line of stdout, without its end. */
  line(): Promise<string>;
  stop(signal?: StopSignal): void;
}

/** Runs a command to its end. */
export const runHere = (args: readonly string[], options: HereOptions = {}): Promise<Ran> =>
  startHere(args, { input: '', ...options }).ended;

/** For functions of a command that are tested by themselves. */
export const testRun = (options: HereOptions = {}): CommandRun => new CommandRun(createIo(options).io);

export function startHere(args: readonly string[], options: HereOptions = {}): RunningCommand {
  const { io, running, finish } = createIo(options);
  const all = options.data === undefined ? args : ['--data', options.data, ...args];
  // As main.ts does.
  const code = isHookCommand(all) ? takeHook(all, io).then(() => 0) : runCommandLine(all, io);
  return { ...running, ended: code.then(finish) };
}

function createIo({ cwd = process.cwd(), env, onlyEnv, input, tty, closed = false }: HereOptions) {
  const ran: Ran = { code: null, stdout: '', stderr: '', said: '' };
  const stopping = Promise.withResolvers<StopSignal>();
  const stdin = Object.assign(new PassThrough(), terminal(tty));
  const stdout = new PassThrough();
  let lines = 0;
  let onOutput = () => {};
  const keep = (name: 'stdout' | 'stderr') => {
    const decoder = new TextDecoder();
    const stream = new Writable({
      write(chunk: Buffer, _encoding, done) {
        if (name === 'stdout' && closed) return done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
        const text = decoder.decode(chunk, { stream: true });
        ran[name] += text;
        ran.said += text;
        if (name === 'stdout') stdout.write(chunk);
        onOutput();
        done();
      },
    });
    return Object.assign(stream, terminal(tty));
  };
  stdout.resume();
  if (input !== undefined) stdin.end(input);
  const own = keep('stdout');
  const io: CommandIo = {
    stdin,
    stdout: own,
    stderr: keep('stderr'),
    protocolOutput: async () => own,
    env: onlyEnv ?? { ...process.env, ...env },
    folder: cwd,
    watchStops: () => ({ asked: stopping.promise, release: () => {} }),
    startPager: async () => null,
    // An uncaught error fails the test.
    surviveBugs: () => {},
    now: Date.now,
  };
  const finish = (code: number): Ran => {
    ran.code = code;
    onOutput();
    return ran;
  };
  const line = (): Promise<string> =>
    new Promise((resolve, reject) => {
      onOutput = () => {
        const all = ran.stdout.split('\n');
        if (all.length > lines + 1) {
          lines += 1;
          onOutput = () => {};
          resolve(all[lines - 1] as string);
        } else if (ran.code !== null) reject(new Error(`The command ended with ${ran.code}: ${ran.stderr}`));
      };
      onOutput();
    });
  const stop = (signal: StopSignal = 'SIGTERM') => stopping.resolve(signal);
  return { io, running: { ran, stdin, stdout, line, stop }, finish };
}

const terminal = (columns: number | undefined) => (columns === undefined ? {} : { isTTY: true, columns });
