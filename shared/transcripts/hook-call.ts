// A call as Claude Code's hooks PostToolUse and PostToolUseFailure report it, right after its model got the result. Prompts, folders
// and the path of the transcript are left out.

import { isObject, type Json, type JsonObject, member } from '../json/json.ts';
import type { Got } from '../seen/parts/seen.ts';
import { numberOf, splitName, text } from './parts/reader.ts';
import type { SeenCall } from './parts/seen-call.ts';

/** null: it is no report about a call to an MCP server. */
export function hookCall(report: Json, at: number): SeenCall | null {
  const event = member(report, 'hook_event_name');
  const name = text(member(report, 'tool_name'));
  if ((event !== 'PostToolUse' && event !== 'PostToolUseFailure') || !name.startsWith('mcp__')) return null;
  const given = text(member(member(report, 'mcp_server'), 'name'));
  // The name that the model uses has no dots and spaces, so the given one may be of another length.
  const parts = splitName(name.slice(5), '__', given === '' ? [] : [given.replace(/[^a-zA-Z0-9_-]/g, '_')]);
  if (parts === null) return null;
  const isFailed = event === 'PostToolUseFailure';
  return {
    client: 'claude-code',
    version: '',
    session: text(member(report, 'session_id')),
    callId: text(member(report, 'tool_use_id')),
    name,
    server: given || parts.server,
    tool: parts.tool,
    args: member(report, 'tool_input') ?? {},
    started: at - Math.max(0, numberOf(member(report, 'duration_ms')) ?? 0),
    ended: at,
    got: isFailed ? text(member(report, 'error')) : gotIn(member(report, 'tool_response')),
    flagged: isFailed,
    ...(isFailed ? { failed: true } : {}),
    isReported: true,
    lines: [],
  };
}

function gotIn(response: Json | undefined): Got {
  if (typeof response === 'string') return response;
  const blocks = Array.isArray(response) ? response : member(response, 'content');
  if (typeof blocks === 'string') return blocks;
  if (Array.isArray(blocks) && blocks.every(isObject)) return blocks as JsonObject[];
  return response === undefined ? '' : JSON.stringify(response);
}
