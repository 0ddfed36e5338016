// An app that takes in what watched clients said, in a process of its own so that it can be killed: the inspector without a door,
// as a window's page is there only once it is built. `recording-app.ts FOLDER` prints a line once it is open.

import { openInspector } from '../inspector.ts';

await openInspector({
  dataDir: process.argv[2] ?? '',
  version: '0',
  abilities: { openExternal: false, secureStorage: false },
  follow: true,
});
process.stdout.write('open\n');
setInterval(() => {}, 60_000);
