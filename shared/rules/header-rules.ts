// Rules about the headers that clients send over Streamable HTTP ("Transports").

import { lastLegacyRevision } from '../protocol/revision.ts';
import { always, type HttpRule, legacyPage, type RuledHttp, type RuledSession, streamable } from './rule.ts';
import { greeting, initialized, legacyCall, posted, reply, sent } from './traces.ts';

const transports = legacyPage('basic/transports');

/** Whether an exchange uses a session that DELETE had ended. */
export function deletedSessions(): (exchange: RuledHttp) => boolean {
  let ended: { id: string; at: number } | null = null;
  return ({ http, posted: messages, at }) => {
    const id = http.requestHeaders['mcp-session-id'];
    // A new session may be hidden behind the same word.
    if (messages.some(({ method }) => method === 'initialize')) ended = null;
    if (id === undefined) return false;
    if (http.method !== 'DELETE') return ended?.id === id && http.startedAt >= ended.at;
    if (isSuccess(http.status)) ended = { id, at };
    return false;
  };
}
export const isSuccess = (status: number | null): boolean => status !== null && status >= 200 && status < 300;

/** Recordings may leave headers out. Every client sends one of these. */
export const hasHeaders = ({ http: { requestHeaders: sent } }: RuledHttp): boolean =>
  sent.accept !== undefined || sent['content-type'] !== undefined || sent['user-agent'] !== undefined;
const isPost = (exchange: RuledHttp): boolean => exchange.http.method === 'POST' && exchange.posted.length > 0;
/** After the handshake, to the same address. */
const isLater = ({ http, posted: [first] }: RuledHttp, { handshake, endpoint }: RuledSession): boolean =>
  (handshake === 'answered' || handshake === 'done') &&
  first?.method !== 'initialize' &&
  isSameAddress(http.url, endpoint);
export const isSameAddress = (url: string, endpoint: string): boolean => url.split('?')[0] === endpoint;

const version = { 'mcp-protocol-version': lastLegacyRevision };
const named = { ...version, 'mcp-session-id': 's1' };
const [hello, welcome] = greeting({}, { tools: {} });
const given = { headers: { 'content-type': 'application/json', 'mcp-session-id': 's1' } };
const accepted = { status: 202, headers: {} };
/** A whole session over HTTP, with these headers after the handshake. */
const over = (headers: Record<string, string>) => [
  hello,
  posted(1, {}, given),
  welcome,
  initialized,
  posted(2, named, accepted),
  legacyCall(1),
  posted(3, headers),
  reply(1),
];

export const headerRules: readonly HttpRule[] = [
  {
    id: 'accept both content types',
    clause: 'The client MUST include an Accept header, listing both application/json and text/event-stream.',
    address: `${transports}#sending-messages-to-the-server`,
    ...always,
    binds: 'client',
    effect: 'refused',
    refusal: /HTTP 406|HTTP 400|accept/i,
    watchHttp: () => (exchange) => {
      if (!isPost(exchange) || !hasHeaders(exchange)) return null;
      const { accept } = exchange.http.requestHeaders;
      if (accept === undefined) return 'sent no Accept header';
      const lacks = ['application/json', 'text/event-stream'].find((type) => !accept.toLowerCase().includes(type));
      return lacks === undefined ? null : `sent an Accept header without ${lacks}`;
    },
    fix: 'Send Accept: application/json, text/event-stream.',
    breaks: [over({ ...named, accept: 'application/json' }), over({ ...named, accept: '*/*' })],
    keeps: [over(named), over({ ...named, accept: 'text/event-stream, Application/JSON;q=0.9' })],
  },
  {
    id: 'accept event streams',
    clause: 'The client MUST include an Accept header, listing text/event-stream as a supported content type.',
    address: `${transports}#listening-for-messages-from-the-server`,
    ...streamable,
    binds: 'client',
    effect: 'noted',
    watchHttp: () => (exchange, session) => {
      const { http } = exchange;
      if (http.method !== 'GET' || !hasHeaders(exchange) || !isLater(exchange, session)) return null;
      return (http.requestHeaders.accept ?? '').toLowerCase().includes('text/event-stream')
        ? null
        : 'opened a stream without Accept: text/event-stream';
    },
    fix: 'Send Accept: text/event-stream with GET.',
    breaks: [[...over(named), posted(4, { ...named, accept: 'application/json' }, { method: 'GET', status: 406 })]],
    keeps: [[...over(named), posted(4, { ...named, accept: 'text/event-stream' }, { method: 'GET', status: 405 })]],
  },
  {
    id: 'send the revision as a header',
    clause:
      'The client MUST include the MCP-Protocol-Version HTTP header on all subsequent requests to the MCP server.',
    address: `${transports}#protocol-version-header`,
    since: '2025-06-18',
    until: lastLegacyRevision,
    binds: 'client',
    effect: 'refused',
    refusal: /HTTP 400|protocol.?version/i,
    watchHttp: () => (exchange, session) => {
      if (!hasHeaders(exchange) || !isLater(exchange, session)) return null;
      return exchange.http.requestHeaders['mcp-protocol-version'] === undefined
        ? 'left the MCP-Protocol-Version header out'
        : null;
    },
    fix: 'Send MCP-Protocol-Version with the revision of the handshake in every request after it.',
    breaks: [over({ 'mcp-session-id': 's1' })],
    keeps: [over(named)],
  },
  {
    id: 'send the revision that was agreed',
    clause: 'Both parties MUST respect the negotiated protocol version.',
    address: legacyPage('basic/lifecycle#operation'),
    since: '2025-06-18',
    until: lastLegacyRevision,
    binds: 'client',
    effect: 'refused',
    refusal: /HTTP 400|protocol.?version/i,
    watchHttp: () => (exchange, session) => {
      const said = exchange.http.requestHeaders['mcp-protocol-version'];
      if (said === undefined || !isPost(exchange) || !isLater(exchange, session)) return null;
      const agreed = exchange.posted[0]?.revision ?? '';
      return agreed === '' || said === agreed
        ? null
        : `sent MCP-Protocol-Version: ${said.slice(0, 20)} after agreeing on ${agreed}`;
    },
    fix: 'Send the revision in the answer to initialize, not the newest one that the client knows.',
    breaks: [over({ ...named, 'mcp-protocol-version': '2025-06-18' })],
    keeps: [over(named)],
  },
  {
    id: 'send the session as a header',
    clause:
      'If an MCP-Session-Id is returned by the server during initialization, clients MUST include it in the MCP-Session-Id header on all of their subsequent HTTP requests.',
    address: `${transports}#session-management`,
    ...streamable,
    binds: 'client',
    effect: 'refused',
    refusal: /HTTP 40[04]|session/i,
    watchHttp: () => {
      let isGiven = false;
      return (exchange, session) => {
        const { http, posted: messages } = exchange;
        if (messages.some(({ method }) => method === 'initialize')) {
          isGiven = http.headers['mcp-session-id'] !== undefined;
          return null;
        }
        return isGiven &&
          hasHeaders(exchange) &&
          isLater(exchange, session) &&
          http.requestHeaders['mcp-session-id'] === undefined
          ? 'left the Mcp-Session-Id header out'
          : null;
      };
    },
    fix: 'Send Mcp-Session-Id of the answer to initialize in every request after it.',
    breaks: [over(version)],
    keeps: [
      over(named),
      [
        hello,
        posted(1),
        welcome,
        initialized,
        posted(2, version, accepted),
        legacyCall(1),
        posted(3, version),
        reply(1),
      ],
    ],
  },
  {
    id: 'let a deleted session go',
    clause:
      'Clients that no longer need a particular session SHOULD send an HTTP DELETE with the MCP-Session-Id header, to explicitly terminate the session.',
    address: `${transports}#session-management`,
    ...streamable,
    isAdvice: true,
    binds: 'client',
    effect: 'refused',
    refusal: /HTTP 40[04]|session/i,
    watchHttp: () => {
      const isDeleted = deletedSessions();
      return (exchange) => (isDeleted(exchange) ? 'used a session that it had deleted' : null);
    },
    fix: 'Send initialize without Mcp-Session-Id to begin a new session.',
    breaks: [
      [
        ...over(named),
        posted(4, named, { method: 'DELETE', status: 200 }),
        sent(2, 'tools/list'),
        posted(5, named, { status: 404, headers: {}, startedAt: 1e15 }),
      ],
    ],
    keeps: [[...over(named), posted(4, named, { method: 'DELETE', status: 200, headers: {} })]],
  },
];
