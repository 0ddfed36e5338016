// An app that takes in what watched clients said, in a process of its own so that it can be killed: the inspector without a door,
// as a window's page is there only once it is built. `recording-app.ts FOLDER` prints a line once it is open.

import { openFollowing } from './open-following.ts';

await openFollowing(process.argv[2] ?? '');
process.stdout.write('open\n');
setInterval(() => {}, 60_000);
