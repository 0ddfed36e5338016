// Claude Desktop.

import { ClaudeDesktopLogReader, isClaudeDesktopLog } from '../transcripts/readers/claude-desktop-log.ts';
import { defineClient, type TranscriptPlace, userFolders } from './client.ts';

/** Installed from the Microsoft Store, its files are elsewhere. */
const storeFolder = 'Packages/Claude_pzs8sxrjxfjjc/LocalCache/Roaming/Claude';

const logsIn = (place: Pick<TranscriptPlace, 'on' | 'base' | 'folder'>): TranscriptPlace[] => [
  { ...place, path: [/^mcp-server-(.+)\.log$/], named: 0 },
  { ...place, path: [/^mcp\.log$/] },
];

export const claudeDesktop = defineClient({
  id: 'claude-desktop',
  name: 'Claude Desktop',
  settings: {
    key: 'mcpServers',
    order: ['user'],
    heldBy: { darwin: ['Claude'], win32: ['Claude.exe'], linux: ['claude-desktop', 'claude-nativeho'] },
    files: [
      ...userFolders.map((place) => ({ ...place, path: 'Claude/claude_desktop_config.json' })),
      { on: 'win32', base: 'localappdata', path: `${storeFolder}/claude_desktop_config.json` },
    ],
  },
  logs: {
    // On Windows it has moved several times, and old folders stay.
    places: [
      ...logsIn({ on: 'darwin', base: 'library', folder: 'Logs/Claude' }),
      ...logsIn({ on: 'linux', base: 'config', folder: 'Claude/logs' }),
      ...logsIn({ on: 'win32', base: 'appdata', folder: 'Claude/logs' }),
      ...logsIn({ on: 'win32', base: 'localappdata', folder: `${storeFolder}/logs` }),
      ...logsIn({ on: 'win32', base: 'localappdata', folder: 'Claude/Logs' }),
    ],
    fits: (first, json) => json === undefined && isClaudeDesktopLog(first),
    reader: (server) => new ClaudeDesktopLogReader(server),
  },
  // The TypeScript SDK's `DEFAULT_REQUEST_TIMEOUT_MSEC`, which also limits the handshake unless a client sets another.
  // Calls too: anthropics/claude-code#22542.
  limits: { start: { ms: 60_000, advice: '' }, call: { ms: 60_000, advice: '' } },
  noise: {
    does: 'shows “Unexpected token … is not valid JSON” and usually goes on; some versions disconnect',
    source: 'czlonkowski/n8n-mcp#376, run-llama/mcp-server-llamacloud#5',
  },
});
