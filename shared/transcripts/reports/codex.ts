// Calls that Codex reports: by its hook PostToolUse, and in its OTLP log records.

import { isObject, type Json, member } from '../../json/json.ts';
import { reportedCall } from '../parts/hook-report.ts';
import { argumentsIn, type Fields, fieldOf, outcome, type Reported, times } from '../parts/otlp-fields.ts';
import { splitName, textAt } from '../parts/reader.ts';
import { type SeenCall, seenCall } from '../parts/seen-call.ts';
import { isCallError } from '../readers/codex.ts';

export const isCodexReport = (report: Json): boolean =>
  member(report, 'hook_event_name') === 'PostToolUse' && member(report, 'turn_id') !== undefined;

/** Codex reports what the server said, and not what it makes of it for its model. */
export function codexHook(report: Json, at: number): SeenCall | null {
  const name = textAt(report, 'tool_name');
  const parts = name.startsWith('mcp__') ? splitName(name.slice(5), '__', []) : null;
  const said = member(report, 'tool_response');
  if (parts === null) return null;
  const model = textAt(report, 'model');
  return seenCall({
    client: 'codex',
    ...reportedCall(report, at, name),
    ...parts,
    ...(isObject(said) ? { said: { result: said } } : {}),
    model,
  });
}

export function codexRecord(event: string, fields: Fields, _resource: Fields, ended: number): Reported {
  if (event !== 'codex.tool_result') return null;
  const space = fieldOf(fields, 'tool_namespace');
  const server = fieldOf(fields, 'mcp_server') || (space.startsWith('mcp__') ? space.slice(5) : '');
  const tool = fieldOf(fields, 'tool_name');
  if (server === '' || tool === '') return null;
  const model = fieldOf(fields, 'model');
  return seenCall({
    client: 'codex',
    version: fieldOf(fields, 'app.version'),
    session: fieldOf(fields, 'conversation.id'),
    callId: fieldOf(fields, 'call_id'),
    name: tool,
    server,
    tool,
    args: argumentsIn(fields.get('arguments')),
    ...times(fields, ended),
    // Only the first 2,000 characters are exported.
    got: fields.get('output_truncated') === 'true' ? null : fieldOf(fields, 'output'),
    ...outcome(fields.get('success') === 'false', isCallError(fieldOf(fields, 'output'))),
    model,
  });
}
