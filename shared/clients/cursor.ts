// Cursor.

import { defineClient } from './client.ts';

export const cursor = defineClient({
  id: 'cursor',
  name: 'Cursor',
  settings: {
    key: 'mcpServers',
    order: ['project', 'user'],
    files: [
      { base: 'home', path: '.cursor/mcp.json', rereads: 'at once' },
      { base: 'project', path: '.cursor/mcp.json' },
    ],
  },
  limits: { toolName: 60 },
});
