// Runs before `npm pack`, so that every package has a build of the current sources. An existing build is not replaced, because tests may be
// running it.

import { ensureBuilt } from './ensure-built.ts';

await ensureBuilt();
