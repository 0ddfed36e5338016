// Kiro.

import { defineClient } from './client.ts';

export const kiro = defineClient({
  id: 'kiro',
  name: 'Kiro',
  settings: {
    key: 'mcpServers',
    order: ['user'],
    off: { member: 'disabled', value: true },
    files: [{ base: 'home', path: '.kiro/settings/mcp.json' }],
  },
});
