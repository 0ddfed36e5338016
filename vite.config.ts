// Test settings. Building is in electron/launch/build.ts, which knows what the three programs are.
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// Some hundred processes load the same sources: Node keeps them here without their types, and compiled.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules', '.cache', 'compiled');

/** As Node loads the programs. */
const loadedByNode = { viteModuleRunner: false, nodeLoader: false };

/** Those that count what their process holds or has started, or change its environment: another file's would count too. */
const wholeProcess = [
  'electron/inspector/doctor/stdio.test.ts',
  'electron/inspector/log/held-memory.test.ts',
  'electron/inspector/probe/samples.test.ts',
  'electron/inspector/reconnects.test.ts',
  'electron/inspector/session/limits.test.ts',
  'electron/inspector/session/session.test.ts',
];

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
    expect: { poll: { timeout: 90_000 } },
    projects: [
      {
        extends: true,
        // Pure code: nothing of a test stays behind, so one process loads it once and runs them all.
        test: {
          name: 'pure',
          include: ['shared/**/*.test.ts', 'renderer/**/*.test.{ts,tsx}', 'bench/**/*.test.ts'],
          isolate: false,
        },
      },
      {
        extends: true,
        // The programs and what they start: each test closes what it opened, so a process loads them once and runs many files.
        test: {
          name: 'app',
          include: ['electron/**/*.test.ts'],
          exclude: wholeProcess,
          isolate: false,
          experimental: loadedByNode,
        },
      },
      {
        extends: true,
        test: {
          name: 'whole process',
          include: wholeProcess,
          experimental: loadedByNode,
        },
      },
    ],
  },
});
