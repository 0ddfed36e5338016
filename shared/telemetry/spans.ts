// One exchange as a span, following the MCP conventions (open-telemetry/semantic-conventions-genai, docs/gen-ai/mcp.md). Names that they
// lack are under `misfire.`. Owns these names. Arguments and results are opt-in and masked.

import type { PairedRow } from '../exchange/ledger.ts';
import type { Failure } from '../failure.ts';
import { type Json, member } from '../json/json.ts';
import type { Masker } from '../mask/masker.ts';
import { beganAt } from '../timeline.ts';
import { type AttributeValue, attributes, nanos, type Span, spanKinds, statusError } from './otlp.ts';

/** A finished call, with data that its row lacks. */
export interface FinishedCall {
  row: PairedRow;
  failure: Failure | null;
  /** The request; undefined if it was not JSON. */
  request: Json | undefined;
  /** The response text; '' if there was none. */
  answer: string;
  serverName: string;
  revision: string | null;
  /** The server's URL; null for a command. */
  address: { host: string; port: number | null } | null;
}

interface SpanOptions {
  /** The trace of a connection, for requests without their own. */
  traceId: string;
  spanId: string;
  masker: Masker;
  /** Includes arguments and results. */
  content: boolean;
}

/** Maximum characters of arguments and results. */
const contentLimit = 16_000;

export function spanOf(exchange: FinishedCall, options: SpanOptions): Span {
  const { row, failure, request } = exchange;
  const { masker } = options;
  const parent = readTraceparent(member(member(member(request, 'params'), '_meta'), 'traceparent'));
  const state = parent && member(member(member(request, 'params'), '_meta'), 'tracestate');
  const error = errorType(exchange);
  const end = row.endAt ?? row.at;
  return {
    traceId: parent?.traceId ?? options.traceId,
    spanId: options.spanId,
    ...(typeof state === 'string' ? { traceState: masker.mask(state).slice(0, 512) } : {}),
    ...(parent ? { parentSpanId: parent.spanId } : {}),
    name: spanName(row),
    kind: row.direction === 'out' ? spanKinds.client : spanKinds.server,
    startTimeUnixNano: nanos(beganAt(row)),
    endTimeUnixNano: nanos(end),
    attributes: attributes({
      ...operationOf(exchange),
      'error.type': error,
      'rpc.response.status_code': typeof failure?.code === 'number' ? String(failure.code) : null,
      'jsonrpc.request.id': masked(masker, idText(member(request, 'id'))),
      'mcp.resource.uri': row.method?.startsWith('resources/') ? masked(masker, row.target) : null,
      'misfire.actor': row.actor,
      'misfire.server': exchange.serverName,
      'misfire.incident': row.incident,
      'misfire.rehearsed': row.rehearsed?.injected ?? null,
      ...(options.content ? contentOf(exchange, masker) : {}),
    }),
    ...(failure === null ? {} : { events: [failureEvent(failure, end, row.group, options)] }),
    ...(error === null
      ? {}
      : {
          status: {
            code: statusError,
            ...(failure?.message ? { message: masker.mask(failure.message).slice(0, 500) } : {}),
          },
        }),
  };
}

/** What a span and a metric share. */
export function operationOf({ row, revision, address }: FinishedCall): Record<string, AttributeValue> {
  const isTool = row.method === 'tools/call';
  return {
    'mcp.method.name': row.method,
    'gen_ai.operation.name': isTool ? 'execute_tool' : null,
    'gen_ai.tool.name': isTool ? row.target : null,
    'gen_ai.prompt.name': row.method === 'prompts/get' ? row.target : null,
    'mcp.protocol.version': revision,
    'network.transport': address === null ? 'pipe' : 'tcp',
    'network.protocol.name': address === null ? null : 'http',
    'server.address': address?.host,
    'server.port': address?.port,
  };
}

/**
 * MCP conventions, "Server": the caller sent what the server could not serve, which is no error of a server span. In a client span every
 * code is an error.
 */
const ofCaller: ReadonlySet<number> = new Set([-32700, -32600, -32601, -32602, -32002]);

/** null: nothing failed. A small set of words, so that they can be counted. */
export function errorType({ row, failure }: FinishedCall): string | null {
  if (row.outcome === null || row.outcome === 'answered') return null;
  if (row.outcome === 'tool_error') return 'tool_error';
  if (row.outcome === 'rpc_error' && typeof failure?.code === 'number')
    return row.direction === 'in' && ofCaller.has(failure.code) ? null : String(failure.code);
  return failure?.class ?? row.outcome;
}

/** Never a resource URI: there are too many of them. */
function spanName({ method, target }: PairedRow): string {
  const named = method === 'tools/call' || method === 'prompts/get' ? target : null;
  return named === null ? (method ?? 'unknown') : `${method} ${named}`;
}

function failureEvent(failure: Failure, at: number, group: string | null, { masker, content }: SpanOptions) {
  return {
    timeUnixNano: nanos(at),
    name: 'misfire.failure',
    attributes: attributes({
      'misfire.failure.class': failure.class,
      'misfire.failure.fault': failure.fault,
      'misfire.failure.owner': failure.owner,
      'misfire.failure.certainty': failure.certainty,
      'misfire.ending.kind': failure.ending?.kind ?? null,
      'misfire.ending.by': failure.ending?.by ?? null,
      'misfire.ending.limit_ms': failure.ending?.limitMs ?? null,
      'misfire.ending.late_ms': failure.ending?.lateMs ?? null,
      // It may contain the value of an argument.
      'misfire.failure.sentence': content ? masker.mask(failure.sentence) : null,
      'misfire.failure.layer': failure.layer,
      'misfire.failure.code': typeof failure.code === 'string' ? masker.mask(failure.code) : failure.code,
      'misfire.failure.group': group,
      'misfire.failure.flagged': failure.flagged,
      'misfire.retry.verdict': failure.retry.verdict,
      'misfire.retry.after_ms': failure.retry.afterMs,
    }),
  };
}

function contentOf({ request, answer }: FinishedCall, masker: Masker): Record<string, AttributeValue> {
  const sent = member(member(request, 'params'), 'arguments');
  return {
    'gen_ai.tool.call.arguments': sent === undefined ? null : masked(masker, JSON.stringify(sent)),
    'gen_ai.tool.call.result': answer === '' ? null : masked(masker, answer),
  };
}

/** Masked before cutting: half a secret is still a secret. */
const masked = (masker: Masker, text: string | null): string | null =>
  text === null ? null : masker.mask(text).slice(0, contentLimit);

const idText = (id: Json | undefined): string | null =>
  typeof id === 'string' || typeof id === 'number' ? String(id).slice(0, 200) : null;

/** W3C Trace Context, version 00: read if a client sent one, never added. */
function readTraceparent(value: Json | undefined): { traceId: string; spanId: string } | null {
  if (typeof value !== 'string') return null;
  const [, traceId = '', spanId = ''] = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}/.exec(value) ?? [];
  return /[1-9a-f]/.test(traceId) && /[1-9a-f]/.test(spanId) ? { traceId, spanId } : null;
}
