// LM Studio.

import { defineClient } from './client.ts';

export const lmStudio = defineClient({
  id: 'lm-studio',
  name: 'LM Studio',
  settings: {
    key: 'mcpServers',
    order: ['user'],
    files: [
      { base: 'home', path: '.lmstudio/mcp.json' },
      { base: 'home', path: '.cache/lm-studio/mcp.json' },
    ],
  },
});
