// Starts the real app for a story: the built program on a free port with its own data folder, ended with the story.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { type Browser, test as base } from '@playwright/test';
import { projectRoot } from './desktop.ts';
import { skipTour, tourOver, trySamples } from './page.ts';

export const program = join(projectRoot, 'dist', 'node', 'cli.js');

export interface RunningApp {
  /** Carries the key. */
  url: string;
  /** The location of its log; pass it to another start to continue from there. */
  data: string;
  process: ChildProcess;
  /** Its stderr so far. */
  messages(): string;
  /** Ends it and resolves with how it ended. */
  stop(signal?: NodeJS.Signals): Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

export interface StartOptions {
  data: string;
  env?: Record<string, string>;
}

/** Starts the app and waits for its URL. The caller ends it. */
export async function startApp({ data, env }: StartOptions): Promise<RunningApp> {
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
    process: child,
    messages: () => messages,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      const [code, by] = await exited;
      return { code, signal: by };
    },
  };
}

interface Given {
  /** A folder that is removed after the story. */
  data: string;
  /** The story's own app, without servers. */
  app: RunningApp;
  /** The story's own app, with the samples and everything their tour recorded. */
  touredApp: RunningApp;
}

interface GivenToAll {
  /** A data folder after the tour. One worker makes it for all, because a tour takes a quarter of a minute. */
  touredData: string;
}

const newFolder = () => mkdtemp(join(tmpdir(), 'misfire-e2e-'));

/** The folder gets its name when the tour is complete. */
async function recordTour(browser: Browser, folder: string): Promise<void> {
  const draft = `${folder}.draft`;
  await rm(draft, { recursive: true, force: true });
  const app = await startApp({ data: draft });
  const page = await browser.newPage();
  await skipTour(page);
  await page.goto(app.url);
  await trySamples(page);
  await tourOver(page);
  await page.close();
  await app.stop();
  await rename(draft, folder);
}

export const test = base.extend<Given, GivenToAll>({
  data: async ({ browserName: _ }, use) => {
    const folder = await newFolder();
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
  app: async ({ data }, use) => {
    const app = await startApp({ data });
    await use(app);
    await app.stop();
  },
  touredData: [
    async ({ browser }, use) => {
      const shared = process.env.MISFIRE_TOUR ?? (await newFolder());
      const folder = join(shared, 'toured');
      const begun = join(shared, 'begun');
      while (!existsSync(folder)) {
        const isMine = await mkdir(begun).then(
          () => true,
          () => false,
        );
        if (!isMine) await wait(200);
        else
          await recordTour(browser, folder).catch(async (problem: unknown) => {
            // Another worker tries again: otherwise all would wait for a tour that no worker plays.
            await rm(begun, { recursive: true });
            throw problem;
          });
      }
      await use(folder);
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  touredApp: async ({ data, touredData }, use) => {
    await cp(touredData, data, { recursive: true });
    const app = await startApp({ data });
    await use(app);
    await app.stop();
  },
});

export { expect } from '@playwright/test';
