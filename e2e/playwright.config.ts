// How the stories run: against the built app, in the browser that run.ts found, four at a time: half of a story is waiting.

import { defineConfig } from '@playwright/test';
import { browserArguments, findBrowser } from './browser.ts';

const desktopStories = /[\\/]desktop[^\\/]*\.spec\.ts$/;

export default defineConfig({
  testDir: '.',
  // Two runs in one checkout would clear each other's results; the second can be given a place of its own.
  outputDir: process.env.MISFIRE_TEST_RESULTS ?? '../test-results',
  // Only what hangs reaches these: a busy machine is no fault of a story.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  workers: 4,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // A second try would hide what the first one found.
  retries: 0,
  reporter: [['list']],
  // A trace of each step costs a fifth of the time; `npm run e2e -- --trace on` makes one where it is wanted.
  use: { screenshot: 'only-on-failure' },
  projects: [
    {
      name: 'browser',
      testIgnore: desktopStories,
      use: {
        browserName: 'chromium',
        viewport: { width: 1360, height: 860 },
        // All that moves is wheels that turn while something works: up to sixty drawings a second that no story looks at.
        contextOptions: { reducedMotion: 'reduce' },
        launchOptions: { executablePath: findBrowser() ?? undefined, args: browserArguments },
      },
    },
    // Skips itself where there is no Electron or no display, and says so.
    { name: 'electron', testMatch: desktopStories },
  ],
});
