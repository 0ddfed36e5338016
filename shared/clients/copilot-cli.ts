// GitHub Copilot CLI.

import { passCopilotCli, withoutServerName } from '../seen/rules/copilot-cli.ts';
import { CopilotReader, isCopilotCli, isCopilotLine } from '../transcripts/readers/copilot-cli.ts';
import { copilotHook, copilotSpan, isCopilotReport } from '../transcripts/reports/copilot-cli.ts';
import { type Base, defineClient, hookSeconds } from './client.ts';
import { initializedMessage, modernMeta, request } from './opening-messages.ts';

const folder: Base = { variable: 'COPILOT_HOME', folder: '.copilot' };

const clientInfo = { name: 'copilot-cli', version: '1.0.102' };
const capabilities = { sampling: {}, elicitation: { form: {}, url: {} } };
const meta = modernMeta(clientInfo, capabilities);

export const copilotCli = defineClient({
  id: 'copilot-cli',
  name: 'GitHub Copilot CLI',
  alsoKnownAs: ['github-copilot', 'GitHub Copilot', 'Copilot CLI'],
  opening: {
    version: '1.0.102',
    measured: '2026-11-18',
    probe: {
      message: request(0, 'server/discover', { _meta: meta }),
      steps: [[request(1, 'tools/list', { _meta: { ...meta, progressToken: 0 } })]],
      waitMs: 8_900,
    },
    steps: [
      [request(1, 'initialize', { protocolVersion: '2025-11-25', capabilities, clientInfo })],
      [initializedMessage, request(2, 'tools/list', { _meta: { progressToken: 0 } })],
    ],
    environment: { without: /^(?:GITHUB_TOKEN|OPENAI_API_KEY|HTTPS?_PROXY)$/ },
    needsInGreeting: ['protocolVersion', 'capabilities', 'serverInfo'],
    alwaysAsksForTools: true,
    takesAnyVersion: true,
    startMs: 55_000,
    tools: {
      refusesListOf: [],
      prefix: (server) => `${server}-`,
      replaces: /[^a-zA-Z0-9_-]/g,
      longestName: { length: 64, longer: 'shortened' },
    },
  },
  settings: {
    name: 'GitHub Copilot',
    program: 'copilot',
    checkedWith: '1.0.102',
    key: 'mcpServers',
    order: ['user', 'project'],
    entry: (run) => ({ type: 'local', ...run, tools: ['*'] }),
    files: [
      { base: folder, path: 'mcp-config.json' },
      { base: 'project', path: '.github/mcp.json' },
    ],
  },
  hooks: {
    fits: isCopilotReport,
    read: copilotHook,
    // It names a tool `server-tool`, like tools of its own.
    serversIn: { base: folder, path: 'mcp-config.json', inProject: ['.mcp.json', '.github/mcp.json'] },
    setUp: {
      base: folder,
      // Each file in this folder counts, so Misfire has one of its own.
      path: 'hooks/misfire.json',
      fresh: { version: 1 },
      items: (command) =>
        ['postToolUse', 'postToolUseFailure'].map((event) => ({
          event,
          item: { type: 'command', bash: command, timeoutSec: hookSeconds },
        })),
    },
  },
  telemetry: {
    settings: (url) => [
      `OTEL_EXPORTER_OTLP_ENDPOINT=${url}`,
      'OTEL_EXPORTER_OTLP_PROTOCOL=http/json',
      'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true',
    ],
    where: 'environment variables',
    required: 'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true',
    readSpan: copilotSpan,
  },
  transcripts: {
    places: [{ base: folder, folder: 'session-state', path: [/^[^.]/, /^events\.jsonl$/] }],
    fits: isCopilotCli,
    reader: () => new CopilotReader('copilot-cli'),
    fitsPasted: isCopilotLine,
  },
  seen: {
    version: '1.0.102',
    basis: 'measured',
    pass: passCopilotCli,
    unwrap: withoutServerName,
    beside: {
      death: "MCP server '<server>': MCP request failed: MCP transport closed before the tool responded",
      // Which of them occurs depends on how soon the client notices.
      afterDeath: {
        restarts: false,
        got: [
          "MCP server '<server>': MCP request failed: Transport closed",
          '<server>-<tool> has no native execution backend: …',
          "Tool '<server>-<tool>' does not exist. …",
        ],
      },
      rereadsList: true,
      noSuchTool: "Tool '<server>-<tool>' does not exist. Available tools that can be called are …",
      noSuchToolKept: "Tool '<name>' does not exist.",
      longestWaitS: null,
      checksArguments: false,
      noise: 'nothing',
    },
  },
});
