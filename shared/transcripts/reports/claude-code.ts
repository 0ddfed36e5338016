// Calls that Claude Code reports: by its hooks PostToolUse and PostToolUseFailure, and in its OTLP log records.

import { isObject, type Json, type JsonObject, member, parseJson } from '../../json/json.ts';
import { jsonText } from '../../json/json-text.ts';
import type { Got } from '../../seen/parts/seen.ts';
import { reportedCall } from '../parts/hook-report.ts';
import { argumentsIn, type Fields, fieldOf, outcome, type Reported, times } from '../parts/otlp-fields.ts';
import { numberOf, splitName, text, textAt } from '../parts/reader.ts';
import { type SeenCall, seenCall } from '../parts/seen-call.ts';

/** Codex has an event of the same name, with a turn. */
export const isClaudeCodeReport = (report: Json): boolean =>
  (member(report, 'hook_event_name') === 'PostToolUse' && member(report, 'turn_id') === undefined) ||
  member(report, 'hook_event_name') === 'PostToolUseFailure';

export function claudeCodeHook(report: Json, at: number): SeenCall | null {
  const name = textAt(report, 'tool_name');
  const given = textAt(member(report, 'mcp_server'), 'name');
  // The name that the model uses has no dots and spaces, so the given one may be of another length.
  const known = given === '' ? [] : [given.replace(/[^a-zA-Z0-9_-]/g, '_')];
  const parts = name.startsWith('mcp__') ? splitName(name.slice(5), '__', known) : null;
  if (parts === null) return null;
  const isFailed = member(report, 'hook_event_name') === 'PostToolUseFailure';
  const took = numberOf(member(report, 'duration_ms'));
  return seenCall({
    client: 'claude-code',
    ...reportedCall(report, at, name),
    server: given || parts.server,
    tool: parts.tool,
    // Older versions report no duration.
    started: took === null ? null : at - Math.max(0, took),
    got: isFailed ? textAt(report, 'error') : gotIn(member(report, 'tool_response')),
    flagged: isFailed,
    ...(isFailed ? { failed: true } : {}),
  });
}

function gotIn(response: Json | undefined): Got {
  if (typeof response === 'string') return response;
  const blocks = Array.isArray(response) ? response : member(response, 'content');
  if (typeof blocks === 'string') return blocks;
  if (Array.isArray(blocks) && blocks.every(isObject)) return blocks as JsonObject[];
  return response === undefined ? '' : jsonText(response);
}

export function claudeCodeRecord(event: string, fields: Fields, resource: Fields, ended: number): Reported {
  if (event !== 'tool_result' || resource.get('service.name') !== 'claude-code') return null;
  const name = fieldOf(fields, 'tool_name');
  if (name !== 'mcp_tool' && !name.startsWith('mcp__')) return null;
  const parsed = parseJson(fieldOf(fields, 'tool_parameters'));
  const [server, tool] = ['mcp_server_name', 'mcp_tool_name'].map((key) =>
    text(parsed.ok ? member(parsed.value, key) : undefined),
  ) as [string, string];
  if (server === '' || tool === '') return 'incomplete';
  const isFailed = fields.get('success') === 'false';
  return seenCall({
    client: 'claude-code',
    version: fieldOf(resource, 'service.version'),
    session: fieldOf(fields, 'session.id'),
    callId: fieldOf(fields, 'tool_use_id'),
    name: `mcp__${server}__${tool}`,
    server,
    tool,
    args: argumentsIn(fields.get('tool_input')),
    ...times(fields, ended),
    // A result is not exported, only its size.
    got: isFailed ? fieldOf(fields, 'error') : null,
    ...outcome(isFailed, isFailed),
  });
}
