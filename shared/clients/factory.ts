// Factory.

import { defineClient } from './client.ts';

export const factory = defineClient({
  id: 'factory',
  name: 'Factory',
  settings: {
    key: 'mcpServers',
    files: [{ base: 'home', path: '.factory/mcp.json' }],
  },
});
