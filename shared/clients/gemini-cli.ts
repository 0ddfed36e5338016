// Gemini CLI.

import { passGeminiCli, withoutGeminiWords } from '../seen/rules/gemini-cli.ts';
import { GeminiReader, isGemini, isGeminiLine } from '../transcripts/readers/gemini-cli.ts';
import { geminiHook, geminiRecord, isGeminiReport } from '../transcripts/reports/gemini-cli.ts';
import { defineClient, hookSeconds, matchedHook } from './client.ts';
import { initializedMessage, request } from './opening-messages.ts';

const managed = { base: 'machine', general: true, managed: true } as const;

export const geminiCli = defineClient({
  id: 'gemini-cli',
  name: 'Gemini CLI',
  alsoKnownAs: ['gemini-cli-mcp-client'],
  opening: {
    version: '0.61.0',
    measured: '2026-11-18',
    steps: [
      [
        request(0, 'initialize', {
          protocolVersion: '2025-06-18',
          capabilities: { roots: { listChanged: true } },
          clientInfo: { name: 'gemini-cli-mcp-client', version: '0.61.0' },
        }),
      ],
      [initializedMessage, request(1, 'prompts/list', {})],
      [request(2, 'tools/list', {})],
      [request(3, 'resources/list', {})],
    ],
    environment: { without: /TOKEN|SECRET|PASSWORD|PASSWD|KEY|AUTH|CREDENTIAL|CREDS|PRIVATE|CERT|^DATABASE_URL$/i },
    needsInGreeting: ['protocolVersion', 'capabilities', 'serverInfo'],
    needsLists: ['prompts/list', 'resources/list'],
    tools: {
      refusesListOf: [
        'no name',
        'no input schema',
        'an input schema that is not of type object',
        'a description that is no text',
        'an annotation that is no boolean',
        'an output schema that is not of type object',
      ],
      passesTo: { service: 'Google', repairs: [] },
      firstPageOnly: true,
      prefix: (server) => `mcp_${server}_`,
      replaces: /[^a-zA-Z0-9_.:-]/g,
      longestName: { length: 63, longer: 'shortened' },
    },
  },
  settings: {
    program: 'gemini',
    checkedWith: '0.61.0',
    key: 'mcpServers',
    order: ['managed', 'project', 'user'],
    decides: 'lists',
    address: { isOld: 'url' },
    files: [
      { base: 'home', path: '.gemini/settings.json', general: true },
      { base: 'project', path: '.gemini/settings.json', general: true },
      { ...managed, on: 'linux', path: '/etc/gemini-cli/settings.json' },
      { ...managed, on: 'darwin', path: '/Library/Application Support/GeminiCli/settings.json' },
      { ...managed, on: 'win32', path: 'C:/ProgramData/gemini-cli/settings.json' },
    ],
  },
  hooks: {
    fits: isGeminiReport,
    read: geminiHook,
    setUp: {
      base: { folder: '.gemini' },
      path: 'settings.json',
      fresh: {},
      // In milliseconds.
      items: (command) => [{ event: 'AfterTool', item: matchedHook(command, 'mcp_.*', hookSeconds * 1000) }],
      off: { path: ['hooksConfig', 'enabled'], value: false },
    },
  },
  telemetry: {
    settings: (url) => [
      'GEMINI_TELEMETRY_ENABLED=true',
      'GEMINI_TELEMETRY_TARGET=local',
      'GEMINI_TELEMETRY_OTLP_PROTOCOL=http',
      `GEMINI_TELEMETRY_OTLP_ENDPOINT=${url}`,
      'GEMINI_TELEMETRY_LOG_PROMPTS=true',
    ],
    where: 'environment variables',
    required: 'GEMINI_TELEMETRY_LOG_PROMPTS=true',
    readRecord: geminiRecord,
  },
  transcripts: {
    places: [{ base: 'home', folder: '.gemini/tmp', path: [/^[^.]/, /^chats$/, /^session-.*\.jsonl$/], named: 0 }],
    fits: isGemini,
    reader: () => new GeminiReader(),
    fitsPasted: isGeminiLine,
  },
  seen: {
    version: '0.61.0',
    basis: 'measured',
    pass: passGeminiCli,
    unwrap: withoutGeminiWords,
    beside: {
      death: 'MCP error -32000: Connection closed',
      afterDeath: { restarts: false, got: ['Not connected'] },
      rereadsList: true,
      noSuchTool: 'Tool "mcp_<server>_<tool>" not found. Did you mean one of: …',
      longestWaitS: null,
      checksArguments: true,
      noise: 'nothing',
    },
  },
  // google-gemini/gemini-cli, `MCP_DEFAULT_TIMEOUT_MSEC`.
  limits: { call: { ms: 600_000, advice: 'In Gemini CLI, raise timeout of this server (milliseconds).' } },
});
