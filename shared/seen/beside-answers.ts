// Client behavior that does not depend on a response: a dead server, a changed list, timeouts, invalid arguments, and stdout lines that
// are not JSON. Data only, measured with the versions in each client's file.

import type { ClientId } from './parts/seen.ts';

export interface BesideAnswers {
  /** After the server exited: does the client restart it for the next call? If not, what does the model read? */
  afterDeath: { restarts: boolean; got: readonly string[] };
  /** What the model reads for the call during which the server died. */
  death: string;
  /** Whether a tool announced with `notifications/tools/list_changed` is offered in the same session. */
  rereadsList: boolean;
  /** What the model reads if it calls a missing tool. */
  noSuchTool: string;
  /** The timeout of a response, in seconds; `null`: longer than 75 s, the longest that was tried. */
  longestWaitS: number | null;
  /** Whether arguments are validated against the `inputSchema` before sending. */
  checksArguments: boolean;
  /** The effect of one stdout line that is not JSON. */
  noise: 'nothing' | 'the connection';
}

/** `<tool>` and `<server>` are the names in the call; `…` is a list or a reason that differs each time. */
export const besideAnswers: Readonly<Partial<Record<ClientId, BesideAnswers>>> = {
  'claude-code': {
    death: 'Connection closed',
    afterDeath: { restarts: true, got: [] },
    rereadsList: true,
    noSuchTool: '<tool_use_error>Error: No such tool available: mcp__<server>__<tool></tool_use_error>',
    longestWaitS: null,
    checksArguments: false,
    noise: 'nothing',
  },
  codex: {
    death: 'tool call error: tool call failed for `<server>/<tool>`\n\nCaused by:\n    Transport closed',
    afterDeath: {
      restarts: false,
      got: ['tool call error: tool call failed for `<server>/<tool>`\n\nCaused by:\n    Transport closed'],
    },
    rereadsList: false,
    noSuchTool: 'unsupported call: mcp__<server><tool>',
    longestWaitS: null,
    checksArguments: false,
    noise: 'nothing',
  },
  'gemini-cli': {
    death: 'MCP error -32000: Connection closed',
    afterDeath: { restarts: false, got: ['Not connected'] },
    rereadsList: true,
    noSuchTool: 'Tool "mcp_<server>_<tool>" not found. Did you mean one of: …',
    longestWaitS: null,
    checksArguments: true,
    noise: 'nothing',
  },
  opencode: {
    death: 'MCP error -32000: Connection closed',
    afterDeath: {
      restarts: false,
      got: [
        "The arguments provided to the tool are invalid: Model tried to call unavailable tool '<server>_<tool>'. Available tools: …",
      ],
    },
    rereadsList: true,
    noSuchTool:
      "The arguments provided to the tool are invalid: Model tried to call unavailable tool '<server>_<tool>'. Available tools: …",
    longestWaitS: 60,
    checksArguments: false,
    noise: 'nothing',
  },
  'copilot-cli': {
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
    longestWaitS: null,
    checksArguments: false,
    noise: 'nothing',
  },
  cline: {
    death: '{"error":"MCP process exited for \\"<server>\\" (code=…',
    afterDeath: { restarts: false, got: ['{"error":"MCP server \\"<server>\\" is not connected…'] },
    rereadsList: false,
    noSuchTool:
      '{"error":"Tool call <server>__<tool> was rejected before execution: AI_NoSuchToolError: Model tried to call unavailable tool …',
    longestWaitS: null,
    checksArguments: false,
    noise: 'the connection',
  },
};
