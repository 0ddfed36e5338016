// How property tests draw their examples. `npm test` uses a few, the same ones on every machine and in every run. `npm run fuzz` sets
// MISFIRE_SEED and MISFIRE_RUNS: many examples from a new seed. Each failure it finds becomes a test case next to the property.

import fc from 'fast-check';

fc.configureGlobal({
  seed: Number(process.env.MISFIRE_SEED ?? 20261115),
  numRuns: Number(process.env.MISFIRE_RUNS ?? 30),
});
