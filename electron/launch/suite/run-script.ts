// Runs a script of package.json for the suite: shown as it runs, or quietly with its output only if it fails.

import { spawn } from 'node:child_process';
import { projectRoot } from '../build-stamp.ts';
import { durationOfRun, print } from './short-report.ts';

/** True: it exited with 0. */
export function runShown(script: string, args: readonly string[], env: Record<string, string> = {}): Promise<boolean> {
  return new Promise((resolve) => {
    const child = start(script, args, env, 'inherit');
    child.on('error', () => resolve(false));
    child.on('exit', (code) => resolve(code === 0));
  });
}

export function runQuietly(script: string, name: string, args: readonly string[] = []): Promise<boolean> {
  const startedAt = Date.now();
  return new Promise((resolve) => {
    const child = start(script, args, {}, 'pipe');
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        said += text;
      });
    child.on('error', (problem) => {
      print(`${name} could not run: ${problem.message}`);
      resolve(false);
    });
    child.on('close', (code) => {
      const time = durationOfRun(Date.now() - startedAt);
      print(code === 0 ? `${name}: passed in ${time}.` : `✗ ${name}\n${said.trimEnd()}\n${name}: failed in ${time}.`);
      resolve(code === 0);
    });
  });
}

function start(script: string, args: readonly string[], env: Record<string, string>, output: 'inherit' | 'pipe') {
  const npm = process.env.npm_execpath;
  // npm names its own program to its scripts; on Windows the command of that name is not a program that can be spawned.
  const [command, first] = npm === undefined ? ['npm', []] : [process.execPath, [npm]];
  return spawn(command, [...first, 'run', '-s', script, ...(args.length > 0 ? ['--', ...args] : [])], {
    cwd: projectRoot,
    stdio: ['ignore', output, output],
    env: { ...process.env, ...env },
  });
}
