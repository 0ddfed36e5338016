// Windsurf: the editor, and its plugin for JetBrains.

import { defineClient } from './client.ts';

export const windsurf = defineClient({
  id: 'windsurf',
  name: 'Windsurf',
  settings: {
    key: 'mcpServers',
    order: ['user'],
    off: { member: 'disabled', value: true },
    files: [
      { base: 'home', path: '.codeium/windsurf/mcp_config.json' },
      { base: 'home', path: '.codeium/mcp_config.json', part: 'JetBrains' },
    ],
  },
});
