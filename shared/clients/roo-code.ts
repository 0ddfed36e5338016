// Roo Code, an extension of VS Code.

import { passRooCode } from '../seen/rules/roo-code.ts';
import { defineClient, userFolders } from './client.ts';

export const rooCode = defineClient({
  id: 'roo-code',
  name: 'Roo Code',
  settings: {
    key: 'mcpServers',
    order: ['user'],
    off: { member: 'disabled', value: true },
    files: userFolders.map((place) => ({
      ...place,
      path: 'Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json',
    })),
  },
  seen: { version: 'source of 2026-04-14', basis: 'source', pass: passRooCode },
  // Its copy of Cline’s default.
  limits: { call: { ms: 60_000, advice: 'In Roo Code, raise timeout of this server (seconds).' } },
});
