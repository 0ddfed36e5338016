// What a story gets: the app on its own data folder, in the worker's host, and the worker's page.

import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { test as base } from '@playwright/test';
import { ReusedPage } from './reused-page.ts';
import { playTour, type RunningApp, startApp } from './warm-app.ts';

interface Given {
  /** A folder that is removed after the story. */
  data: string;
  /** The story's own app, without servers. */
  app: RunningApp;
  /** The story's own app, with the samples and everything their tour recorded. */
  touredApp: RunningApp;
}

interface GivenToAll {
  reusedPage: ReusedPage;
  /** A data folder after the tour. One worker makes it for all, because a tour takes a quarter of a minute. */
  touredData: string;
}

const newFolder = () => mkdtemp(join(tmpdir(), 'misfire-e2e-'));

/** The folder gets its name when the tour is complete. */
async function recordTour(folder: string): Promise<void> {
  const draft = `${folder}.draft`;
  await rm(draft, { recursive: true, force: true });
  await playTour(draft);
  await rename(draft, folder);
}

export const test = base.extend<Given, GivenToAll>({
  reusedPage: [
    async ({ browser }, use) => {
      const page = new ReusedPage(browser);
      await use(page);
      await page.close();
    },
    { scope: 'worker' },
  ],
  context: async ({ reusedPage, viewport, permissions }, use, info) => {
    await use(await reusedPage.open({ viewport, permissions: permissions ?? [] }));
    await reusedPage.reset(info.status === info.expectedStatus);
  },
  page: async ({ context }, use) => {
    const [page] = context.pages();
    if (!page) throw new Error('The reused context has no page.');
    await use(page);
  },
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
    async ({ browserName: _ }, use) => {
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
          await recordTour(folder).catch(async (problem: unknown) => {
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
export { program, startProcess } from './app-process.ts';
export { type RunningApp, startApp } from './warm-app.ts';
