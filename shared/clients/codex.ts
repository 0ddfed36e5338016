// Codex. Of all clients, only its transcripts have both sides: what the server said, and what the model got.

import { passCodex, withoutWallTime } from '../seen/rules/codex.ts';
import { CodexReader, isCodex, isCodexLine } from '../transcripts/readers/codex.ts';
import { codexHook, codexRecord, isCodexReport } from '../transcripts/reports/codex.ts';
import { type Base, defineClient } from './client.ts';
import { initializedMessage, request } from './opening-messages.ts';

const folder: Base = { variable: 'CODEX_HOME', folder: '.codex' };
const closed = 'tool call error: tool call failed for `<server>/<tool>`\n\nCaused by:\n    Transport closed';

export const codex = defineClient({
  id: 'codex',
  name: 'Codex',
  alsoKnownAs: ['codex-mcp-client'],
  opening: {
    version: '0.169.0',
    measured: '2026-11-18',
    steps: [
      [
        request(0, 'initialize', {
          protocolVersion: '2025-06-18',
          capabilities: { experimental: { 'codex/auth-change': {} }, elicitation: { form: {}, url: {} } },
          clientInfo: { name: 'codex-mcp-client', title: 'Codex', version: '0.169.0' },
        }),
      ],
      [initializedMessage, request(1, 'tools/list', { _meta: { progressToken: 0 } })],
    ],
    environment: {
      only: [
        'HOME',
        'LANG',
        'LC_ALL',
        'LOGNAME',
        'PATH',
        'SHELL',
        'TERM',
        'TMPDIR',
        'TZ',
        'USER',
        '__CF_USER_TEXT_ENCODING',
      ],
    },
    needsInGreeting: ['protocolVersion', 'capabilities', 'serverInfo'],
    alwaysAsksForTools: true,
    takesAnyVersion: true,
    startMs: 30_000,
    tools: {
      refusesListOf: ['no name', 'no input schema', 'an annotation that is no boolean'],
      leavesOut: ['a property without a schema'],
      passesTo: {
        service: 'OpenAI',
        repairs: [
          'input-schema-type',
          'schema-exclusive-bound',
          'schema-pattern',
          'schema-pattern-lookaround',
          'schema-items',
          'schema-default',
        ],
      },
      prefix: (server) => `mcp__${server}__`,
      replaces: /[^a-zA-Z0-9_]/g,
      longestName: { length: 128, longer: 'shortened' },
    },
  },
  settings: {
    program: 'codex',
    checkedWith: '0.166.0',
    format: 'toml',
    key: 'mcp_servers',
    order: ['project', 'user'],
    off: { member: 'enabled', value: false },
    decides: 'trust',
    startLimit: { member: 'startup_timeout_sec', unitMs: 1000 },
    files: [
      { base: folder, path: 'config.toml', general: true, rereads: 'next session' },
      { base: 'project', path: '.codex/config.toml', general: true },
    ],
  },
  // It runs no hook after a failed call, so Misfire does not set one up.
  hooks: { fits: isCodexReport, read: codexHook },
  telemetry: {
    settings: (url) => ['[otel]', `exporter = { otlp-http = { endpoint = "${url}/v1/logs", protocol = "json" } }`],
    where: 'in ~/.codex/config.toml',
    required: 'the settings above',
    readRecord: codexRecord,
  },
  transcripts: {
    places: [{ base: folder, folder: 'sessions', path: [/^\d+$/, /^\d+$/, /^\d+$/, /^rollout-.*\.jsonl$/] }],
    fits: isCodex,
    reader: () => new CodexReader(),
    fitsPasted: isCodexLine,
  },
  callIdIn: 'callId',
  seen: {
    version: '0.169.0',
    basis: 'measured',
    pass: passCodex,
    unwrap: withoutWallTime,
    beside: {
      death: closed,
      afterDeath: { restarts: false, got: [closed] },
      rereadsList: false,
      noSuchTool: 'unsupported call: mcp__<server><tool>',
      longestWaitS: null,
      checksArguments: false,
      noise: 'nothing',
    },
  },
  // `DEFAULT_STARTUP_TIMEOUT` and `DEFAULT_TOOL_TIMEOUT` in codex-rs/codex-mcp/src/rmcp_client.rs.
  limits: {
    start: { ms: 30_000, advice: 'In Codex, raise startup_timeout_sec of this server.' },
    call: { ms: 300_000, advice: 'In Codex, raise tool_timeout_sec of this server.' },
  },
});
