// GitHub Copilot CLI.

import { passCopilotCli, withoutServerName } from '../seen/rules/copilot-cli.ts';
import { CopilotReader, isCopilotCli, isCopilotLine } from '../transcripts/readers/copilot-cli.ts';
import { copilotHook, copilotSpan, isCopilotReport } from '../transcripts/reports/copilot-cli.ts';
import { type Base, defineClient, hookSeconds } from './client.ts';

const folder: Base = { variable: 'COPILOT_HOME', folder: '.copilot' };

export const copilotCli = defineClient({
  id: 'copilot-cli',
  name: 'GitHub Copilot CLI',
  alsoKnownAs: ['github-copilot', 'GitHub Copilot', 'Copilot CLI'],
  opening: { requests: ['server/discover', 'initialize'], version: '2025-11-25' },
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
