// Prints what the dialects cover: `npm run -s dialects`.

import { coverageTable } from '../shared/coverage/dialect-coverage.ts';
import { builtInDialects } from '../shared/dialects/built-in.ts';

// A reader that stops early, such as `| head`, is not an error.
process.stdout.on('error', () => process.exit(0));
process.stdout.write(coverageTable(builtInDialects));
