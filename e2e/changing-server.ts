// A server whose tools are in a file, named by its first argument: what it offers changes from one start to the next.

import { readFileSync } from 'node:fs';
import { serveStory } from './story-server.ts';

const [file = ''] = process.argv.slice(2);

serveStory('ledger', {
  'tools/list': () => ({ result: { tools: JSON.parse(readFileSync(file, 'utf8')) } }),
});
