// Messages in a short notation, for the examples of rules.

import type { Json, JsonObject } from '../json/json.ts';
import { lastLegacyRevision, metaName, modernRevision } from '../protocol/revision.ts';
import { type HttpStep, type LineStep, type Trace, tasksExtension } from './rule.ts';

type Step = Trace[number];

const envelope = (capabilities: Json): JsonObject => ({
  [metaName('protocolVersion')]: modernRevision,
  [metaName('clientCapabilities')]: capabilities,
  [metaName('clientInfo')]: { name: 'c', version: '1' },
});
const all: Json = { elicitation: {}, sampling: {}, roots: {}, extensions: { [tasksExtension]: {} } };

/** The time is counted on from the step before by the test, unless it is given. */
export const ask = (
  id: Json,
  method: string,
  params: JsonObject = {},
  capabilities: Json = all,
  at = 0,
  meta: JsonObject = {},
): Step => [
  at,
  'out',
  { jsonrpc: '2.0', id, method, params: { ...params, _meta: { ...envelope(capabilities), ...meta } } },
];

export const call = (id: Json, capabilities: Json = all): Step =>
  ask(id, 'tools/call', { name: 'pay', arguments: {} }, capabilities);

export const reply = (id: Json, result: Json = { resultType: 'complete', content: [] }, at = 0): Step => [
  at,
  'in',
  { jsonrpc: '2.0', id, result },
];

export const fail = (id: Json, code: number, message: string, at = 0, data?: Json): Step => [
  at,
  'in',
  { jsonrpc: '2.0', id, error: { code, message, ...(data === undefined ? {} : { data }) } },
];

const sure: JsonObject = { message: 'Sure?', requestedSchema: { type: 'object', properties: {} } };

/** A result that asks for input. */
export const asks = (method = 'elicitation/create', requestState?: string): Json => ({
  resultType: 'input_required',
  inputRequests: { q: { method, params: sure } },
  ...(requestState === undefined ? {} : { requestState }),
});

/** The request that continues the call. */
export const round = (id: Json, requestState?: string, inputResponses: Json = { q: { action: 'accept' } }): Step =>
  ask(id, 'tools/call', {
    name: 'pay',
    arguments: {},
    inputResponses,
    ...(requestState === undefined ? {} : { requestState }),
  });

/** A task as results and notifications have it. */
export const task = (status: string, more: JsonObject = {}): JsonObject => ({
  resultType: 'complete',
  taskId: 't1',
  status,
  createdAt: '2026-08-01T00:00:00Z',
  lastUpdatedAt: '2026-08-01T00:00:00Z',
  ttlMs: 60_000,
  pollIntervalMs: 1000,
  ...more,
});

export const created: JsonObject = task('working', { resultType: 'task' });
export const asking: JsonObject = task('input_required', {
  inputRequests: { q: { method: 'elicitation/create', params: sure } },
});
export const poll = (id: Json, at = 0, capabilities: Json = all): Step =>
  ask(id, 'tasks/get', { taskId: 't1' }, capabilities, at);

/** A message of an earlier revision, and what the other side sends on its own. */
export const sent = (id: Json, method: string, params: JsonObject = {}): Step => [
  0,
  'out',
  { jsonrpc: '2.0', id, method, params },
];
export const asked = (id: Json, method: string, params: JsonObject = {}): Step => [
  0,
  'in',
  { jsonrpc: '2.0', id, method, params },
];
export const told = (method: string, params: JsonObject = {}): Step => [0, 'in', { jsonrpc: '2.0', method, params }];
export const noted = (method: string, params: JsonObject = {}): Step => [0, 'out', { jsonrpc: '2.0', method, params }];
export const answeredTrace = (id: Json, result: Json): Step => [0, 'out', { jsonrpc: '2.0', id, result }];

/** A handshake of an earlier revision, without its last message. */
export const greeting = (
  client: JsonObject,
  server: JsonObject,
  revision = lastLegacyRevision,
): readonly [Step, Step] => [
  sent(0, 'initialize', {
    protocolVersion: revision,
    capabilities: client,
    clientInfo: { name: 'c', version: '1' },
  }),
  reply(0, { protocolVersion: revision, capabilities: server, serverInfo: { name: 's', version: '1' } }),
];
export const initialized: Step = noted('notifications/initialized');
/** A session of an earlier revision. */
export const session = (client: JsonObject, server: JsonObject, revision?: string): Trace => [
  ...greeting(client, server, revision),
  initialized,
];
export const legacyStart: Trace = session({ elicitation: {} }, { tools: {} });
export const legacyCall = (id: Json): Step => sent(id, 'tools/call', { name: 'pay', arguments: {} });

export const both = 'application/json, text/event-stream';
/** The exchange that carries the last message, with the headers that its revision asks for. */
export const posted = (
  exchange: number,
  requestHeaders: Record<string, string> = {},
  more: HttpStep[2] = {},
): HttpStep => [
  0,
  'http',
  {
    exchange,
    requestHeaders: { accept: both, ...requestHeaders },
    headers: { 'content-type': 'application/json' },
    ...more,
  },
];
export const line = (lane: 'line in' | 'line out', message: Json, via: number, eventId?: string): LineStep => [
  0,
  lane,
  JSON.stringify(message),
  via,
  eventId,
];
