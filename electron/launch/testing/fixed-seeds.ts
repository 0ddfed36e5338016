// Property tests of `npm test` use the same examples on every machine and in every run. A new seed in MISFIRE_SEED explores further; each
// failure it finds becomes a test case next to the property.

import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.MISFIRE_SEED ?? 20261115) });
