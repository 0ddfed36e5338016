// Calls to MCP servers in the OTLP that clients export: log records of Claude Code, Codex and Gemini CLI, spans of Copilot CLI. Everything
// else is counted and left out: prompts, requests to models, and the clients' own tools.

import { isObject, type Json, type JsonObject, member, parseJson } from '../json/json.ts';
import { numberOf, pathAfter, splitName, text, timeOf } from './parts/reader.ts';
import type { SeenCall } from './parts/seen-call.ts';
import { isCallError } from './readers/codex.ts';

export interface OtlpCalls {
  calls: SeenCall[];
  /** Records and spans about anything else. */
  others: number;
  /** Calls without server, tool or arguments, by client: its settings leave them out. */
  incomplete: OtlpClient[];
}

export type OtlpClient = 'claude-code' | 'codex' | 'gemini-cli' | 'copilot-cli';

type Fields = ReadonlyMap<string, string>;
/** null: about something else. */
type Taken = SeenCall | { incomplete: OtlpClient } | null;

/** null: the value is not an export of logs, spans or metrics. */
export function otlpCalls(value: Json, now: number): OtlpCalls | null {
  const found: OtlpCalls = { calls: [], others: 0, incomplete: [] };
  const note = (taken: Taken) => {
    if (taken === null) found.others += 1;
    else if ('incomplete' in taken) found.incomplete.push(taken.incomplete);
    else found.calls.push(taken);
  };
  if (!['resourceLogs', 'resourceSpans', 'resourceMetrics'].some((name) => Array.isArray(member(value, name))))
    return null;
  for (const group of listOf(value, 'resourceLogs')) {
    const resource = fieldsOf(member(group, 'resource'));
    for (const scope of listOf(group, 'scopeLogs'))
      for (const record of listOf(scope, 'logRecords')) note(fromRecord(record, resource, now));
  }
  for (const group of listOf(value, 'resourceSpans')) {
    const resource = fieldsOf(member(group, 'resource'));
    for (const scope of listOf(group, 'scopeSpans'))
      for (const span of listOf(scope, 'spans')) note(copilotCall(span, resource));
  }
  for (const group of listOf(value, 'resourceMetrics'))
    for (const scope of listOf(group, 'scopeMetrics')) found.others += listOf(scope, 'metrics').length;
  return found;
}

function fromRecord(record: Json, resource: Fields, now: number): Taken {
  const fields = fieldsOf(record);
  const ended = timeOf(fields.get('event.timestamp')) || msOf(member(record, 'timeUnixNano')) || now;
  switch (fields.get('event.name')) {
    case 'tool_result':
      return resource.get('service.name') === 'claude-code' ? claudeCall(fields, resource, ended) : null;
    case 'codex.tool_result':
      return codexCall(fields, ended);
    case 'gemini_cli.tool_call':
      return geminiCall(fields, ended);
    default:
      return null;
  }
}

function claudeCall(fields: Fields, resource: Fields, ended: number): Taken {
  const name = fieldOf(fields, 'tool_name');
  if (name !== 'mcp_tool' && !name.startsWith('mcp__')) return null;
  const parsed = parseJson(fieldOf(fields, 'tool_parameters'));
  const [server, tool] = ['mcp_server_name', 'mcp_tool_name'].map((key) =>
    text(parsed.ok ? member(parsed.value, key) : undefined),
  ) as [string, string];
  if (server === '' || tool === '') return { incomplete: 'claude-code' };
  const isFailed = fields.get('success') === 'false';
  return {
    client: 'claude-code',
    version: fieldOf(resource, 'service.version'),
    session: fieldOf(fields, 'session.id'),
    callId: fieldOf(fields, 'tool_use_id'),
    name: `mcp__${server}__${tool}`,
    server,
    tool,
    args: argumentsIn(fields.get('tool_input')) ?? {},
    ...times(fields, ended),
    // A result is not exported, only its size.
    got: isFailed ? fieldOf(fields, 'error') : null,
    ...outcome(isFailed, isFailed),
  };
}

function codexCall(fields: Fields, ended: number): Taken {
  const space = fieldOf(fields, 'tool_namespace');
  const server = fieldOf(fields, 'mcp_server') || (space.startsWith('mcp__') ? space.slice(5) : '');
  const tool = fieldOf(fields, 'tool_name');
  if (server === '' || tool === '') return null;
  const model = fieldOf(fields, 'model');
  return {
    client: 'codex',
    version: fieldOf(fields, 'app.version'),
    session: fieldOf(fields, 'conversation.id'),
    callId: fieldOf(fields, 'call_id'),
    name: tool,
    server,
    tool,
    args: argumentsIn(fields.get('arguments')) ?? {},
    ...times(fields, ended),
    // Only the first 2,000 characters are exported.
    got: fields.get('output_truncated') === 'true' ? null : fieldOf(fields, 'output'),
    ...outcome(fields.get('success') === 'false', isCallError(fieldOf(fields, 'output'))),
    ...(model === '' ? {} : { model }),
  };
}

function geminiCall(fields: Fields, ended: number): Taken {
  const server = fieldOf(fields, 'mcp_server_name');
  const name = fieldOf(fields, 'function_name');
  if (fields.get('tool_type') !== 'mcp' || server === '') return null;
  const parts = splitName(name.replace(/^mcp_/, ''), '_', [server]);
  const args = argumentsIn(fields.get('function_args'));
  if (parts === null || args === null) return { incomplete: 'gemini-cli' };
  const isFailed = fields.get('success') === 'false';
  return {
    client: 'gemini-cli',
    version: '',
    session: fieldOf(fields, 'session.id'),
    callId: '',
    name,
    server,
    tool: parts.tool,
    args,
    ...times(fields, ended),
    got: isFailed ? fieldOf(fields, 'error') : null,
    ...outcome(isFailed, isFailed),
  };
}

function copilotCall(span: Json, resource: Fields): Taken {
  const fields = fieldsOf(span);
  const server = fieldOf(fields, 'github.copilot.tool.parameters.mcp_server_name');
  const tool = fieldOf(fields, 'github.copilot.tool.parameters.mcp_tool_name');
  if (fields.get('gen_ai.operation.name') !== 'execute_tool') return null;
  if (server === '' || tool === '')
    return fields.has('github.copilot.mcp.server.transport') ? { incomplete: 'copilot-cli' } : null;
  const args = argumentsIn(fields.get('gen_ai.tool.call.arguments'));
  const started = msOf(member(span, 'startTimeUnixNano'));
  const ended = msOf(member(span, 'endTimeUnixNano'));
  if (args === null || started === 0 || ended === 0) return { incomplete: 'copilot-cli' };
  const status = member(span, 'status');
  const isFailed = member(status, 'code') === 2;
  const got = (isFailed ? text(member(status, 'message')) : '') || fieldOf(fields, 'gen_ai.tool.call.result');
  const putAside = got.startsWith('Output too large') ? pathAfter('Saved to: ', got) : undefined;
  return {
    client: 'copilot-cli',
    version: fieldOf(resource, 'service.version'),
    session: fieldOf(fields, 'gen_ai.conversation.id'),
    callId: fieldOf(fields, 'gen_ai.tool.call.id'),
    name: fieldOf(fields, 'gen_ai.tool.name'),
    server,
    tool,
    args,
    started,
    ended,
    got,
    ...outcome(isFailed, isFailed),
    ...(putAside === undefined ? {} : { putAside }),
  };
}

const times = (fields: Fields, ended: number) => {
  const duration = Number(fields.get('duration_ms'));
  return { started: duration >= 0 ? ended - duration : null, ended };
};

const outcome = (isFailed: boolean, flagged: boolean) => ({
  flagged,
  ...(isFailed ? { failed: true as const } : {}),
  isReported: true as const,
  lines: [],
});

/** null: left out by the client's settings, or cut. */
function argumentsIn(value: string | undefined): JsonObject | null {
  const parsed = value === undefined ? null : parseJson(value);
  return parsed?.ok && isObject(parsed.value) ? parsed.value : null;
}

const listOf = (value: Json | undefined, name: string): Json[] => {
  const list = member(value, name);
  return Array.isArray(list) ? list : [];
};

const fieldOf = (fields: Fields, name: string): string => fields.get(name) ?? '';

/** Plain values as text: clients write booleans and numbers as either. */
function fieldsOf(holder: Json | undefined): Fields {
  const fields = new Map<string, string>();
  for (const each of listOf(holder, 'attributes')) {
    const value = member(each, 'value');
    const plain = ['stringValue', 'intValue', 'doubleValue', 'boolValue'].map((kind) => member(value, kind));
    const given = plain.find((one) => one !== undefined && one !== null);
    if (given !== undefined && !isObject(given) && !Array.isArray(given))
      fields.set(text(member(each, 'key')), String(given));
  }
  return fields;
}

/** Nanoseconds as text or a number. */
function msOf(value: Json | undefined): number {
  const ms = Number(typeof value === 'string' || typeof value === 'number' ? value : Number.NaN) / 1e6;
  return numberOf(ms) ?? 0;
}
