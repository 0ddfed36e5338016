// How the stories run: against the built app, in the browser that run.ts found. Three at a time: a third of a story is
// waiting, and each worker loads a host and a browser.

import { defineConfig } from '@playwright/test';
import { browserArguments, findBrowser } from './browser.ts';

/** Each story loads its page again and leaves it within seconds: what V8 optimizes for it saves less time than that takes. */
const withoutOptimizing = '--js-flags=--no-maglev --no-turbofan';

const desktopStories = /[\\/]desktop[^\\/]*\.spec\.ts$/;

export default defineConfig({
  testDir: '.',
  // Two runs in one checkout would clear each other's results; the second can use another folder.
  outputDir: process.env.MISFIRE_TEST_RESULTS ?? '../test-results',
  // Only a hanging story reaches these: a busy machine is not its fault.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  workers: 3,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // A retry would hide what the first run found.
  retries: 0,
  reporter: '../electron/launch/suite/story-report.ts',
  // Tracing each step costs a fifth of the time; `npm run e2e -- --trace on` enables it.
  use: { screenshot: 'only-on-failure' },
  projects: [
    {
      name: 'browser',
      testIgnore: desktopStories,
      use: {
        browserName: 'chromium',
        viewport: { width: 1360, height: 860 },
        // Only spinners move: up to sixty redraws a second that no story checks.
        contextOptions: { reducedMotion: 'reduce' },
        launchOptions: { executablePath: findBrowser() ?? undefined, args: [...browserArguments, withoutOptimizing] },
      },
    },
    // Skips itself without Electron or a display, and says so.
    { name: 'electron', testMatch: desktopStories },
  ],
});
