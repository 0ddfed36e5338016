// Prints what the dialects cover: `npm run -s dialects`.

import { builtInDialects } from '../shared/dialects/built-in.ts';
import { coverageTable } from './coverage/dialect-coverage.ts';

// A reader that stops early, such as `| head`, is not an error.
process.stdout.on('error', () => process.exit(0));
process.stdout.write(coverageTable(builtInDialects));
