// Test settings. Building is in electron/launch/build.ts, which knows what the three programs are.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['shared/**/*.test.ts', 'electron/**/*.test.ts', 'renderer/**/*.test.{ts,tsx}'],
    environment: 'node',
    setupFiles: ['fixed-seeds.ts'],
    // A second try would hide what the first one found.
    retry: 0,
    // Most of them wait for processes and sockets, so a core more than is left over does not hurt.
    maxWorkers: '100%',
    testTimeout: 20_000,
    hookTimeout: 20_000,
    // A safety bound, not a measure: real processes take their time on a busy machine.
    expect: { poll: { timeout: 15_000 } },
  },
});
