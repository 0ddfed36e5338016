// Test settings. Building is in electron/launch/build.ts, which knows what the three programs are.
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// Some hundred processes load the same sources: Node keeps them here without their types, and compiled.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules', '.cache', 'compiled');

export default defineConfig({
  test: {
    environment: 'node',
    setupFiles: ['fixed-seeds.ts'],
    // A second try would hide what the first one found.
    retry: 0,
    // Half of their time they wait for processes and sockets: twice as many as there are cores keep those busy.
    maxWorkers: availableParallelism() * 2,
    // Safety bounds, not measures: real processes take their time on a busy machine. A test that needs no more says nothing.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 45_000 } },
    projects: [
      {
        extends: true,
        // Pure code: nothing of a test stays behind, so one process loads it once and runs them all.
        test: { name: 'pure', include: ['shared/**/*.test.ts', 'renderer/**/*.test.{ts,tsx}'], isolate: false },
      },
      {
        extends: true,
        // Real processes, sockets and signals: each file in a process of its own, which Node loads as it loads the programs.
        test: {
          name: 'programs',
          include: ['electron/**/*.test.ts'],
          experimental: { viteModuleRunner: false, nodeLoader: false },
        },
      },
    ],
  },
});
