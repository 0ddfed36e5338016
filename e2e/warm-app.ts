// The app of a story, in the worker's host (warm-host.ts). The host starts with the first story that needs it and ends with the worker.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { projectRoot } from './desktop.ts';
import type { Ask, Reply } from './warm-host.ts';

export const warmHostFolder = join(projectRoot, 'node_modules', '.cache', 'warm-host');

export interface StartOptions {
  data: string;
  env?: Record<string, string>;
}

export interface RunningApp {
  /** Carries the key. */
  url: string;
  /** The location of its log; pass it to another start to continue from there. */
  data: string;
  /** Its stderr so far. */
  messages(): string;
  /** Ends it, with all servers that it started. */
  stop(): Promise<unknown>;
}

interface WarmHost {
  ask(what: Ask): Promise<string>;
  messages(): string;
}

let started: Promise<WarmHost> | null = null;
let origin = '';

/** The origin of all apps of this worker's host; '' before the first one. */
export const warmOrigin = (): string => origin;

/** Opens the app in this worker's host. The caller ends it. */
export async function startApp({ data, env = {} }: StartOptions): Promise<RunningApp> {
  started ??= startHost();
  const host = await started;
  const before = host.messages().length;
  const url = await host.ask({ open: { data, env } });
  origin = new URL(url).origin;
  let isOpen = true;
  return {
    url,
    data,
    messages: () => host.messages().slice(before),
    async stop() {
      if (!isOpen) return;
      isOpen = false;
      origin = new URL(await host.ask({ close: true })).origin;
    },
  };
}

/** Records the samples' tour into a folder. */
export async function playTour(data: string): Promise<void> {
  started ??= startHost();
  await (await started).ask({ tour: data });
}

async function startHost(): Promise<WarmHost> {
  const child = fork(join(warmHostFolder, 'warm-host.js'), {
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    execArgv: [],
  });
  let messages = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    messages += text;
  });
  await nextReply(child, () => messages);
  return {
    async ask(what) {
      const answer = nextReply(child, () => messages);
      child.send(what);
      return answer;
    },
    messages: () => messages,
  };
}

async function nextReply(child: ChildProcess, messages: () => string): Promise<string> {
  const ended = new AbortController();
  const [reply] = (await Promise.race([
    once(child, 'message', ended),
    once(child, 'exit', ended).then(([code, signal]) => {
      started = null;
      throw new Error(`The stories' host ended (${signal ?? code}):\n${messages()}`);
    }),
  ]).finally(() => ended.abort())) as [Reply];
  if ('problem' in reply) throw new Error(reply.problem);
  return reply.url;
}
