// The command line as users run it, for what only a process has: signals, exit codes, pipes, terminals. A start takes as long as ten runs
// with run-here.ts, which tests of commands use. Importing this module waits for a build of the current sources.

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from '../build-stamp.ts';
import { ensureBuilt } from '../ensure-built.ts';
import type { Ran, RunOptions } from './run-here.ts';

await ensureBuilt();

export const builtProgram = join(projectRoot, 'dist', 'node', 'misfire.cjs');

/** The program that watches a server, in one file, as the entries of clients start it. */
export const builtWrap = join(projectRoot, 'dist', 'node', 'wrap.cjs');

/** A sample server, which also loads faster than its sources. */
export const builtSample = (name: string): string => join(projectRoot, 'dist', 'node', 'samples', name, 'server.js');

/** The sample that speaks only revision 2026-07-28, as a transport of a server's settings. */
export const modernStdio = { kind: 'stdio', command: process.execPath, args: [builtSample('modern')] };
export const modernHttp = { kind: 'http-command', command: process.execPath, args: [builtSample('modern'), '--http'] };

/** Runs the program over pipes, to its end. */
export function runMisfire(args: readonly string[], { data, cwd, env = {}, input }: RunOptions = {}): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const place = data === undefined ? [] : ['--data', data];
    const child = spawn(process.execPath, ['--no-warnings', builtProgram, ...place, ...args], {
      ...(cwd === undefined ? {} : { cwd }),
      env: { ...process.env, ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const ran: Ran = { code: null, stdout: '', stderr: '', said: '' };
    for (const name of ['stdout', 'stderr'] as const)
      child[name].setEncoding('utf8').on('data', (text: string) => {
        ran[name] += text;
        ran.said += text;
      });
    // A program that does not read its input may exit before it is written.
    child.stdin.on('error', () => {});
    child.stdin.end(input ?? '');
    child.once('error', reject);
    child.once('close', (code) => resolve({ ...ran, code }));
  });
}
