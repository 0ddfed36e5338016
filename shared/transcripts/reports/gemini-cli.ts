// Calls that Gemini CLI reports: by its hook AfterTool, and in its OTLP log records.

import { type Json, member } from '../../json/json.ts';
import { reportedCall } from '../parts/hook-report.ts';
import { argumentsIn, type Fields, fieldOf, outcome, type Reported, times } from '../parts/otlp-fields.ts';
import { splitName, textAt, timeOf } from '../parts/reader.ts';
import { type SeenCall, seenCall } from '../parts/seen-call.ts';

/** Gemini CLI cuts a longer result after its hooks, so the hook does not have what the model got. */
const longest = 40_000;

export const isGeminiReport = (report: Json): boolean => member(report, 'hook_event_name') === 'AfterTool';

export function geminiHook(report: Json, at: number): SeenCall | null {
  const context = member(report, 'mcp_context');
  const server = textAt(context, 'server_name');
  const tool = textAt(context, 'tool_name');
  if (server === '' || tool === '') return null;
  const response = member(report, 'tool_response');
  const error = member(member(response, 'error'), 'message');
  const isFailed = typeof error === 'string';
  const content = member(response, 'llmContent');
  const got = isFailed ? error : geminiText(content);
  return seenCall({
    client: 'gemini-cli',
    ...reportedCall(report, timeOf(member(report, 'timestamp')) || at, textAt(report, 'tool_name')),
    server,
    tool,
    got: got.length > longest ? null : got,
    flagged: isFailed,
    ...(isFailed ? { failed: true } : {}),
  });
}

const geminiText = (content: Json | undefined): string =>
  (Array.isArray(content) ? content : [content])
    .map((part) => (typeof part === 'string' ? part : textAt(part, 'text')))
    .join('\n');

export function geminiRecord(event: string, fields: Fields, _resource: Fields, ended: number): Reported {
  if (event !== 'gemini_cli.tool_call') return null;
  const server = fieldOf(fields, 'mcp_server_name');
  const name = fieldOf(fields, 'function_name');
  if (fields.get('tool_type') !== 'mcp' || server === '') return null;
  const parts = splitName(name.replace(/^mcp_/, ''), '_', [server]);
  const args = argumentsIn(fields.get('function_args'));
  if (parts === null || args === null) return 'incomplete';
  const isFailed = fields.get('success') === 'false';
  return seenCall({
    client: 'gemini-cli',
    session: fieldOf(fields, 'session.id'),
    name,
    server,
    tool: parts.tool,
    args,
    ...times(fields, ended),
    got: isFailed ? fieldOf(fields, 'error') : null,
    ...outcome(isFailed, isFailed),
  });
}
