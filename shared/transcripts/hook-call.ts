// A call as a client's hook reports it, right after its model got the result: Claude Code's PostToolUse and PostToolUseFailure, Gemini
// CLI's AfterTool, Copilot CLI's postToolUse and postToolUseFailure, and Codex's PostToolUse. Prompts, folders and the path of the
// transcript are left out.

import { isObject, type Json, type JsonObject, member } from '../json/json.ts';
import type { Got } from '../seen/parts/seen.ts';
import { numberOf, splitName, text, timeOf } from './parts/reader.ts';
import type { SeenCall } from './parts/seen-call.ts';

/** Gemini CLI cuts a longer result after its hooks, so the hook does not have what the model got. */
const geminiLongest = 40_000;

/** `servers`: those of Copilot CLI, which joins server and tool to one name. null: it is no report about a call to an MCP server. */
export function hookCall(report: Json, at: number, servers: readonly string[] = []): SeenCall | null {
  const event = text(member(report, 'hook_event_name'));
  if (event === 'AfterTool') return geminiCall(report, at);
  if (event === 'PostToolUse' && member(report, 'turn_id') !== undefined) return codexCall(report, at);
  if (event === 'PostToolUse' || event === 'PostToolUseFailure') return claudeCall(report, at, event);
  return event === '' && member(report, 'toolName') !== undefined ? copilotCall(report, at, servers) : null;
}

/** Which client's settings name the servers of this report; '' if it names its server itself. */
export const serversAreIn = (report: Json): 'copilot-cli' | '' =>
  member(report, 'hook_event_name') === undefined && typeof member(report, 'toolName') === 'string'
    ? 'copilot-cli'
    : '';

function claudeCall(report: Json, at: number, event: string): SeenCall | null {
  const name = text(member(report, 'tool_name'));
  const given = text(member(member(report, 'mcp_server'), 'name'));
  // The name that the model uses has no dots and spaces, so the given one may be of another length.
  const known = given === '' ? [] : [given.replace(/[^a-zA-Z0-9_-]/g, '_')];
  const parts = name.startsWith('mcp__') ? splitName(name.slice(5), '__', known) : null;
  if (parts === null) return null;
  const isFailed = event === 'PostToolUseFailure';
  return {
    client: 'claude-code',
    ...common(report, at, name),
    server: given || parts.server,
    tool: parts.tool,
    started: at - Math.max(0, numberOf(member(report, 'duration_ms')) ?? 0),
    got: isFailed ? text(member(report, 'error')) : gotIn(member(report, 'tool_response')),
    flagged: isFailed,
    ...(isFailed ? { failed: true } : {}),
  };
}

/** Codex reports what the server said, and not what it makes of it for its model. */
function codexCall(report: Json, at: number): SeenCall | null {
  const name = text(member(report, 'tool_name'));
  const parts = name.startsWith('mcp__') ? splitName(name.slice(5), '__', []) : null;
  const said = member(report, 'tool_response');
  if (parts === null) return null;
  const model = text(member(report, 'model'));
  return {
    client: 'codex',
    ...common(report, at, name),
    ...parts,
    started: null,
    ...(isObject(said) ? { said: { result: said } } : {}),
    got: null,
    flagged: false,
    ...(model === '' ? {} : { model }),
  };
}

function geminiCall(report: Json, at: number): SeenCall | null {
  const context = member(report, 'mcp_context');
  const server = text(member(context, 'server_name'));
  const tool = text(member(context, 'tool_name'));
  if (server === '' || tool === '') return null;
  const response = member(report, 'tool_response');
  const error = member(member(response, 'error'), 'message');
  const isFailed = typeof error === 'string';
  const content = member(response, 'llmContent');
  const got = isFailed ? error : geminiText(content);
  return {
    client: 'gemini-cli',
    ...common(report, timeOf(member(report, 'timestamp')) || at, text(member(report, 'tool_name'))),
    server,
    tool,
    started: null,
    got: got.length > geminiLongest ? null : got,
    flagged: isFailed,
    ...(isFailed ? { failed: true } : {}),
  };
}

const geminiText = (content: Json | undefined): string =>
  (Array.isArray(content) ? content : [content])
    .map((part) => (typeof part === 'string' ? part : text(member(part, 'text'))))
    .join('\n');

function copilotCall(report: Json, at: number, servers: readonly string[]): SeenCall | null {
  const name = text(member(report, 'toolName'));
  const known = servers.find((server) => name.startsWith(`${server}-`));
  const parts = known === undefined ? null : splitName(name, '-', servers);
  if (parts === null) return null;
  const error = member(report, 'error');
  const isFailed = typeof error === 'string';
  return {
    client: 'copilot-cli',
    version: '',
    session: text(member(report, 'sessionId')),
    callId: '',
    name,
    ...parts,
    args: member(report, 'toolArgs') ?? {},
    started: null,
    ended: numberOf(member(report, 'timestamp')) ?? at,
    got: isFailed ? error : text(member(member(report, 'toolResult'), 'textResultForLlm')),
    flagged: isFailed,
    ...(isFailed ? { failed: true } : {}),
    isReported: true,
    lines: [],
  };
}

const common = (report: Json, ended: number, name: string) => ({
  version: '',
  session: text(member(report, 'session_id')),
  callId: text(member(report, 'tool_use_id')),
  name,
  args: member(report, 'tool_input') ?? {},
  ended,
  isReported: true as const,
  lines: [],
});

function gotIn(response: Json | undefined): Got {
  if (typeof response === 'string') return response;
  const blocks = Array.isArray(response) ? response : member(response, 'content');
  if (typeof blocks === 'string') return blocks;
  if (Array.isArray(blocks) && blocks.every(isObject)) return blocks as JsonObject[];
  return response === undefined ? '' : JSON.stringify(response);
}
