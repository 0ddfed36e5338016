// Rules whose violations exchange/client-conduct.ts finds: it has the memory for sessions, headers and lists of clients.

import type { JsonObject } from '../json/json.ts';
import { lastLegacyRevision, metaName, modernRevision } from '../protocol/revision.ts';
import { type ConductRule, legacyPage, modern, modernPage, streamable, type Trace } from './rule.ts';
import { ask, call, fail, initialized, posted, reply, sent, session, told } from './traces.ts';

const http = modernPage('basic/transports/streamable-http');
const transports = legacyPage('basic/transports');
const right = { 'mcp-protocol-version': modernRevision, 'mcp-method': 'tools/call', 'mcp-name': 'pay' };
const named = { 'mcp-protocol-version': lastLegacyRevision, 'mcp-session-id': 's1' };
const gone = { status: 404, headers: {} };

const caching = modernPage('server/utilities/caching');
const list = (more: JsonObject = {}) => [
  ask(1, 'tools/list'),
  reply(1, {
    resultType: 'complete',
    tools: [{ name: 'pay', inputSchema: { type: 'object' } }],
    ttlMs: 1000,
    cacheScope: 'private',
    ...more,
  }),
];
/** The list of one user, and a call with a token of this one. */
const usedBy = (subject: number) => [
  ask(1, 'tools/list'),
  posted(1, { ...right, 'mcp-method': 'tools/list' }, { id: 1, credential: { token: 1, firstSeenAt: 0, subject: 1 } }),
  ...list().slice(1),
  call(2),
  posted(2, right, { id: 2, credential: { token: 2, firstSeenAt: 0, subject } }),
  reply(2),
];

const saysOf = (body: string | null): string => (body === null ? 'has no such argument' : `says ${body}`);
/** A call of a tool whose argument is repeated in a header, with this header. */
const inRegion = (header: Record<string, string>, given: JsonObject) => [
  ...list({
    tools: [
      {
        name: 'pay',
        inputSchema: { type: 'object', properties: { region: { type: 'string', 'x-mcp-header': 'Region' } } },
      },
    ],
  }),
  ask(2, 'tools/call', { name: 'pay', arguments: given }),
  posted(2, { ...right, ...header }, { id: 2 }),
  reply(2),
];

export const conductRules: readonly ConductRule[] = [
  {
    id: 'repeat the message in its headers',
    clause: 'The client MUST include the request metadata headers on each POST request.',
    address: `${http}#sending-messages`,
    ...modern,
    binds: 'client',
    effect: 'refused',
    refusal: /HTTP 400|-32020|header/i,
    finds: 'wrong_header',
    how: (mistake) =>
      mistake.kind !== 'wrong_header'
        ? null
        : mistake.header === null
          ? `left the ${mistake.name} header out`
          : `sent ${mistake.name}: ${mistake.header}, but the message ${saysOf(mistake.body)}`,
    fix: 'Send MCP-Protocol-Version, Mcp-Method and Mcp-Name with the values of the message.',
    breaks: [
      [
        call(1),
        posted(1, { ...right, 'mcp-name': 'other' }, { id: 1, status: 400 }),
        fail(1, -32020, 'Header mismatch'),
      ],
      [call(1), posted(1, { 'mcp-protocol-version': modernRevision, 'mcp-method': 'tools/call' }, { id: 1 }), reply(1)],
      inRegion({ 'mcp-param-region': 'eu' }, {}),
    ],
    keeps: [
      [call(1), posted(1, right, { id: 1 }), reply(1)],
      inRegion({}, {}),
      inRegion({ 'mcp-param-region': 'eu' }, { region: 'eu' }),
    ],
  },
  {
    id: 'begin a new session after 404',
    clause:
      'When a client receives HTTP 404 in response to a request containing an MCP-Session-Id, it MUST start a new session.',
    address: `${transports}#session-management`,
    ...streamable,
    binds: 'client',
    effect: 'noted',
    finds: 'lost_session',
    how: () => 'kept using a session that the server had ended',
    fix: 'After a 404 send initialize without Mcp-Session-Id, then repeat the request.',
    breaks: [
      [
        ...session({}, { tools: {} }),
        sent(1, 'tools/list'),
        posted(3, named, gone),
        sent(2, 'tools/list'),
        posted(4, named, { ...gone, startedAt: 1e15 }),
      ],
    ],
    keeps: [
      [
        ...session({}, { tools: {} }),
        sent(1, 'tools/list'),
        posted(3, named, gone),
        ...session({}, { tools: {} }).slice(0, 2),
        initialized,
      ],
    ],
  },
  {
    id: 'send a lost request under a new id',
    clause:
      'A broken response stream loses the in-flight request; clients MUST re-issue it as a new request with a new request ID.',
    address: modernPage('changelog'),
    ...modern,
    binds: 'client',
    effect: 'noted',
    finds: 'repeated_id',
    how: (mistake) => (mistake.kind === 'repeated_id' ? `repeated a lost request under the id ${mistake.id}` : null),
    fix: 'Send a request again under a new id.',
    breaks: [
      [
        ask(1, 'tools/list'),
        posted(
          1,
          { ...right, 'mcp-method': 'tools/list' },
          { id: 1, status: null, error: 'ECONNRESET: The connection broke.' },
        ),
        [0, 'line out', JSON.stringify(ask(1, 'tools/list')[2]), 2],
      ],
    ],
    keeps: [
      [
        ask(1, 'tools/list'),
        posted(
          1,
          { ...right, 'mcp-method': 'tools/list' },
          { id: 1, status: null, error: 'ECONNRESET: The connection broke.' },
        ),
        [0, 'line out', JSON.stringify(ask(2, 'tools/list')[2]), 2],
      ],
    ],
  },
  {
    id: 'refuse headers that differ from the message',
    clause:
      'Servers that process the request body MUST reject requests whose headers do not match it, with 400 and -32020.',
    address: `${http}#server-validation`,
    ...modern,
    binds: 'server',
    effect: 'noted',
    finds: 'wrong_header',
    how: (mistake) =>
      // A server need not look for a header that nothing asks for.
      mistake.kind !== 'wrong_header' || mistake.body === null || !mistake.isAccepted
        ? null
        : mistake.header !== null
          ? `accepts ${mistake.name}: ${mistake.header}, but the message says ${mistake.body}`
          : // Without this one, a server may take the request for one of 2025-03-26.
            mistake.name === 'MCP-Protocol-Version'
            ? null
            : `accepts a request without ${mistake.name}`,
    fix: 'Compare Mcp-Method, Mcp-Name and MCP-Protocol-Version with the message, and answer -32020 with HTTP 400.',
    breaks: [
      [call(1), posted(1, { ...right, 'mcp-name': 'other' }, { id: 1 }), reply(1)],
      [call(1), posted(1, { 'mcp-protocol-version': modernRevision, 'mcp-method': 'tools/call' }, { id: 1 }), reply(1)],
    ],
    keeps: [[call(1), posted(1, { ...right, 'mcp-name': '=?base64?cGF5?=' }, { id: 1 }), reply(1)]],
  },
  {
    id: 'read an expired list again',
    clause: 'Once the TTL expires, the response is stale and the client SHOULD re-fetch on next access.',
    address: `${caching}#freshness-calculation`,
    ...modern,
    isAdvice: true,
    binds: 'client',
    effect: 'noted',
    finds: 'expired_list',
    how: (mistake) => (mistake.kind === 'expired_list' ? `used a list of ${mistake.list} that had expired` : null),
    fix: 'Send the list request again before the first use after ttlMs.',
    breaks: [[...list(), ask(2, 'tools/call', { name: 'pay', arguments: {} }, {}, 5000), reply(2)]],
    keeps: [
      [...list(), ask(2, 'tools/call', { name: 'pay', arguments: {} }, {}, 900), reply(2)],
      [...list({ ttlMs: 0 }), ask(2, 'tools/call', { name: 'pay', arguments: {} }, {}, 5000), reply(2)],
    ],
  },
  {
    id: 'read a changed list again',
    clause: 'The notification invalidates the cached response and it should be considered immediately stale.',
    address: `${caching}#interaction-with-notifications`,
    ...modern,
    isAdvice: true,
    binds: 'client',
    effect: 'noted',
    finds: 'list_not_refreshed',
    how: (mistake) =>
      mistake.kind === 'list_not_refreshed' ? `used a list of ${mistake.list} that had changed` : null,
    fix: 'Send the list request again when list_changed comes.',
    breaks: [[...announcing(), ask(4, 'tools/call', { name: 'pay', arguments: {} }, {}, 60_000), reply(4)]],
    keeps: [
      [
        ...announcing(),
        ask(1, 'tools/list', {}, {}, 50_000),
        ...list({ ttlMs: 60_000 }).slice(1),
        ask(4, 'tools/call', { name: 'pay', arguments: {} }, {}, 60_000),
        reply(4),
      ],
    ],
  },
  {
    id: 'keep private lists to their user',
    clause: 'Caches MUST NOT be shared across authorization contexts.',
    address: `${caching}#cache-scope`,
    ...modern,
    binds: 'client',
    effect: 'noted',
    finds: 'private_list',
    how: (mistake) =>
      mistake.kind === 'private_list' ? `used the private list of ${mistake.list} of another user` : null,
    fix: 'Keep lists with cacheScope private per user.',
    breaks: [usedBy(2)],
    keeps: [usedBy(1)],
  },
];

/** The server says that its tools changed. */
function announcing(): Trace {
  return [
    ask(0, 'server/discover'),
    reply(0, {
      resultType: 'complete',
      ttlMs: 0,
      cacheScope: 'private',
      supportedVersions: [modernRevision],
      capabilities: { tools: { listChanged: true } },
      _meta: { [metaName('serverInfo')]: { name: 's', version: '1' } },
    }),
    ask(2, 'subscriptions/listen', { notifications: { toolsListChanged: true } }),
    told('notifications/subscriptions/acknowledged', { _meta: { [metaName('subscriptionId')]: 2 } }),
    told('notifications/tools/list_changed', { _meta: { [metaName('subscriptionId')]: 2 } }),
  ];
}
