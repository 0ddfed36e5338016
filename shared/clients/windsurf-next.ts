// Windsurf Next.

import { defineClient } from './client.ts';

export const windsurfNext = defineClient({
  id: 'windsurf-next',
  name: 'Windsurf Next',
  settings: {
    key: 'mcpServers',
    files: [{ base: 'home', path: '.codeium/windsurf-next/mcp_config.json' }],
  },
});
