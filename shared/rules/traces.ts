// Messages in a short notation, for the examples of rules.

import type { Json, JsonObject } from '../json/json.ts';
import { type Trace, tasksExtension } from './rule.ts';

type Step = Trace[number];

const modern = (capabilities: Json): JsonObject => ({
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': capabilities,
});
const all: Json = { elicitation: {}, sampling: {}, roots: {}, extensions: { [tasksExtension]: {} } };

/** The time is counted on from the step before by the test, unless it is given. */
export const ask = (id: Json, method: string, params: JsonObject = {}, capabilities: Json = all, at = 0): Step => [
  at,
  'out',
  { jsonrpc: '2.0', id, method, params: { ...params, _meta: modern(capabilities) } },
];

export const call = (id: Json, capabilities: Json = all): Step =>
  ask(id, 'tools/call', { name: 'pay', arguments: {} }, capabilities);

export const reply = (id: Json, result: Json = { resultType: 'complete', content: [] }, at = 0): Step => [
  at,
  'in',
  { jsonrpc: '2.0', id, result },
];

export const fail = (id: Json, code: number, message: string, at = 0): Step => [
  at,
  'in',
  { jsonrpc: '2.0', id, error: { code, message } },
];

/** A result that asks for input. */
export const asks = (method = 'elicitation/create', requestState?: string): Json => ({
  resultType: 'input_required',
  inputRequests: { q: { method, params: { message: 'Sure?' } } },
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
  inputRequests: { q: { method: 'elicitation/create', params: { message: 'Sure?' } } },
});
export const poll = (id: Json, at = 0, capabilities: Json = all): Step =>
  ask(id, 'tasks/get', { taskId: 't1' }, capabilities, at);

/** A session of an earlier revision. */
export const legacyStart: Trace = [
  [
    0,
    'out',
    {
      jsonrpc: '2.0',
      id: 0,
      method: 'initialize',
      params: {
        protocolVersion: '2025-11-25',
        capabilities: { elicitation: {} },
        clientInfo: { name: 'c', version: '1' },
      },
    },
  ],
  reply(0, { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } }),
];
export const legacyCall = (id: Json): Step => [
  0,
  'out',
  { jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'pay', arguments: {} } },
];
