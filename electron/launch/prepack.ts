// Before `npm pack`: whoever packs gets a build of the sources as they are. A build that is there already is not replaced, as tests may be running it.

import { ensureBuilt } from './ensure-built.ts';

await ensureBuilt();
