// Calls that GitHub Copilot CLI reports: by its hooks postToolUse and postToolUseFailure, and in its OTLP spans.

import { type Json, member } from '../../json/json.ts';
import { argumentsIn, type Fields, fieldOf, msOf, outcome, type Reported } from '../parts/otlp-fields.ts';
import { numberOf, pathAfter, splitName, textAt } from '../parts/reader.ts';
import { type SeenCall, seenCall } from '../parts/seen-call.ts';

export const isCopilotReport = (report: Json): boolean =>
  member(report, 'hook_event_name') === undefined && typeof member(report, 'toolName') === 'string';

export function copilotHook(report: Json, at: number, servers: readonly string[]): SeenCall | null {
  const name = textAt(report, 'toolName');
  const known = servers.find((server) => name.startsWith(`${server}-`));
  const parts = known === undefined ? null : splitName(name, '-', servers);
  if (parts === null) return null;
  const error = member(report, 'error');
  const isFailed = typeof error === 'string';
  return seenCall({
    client: 'copilot-cli',
    session: textAt(report, 'sessionId'),
    name,
    ...parts,
    args: member(report, 'toolArgs'),
    ended: numberOf(member(report, 'timestamp')) ?? at,
    got: isFailed ? error : textAt(member(report, 'toolResult'), 'textResultForLlm'),
    flagged: isFailed,
    ...(isFailed ? { failed: true } : {}),
    isReported: true,
  });
}

export function copilotSpan(span: Json, fields: Fields, resource: Fields): Reported {
  const server = fieldOf(fields, 'github.copilot.tool.parameters.mcp_server_name');
  const tool = fieldOf(fields, 'github.copilot.tool.parameters.mcp_tool_name');
  if (fields.get('gen_ai.operation.name') !== 'execute_tool') return null;
  if (server === '' || tool === '') return fields.has('github.copilot.mcp.server.transport') ? 'incomplete' : null;
  const args = argumentsIn(fields.get('gen_ai.tool.call.arguments'));
  const started = msOf(member(span, 'startTimeUnixNano'));
  const ended = msOf(member(span, 'endTimeUnixNano'));
  if (args === null || started === 0 || ended === 0) return 'incomplete';
  const status = member(span, 'status');
  const isFailed = member(status, 'code') === 2;
  const got = (isFailed ? textAt(status, 'message') : '') || fieldOf(fields, 'gen_ai.tool.call.result');
  const putAside = got.startsWith('Output too large') ? pathAfter('Saved to: ', got) : undefined;
  return seenCall({
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
  });
}
