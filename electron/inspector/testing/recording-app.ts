// An app that imports the traffic of watched clients, in a separate process so that it can be killed. It has no host, because a window's
// page exists only after a build. `recording-app.ts FOLDER` prints a line once it is open.

import { openFollowing } from './open-following.ts';

await openFollowing(process.argv[2] ?? '');
process.stdout.write('open\n');
setInterval(() => {}, 60_000);
