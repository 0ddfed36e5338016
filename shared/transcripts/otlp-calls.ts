// Calls to MCP servers in the OTLP that clients export, as log records or spans. Everything else is counted and left out: prompts, requests
// to models, and the clients' own tools.

import type { ClientTelemetry } from '../clients/client.ts';
import { type ClientId, clients } from '../clients/clients.ts';
import { type Json, member } from '../json/json.ts';
import { fieldOf, fieldsOf, listOf, msOf, type Reported } from './parts/otlp-fields.ts';
import { timeOf } from './parts/reader.ts';
import type { SeenCall } from './parts/seen-call.ts';

interface OtlpCalls {
  calls: SeenCall[];
  /** Records and spans about anything else. */
  others: number;
  /** Calls without server, tool or arguments, by client: its settings leave them out. */
  incomplete: ClientId[];
}

/** null: the value is not an export of logs, spans or metrics. */
export function otlpCalls(value: Json, now: number): OtlpCalls | null {
  const found: OtlpCalls = { calls: [], others: 0, incomplete: [] };
  const note = (read: (telemetry: ClientTelemetry) => Reported | undefined) => {
    for (const { id, telemetry } of clients) {
      const taken = telemetry && read(telemetry);
      if (!taken) continue;
      if (taken === 'incomplete') found.incomplete.push(id);
      else found.calls.push(taken);
      return;
    }
    found.others += 1;
  };
  if (!['resourceLogs', 'resourceSpans', 'resourceMetrics'].some((name) => Array.isArray(member(value, name))))
    return null;
  for (const group of listOf(value, 'resourceLogs')) {
    const resource = fieldsOf(member(group, 'resource'));
    for (const scope of listOf(group, 'scopeLogs'))
      for (const record of listOf(scope, 'logRecords')) {
        const fields = fieldsOf(record);
        const ended = timeOf(fields.get('event.timestamp')) || msOf(member(record, 'timeUnixNano')) || now;
        note(({ readRecord }) => readRecord?.(fieldOf(fields, 'event.name'), fields, resource, ended));
      }
  }
  for (const group of listOf(value, 'resourceSpans')) {
    const resource = fieldsOf(member(group, 'resource'));
    for (const scope of listOf(group, 'scopeSpans'))
      for (const span of listOf(scope, 'spans')) {
        const fields = fieldsOf(span);
        note(({ readSpan }) => readSpan?.(span, fields, resource));
      }
  }
  for (const group of listOf(value, 'resourceMetrics'))
    for (const scope of listOf(group, 'scopeMetrics')) found.others += listOf(scope, 'metrics').length;
  return found;
}
