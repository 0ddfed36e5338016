// Continue.

import { defineClient } from './client.ts';

export const continueDev = defineClient({
  id: 'continue',
  name: 'Continue',
  settings: {
    key: 'mcpServers',
    format: 'yaml',
    files: [{ base: 'home', path: '.continue/config.yaml', general: true }],
  },
});
