// The built program in a process of its own, for stories about its end, its restart or its link, and for scripts. Other stories use the
// worker's host (warm-app.ts), which costs a tenth.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { projectRoot } from './desktop.ts';
import type { RunningApp, StartOptions } from './warm-app.ts';

export const program = join(projectRoot, 'dist', 'node', 'cli.js');

interface AppProcess extends RunningApp {
  pid: number | undefined;
  /** Ends it with SIGTERM by default, and resolves with how it ended. */
  stop(signal?: NodeJS.Signals): Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

/** Starts the app and waits for its URL. The caller ends it. */
export async function startProcess({ data, env }: StartOptions): Promise<AppProcess> {
  const child = spawn(process.execPath, [program, 'serve', '--json', '--no-open', '--port', '0', '--data', data], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  let messages = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    messages += text;
  });
  const line = await Promise.race([
    once(createInterface(child.stdout), 'line').then(([text]) => String(text)),
    exited.then(([code, signal]) => {
      throw new Error(`The app ended before it gave its address (${signal ?? code}):\n${messages}`);
    }),
  ]);
  return {
    url: JSON.parse(line).url,
    data,
    pid: child.pid,
    messages: () => messages,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      const [code, by] = await exited;
      return { code, signal: by };
    },
  };
}
