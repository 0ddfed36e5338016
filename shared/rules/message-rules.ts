// Rules about the form of every message: ids, answers, batches, and lines that are no message (JSON-RPC 2.0, and "Messages" of MCP).

import { isObject, type Json, member } from '../json/json.ts';
import { idText } from '../protocol/id-text.ts';
import { lastLegacyRevision } from '../protocol/revision.ts';
import { always, inWords, legacyPage, modern, modernPage, type SessionRule, untilModern } from './rule.ts';
import {
  answeredTrace,
  ask,
  asked,
  fail,
  legacyCall,
  legacyStart,
  line,
  noted,
  posted,
  reply,
  sent,
  session,
} from './traces.ts';

const requests = legacyPage('basic#requests');
const responses = legacyPage('basic#responses');
const jsonRpc = 'https://www.jsonrpc.org/specification';
const stdio = legacyPage('basic/transports#stdio');

const numberOf = (value: Json): Json | undefined => member(value, 'id');
const version = { 'mcp-protocol-version': lastLegacyRevision };
const answered: Json = { jsonrpc: '2.0', id: 1, result: { content: [] } };
/** The answer on its stream, and again on a stream that takes that one up. */
const resumed = [
  posted(7, version, { headers: { 'content-type': 'text/event-stream' } }),
  line('line in', answered, 7),
  posted(
    8,
    { ...version, accept: 'text/event-stream', 'last-event-id': '1' },
    { method: 'GET', headers: { 'content-type': 'text/event-stream' } },
  ),
  line('line in', answered, 8),
];
const overHttp = [
  line('line out', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'pay', arguments: {} } }, 7),
  posted(7, version),
];
/** Codes about what a request says: the server has read it. */
const aboutContent: ReadonlySet<Json | undefined> = new Set([-32601, -32602, -32020, -32021, -32022]);
/** Ids beyond this number are not remembered, and nothing more is said. */
const mostIds = 100_000;

export const messageRules: readonly SessionRule[] = [
  {
    id: 'use a text or a whole number as id',
    clause: 'Requests MUST include a string or integer ID. Unlike base JSON-RPC, the ID MUST NOT be null.',
    address: requests,
    ...always,
    binds: 'both',
    effect: 'refused',
    refusal: /-32600|-32700|-32602|\bid\b/i,
    on: ['request'],
    watch: () => (message) => {
      const id = numberOf(message.value);
      return typeof id === 'string' || Number.isInteger(id)
        ? null
        : `sent ${message.method} with the id ${inWords(id)}`;
    },
    fix: 'Use a new whole number or a text as the id of each request.',
    breaks: [
      [...legacyStart, sent(null, 'tools/list'), fail(null, -32600, 'Invalid Request')],
      [...legacyStart, sent(1.5, 'tools/list'), fail(1.5, -32600, 'Invalid Request')],
    ],
    keeps: [[...legacyStart, sent('a', 'tools/list'), reply('a', { tools: [] })]],
  },
  {
    id: 'use each id once',
    clause: 'The request ID MUST NOT have been previously used by the requestor within the same session.',
    address: requests,
    ...untilModern,
    binds: 'both',
    effect: 'refused',
    refusal: /-32600|\bid\b|duplicate/i,
    on: ['request'],
    watch: () => {
      const used = { client: new Set<string>(), server: new Set<string>() };
      return ({ from, method, id }, session) => {
        // A new session has its own ids, of both sides.
        if (method === 'initialize') for (const side of [used.client, used.server]) side.clear();
        const ids = used[from];
        // A request that HTTP refused has not arrived, and may be sent again.
        const isNew = !ids.has(id) || session.request(from, id)?.state === 'refused';
        if (ids.size < mostIds) ids.add(id);
        return isNew ? null : `used the id ${idText(id.slice(0, 60))} again`;
      };
    },
    fix: 'Count ids up, or use random ones. Never use one twice in a session.',
    breaks: [
      [...legacyStart, legacyCall(1), reply(1), legacyCall(1), reply(1)],
      [...legacyStart, legacyCall(1), legacyCall(1), reply(1)],
      [...session({ roots: {} }, {}), asked(1, 'roots/list'), asked(1, 'roots/list')],
    ],
    keeps: [
      [...legacyStart, legacyCall(1), reply(1), legacyCall('1'), reply('1')],
      [...session({ roots: {} }, { tools: {} }), legacyCall(1), asked(1, 'roots/list'), reply(1)],
      [...legacyStart, legacyCall(1), reply(1), ...legacyStart, legacyCall(1), reply(1)],
      [...session({ roots: {} }, {}), asked(1, 'roots/list'), ...session({ roots: {} }, {}), asked(1, 'roots/list')],
    ],
  },
  {
    id: 'use no id that still waits',
    clause:
      'The request ID MUST NOT match the ID of any other request the sender has issued and not yet received a response for.',
    address: modernPage('basic#requests'),
    ...modern,
    binds: 'client',
    effect: 'refused',
    refusal: /-32600|\bid\b|duplicate/i,
    on: ['request'],
    // Over HTTP each request has its own stream, and several clients may use one server.
    watch:
      () =>
      ({ from, id, via }, session) =>
        via === undefined && session.isStdio && session.request(from, id)?.state === 'open'
          ? `used the id ${idText(id.slice(0, 60))} of a request that still waits`
          : null,
    fix: 'Use a new id for each request that is sent before the answer to another one.',
    breaks: [[[0, 'life', 'spawned'], ask(1, 'tools/list'), ask(1, 'tools/list')]],
    keeps: [
      [[0, 'life', 'spawned'], ask(1, 'tools/list'), fail(1, -32603, 'x'), ask(1, 'tools/list'), fail(1, -32603, 'x')],
    ],
  },
  {
    id: 'answer only requests that were sent',
    clause: 'Result responses MUST include the same ID as the request they correspond to.',
    address: responses,
    ...always,
    binds: 'both',
    effect: 'noted',
    on: ['answer'],
    watch:
      () =>
      ({ from, id, value, request, error }, session) => {
        if (request !== null) return null;
        const raw = numberOf(value) ?? null;
        // An error without an id is about a message that could not be read.
        if (raw === null) return error === undefined ? 'sent an answer without an id' : null;
        const asking = from === 'client' ? 'server' : 'client';
        const highest = session.highestId(asking);
        // A recording may begin in the middle, and an old request may be forgotten.
        const isAll = session.isWhole && !session.hasForgotten;
        const isUnknown = isAll || (typeof raw === 'number' && highest >= 0 && raw > highest);
        return isUnknown ? `answered the id ${idText(id.slice(0, 60))}, which no request has` : null;
      },
    fix: 'Copy the id of the request into its answer, with its type.',
    breaks: [
      [...legacyStart, legacyCall(1), reply(9)],
      [...legacyStart, legacyCall(1), reply('1')],
      [legacyCall(1), reply(2)],
      [...legacyStart, legacyCall(1), [0, 'in', { jsonrpc: '2.0', result: {} }]],
    ],
    keeps: [
      [...legacyStart, legacyCall(1), reply(1)],
      [reply(4), legacyCall(5), reply(5)],
      [...legacyStart, [0, 'in', { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } }]],
    ],
  },
  {
    id: 'answer each request once',
    clause: 'The server MUST send each of its JSON-RPC messages on only one of the connected streams.',
    address: legacyPage('basic/transports#multiple-connections'),
    ...always,
    binds: 'both',
    effect: 'noted',
    on: ['answer'],
    watch:
      () =>
      ({ request, via, id }, session) => {
        // A stream that is taken up again may repeat what was lost.
        const isResumed = session.exchange(via)?.requestHeaders['last-event-id'] !== undefined;
        return request?.state === 'answered' && !request.isShared && !isResumed
          ? `answered the id ${idText(id.slice(0, 60))} twice`
          : null;
      },
    fix: 'Send one answer to each request, on one stream.',
    breaks: [[...legacyStart, legacyCall(1), reply(1), reply(1)]],
    keeps: [
      [...legacyStart, legacyCall(1), legacyCall(2), reply(2), reply(1)],
      [...legacyStart, legacyCall(1), noted('notifications/cancelled', { requestId: 1 }), reply(1)],
      [...legacyStart, legacyCall(1), ...resumed],
    ],
  },
  {
    id: 'name the request in its error',
    clause:
      'Error responses MUST include the same ID as the request (except where the ID could not be read due to a malformed request).',
    address: modernPage('basic#error-responses'),
    ...always,
    binds: 'server',
    effect: 'noted',
    on: ['error'],
    watch:
      () =>
      ({ value, error, via }, session) => {
        if ((numberOf(value) ?? null) !== null || !aboutContent.has(member(error, 'code'))) return null;
        const asked = session.postedIn(via);
        return asked === null ? null : `refuses ${asked.method} with an error that has no id`;
      },
    fix: 'Copy the id of the request into the error.',
    breaks: [
      [
        ...legacyStart,
        ...overHttp,
        line('line in', { jsonrpc: '2.0', id: null, error: { code: -32601, message: 'Method not found' } }, 7),
      ],
    ],
    keeps: [
      [
        ...legacyStart,
        ...overHttp,
        line('line in', { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } }, 7),
      ],
      [
        ...legacyStart,
        ...overHttp,
        line('line in', { jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'Method not found' } }, 7),
      ],
    ],
  },
  {
    id: 'send either a result or an error',
    clause: 'Either the result member or error member MUST be included, but both members MUST NOT be included.',
    address: `${jsonRpc}#response_object`,
    ...always,
    binds: 'both',
    effect: 'noted',
    on: ['answer'],
    watch:
      () =>
      ({ value }) => {
        const has = (name: string) => isObject(value) && Object.hasOwn(value, name);
        if (has('result') && has('error')) return 'sent an answer with a result and an error';
        return has('result') || has('error') ? null : 'sent an answer without a result and without an error';
      },
    fix: 'Send result if the request succeeded, and error if it failed.',
    breaks: [
      [
        ...legacyStart,
        legacyCall(1),
        [0, 'in', { jsonrpc: '2.0', id: 1, result: {}, error: { code: 1, message: 'x' } }],
      ],
      [...legacyStart, legacyCall(1), [0, 'in', { jsonrpc: '2.0', id: 1 }]],
    ],
    keeps: [[...legacyStart, legacyCall(1), fail(1, -32603, 'x')]],
  },
  {
    id: 'give an error a whole code and a message',
    clause: 'Error responses MUST include an error field with a code and message. Error codes MUST be integers.',
    address: responses,
    ...always,
    binds: 'both',
    effect: 'noted',
    on: ['answer'],
    watch:
      () =>
      ({ error }) => {
        if (error === undefined) return null;
        if (!isObject(error)) return 'sent an error that is not an object';
        if (!Number.isInteger(error.code)) return `sent an error with the code ${inWords(error.code)}`;
        return typeof error.message === 'string' ? null : 'sent an error without a message';
      },
    fix: 'Write {"code": WHOLE NUMBER, "message": "TEXT"}.',
    breaks: [
      [...legacyStart, legacyCall(1), [0, 'in', { jsonrpc: '2.0', id: 1, error: 'no' }]],
      [...legacyStart, legacyCall(1), [0, 'in', { jsonrpc: '2.0', id: 1, error: { code: 'E1', message: 'x' } }]],
      [...legacyStart, legacyCall(1), [0, 'in', { jsonrpc: '2.0', id: 1, error: { code: -1 } }]],
    ],
    keeps: [[...legacyStart, legacyCall(1), fail(1, -1, '')]],
  },
  {
    id: 'name JSON-RPC 2.0',
    clause: 'jsonrpc: A String specifying the version of the JSON-RPC protocol. MUST be exactly "2.0".',
    address: `${jsonRpc}#request_object`,
    ...always,
    binds: 'both',
    effect: 'refused',
    refusal: /-32600|-32700|jsonrpc|invalid (?:request|message)/i,
    on: ['request', 'notification', 'answer'],
    watch:
      () =>
      ({ value, from, kind }) =>
        member(value, 'jsonrpc') === '2.0'
          ? null
          : from === 'server' && kind === 'answer'
            ? 'sent an answer without "jsonrpc": "2.0"'
            : 'sent a message without "jsonrpc": "2.0"',
    fix: 'Add "jsonrpc": "2.0" to each message.',
    breaks: [
      [...legacyStart, [0, 'out', { id: 1, method: 'tools/list' }], fail(1, -32600, 'Invalid Request')],
      [...legacyStart, [0, 'out', { jsonrpc: 2, id: 1, method: 'tools/list' }], fail(1, -32600, 'Invalid Request')],
    ],
    keeps: [[...legacyStart, sent(1, 'tools/list'), reply(1, { tools: [] })]],
  },
  {
    id: 'leave the id out of notifications',
    clause: 'Notifications MUST NOT include an ID.',
    address: legacyPage('basic#notifications'),
    ...always,
    binds: 'both',
    effect: 'refused',
    refusal: /-32601|not found|unknown/i,
    on: ['request'],
    watch:
      () =>
      ({ method }) =>
        method.startsWith('notifications/') ? `sent ${method.slice(0, 80)} with an id` : null,
    fix: 'Send notifications without an id, and expect no answer.',
    breaks: [[...legacyStart, sent(1, 'notifications/roots/list_changed'), fail(1, -32601, 'Method not found')]],
    keeps: [[...session({ roots: { listChanged: true } }, {}), noted('notifications/roots/list_changed')]],
  },
  {
    id: 'give params as an object',
    clause: 'params?: { [key: string]: unknown }',
    address: requests,
    ...always,
    binds: 'both',
    effect: 'refused',
    refusal: /-32602|-32600|-32700|-32603/,
    on: ['request', 'notification'],
    watch:
      () =>
      ({ params, method }) =>
        params === undefined || isObject(params)
          ? null
          : `sent ${method.slice(0, 80)} with params that are not an object`,
    fix: 'Write params as an object, or leave it out.',
    breaks: [
      [...legacyStart, [0, 'out', { jsonrpc: '2.0', id: 1, method: 'tools/list', params: [] }], fail(1, -32602, 'x')],
    ],
    keeps: [[...legacyStart, [0, 'out', { jsonrpc: '2.0', id: 1, method: 'tools/list' }], reply(1, { tools: [] })]],
  },
  {
    id: 'send one message at a time',
    clause: 'The body of the POST request MUST be a single JSON-RPC request, notification, or response.',
    address: legacyPage('basic/transports#sending-messages-to-the-server'),
    since: '2025-06-18',
    binds: 'both',
    effect: 'refused',
    refusal: /-32600|-32700|batch|array|invalid/i,
    on: ['batch'],
    watch:
      () =>
      ({ value }) =>
        `sent a batch of ${Array.isArray(value) ? value.length : 0}, which 2025-06-18 removed`,
    fix: 'Send each message by itself. Only 2025-03-26 had batches.',
    breaks: [
      [...legacyStart, [0, 'out', [{ jsonrpc: '2.0', id: 1, method: 'ping' }]], fail(1, -32600, 'Invalid Request')],
      [...legacyStart, legacyCall(1), [0, 'in', [{ jsonrpc: '2.0', id: 1, result: { content: [] } }]]],
    ],
    keeps: [
      [
        ...session({}, {}, '2025-03-26'),
        [0, 'out', [{ jsonrpc: '2.0', id: 1, method: 'ping' }]],
        [0, 'in', [{ jsonrpc: '2.0', id: 1, result: {} }]],
      ],
    ],
  },
  {
    id: 'write only messages to stdout',
    clause: 'The server MUST NOT write anything to its stdout that is not a valid MCP message.',
    address: stdio,
    ...always,
    binds: 'server',
    effect: 'noted',
    on: ['noise'],
    watch:
      () =>
      ({ via }, session) =>
        session.isStdio && via === undefined ? 'wrote a line to stdout that is not a message' : null,
    fix: 'Write logs to stderr.',
    breaks: [[[0, 'life', 'spawned'], [0, 'line in', 'Server started'], ...legacyStart]],
    keeps: [[[0, 'life', 'spawned'], ...legacyStart]],
  },
  {
    id: 'write only messages to stdin',
    clause: "The client MUST NOT write anything to the server's stdin that is not a valid MCP message.",
    address: stdio,
    ...always,
    binds: 'client',
    effect: 'refused',
    on: ['noise'],
    watch:
      () =>
      ({ via }, session) =>
        session.isStdio && via === undefined ? 'wrote a line to stdin that is not a message' : null,
    fix: 'Write one JSON-RPC message per line, and nothing else.',
    breaks: [[[0, 'life', 'spawned'], ...legacyStart, [0, 'line out', '{"jsonrpc": "2.0", ']]],
    keeps: [[[0, 'life', 'spawned'], ...legacyStart, legacyCall(1), reply(1)]],
  },
  {
    id: 'send no answers',
    clause: 'The client MUST NOT write JSON-RPC responses.',
    address: modernPage('basic/transports/stdio#sending-messages'),
    ...modern,
    binds: 'client',
    effect: 'noted',
    on: ['answer'],
    watch: () => () => 'answered a request of the server',
    fix: 'Ignore requests of the server: they come in results with inputRequests.',
    breaks: [
      [
        ask(1, 'tools/list'),
        asked(9, 'roots/list'),
        [0, 'out', { jsonrpc: '2.0', id: 9, error: { code: -32601, message: 'x' } }],
      ],
    ],
    keeps: [[...session({ roots: {} }, {}), asked(9, 'roots/list'), answeredTrace(9, { roots: [] })]],
  },
];
