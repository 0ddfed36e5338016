// Property tests of `npm test` draw the same examples on every machine and in every run. A fresh seed in MISFIRE_SEED looks
// further, and what it finds becomes a case of its own beside the property.

import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.MISFIRE_SEED ?? 20261115) });
