// Claude Code.

import { passClaudeCode } from '../seen/rules/claude-code.ts';
import { ClaudeCodeReader, isClaudeCode, isClaudeCodeLine } from '../transcripts/readers/claude-code.ts';
import { ClaudeCodeLogReader, isClaudeCodeLog } from '../transcripts/readers/claude-code-log.ts';
import { claudeCodeHook, claudeCodeRecord, isClaudeCodeReport } from '../transcripts/reports/claude-code.ts';
import { type Base, defineClient, hookSeconds, matchedHook } from './client.ts';
import { initializedMessage, modernMeta, request } from './opening-messages.ts';

const folder: Base = { variable: 'CLAUDE_CONFIG_DIR', folder: '.claude' };
/** Its main file is in the home folder, unless the variable names another one. */
const aboveFolder: Base = { variable: 'CLAUDE_CONFIG_DIR', folder: '' };
const managed = {
  darwin: '/Library/Application Support/ClaudeCode',
  linux: '/etc/claude-code',
  win32: 'C:/Program Files/ClaudeCode',
} as const;
const policies = (at: string) => [`${at}/managed-settings.json`, `${at}/managed-settings.d/*`];
const logPath = [/^[^.]/, /^mcp-logs-(.+)$/, /\.jsonl$/];

const clientInfo = {
  name: 'claude-code',
  title: 'Claude Code',
  version: '2.1.326',
  description: "Anthropic's agentic coding tool",
  websiteUrl: 'https://claude.com/claude-code',
};
const capabilities = { roots: { listChanged: true }, elicitation: { form: {}, url: {} } };
const meta = modernMeta(clientInfo, capabilities);

export const claudeCode = defineClient({
  id: 'claude-code',
  name: 'Claude Code',
  opening: {
    version: '2.1.326',
    measured: '2026-11-18',
    probe: {
      message: request('server-discover-probe-1', 'server/discover', { _meta: meta }),
      steps: [
        ['prompts/list', 'resources/list', 'tools/list'].map((method, id) => request(id, method, { _meta: meta })),
      ],
      waitMs: 2_800,
      startsAgain: true,
      triesAgain: true,
    },
    steps: [
      [request(0, 'initialize', { protocolVersion: '2025-11-25', capabilities, clientInfo })],
      [initializedMessage, request(1, 'tools/list'), request(2, 'prompts/list'), request(3, 'resources/list')],
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
      leavesOut: ['a choice at the top of its input schema'],
      passesTo: { service: 'Anthropic', repairs: ['schema-top-combinator'] },
      prefix: (server) => `mcp__${server}__`,
      replaces: /[^a-zA-Z0-9_-]/g,
      longestName: { length: 128, longer: 'left out' },
    },
  },
  settings: {
    program: 'claude',
    checkedWith: '2.1.325',
    key: 'mcpServers',
    order: ['managed', 'local', 'project', 'user'],
    managedAlone: true,
    decides: 'approval',
    files: [
      { base: aboveFolder, path: '.claude.json', general: true, listsProjects: true, rereads: 'next session' },
      { on: 'darwin', base: 'machine', path: `${managed.darwin}/managed-mcp.json`, managed: true },
      { on: 'linux', base: 'machine', path: `${managed.linux}/managed-mcp.json`, managed: true },
      { on: 'win32', base: 'machine', path: `${managed.win32}/managed-mcp.json`, managed: true },
      { base: 'project', path: '.mcp.json', label: '.mcp.json' },
    ],
    policy: {
      files: { darwin: policies(managed.darwin), linux: policies(managed.linux), win32: policies(managed.win32) },
      has: /"allowedMcpServers"/,
    },
  },
  hooks: {
    fits: isClaudeCodeReport,
    read: claudeCodeHook,
    setUp: {
      base: folder,
      path: 'settings.json',
      fresh: {},
      items: (command) =>
        ['PostToolUse', 'PostToolUseFailure'].map((event) => ({
          event,
          item: matchedHook(command, 'mcp__.*', hookSeconds),
        })),
      off: { path: ['disableAllHooks'], value: true },
    },
  },
  telemetry: {
    settings: (url) => [
      'CLAUDE_CODE_ENABLE_TELEMETRY=1',
      'OTEL_LOGS_EXPORTER=otlp',
      'OTEL_EXPORTER_OTLP_PROTOCOL=http/json',
      `OTEL_EXPORTER_OTLP_ENDPOINT=${url}`,
      'OTEL_LOG_TOOL_DETAILS=1',
      'OTEL_LOGS_EXPORT_INTERVAL=1000',
    ],
    where: 'environment variables',
    required: 'OTEL_LOG_TOOL_DETAILS=1',
    readRecord: claudeCodeRecord,
  },
  transcripts: {
    places: [
      { base: folder, folder: 'projects', path: [/./, /\.jsonl$/], named: 0 },
      { base: folder, folder: 'projects', path: [/./, /./, /^subagents$/, /^agent-.*\.jsonl$/], named: 0 },
    ],
    fits: isClaudeCode,
    reader: () => new ClaudeCodeReader(),
    fitsPasted: isClaudeCodeLine,
  },
  logs: {
    places: [
      { on: 'darwin', base: 'library', folder: 'Caches/claude-cli-nodejs', path: logPath, named: 1 },
      { on: 'win32', base: 'localappdata', folder: 'claude-cli-nodejs/Cache', path: logPath, named: 1 },
      { on: 'linux', base: 'cache', folder: 'claude-cli-nodejs', path: logPath, named: 1 },
    ],
    fits: (_first, json) => json !== undefined && isClaudeCodeLog(json),
    reader: (server) => new ClaudeCodeLogReader(server),
  },
  callIdIn: 'claudecode/toolUseId',
  seen: {
    version: '2.1.326',
    basis: 'measured',
    pass: passClaudeCode,
    beside: {
      death: 'Connection closed',
      afterDeath: { restarts: true, got: [] },
      rereadsList: true,
      noSuchTool: '<tool_use_error>Error: No such tool available: mcp__<server>__<tool></tool_use_error>',
      noSuchToolKept: 'Error: No such tool available: <name>',
      longestWaitS: null,
      checksArguments: false,
      noise: 'nothing',
    },
  },
  limits: {
    start: { ms: 30_000, advice: 'For Claude Code, set MCP_TIMEOUT (milliseconds) to more.' },
    call: {
      ms: 100_000_000,
      advice: 'For Claude Code, raise MCP_TOOL_TIMEOUT, or timeout of this server (milliseconds).',
    },
  },
});
