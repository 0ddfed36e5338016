// Cline: its CLI, and its extension of VS Code.

import { passCline } from '../seen/rules/cline.ts';
import { ClineReader, isCline } from '../transcripts/readers/cline.ts';
import { defineClient, userFolders } from './client.ts';
import { initializedMessage, request } from './opening-messages.ts';

export const cline = defineClient({
  id: 'cline',
  name: 'Cline CLI',
  alsoKnownAs: ['Cline', '@cline/core'],
  opening: {
    version: '3.0.65',
    measured: '2026-11-18',
    steps: [
      [
        request(1, 'initialize', {
          protocolVersion: '2024-11-05',
          capabilities: {},
          clientInfo: { name: '@cline/core', version: '0.0.0' },
        }),
      ],
      [initializedMessage, request(2, 'tools/list')],
    ],
    failsOnNoise: true,
    needsInGreeting: [],
    alwaysAsksForTools: true,
    takesAnyVersion: true,
    // 1.5 s were soon enough, and 2 s were not. It then starts the server again with another framing, which fails too.
    startMs: 1_900,
    tools: {
      refusesListOf: [],
      leavesOut: ['no name', 'no input schema'],
      firstPageOnly: true,
      prefix: (server) => `${server}__`,
      replaces: /[^a-zA-Z0-9_-]/g,
      longestName: { length: 64, longer: 'shortened' },
    },
  },
  settings: {
    name: 'Cline',
    program: 'cline',
    key: 'mcpServers',
    order: ['user'],
    off: { member: 'disabled', value: true },
    address: { isOld: 'always' },
    files: [
      { base: 'home', path: '.cline/data/settings/cline_mcp_settings.json', rereads: 'at once' },
      { base: 'home', path: '.cline/mcp.json', rereads: 'at once' },
      ...userFolders.map(
        (place) =>
          ({
            ...place,
            path: 'Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json',
            part: 'VS Code',
            rereads: 'at once',
          }) as const,
      ),
    ],
  },
  transcripts: {
    places: [{ base: 'home', folder: '.cline/data/sessions', path: [/./, /\.messages\.json$/] }],
    fits: isCline,
    reader: () => new ClineReader(),
  },
  seen: {
    version: '3.0.65',
    basis: 'measured',
    pass: passCline,
    beside: {
      death: '{"error":"MCP process exited for \\"<server>\\" (code=…',
      afterDeath: { restarts: false, got: ['{"error":"MCP server \\"<server>\\" is not connected…'] },
      rereadsList: false,
      noSuchTool:
        '{"error":"Tool call <server>__<tool> was rejected before execution: AI_NoSuchToolError: Model tried to call unavailable tool …',
      longestWaitS: null,
      checksArguments: false,
      noise: 'the connection',
    },
  },
  // `DEFAULT_MCP_TIMEOUT_SECONDS` in its shared package.
  limits: { call: { ms: 60_000, advice: 'In Cline, raise timeout of this server (seconds).' } },
});
