// Rules of 2026-07-28 about what each request says of itself, about subscriptions, log messages and lifetimes of results.

import { isObject, type Json, type JsonObject, member } from '../json/json.ts';
import { isModernRevision, metaMember, metaName, modernRevision } from '../protocol/revision.ts';
import { inWords, listMethods, modern, modernPage, ownRevision, ruleText, type SessionRule } from './rule.ts';
import { ask, call, fail, legacyStart, line, posted, reply, sent, session, told } from './traces.ts';

const meta = modernPage('basic#meta');
const subscriptions = modernPage('basic/patterns/subscriptions');
const caching = modernPage('server/utilities/caching');

const lacksMeta = (method: string, params: Json | undefined): boolean =>
  method !== 'initialize' && (ownRevision(params) === undefined || !isObject(metaMember(params, 'clientCapabilities')));
const mostLacking = 100;

const removed = ['initialize', 'ping', 'logging/setLevel', 'resources/subscribe', 'resources/unsubscribe'];
const cacheable = ['server/discover', ...listMethods, 'resources/read'];
export const freshnessFix = 'Add ttlMs, 0 for not at all, and cacheScope, public or private.';

const mostSubscriptions = 500;
const mostPages = 1000;

const label = '[A-Za-z](?:[A-Za-z0-9-]{0,60}[A-Za-z0-9])?';
/** A prefix of labels with dots and a slash, which may be left out, and a name, which may be empty. */
const metaKey = new RegExp(`^(?:${label}(?:\\.${label}){0,10}/)?(?:[A-Za-z0-9](?:[\\w.-]{0,200}[A-Za-z0-9])?)?$`);
/** Of tracestate and baggage only that it has a name and a value. */
const traceForms: Readonly<Record<string, RegExp>> = {
  traceparent: /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/,
  tracestate: /^$|=/,
  baggage: /^$|=/,
};
const isNamed = (info: Json | undefined): boolean =>
  typeof member(info, 'name') === 'string' && typeof member(info, 'version') === 'string';
const cursorKey = (method: string, cursor: Json | undefined): string => `${method} ${ruleText(cursor)}`;

/** The member of the filter that asks for a notification. */
const filterOf: Readonly<Record<string, string>> = {
  'notifications/tools/list_changed': 'toolsListChanged',
  'notifications/prompts/list_changed': 'promptsListChanged',
  'notifications/resources/list_changed': 'resourcesListChanged',
};

/** Notifications that no filter names are the matter of other rules. */
function isWanted(method: string, params: Json | undefined, filter: Json | undefined): boolean {
  const includes = (name: string, value: Json | undefined): boolean => {
    const list = member(filter, name);
    return Array.isArray(list) && list.includes(value ?? null);
  };
  if (Object.hasOwn(filterOf, method)) return member(filter, filterOf[method] as string) === true;
  if (method === 'notifications/resources/updated') return includes('resourceSubscriptions', member(params, 'uri'));
  return method !== 'notifications/tasks' || includes('taskIds', member(params, 'taskId'));
}

const fresh = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' } as const;
const bare = (id: number, meta: JsonObject) => sent(id, 'tools/call', { name: 'pay', arguments: {}, _meta: meta });
const listen = (id: number) => ask(id, 'subscriptions/listen', { notifications: { toolsListChanged: true } });
const about = (id: number): JsonObject => ({ _meta: { [metaName('subscriptionId')]: id } });
const accepted = (id: number) => told('notifications/subscriptions/acknowledged', { ...about(id), notifications: {} });
const discovered = (more: JsonObject = {}) => [
  ask(0, 'server/discover'),
  reply(0, {
    ...fresh,
    supportedVersions: [modernRevision],
    capabilities: { tools: {}, logging: {} },
    _meta: { [metaName('serverInfo')]: { name: 's', version: '1' } },
    ...more,
  }),
];
const found = discovered();

const logged: JsonObject = { level: 'info', data: 'x' };
const note = (params: JsonObject): JsonObject => ({ jsonrpc: '2.0', method: 'notifications/message', params });
/** A call that asks for log messages. */
const logging = (id: number) =>
  ask(id, 'tools/call', { name: 'pay', arguments: {} }, {}, 0, { [metaName('logLevel')]: 'info' });
/** The exchange of a call. */
const carrying = (id: number) => [
  posted(
    id,
    { 'mcp-protocol-version': modernRevision, 'mcp-method': 'tools/call', 'mcp-name': 'pay' },
    { id, headers: { 'content-type': 'text/event-stream' } },
  ),
];

const paged = (first: string, second: string) => [
  ask(1, 'tools/list'),
  reply(1, { ...fresh, cacheScope: first, tools: [], nextCursor: 'b' }),
  ask(2, 'tools/list', { cursor: 'b' }),
  reply(2, { ...fresh, cacheScope: second, tools: [] }),
];
const anonymous = (id: number, info: Json | undefined) =>
  bare(id, {
    [metaName('protocolVersion')]: modernRevision,
    [metaName('clientCapabilities')]: {},
    ...(info === undefined ? {} : { [metaName('clientInfo')]: info }),
  });
const traced = (traceparent: Json, more: JsonObject = {}) =>
  ask(1, 'tools/call', { name: 'pay', arguments: {} }, {}, 0, { traceparent, ...more });

export const metaRules: readonly SessionRule[] = [
  {
    id: 'name revision and capabilities in each request',
    clause: 'Fields marked as required MUST be included on every request: protocolVersion and clientCapabilities.',
    address: meta,
    ...modern,
    binds: 'client',
    effect: 'refused',
    refusal: /-32602|-32600|-32020|-32022|HTTP 400/,
    on: ['request'],
    watch:
      () =>
      ({ method, params }) => {
        if (!lacksMeta(method, params)) return null;
        if (ownRevision(params) === undefined) return `sent ${method.slice(0, 80)} without a protocolVersion in _meta`;
        return `sent ${method.slice(0, 80)} without clientCapabilities in _meta`;
      },
    fix: 'Put io.modelcontextprotocol/protocolVersion and …/clientCapabilities into _meta of every request.',
    breaks: [
      [call(1), reply(1), bare(2, {}), fail(2, -32602, 'Missing _meta')],
      [bare(1, { [metaName('protocolVersion')]: modernRevision }), fail(1, -32602, 'Missing _meta')],
    ],
    keeps: [
      [call(1), reply(1)],
      [...legacyStart, bare(2, {}), reply(2)],
    ],
  },
  {
    id: 'refuse requests without their _meta',
    clause:
      'A request missing any required field is malformed; the server MUST reject it with -32602 (Invalid params).',
    address: meta,
    ...modern,
    binds: 'server',
    effect: 'noted',
    on: ['request', 'answer'],
    hears: 'both sides',
    watch: () => {
      const lacking = new Set<string>();
      return ({ kind, id, params, method, result, error, request }) => {
        if (kind === 'answer') {
          if (!lacking.delete(id)) return null;
          if (result !== undefined) return `answers ${method} without its _meta`;
          const status = member(error, 'code') === -32602 ? (request?.status ?? 400) : 400;
          return status === 400 ? null : `refuses ${method} without its _meta with HTTP ${status}`;
        }
        if (lacking.size < mostLacking && lacksMeta(method, params)) lacking.add(id);
        return null;
      };
    },
    fix: 'Answer with -32602, over HTTP with status 400.',
    breaks: [
      [call(1), reply(1), bare(2, {}), reply(2)],
      [call(1), reply(1), bare(2, {}), posted(2, {}, { id: 2 }), fail(2, -32602, 'Missing _meta')],
    ],
    keeps: [[call(1), reply(1), call(2), fail(2, -32602, 'Unknown tool')]],
  },
  {
    id: 'use the methods of the revision',
    clause: 'Remove the initialize handshake, ping, logging/setLevel and resources/subscribe.',
    address: modernPage('changelog'),
    ...modern,
    binds: 'client',
    effect: 'refused',
    refusal: /-32601|not found|HTTP 404/i,
    on: ['request'],
    of: removed,
    watch:
      () =>
      ({ method, params }) =>
        ownRevision(params) !== undefined ? `sent ${method}, which 2026-07-28 removed` : null,
    fix: 'Use subscriptions/listen for changes and …/logLevel in _meta for logs. There is no ping and no handshake.',
    breaks: [[ask(1, 'ping'), fail(1, -32601, 'Method not found')]],
    keeps: [found, [...legacyStart, sent(1, 'ping'), reply(1, {})]],
  },
  {
    id: 'have server/discover',
    clause: 'Servers MUST implement server/discover.',
    address: modernPage('server/discover'),
    ...modern,
    binds: 'server',
    effect: 'noted',
    on: ['answer'],
    hears: 'all',
    watch: () => {
      let isModern = false;
      let isRefused = false;
      let isSaid = false;
      return ({ method, result, error, revision }) => {
        // A server of an earlier revision has no resultType and need not have it.
        if (member(result, 'resultType') !== undefined) isModern = true;
        if (method === 'server/discover') isRefused = member(error, 'code') === -32601;
        if (isSaid || !isModern || !isRefused || !isModernRevision(revision)) return null;
        isSaid = true;
        return 'does not know server/discover';
      };
    },
    fix: 'Answer server/discover with supportedVersions and capabilities.',
    breaks: [
      [
        call(1),
        reply(1),
        ask(2, 'server/discover'),
        fail(2, -32601, 'Method not found'),
        call(3),
        reply(3),
        call(4),
        reply(4),
      ],
      [ask(2, 'server/discover'), fail(2, -32601, 'Method not found'), call(1), reply(1), call(3), reply(3)],
    ],
    keeps: [
      [call(1), reply(1), ask(2, 'server/discover'), fail(2, -32603, 'The database is down')],
      [ask(2, 'server/discover'), fail(2, -32601, 'Method not found'), ...legacyStart],
    ],
  },
  {
    id: 'acknowledge a subscription first',
    clause:
      'The server MUST send notifications/subscriptions/acknowledged as the first message and MUST NOT send any notification on the subscription before it.',
    address: `${subscriptions}#acknowledgment`,
    ...modern,
    binds: 'server',
    effect: 'noted',
    on: ['notification'],
    watch: () => {
      const acknowledged = new Set<string>();
      return ({ method, params }, session) => {
        const id = metaMember(params, 'subscriptionId');
        if (id === undefined) return null;
        const name = subscriptionKey(id);
        if (acknowledged.size > mostSubscriptions) acknowledged.clear();
        if (method === 'notifications/subscriptions/acknowledged') acknowledged.add(name);
        if (acknowledged.has(name)) return null;
        acknowledged.add(name);
        return session.isWhole || session.request('client', subscriptionKey(id)) !== undefined
          ? `sends ${method} before notifications/subscriptions/acknowledged`
          : null;
      };
    },
    fix: 'Send notifications/subscriptions/acknowledged before any change of the subscription.',
    breaks: [[listen(1), told('notifications/tools/list_changed', about(1))]],
    keeps: [
      [listen(1), accepted(1), told('notifications/tools/list_changed', about(1))],
      [listen(1), listen(2), accepted(2), told('notifications/tools/list_changed', about(2)), accepted(1)],
    ],
  },
  {
    id: 'name the subscription',
    clause:
      'On notifications delivered via a subscriptions/listen stream, the server MUST include io.modelcontextprotocol/subscriptionId in _meta.',
    address: meta,
    ...modern,
    binds: 'server',
    effect: 'noted',
    on: ['notification'],
    // The changes that a subscription delivers.
    of: [...Object.keys(filterOf), 'notifications/resources/updated'],
    watch:
      () =>
      ({ method, params }) =>
        metaMember(params, 'subscriptionId') === undefined ? `sends ${method} without a subscriptionId` : null,
    fix: 'Put the id of the subscriptions/listen request into _meta.',
    breaks: [[listen(1), accepted(1), told('notifications/tools/list_changed')]],
    keeps: [
      [listen(1), accepted(1), told('notifications/tools/list_changed', about(1))],
      [...session({}, { tools: { listChanged: true } }), told('notifications/tools/list_changed')],
    ],
  },
  {
    id: 'notify only subscriptions that exist',
    clause: 'The value is the JSON-RPC ID of the subscriptions/listen request.',
    address: `${subscriptions}#receiving-notifications`,
    ...modern,
    binds: 'server',
    effect: 'noted',
    on: ['notification'],
    watch:
      () =>
      ({ params, method }, session) => {
        const id = metaMember(params, 'subscriptionId');
        if (id === undefined || !session.isWhole || session.hasForgotten) return null;
        return session.request('client', subscriptionKey(id))?.method === 'subscriptions/listen'
          ? null
          : `sends ${method} for a subscription that does not exist`;
      },
    fix: 'Use the id of the subscriptions/listen request, with its type.',
    breaks: [[...found, listen(1), accepted(2)]],
    keeps: [[...found, listen(1), accepted(1), told('notifications/tools/list_changed', about(1))]],
  },
  {
    id: 'log only if it is asked for',
    clause: 'The server MUST NOT emit notifications/message for a request that does not include this field.',
    address: modernPage('server/utilities/logging#per-request-log-level'),
    ...modern,
    binds: 'server',
    effect: 'noted',
    on: ['notification', 'request'],
    hears: 'both sides',
    watch: () => {
      /** Requests with a level that may be open. */
      const asking = new Set<string>();
      return ({ kind, from, id, method, params, via }, session) => {
        if (kind === 'request') {
          asking.delete(id);
          if (from === 'client' && metaMember(params, 'logLevel') !== undefined) asking.add(id);
          return null;
        }
        if (method !== 'notifications/message') return null;
        const carried = session.postedIn(via);
        if (carried !== null)
          return asking.has(carried.id)
            ? null
            : `sends notifications/message for ${carried.method.slice(0, 80)}, which asked for none`;
        for (const one of asking) if (session.request('client', one)?.state !== 'open') asking.delete(one);
        return asking.size === 0 && session.isWhole ? 'sends notifications/message, which no request asked for' : null;
      };
    },
    fix: 'Send log messages only during a request with …/logLevel in _meta.',
    breaks: [
      [...found, call(1), told('notifications/message', logged), reply(1)],
      [...found, logging(1), reply(1), call(2), told('notifications/message', logged), reply(2)],
      [...found, logging(1), call(2), ...carrying(2), line('line in', note(logged), 2)],
    ],
    keeps: [
      [...found, logging(1), told('notifications/message', logged), reply(1)],
      [...found, logging(1), call(2), told('notifications/message', logged), reply(2), reply(1)],
      [...found, logging(2), ...carrying(2), reply(2), line('line in', note(logged), 2)],
      [call(1), told('notifications/message', logged), reply(1)],
    ],
  },
  {
    id: 'say how long a result is fresh',
    clause: 'Servers MUST include caching hints on results with resultType complete, and a ttlMs value that is >= 0.',
    address: `${caching}#cacheable-results`,
    ...modern,
    binds: 'server',
    effect: 'noted',
    on: ['result'],
    of: cacheable,
    watch:
      () =>
      ({ method, result }) => {
        if (!isObject(result) || result.resultType === 'input_required') return null;
        const [first] = freshnessFlaws(result);
        return first === undefined ? null : `answers ${method} ${first.words}`;
      },
    fix: freshnessFix,
    breaks: [
      [ask(1, 'tools/list'), reply(1, { resultType: 'complete', tools: [] })],
      [ask(1, 'tools/list'), reply(1, { ...fresh, ttlMs: -1, tools: [] })],
      [ask(1, 'tools/list'), reply(1, { ...fresh, ttlMs: '5s', tools: [] })],
      [ask(1, 'tools/list'), reply(1, { ...fresh, cacheScope: 'all', tools: [] })],
    ],
    keeps: [
      [ask(1, 'tools/list'), reply(1, { ...fresh, tools: [] })],
      [...legacyStart, sent(1, 'tools/list'), reply(1, { tools: [] })],
    ],
  },
  {
    id: 'keep the cacheScope of the first page',
    clause: 'Servers MUST apply the same cacheScope to all response pages for a given list request.',
    address: `${caching}#cache-scope`,
    ...modern,
    binds: 'server',
    effect: 'noted',
    hears: 'both sides',
    on: ['request', 'answer'],
    of: listMethods,
    watch: () => {
      /** By the cursor of the next page. */
      const scopes = new Map<string, Json>();
      const asked = new Map<string, Json>();
      return ({ kind, from, method, id, params, result }) => {
        if (kind === 'request') {
          const before = from === 'client' ? scopes.get(cursorKey(method, member(params, 'cursor'))) : undefined;
          if (before !== undefined && asked.size < mostPages) asked.set(id, before);
          return null;
        }
        const scope = member(result, 'cacheScope');
        const next = member(result, 'nextCursor');
        if (scope !== undefined && next !== undefined && scopes.size < mostPages)
          scopes.set(cursorKey(method, next), scope);
        const before = asked.get(id);
        asked.delete(id);
        return before === undefined || scope === undefined || scope === before
          ? null
          : `answers ${method} with a page of cacheScope ${inWords(scope)} after one of ${inWords(before)}`;
      };
    },
    fix: 'Send the same cacheScope with each page of a list.',
    breaks: [paged('private', 'public')],
    keeps: [paged('private', 'private')],
  },
  {
    id: 'answer server/discover in full',
    clause: 'A discovery result includes supportedVersions and capabilities.',
    address: modernPage('server/discover#discoverresult'),
    ...modern,
    binds: 'server',
    effect: 'noted',
    on: ['result'],
    of: ['server/discover'],
    watch:
      () =>
      ({ result }) => {
        if (!isObject(result)) return null;
        const { supportedVersions, capabilities } = result;
        if (!Array.isArray(supportedVersions) || !supportedVersions.every((one) => typeof one === 'string'))
          return 'answers server/discover without a list of supportedVersions';
        return isObject(capabilities) ? null : 'answers server/discover without capabilities';
      },
    fix: 'Answer with supportedVersions, a list of texts, and capabilities, an object.',
    breaks: [
      discovered({ supportedVersions: modernRevision }),
      discovered({ supportedVersions: [20260728] }),
      discovered({ capabilities: [] }),
    ],
    keeps: [found],
  },
  {
    id: 'say who answers',
    clause: 'Servers SHOULD include io.modelcontextprotocol/serverInfo in _meta of a discovery result.',
    address: modernPage('server/discover#discoverresult'),
    ...modern,
    isAdvice: true,
    binds: 'server',
    effect: 'noted',
    on: ['result'],
    of: ['server/discover'],
    watch:
      () =>
      ({ result }) =>
        isObject(result) && !isNamed(metaMember(result, 'serverInfo'))
          ? 'answers server/discover without the serverInfo that says who answers'
          : null,
    fix: 'Put io.modelcontextprotocol/serverInfo with name and version into _meta of the result.',
    breaks: [discovered({ _meta: {} }), discovered({ _meta: { [metaName('serverInfo')]: { name: 's' } } })],
    keeps: [found],
  },
  {
    id: 'answer what is declared',
    clause: 'Servers that declare the tools capability MUST respond to tools/list requests with the set of tools.',
    address: modernPage('server/tools#capabilities'),
    ...modern,
    binds: 'server',
    effect: 'noted',
    on: ['error'],
    of: listMethods,
    watch:
      () =>
      ({ method, error }, { server }) => {
        if (member(error, 'code') !== -32601) return null;
        const [name = ''] = method.split('/');
        return isObject(member(server, name)) ? `declares ${name}, but does not know ${method}` : null;
      },
    fix: 'Answer the list, empty if there is nothing, or leave the capability out.',
    breaks: [[...found, ask(1, 'tools/list'), fail(1, -32601, 'Method not found')]],
    keeps: [
      [...found, ask(1, 'prompts/list'), fail(1, -32601, 'Method not found')],
      [...found, ask(1, 'tools/list'), fail(1, -32603, 'The database is down')],
      [...found, ask(1, 'tools/call', { name: 'pay' }), fail(1, -32601, 'Unknown tool')],
    ],
  },
  {
    id: 'notify only of what was asked for',
    clause: 'The server MUST NOT send notification types the client has not explicitly requested.',
    address: `${subscriptions}#notification-filter`,
    ...modern,
    binds: 'server',
    effect: 'noted',
    hears: 'both sides',
    on: ['request', 'notification'],
    watch: () => {
      const filters = new Map<string, Json | undefined>();
      return ({ kind, from, id, method, params }) => {
        if (kind === 'request') {
          if (from !== 'client' || method !== 'subscriptions/listen') return null;
          if (filters.size >= mostSubscriptions) filters.clear();
          filters.set(id, member(params, 'notifications'));
          return null;
        }
        const about = metaMember(params, 'subscriptionId');
        const key = about === undefined ? '' : subscriptionKey(about);
        if (from !== 'server' || !filters.has(key)) return null;
        return isWanted(method, params, filters.get(key)) ? null : `sends ${method}, which the client did not ask for`;
      };
    },
    fix: 'Send only what the filter in subscriptions/listen names.',
    breaks: [
      [listen(1), accepted(1), told('notifications/prompts/list_changed', about(1))],
      [listen(1), accepted(1), told('notifications/resources/updated', { ...about(1), uri: 'a:b' })],
      [
        ask(1, 'subscriptions/listen', { notifications: { resourceSubscriptions: ['a:b'] } }),
        accepted(1),
        told('notifications/resources/updated', { ...about(1), uri: 'a:c' }),
      ],
      [listen(1), accepted(1), told('notifications/tasks', { ...about(1), taskId: 't1' })],
      // A subscription that does not exist is the matter of another rule.
      [
        ...found,
        listen(1),
        accepted(1),
        told('notifications/prompts/list_changed', about(1)),
        told('notifications/prompts/list_changed', about(0)),
      ],
    ],
    keeps: [
      [listen(1), accepted(1), told('notifications/tools/list_changed', about(1))],
      [
        ask(1, 'subscriptions/listen', { notifications: { resourceSubscriptions: ['a:b'], taskIds: ['t1'] } }),
        accepted(1),
        told('notifications/resources/updated', { ...about(1), uri: 'a:b' }),
        told('notifications/tasks', { ...about(1), taskId: 't1' }),
      ],
    ],
  },
  {
    id: 'keep progress and logs off subscriptions',
    clause: 'notifications/progress and notifications/message MUST NOT be sent on the subscriptions/listen stream.',
    address: modernPage('server/utilities/logging#per-request-log-level'),
    ...modern,
    binds: 'server',
    effect: 'noted',
    on: ['notification'],
    of: ['notifications/progress', 'notifications/message'],
    watch:
      () =>
      ({ method, params }) =>
        metaMember(params, 'subscriptionId') !== undefined ? `sends ${method} on a subscription` : null,
    fix: 'Send progress and log messages on the stream of the request that they are about.',
    breaks: [
      [listen(1), accepted(1), told('notifications/message', { ...about(1), level: 'info', data: 'x' })],
      [listen(1), accepted(1), told('notifications/progress', { ...about(1), progressToken: 1, progress: 1 })],
    ],
    keeps: [[listen(1), accepted(1), told('notifications/tools/list_changed', about(1))]],
  },
  {
    id: 'say who asks',
    clause: 'Clients SHOULD include io.modelcontextprotocol/clientInfo on every request.',
    address: meta,
    ...modern,
    isAdvice: true,
    binds: 'client',
    effect: 'noted',
    on: ['request'],
    watch: () => {
      let isSaid = false;
      return ({ params, method }) => {
        const info = metaMember(params, 'clientInfo');
        if (isSaid || ownRevision(params) === undefined || isNamed(info)) return null;
        isSaid = true;
        return `sent ${method.slice(0, 80)} without the clientInfo that says who asks`;
      };
    },
    fix: 'Put io.modelcontextprotocol/clientInfo with name and version into _meta.',
    breaks: [
      [anonymous(1, undefined), reply(1)],
      [anonymous(1, { name: 'c' }), reply(1)],
      // Said once per connection.
      [anonymous(1, undefined), reply(1), anonymous(2, undefined), reply(2)],
    ],
    keeps: [[call(1), reply(1)]],
  },
  {
    id: 'name metadata with valid keys',
    clause:
      'Names in _meta MUST begin and end with an alphanumeric character; labels of a prefix MUST start with a letter.',
    address: meta,
    since: '2025-06-18',
    binds: 'both',
    effect: 'noted',
    on: ['request', 'notification', 'answer'],
    watch:
      () =>
      ({ params, result }) => {
        const held = member(params ?? result, '_meta');
        const bad = isObject(held) ? Object.keys(held).find((name) => !metaKey.test(name)) : undefined;
        return bad === undefined ? null : `sent the key ${inWords(bad)} in _meta`;
      },
    fix: 'Write a prefix of labels and dots, a slash, and a name, as in com.example/trace-id.',
    breaks: [
      [...legacyStart, sent(1, 'tools/list', { _meta: { 'my key': 1 } }), reply(1, { tools: [] })],
      [...legacyStart, sent(1, 'tools/list'), reply(1, { tools: [], _meta: { '1a.example/x': 1 } })],
      [...session({}, { logging: {} }), told('notifications/message', { level: 'info', data: 1, _meta: { 'a/-': 1 } })],
    ],
    keeps: [
      [
        ...legacyStart,
        sent(1, 'tools/list', { _meta: { progressToken: 1, 'com.example-2/a_b.c-d': 1, 'com.example/': 1, x: 1 } }),
        reply(1, { tools: [] }),
      ],
    ],
  },
  {
    id: 'name extensions with a prefix',
    clause: 'Extension identifiers MUST follow the _meta key naming rules, with a mandatory prefix.',
    address: modernPage('basic/versioning#extension-negotiation'),
    ...modern,
    binds: 'both',
    effect: 'noted',
    on: ['request', 'answer'],
    watch:
      () =>
      ({ method, params, result }) => {
        const declared =
          params === undefined
            ? method === 'server/discover' && member(result, 'capabilities')
            : metaMember(params, 'clientCapabilities');
        const extensions = member(declared || undefined, 'extensions');
        const bad = isObject(extensions)
          ? Object.keys(extensions).find((name) => !name.includes('/') || !metaKey.test(name))
          : undefined;
        return bad === undefined ? null : `declares the extension ${inWords(bad)}`;
      },
    fix: 'Name an extension by a prefix of your own and a name, as in com.example/search.',
    breaks: [
      [call(1, { extensions: { search: {} } }), reply(1)],
      [call(1, { extensions: { 'example./search': {} } }), reply(1)],
      discovered({ capabilities: { extensions: { search: {} } } }),
    ],
    keeps: [[call(1, { extensions: { 'com.example/search': {} } }), reply(1)]],
  },
  {
    id: 'write trace context as W3C has it',
    clause:
      'When present, the values of traceparent, tracestate and baggage MUST follow W3C Trace Context and Baggage.',
    address: meta,
    ...modern,
    binds: 'both',
    effect: 'noted',
    on: ['request', 'notification', 'answer'],
    watch:
      () =>
      ({ params, result }) => {
        const held = member(params ?? result, '_meta');
        if (held === undefined) return null;
        for (const [name, form] of Object.entries(traceForms)) {
          const value = member(held, name);
          if (value === undefined || (typeof value === 'string' && (form.test(value) || value.includes('‹')))) continue;
          return `sent the ${name} ${inWords(value)}`;
        }
        return null;
      },
    fix: 'Write 00-, 32 hexadecimal digits, -, 16 of them, -, and two digits of flags.',
    breaks: [
      [traced('0af7651916cd43dd8448eb211c80319c'), reply(1)],
      [traced(1), reply(1)],
      [traced('00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01', { baggage: 'ada' }), reply(1)],
      [call(1), reply(1, { resultType: 'complete', content: [], _meta: { traceparent: 'x' } })],
    ],
    keeps: [
      [
        traced('00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01', { tracestate: 'a=1', baggage: 'b=2' }),
        reply(1),
      ],
    ],
  },
];

/** What is wrong with how long a result is fresh, as the rest of a sentence about it. */
export function freshnessFlaws(result: JsonObject): { path: string; words: string }[] {
  const { ttlMs, cacheScope } = result;
  const missing = ['ttlMs', 'cacheScope'].filter((name) => result[name] === undefined);
  const flaws = missing.length === 0 ? [] : [{ path: '', words: `without ${missing.join(' and ')}` }];
  if (ttlMs !== undefined && !(Number.isInteger(ttlMs) && (ttlMs as number) >= 0))
    flaws.push({ path: '/ttlMs', words: `with ttlMs ${inWords(ttlMs)}` });
  if (cacheScope !== undefined && cacheScope !== 'public' && cacheScope !== 'private')
    flaws.push({ path: '/cacheScope', words: `with cacheScope ${inWords(cacheScope)}` });
  return flaws;
}

/** As ids of requests are kept. */
const subscriptionKey = (id: Json): string => (typeof id === 'string' ? `"${id}` : inWords(id));
