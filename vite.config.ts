// Test settings. Building is in electron/launch/build.ts, which knows what the three programs are.
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { browserArguments, findBrowser, howToInstall } from './e2e/browser.ts';
import { nodeInPage } from './electron/launch/node-in-page.ts';

// Some hundred processes load the same sources: Node keeps them here without their types, and compiled.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules', '.cache', 'compiled');

/** As Node loads the programs. */
const loadedByNode = { viteModuleRunner: false, nodeLoader: false };

/** Those that count what their process holds or has started, or change its environment: another file's would count too. */
const wholeProcess = [
  'electron/features/doctor/stdio.test.ts',
  'electron/inspector/log/held-memory.test.ts',
  'electron/features/compare/samples.test.ts',
  'electron/inspector/reconnects.test.ts',
  'electron/inspector/session/limits.test.ts',
  'electron/inspector/session/session.test.ts',
];

/** As the app's own page is built: React's development build takes twice the time. */
const inPage = {
  define: { 'process.env.NODE_ENV': '"production"' },
  oxc: { jsx: { runtime: 'automatic' as const, development: false } },
  // All packages are known before the first test: one found later would reload the page.
  optimizeDeps: { entries: ['renderer/**/*.test.tsx'], include: ['react/jsx-runtime', 'react-dom'] },
  resolve: { alias: nodeInPage },
};

/** Components in a real browser: one page loads the window once and mounts a part of it per test (renderer/testing/). */
const components = (executablePath: string): TestProjectConfiguration => ({
  extends: true,
  ...inPage,
  test: {
    name: 'components',
    include: ['renderer/**/*.test.tsx'],
    setupFiles: [],
    isolate: false,
    // Each page loads the window again, which takes as long as fifty tests.
    fileParallelism: false,
    // After the others: vitest runs projects with different numbers of workers one after the other.
    sequence: { groupOrder: 1 },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      // A safety bound like the others below: on a busy machine the page alone takes over a minute to load.
      connectTimeout: 180_000,
      // Part of a name or text is enough, as in stories.
      locators: { exact: false },
      viewport: { width: 1440, height: 900 },
      provider: playwright({
        launchOptions: { executablePath, args: browserArguments },
      }),
      instances: [{ browser: 'chromium' }],
    },
    // Nothing in a page takes long, so a failure may be reported soon.
    testTimeout: 90_000,
    expect: { poll: { timeout: 30_000 } },
  },
});

const browser = findBrowser();
if (browser === null) console.error(`No component tests: there is no browser.\n${howToInstall}`);

export default defineConfig({
  test: {
    environment: 'node',
    setupFiles: ['electron/launch/testing/fixed-seeds.ts'],
    // Tests of memory collect garbage before they count what is held.
    execArgv: ['--expose-gc'],
    // A second try would hide what the first one found.
    retry: 0,
    // Half of their time they wait for processes and sockets: twice as many as there are cores keep those busy.
    maxWorkers: availableParallelism() * 2,
    // Safety bounds, not measures: real processes take their time on a busy machine. A test that needs no more says nothing.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    teardownTimeout: 180_000,
    expect: { poll: { timeout: 90_000 } },
    projects: [
      {
        extends: true,
        // First, because some of them wait for seconds: last, they would wait alone.
        test: {
          name: 'whole process',
          include: wholeProcess,
          experimental: loadedByNode,
        },
      },
      {
        extends: true,
        // Functions of the window. Vite loads them, because some import files with markup, which Node cannot load.
        test: { name: 'window', include: ['renderer/**/*.test.ts'], isolate: false },
      },
      ...(browser === null ? [] : [components(browser)]),
      {
        extends: true,
        // Pure code, the programs and what they start: each test closes what it opened, so a process loads all once and runs many files.
        test: {
          name: 'app',
          include: ['{shared,electron,bench}/**/*.test.ts'],
          exclude: wholeProcess,
          isolate: false,
          experimental: loadedByNode,
        },
      },
    ],
  },
});
