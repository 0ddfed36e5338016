// Prints what the dialects cover: `npm run -s dialects`.

import { builtInDialects } from '../shared/dialects/built-in.ts';
import { coverageTable } from '../shared/dialects/coverage.ts';

// A reader that stops early, as `| head` does, is no error.
process.stdout.on('error', () => process.exit(0));
process.stdout.write(coverageTable(builtInDialects));
