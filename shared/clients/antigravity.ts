// Antigravity.

import { defineClient } from './client.ts';

export const antigravity = defineClient({
  id: 'antigravity',
  name: 'Antigravity',
  settings: {
    key: 'mcpServers',
    order: ['user'],
    off: { member: 'disabled', value: true },
    files: [{ base: 'home', path: '.gemini/antigravity/mcp_config.json' }],
  },
});
