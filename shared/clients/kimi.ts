// Kimi.

import { defineClient } from './client.ts';

export const kimi = defineClient({
  id: 'kimi',
  name: 'Kimi',
  settings: {
    key: 'mcpServers',
    files: [{ base: 'home', path: '.kimi/mcp.json' }],
  },
});
