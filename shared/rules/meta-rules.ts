// Rules of 2026-07-28 about what each request says of itself, about subscriptions, log messages and lifetimes of results.

import { isObject, type Json, type JsonObject, member } from '../json/json.ts';
import { inWords, ownRevision, type SessionRule, specification } from './rule.ts';
import { ask, call, fail, legacyStart, reply, sent, session, told } from './traces.ts';

const modern = '2026-07-28';
const meta = specification(modern, 'basic#meta');
const subscriptions = specification(modern, 'basic/patterns/subscriptions');
const caching = specification(modern, 'server/utilities/caching');

const key = (name: string): string => `io.modelcontextprotocol/${name}`;
const metaOf = (params: Json | undefined, name: string): Json | undefined => member(member(params, '_meta'), key(name));

const lacksMeta = (method: string, params: Json | undefined): boolean =>
  method !== 'initialize' && (ownRevision(params) === undefined || !isObject(metaOf(params, 'clientCapabilities')));
const mostLacking = 100;

/** The listed changes that a subscription delivers. */
const delivered = /^notifications\/(?:tools\/list_changed|prompts\/list_changed|resources\/(?:list_changed|updated))$/;
const removed: ReadonlySet<string> = new Set([
  'initialize',
  'ping',
  'logging/setLevel',
  'resources/subscribe',
  'resources/unsubscribe',
]);
const cacheable: ReadonlySet<string> = new Set([
  'server/discover',
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
]);
const mostSubscriptions = 500;

const fresh = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' } as const;
const bare = (id: number, meta: JsonObject) => sent(id, 'tools/call', { name: 'pay', arguments: {}, _meta: meta });
const listen = (id: number) => ask(id, 'subscriptions/listen', { notifications: { toolsListChanged: true } });
const about = (id: number): JsonObject => ({ _meta: { [key('subscriptionId')]: id } });
const accepted = (id: number) => told('notifications/subscriptions/acknowledged', { ...about(id), notifications: {} });
const found = [
  ask(0, 'server/discover'),
  reply(0, { ...fresh, supportedVersions: [modern], capabilities: { tools: {}, logging: {} } }),
];

export const metaRules: readonly SessionRule[] = [
  {
    id: 'name revision and capabilities in each request',
    clause: 'Fields marked as required MUST be included on every request: protocolVersion and clientCapabilities.',
    address: meta,
    since: modern,
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
      [bare(1, { [key('protocolVersion')]: modern }), fail(1, -32602, 'Missing _meta')],
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
    since: modern,
    binds: 'server',
    effect: 'noted',
    on: ['request', 'answer'],
    hears: true,
    watch: () => {
      const lacking = new Set<string>();
      return ({ kind, id, params, method, result }) => {
        if (kind === 'answer')
          return lacking.delete(id) && result !== undefined ? `answers ${method} without its _meta` : null;
        if (lacking.size < mostLacking && lacksMeta(method, params)) lacking.add(id);
        return null;
      };
    },
    fix: 'Answer with -32602, over HTTP with status 400.',
    breaks: [[call(1), reply(1), bare(2, {}), reply(2)]],
    keeps: [[call(1), reply(1), call(2), fail(2, -32602, 'Unknown tool')]],
  },
  {
    id: 'use the methods of the revision',
    clause: 'Remove the initialize handshake, ping, logging/setLevel and resources/subscribe.',
    address: specification(modern, 'changelog'),
    since: modern,
    binds: 'client',
    effect: 'refused',
    refusal: /-32601|not found|HTTP 404/i,
    on: ['request'],
    watch:
      () =>
      ({ method, params }) =>
        removed.has(method) && ownRevision(params) !== undefined ? `sent ${method}, which 2026-07-28 removed` : null,
    fix: 'Use subscriptions/listen for changes and …/logLevel in _meta for logs. There is no ping and no handshake.',
    breaks: [[ask(1, 'ping'), fail(1, -32601, 'Method not found')]],
    keeps: [
      [ask(1, 'server/discover'), reply(1, { ...fresh, supportedVersions: [modern], capabilities: {} })],
      [...legacyStart, sent(1, 'ping'), reply(1, {})],
    ],
  },
  {
    id: 'have server/discover',
    clause: 'Servers MUST implement server/discover.',
    address: specification(modern, 'server/discover'),
    since: modern,
    binds: 'server',
    effect: 'noted',
    on: ['answer'],
    watch: () => {
      let isModern = false;
      return ({ method, result, error }) => {
        // A server of an earlier revision has no resultType and need not have it.
        if (member(result, 'resultType') !== undefined) isModern = true;
        return isModern && method === 'server/discover' && member(error, 'code') === -32601
          ? 'does not know server/discover'
          : null;
      };
    },
    fix: 'Answer server/discover with supportedVersions and capabilities.',
    breaks: [[call(1), reply(1), ask(2, 'server/discover'), fail(2, -32601, 'Method not found')]],
    keeps: [[ask(2, 'server/discover'), fail(2, -32601, 'Method not found'), ...legacyStart]],
  },
  {
    id: 'acknowledge a subscription first',
    clause:
      'The server MUST send notifications/subscriptions/acknowledged as the first message and MUST NOT send any notification on the subscription before it.',
    address: `${subscriptions}#acknowledgment`,
    since: modern,
    binds: 'server',
    effect: 'noted',
    on: ['notification'],
    watch: () => {
      const acknowledged = new Set<string>();
      return ({ method, params }, session) => {
        const id = metaOf(params, 'subscriptionId');
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
    since: modern,
    binds: 'server',
    effect: 'noted',
    on: ['notification'],
    watch:
      () =>
      ({ method, params }) =>
        delivered.test(method) && metaOf(params, 'subscriptionId') === undefined
          ? `sends ${method} without a subscriptionId`
          : null,
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
    since: modern,
    binds: 'server',
    effect: 'noted',
    on: ['notification'],
    watch:
      () =>
      ({ params, method }, session) => {
        const id = metaOf(params, 'subscriptionId');
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
    address: specification(modern, 'server/utilities/logging#per-request-log-level'),
    since: modern,
    binds: 'server',
    effect: 'noted',
    on: ['notification', 'request'],
    hears: true,
    watch: () => {
      let isAsked = false;
      return ({ kind, method, params }) => {
        if (kind === 'request') isAsked ||= metaOf(params, 'logLevel') !== undefined;
        return method === 'notifications/message' && !isAsked
          ? 'sends notifications/message, which no request asked for'
          : null;
      };
    },
    fix: 'Send log messages only during a request with …/logLevel in _meta.',
    breaks: [[...found, call(1), told('notifications/message', { level: 'info', data: 'x' }), reply(1)]],
    keeps: [
      [
        ...found,
        bare(1, { [key('protocolVersion')]: modern, [key('clientCapabilities')]: {}, [key('logLevel')]: 'info' }),
        told('notifications/message', { level: 'info', data: 'x' }),
        reply(1),
      ],
    ],
  },
  {
    id: 'say how long a result is fresh',
    clause: 'Servers MUST include caching hints on results with resultType complete, and a ttlMs value that is >= 0.',
    address: `${caching}#cacheable-results`,
    since: modern,
    binds: 'server',
    effect: 'noted',
    on: ['answer'],
    watch:
      () =>
      ({ method, result }) => {
        if (!cacheable.has(method) || !isObject(result) || result.resultType === 'input_required') return null;
        const { ttlMs, cacheScope } = result;
        if (ttlMs === undefined || cacheScope === undefined)
          return `answers ${method} without ${ttlMs === undefined ? 'ttlMs' : 'cacheScope'}`;
        if (typeof ttlMs !== 'number' || !Number.isInteger(ttlMs) || ttlMs < 0)
          return `answers ${method} with ttlMs ${inWords(ttlMs)}`;
        return cacheScope === 'public' || cacheScope === 'private'
          ? null
          : `answers ${method} with cacheScope ${inWords(cacheScope)}`;
      },
    fix: 'Add ttlMs, 0 for not at all, and cacheScope, public or private.',
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
];

/** As ids of requests are kept. */
const subscriptionKey = (id: Json): string => (typeof id === 'string' ? `"${id}` : inWords(id));
