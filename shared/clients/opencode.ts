// opencode. It has no hooks, and its OTLP names neither servers nor arguments.

import { passOpencode } from '../seen/rules/opencode.ts';
import { isOpencode, isOpencodePart, OpencodeReader } from '../transcripts/readers/opencode.ts';
import { defineClient, type SettingsFile } from './client.ts';
import { initializedMessage, request } from './opening-messages.ts';

const unavailable =
  "The arguments provided to the tool are invalid: Model tried to call unavailable tool '<server>_<tool>'. Available tools: …";

export const opencode = defineClient({
  id: 'opencode',
  name: 'opencode',
  opening: {
    version: '1.18.34',
    measured: '2026-11-18',
    steps: [
      [
        request(0, 'initialize', {
          protocolVersion: '2025-11-25',
          capabilities: { roots: {} },
          clientInfo: { name: 'opencode', version: '1.18.34' },
        }),
      ],
      [initializedMessage, request(1, 'tools/list')],
    ],
    needsInGreeting: ['protocolVersion', 'capabilities', 'serverInfo'],
    startMs: 30_000,
    tools: {
      refusesListOf: [
        'no name',
        'no input schema',
        'an input schema that is not of type object',
        'a description that is no text',
        'an annotation that is no boolean',
      ],
      prefix: (server) => `${server}_`,
      replaces: /[^a-zA-Z0-9_-]/g,
    },
  },
  settings: {
    program: 'opencode',
    checkedWith: '1.18.34',
    key: 'mcp',
    order: ['project', 'user'],
    off: { member: 'enabled', value: false },
    startLimit: { member: 'timeout', unitMs: 1 },
    entry: ({ command, args, env }) => ({
      type: 'local',
      command: [command, ...args],
      ...(env ? { environment: env } : {}),
      enabled: true,
    }),
    files: ['opencode.json', 'opencode.jsonc'].flatMap((file): SettingsFile[] => [
      { base: 'config', path: `opencode/${file}`, general: true },
      { base: 'project', path: file, general: true },
    ]),
  },
  transcripts: {
    places: [{ base: 'data', folder: 'opencode', path: [/^opencode\.db$/] }],
    fits: isOpencode,
    reader: () => new OpencodeReader(),
    fitsPasted: isOpencodePart,
  },
  seen: {
    version: '1.18.34',
    basis: 'measured',
    pass: passOpencode,
    beside: {
      death: 'MCP error -32000: Connection closed',
      afterDeath: { restarts: false, got: [unavailable] },
      rereadsList: true,
      noSuchTool: unavailable,
      longestWaitS: 60,
      checksArguments: false,
      noise: 'nothing',
    },
  },
  // Measured: a call of 75 s ended after 60 s. Its documentation names the member.
  limits: { call: { ms: 60_000, advice: 'In opencode, raise timeout of this server.' } },
});
