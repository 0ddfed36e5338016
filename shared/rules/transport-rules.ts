// Rules about how servers answer over Streamable HTTP ("Transports").

import { member } from '../json/json.ts';
import { lastLegacyRevision, modernRevision } from '../protocol/revision.ts';
import { deletedSessions, isSuccess } from './header-rules.ts';
import {
  type HttpRule,
  legacyPage,
  modern,
  modernPage,
  type RuledHttp,
  type SessionRule,
  streamable,
  untilModern,
} from './rule.ts';
import { ask, call, fail, greeting, initialized, legacyCall, line, posted, reply, sent } from './traces.ts';

const transports = legacyPage('basic/transports');
const streams = modernPage('basic/transports/streamable-http');

const carries = ({ http, posted: messages }: RuledHttp, kind: string): boolean =>
  http.method === 'POST' && messages.length > 0 && messages.every((message) => message.kind === kind);
const typeOf = ({ http }: RuledHttp): string => (http.headers['content-type'] ?? '').toLowerCase();

const version = { 'mcp-protocol-version': lastLegacyRevision };
const named = { ...version, 'mcp-session-id': 's1' };
const [hello, welcome] = greeting({}, { tools: {} });
const begun = (status = 202) => [hello, posted(1), welcome, initialized, posted(2, version, { status, headers: {} })];
const withType = (type: string, status = 200) => [
  ...begun(),
  legacyCall(1),
  posted(3, version, { status, headers: { 'content-type': type } }),
  reply(1),
];
const headers = { 'mcp-protocol-version': modernRevision, 'mcp-method': 'tools/call', 'mcp-name': 'pay' };

const stream = (more: Record<string, string>) => [
  posted(
    9,
    { ...version, accept: 'text/event-stream', ...more },
    { method: 'GET', headers: { 'content-type': 'text/event-stream' } },
  ),
];

const mostEvents = 10_000;
/** Two answers on streams of their own. */
const twoStreams = (second: string) => [
  legacyCall(1),
  posted(3, version, { headers: { 'content-type': 'text/event-stream' } }),
  line('line in', { jsonrpc: '2.0', id: 1, result: { content: [] } }, 3, 'e1'),
  legacyCall(2),
  posted(4, version, { headers: { 'content-type': 'text/event-stream' } }),
  line('line in', { jsonrpc: '2.0', id: 2, result: { content: [] } }, 4, second),
];

/** Two streams, of which the first is taken up again and brings this answer. */
const takenUp = (answered: number) => [
  legacyCall(1),
  posted(3, version, { headers: { 'content-type': 'text/event-stream' } }),
  line('line in', { jsonrpc: '2.0', id: 'p', method: 'ping' }, 3, 'e1'),
  legacyCall(2),
  posted(4, version, { headers: { 'content-type': 'text/event-stream' } }),
  ...stream({ 'last-event-id': 'e1' }),
  line('line in', { jsonrpc: '2.0', id: answered, result: { content: [] } }, 9, 'e2'),
];

export const transportRules: readonly HttpRule[] = [
  {
    id: 'accept notifications with 202',
    clause:
      'If the server accepts a response or notification, the server MUST return HTTP status code 202 Accepted with no body.',
    address: `${transports}#sending-messages-to-the-server`,
    since: '2025-03-26',
    binds: 'server',
    effect: 'noted',
    watchHttp: () => (exchange) => {
      const isOneWay = carries(exchange, 'notification') || carries(exchange, 'answer');
      const { status, body = '' } = exchange.http;
      if (!isOneWay || !isSuccess(status)) return null;
      if (status !== 202) return `accepts a notification with HTTP ${status}`;
      return body.trim() === '' ? null : 'accepts a notification with a body';
    },
    fix: 'Answer notifications and responses with 202 and no body.',
    breaks: [
      begun(200),
      begun(204),
      [hello, posted(1), welcome, initialized, posted(2, version, { status: 202, headers: {}, body: 'Accepted' })],
    ],
    keeps: [begun(), begun(400)],
  },
  {
    id: 'answer requests with JSON or an event stream',
    clause:
      'The server MUST either return Content-Type: text/event-stream, or Content-Type: application/json, to return one JSON object.',
    address: `${transports}#sending-messages-to-the-server`,
    since: '2025-03-26',
    binds: 'server',
    effect: 'noted',
    watchHttp: () => (exchange) => {
      const { status, headers: given } = exchange.http;
      if (!carries(exchange, 'request') || !isSuccess(status) || Object.keys(given).length === 0) return null;
      const type = typeOf(exchange);
      if (/^(?:application\/json|text\/event-stream)\b/.test(type)) return null;
      return type === ''
        ? `answers a request with HTTP ${status} and no Content-Type`
        : `answers a request with Content-Type ${type.slice(0, 60)}`;
    },
    fix: 'Answer with application/json or text/event-stream.',
    breaks: [withType('text/html'), withType('text/plain')],
    keeps: [withType('text/event-stream; charset=utf-8'), withType('application/json')],
  },
  {
    id: 'answer GET with a stream or 405',
    clause:
      'The server MUST either return Content-Type: text/event-stream in response to this HTTP GET, or else HTTP 405.',
    address: `${transports}#listening-for-messages-from-the-server`,
    ...streamable,
    binds: 'server',
    effect: 'noted',
    watchHttp: () => {
      let hasSessions = false;
      return (exchange, session) => {
        const { method, status, url, requestHeaders, headers: given } = exchange.http;
        if (exchange.posted.some((message) => message.method === 'initialize'))
          hasSessions = given['mcp-session-id'] !== undefined;
        if (method !== 'GET' || url.split('?')[0] !== session.endpoint) return null;
        if (!(requestHeaders.accept ?? '').includes('text/event-stream')) return null;
        // With sessions, 404 says that this one has ended.
        if (status === 404 && !hasSessions) return 'answers GET with HTTP 404';
        const type = typeOf(exchange);
        return !isSuccess(status) || type.startsWith('text/event-stream')
          ? null
          : `answers GET with HTTP ${status} and ${type.slice(0, 60) || 'no Content-Type'}`;
      };
    },
    fix: 'Answer GET with text/event-stream, or with 405 if there is no stream.',
    breaks: [
      [...begun(), posted(4, { ...version, accept: 'text/event-stream' }, { method: 'GET', status: 200 })],
      [...begun(), posted(4, { ...version, accept: 'text/event-stream' }, { method: 'GET', status: 404 })],
    ],
    keeps: [
      [...begun(), posted(4, { ...version, accept: 'text/event-stream' }, { method: 'GET', status: 405 })],
      [
        hello,
        posted(1, {}, { headers: { 'content-type': 'application/json', 'mcp-session-id': 's1' } }),
        welcome,
        initialized,
        posted(2, named, { status: 202, headers: {} }),
        posted(4, { ...named, accept: 'text/event-stream' }, { method: 'GET', status: 404 }),
      ],
    ],
  },
  {
    id: 'forget a deleted session',
    clause:
      'The server MAY terminate the session at any time, after which it MUST respond to requests containing that session ID with HTTP 404 Not Found.',
    address: `${transports}#session-management`,
    ...streamable,
    binds: 'server',
    effect: 'noted',
    watchHttp: () => {
      const isDeleted = deletedSessions();
      return (exchange) =>
        isDeleted(exchange) && isSuccess(exchange.http.status)
          ? `accepts a deleted session with HTTP ${exchange.http.status}`
          : null;
    },
    fix: 'Answer 404 to requests of a session that was deleted.',
    breaks: [
      [
        ...begun(),
        posted(4, named, { method: 'DELETE', status: 200 }),
        sent(2, 'tools/list'),
        posted(5, named, { startedAt: 1e15 }),
      ],
    ],
    keeps: [
      [
        ...begun(),
        posted(4, named, { method: 'DELETE', status: 405, headers: {} }),
        sent(2, 'tools/list'),
        posted(5, named),
        reply(2, { tools: [] }),
      ],
    ],
  },
  {
    id: 'name sessions in visible ASCII',
    clause: 'The session ID MUST only contain visible ASCII characters (ranging from 0x21 to 0x7E).',
    address: `${transports}#session-management`,
    ...untilModern,
    binds: 'server',
    effect: 'noted',
    watchHttp:
      () =>
      ({ http, posted: [first] }) => {
        const id = first?.method === 'initialize' ? http.headers['mcp-session-id'] : undefined;
        return id === undefined || id.includes('‹') || /^[\x21-\x7e]+$/.test(id)
          ? null
          : 'gives a session id with other characters than visible ASCII';
      },
    fix: 'Use letters, digits and dashes in session ids.',
    breaks: [[hello, posted(1, {}, { headers: { 'content-type': 'application/json', 'mcp-session-id': 'a b' } })]],
    keeps: [[hello, posted(1, {}, { headers: { 'content-type': 'application/json', 'mcp-session-id': 'a-b' } })]],
  },
  {
    id: 'refuse malformed revisions',
    clause:
      'If the server receives an invalid or unsupported MCP-Protocol-Version, it MUST respond with 400 Bad Request.',
    address: `${transports}#protocol-version-header`,
    since: '2025-06-18',
    binds: 'server',
    effect: 'noted',
    watchHttp: () => (exchange) => {
      const { requestHeaders, status } = exchange.http;
      const said = requestHeaders['mcp-protocol-version'];
      const isValid = said === undefined || /^\d{4}-\d\d-\d\d$/.test(said);
      return !isValid && exchange.posted.length > 0 && isSuccess(status)
        ? `accepts the MCP-Protocol-Version ${said.slice(0, 20)}`
        : null;
    },
    fix: 'Answer 400 to a revision that the server does not know.',
    breaks: [[...begun(), legacyCall(1), posted(3, { 'mcp-protocol-version': 'latest' }), reply(1)]],
    keeps: [[...begun(), legacyCall(1), posted(3, version), reply(1)]],
  },
];

/** They judge messages, with the exchange that carried them. */
export const carriedRules: readonly SessionRule[] = [
  {
    id: 'use the status of the code',
    clause: 'For HTTP, the response status code MUST be 400 Bad Request; an unknown method MUST be answered with 404.',
    address: `${streams}#protocol-version-header`,
    ...modern,
    binds: 'server',
    effect: 'noted',
    on: ['error'],
    watch:
      () =>
      ({ error, request }) => {
        const code = Number(member(error, 'code'));
        const wanted = code === -32601 ? 404 : code === -32020 || code === -32021 || code === -32022 ? 400 : null;
        const status = request?.status ?? null;
        return wanted === null || status === null || status === wanted ? null : `sends ${code} with HTTP ${status}`;
      },
    fix: 'Send -32601 with 404, and -32020, -32021 and -32022 with 400.',
    breaks: [[ask(1, 'nope'), posted(1, { ...headers, 'mcp-method': 'nope' }), fail(1, -32601, 'Method not found')]],
    keeps: [[call(1), posted(1, headers, { status: 404 }), fail(1, -32601, 'Method not found')]],
  },
  {
    id: 'number the events of all streams once',
    clause: 'If present, the ID MUST be globally unique across all streams within that session.',
    address: `${transports}#resumability-and-redelivery`,
    ...streamable,
    binds: 'server',
    effect: 'noted',
    on: ['request', 'notification', 'answer'],
    watch: () => {
      const seen = new Map<string, string>();
      return ({ kind, method, id, eventId, via }, session) => {
        if (eventId === '' || via === undefined) return null;
        if (method === 'initialize' || seen.size >= mostEvents) seen.clear();
        const message = `${kind} ${method} ${id}`;
        const before = seen.get(eventId);
        seen.set(eventId, message);
        // A stream that is taken up again may repeat what was lost.
        const isResumed = session.exchange(via)?.requestHeaders['last-event-id'] !== undefined;
        return before === undefined || before === message || isResumed
          ? null
          : `uses the event id ${eventId.slice(0, 40)} for two messages`;
      };
    },
    fix: 'Put the number of the stream into the ids of its events.',
    breaks: [[...begun(), ...twoStreams('e1')]],
    keeps: [[...begun(), ...twoStreams('e2')]],
  },
  {
    id: 'repeat only the stream that is taken up again',
    clause: 'The server MUST NOT replay messages that would have been delivered on a different stream.',
    address: `${transports}#resumability-and-redelivery`,
    ...streamable,
    binds: 'server',
    effect: 'noted',
    on: ['request', 'notification', 'answer'],
    watch: () => {
      /** The exchange that began the stream of each event. */
      const streams = new Map<string, number>();
      return ({ kind, id, eventId, via }, session) => {
        if (via === undefined) return null;
        const from = session.exchange(via)?.requestHeaders['last-event-id'];
        const stream = from === undefined ? via : streams.get(from);
        if (stream === undefined) return null;
        if (streams.size >= mostEvents) streams.clear();
        if (eventId !== '') streams.set(eventId, stream);
        const posted = from === undefined ? null : session.postedIn(stream);
        return kind === 'answer' && posted !== null && posted.id !== id
          ? `answers on the stream of another request, ${posted.method.slice(0, 60)}`
          : null;
      };
    },
    fix: 'After Last-Event-ID, repeat only what followed on the stream of that event.',
    breaks: [[...begun(), ...takenUp(2)]],
    keeps: [[...begun(), ...takenUp(1), line('line in', { jsonrpc: '2.0', id: 'q', method: 'ping' }, 9, 'e3')]],
  },
  {
    id: 'answer on the stream of the request',
    clause:
      'The server MUST NOT send a JSON-RPC response on the stream unless resuming a stream of a previous client request.',
    address: `${transports}#listening-for-messages-from-the-server`,
    ...streamable,
    binds: 'server',
    effect: 'noted',
    on: ['answer'],
    watch:
      () =>
      ({ via }, session) => {
        const exchange = session.exchange(via);
        return exchange?.method === 'GET' && exchange.requestHeaders['last-event-id'] === undefined
          ? 'answers on a stream that was opened with GET'
          : null;
      },
    fix: 'Answer in the response to the POST that carried the request.',
    breaks: [
      [
        ...begun(),
        legacyCall(1),
        posted(3, version),
        ...stream({}),
        line('line in', { jsonrpc: '2.0', id: 1, result: { content: [] } }, 9),
      ],
    ],
    keeps: [
      [
        ...begun(),
        legacyCall(1),
        posted(3, version),
        ...stream({ 'last-event-id': '1' }),
        line('line in', { jsonrpc: '2.0', id: 1, result: { content: [] } }, 9),
      ],
    ],
  },
];
