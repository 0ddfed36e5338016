// Rules about tokens: how clients send them, and how servers refuse them ("Authorization"). What happens at the authorization server is
// no traffic of MCP.

import { isObject, member, parseJson } from '../json/json.ts';
import { challengeParameter } from '../protocol/challenge.ts';
import { lastLegacyRevision } from '../protocol/revision.ts';
import type { HttpExchange } from '../wire.ts';
import { hasHeaders, isSameAddress, isSuccess } from './header-rules.ts';
import { always, type HttpRule, legacyPage, modernPage, specification } from './rule.ts';
import { both, greeting, initialized, legacyCall, posted, reply, sent } from './traces.ts';

const authorization = legacyPage('basic/authorization');
/** Clocks of two machines differ, and a request takes a while. */
const clockSkewMs = 10 * 60_000;
const minuteMs = 60_000;
const mostTokens = 1000;
/** RFC 9728, section 3. */
const isMetadata = /^[a-z]+:\/\/[^/?#]*\/\.well-known\/oauth-protected-resource(?:[/?]|$)/i;

/** Recorded headers hide the token and its scheme; the mark says that it was a bearer token. */
const hasToken = ({ credential, requestHeaders }: HttpExchange): boolean =>
  credential !== undefined || /^bearer\s/i.test(requestHeaders.authorization ?? '');
const challengeOf = ({ headers }: HttpExchange): string => headers['www-authenticate'] ?? '';

const version = { 'mcp-protocol-version': lastLegacyRevision };
const old18 = { 'mcp-protocol-version': '2025-06-18' };
const [hello, welcome] = greeting({}, { tools: {} });
const [oldHello, oldWelcome] = greeting({}, { tools: {} }, '2025-06-18');
const old = () => [oldHello, posted(1), oldWelcome, initialized, posted(2, old18, { status: 202, headers: {} })];
const helloParams = { protocolVersion: lastLegacyRevision, capabilities: {}, clientInfo: { name: 'c', version: '1' } };
/** A session whose requests have a token. */
const signedIn = (status = 202) => [
  hello,
  posted(1),
  welcome,
  initialized,
  posted(2, { ...version, authorization: '‹hidden›' }, { status, headers: {} }),
];
const token = { token: 1, firstSeenAt: 0 };
/** A call with a token, answered like this. */
const withToken = (more: Partial<HttpExchange>) => [
  ...signedIn(),
  legacyCall(1),
  posted(3, { ...version, authorization: '‹hidden›' }, { credential: token, ...more }),
];
const refusedWith = (status: number, challenge: string) =>
  withToken({ status, headers: { 'www-authenticate': challenge } });
const metadata = (body: string, path = '/.well-known/oauth-protected-resource/mcp') => [
  posted(1, {}, { method: 'GET', url: `http://127.0.0.1${path}`, body }),
];

export const authorizationRules: readonly HttpRule[] = [
  {
    id: 'send the token with each request',
    clause: 'Authorization MUST be included in every HTTP request, even if they are part of the same logical session.',
    address: legacyPage('basic/authorization#token-requirements'),
    since: '2025-03-26',
    binds: 'client',
    effect: 'refused',
    refusal: /HTTP 40[13]|unauthori[sz]ed/i,
    watchHttp: () => {
      let isAccepted = false;
      return (exchange, { endpoint }) => {
        const { method, requestHeaders, status, url } = exchange.http;
        if (!isSameAddress(url, endpoint) || !hasHeaders(exchange)) return null;
        if (requestHeaders.authorization !== undefined) {
          isAccepted ||= status !== null && status < 400;
          return null;
        }
        // A client that signs out begins again.
        if (exchange.posted.some((message) => message.method === 'initialize')) isAccepted = false;
        return isAccepted ? `sent ${method} without the token of the requests before it` : null;
      };
    },
    fix: 'Send the Authorization header with every request, also with notifications, GET and DELETE.',
    breaks: [
      [...signedIn(), legacyCall(1), posted(3, version, { status: 401 })],
      [...signedIn(), posted(3, version, { method: 'DELETE', status: 401 })],
    ],
    keeps: [
      [...signedIn(), legacyCall(1), posted(3, { ...version, authorization: '‹hidden›' }), reply(1)],
      [...signedIn(401), legacyCall(1), posted(3, version, { status: 401, headers: { 'www-authenticate': 'Bearer' } })],
      [...signedIn(), sent(9, 'initialize', helloParams), posted(4)],
      [...signedIn(), posted(3, version, { method: 'GET', url: 'http://127.0.0.1/other', headers: {}, status: 404 })],
    ],
  },
  {
    id: 'keep tokens out of the address',
    clause: 'Access tokens MUST NOT be included in the URI query string.',
    address: legacyPage('basic/authorization#token-requirements'),
    ...always,
    binds: 'client',
    effect: 'noted',
    watchHttp: () => {
      let isSaid = false;
      return (exchange) => {
        if (isSaid || exchange.posted.length === 0 || !/[?&]access_token=./.test(exchange.http.url)) return null;
        isSaid = true;
        return 'sent an access token in the address';
      };
    },
    fix: 'Send the token in the Authorization header.',
    breaks: [[hello, posted(1, {}, { url: 'http://127.0.0.1/mcp?access_token=x' }), welcome]],
    keeps: [[hello, posted(1, { accept: both }, { url: 'http://127.0.0.1/mcp?key=access_token' }), welcome]],
  },
  {
    id: 'say where to sign in',
    clause: 'MCP servers MUST use the HTTP header WWW-Authenticate when returning a 401 Unauthorized.',
    address: specification('2025-06-18', 'basic/authorization#authorization-server-location'),
    since: '2025-06-18',
    until: '2025-06-18',
    binds: 'server',
    effect: 'noted',
    watchHttp: () => (exchange) => {
      const { status, headers: given } = exchange.http;
      if (status !== 401 || exchange.posted.length === 0 || Object.keys(given).length === 0) return null;
      return given['www-authenticate'] === undefined ? 'refuses with 401 and no WWW-Authenticate header' : null;
    },
    fix: 'Add WWW-Authenticate: Bearer resource_metadata="…" to each 401.',
    breaks: [[...old(), legacyCall(1), posted(3, old18, { status: 401 })]],
    keeps: [[...old(), legacyCall(1), posted(3, old18, { status: 401, headers: { 'www-authenticate': 'Bearer' } })]],
  },
  {
    id: 'challenge a refused token',
    clause:
      'If validation fails, servers MUST respond according to OAuth 2.1, section 5.3: with the WWW-Authenticate header.',
    address: `${authorization}#token-handling`,
    ...always,
    binds: 'server',
    effect: 'noted',
    watchHttp:
      () =>
      ({ http }) =>
        http.status === 401 && hasToken(http) && Object.keys(http.headers).length > 0 && challengeOf(http) === ''
          ? 'refuses a token without a WWW-Authenticate header'
          : null,
    fix: 'Add WWW-Authenticate: Bearer error="invalid_token", resource_metadata="…" to the 401.',
    breaks: [withToken({ status: 401 })],
    keeps: [
      refusedWith(401, 'Bearer error="invalid_token"'),
      [...signedIn(), legacyCall(1), posted(3, { ...version, authorization: 'Basic x' }, { status: 401 })],
      withToken({ status: 403 }),
    ],
  },
  {
    id: 'refuse tokens with their status',
    clause:
      'Invalid or expired tokens MUST receive a HTTP 401 response. 403 Forbidden: invalid scopes or insufficient permissions.',
    address: `${authorization}#error-handling`,
    ...always,
    binds: 'server',
    effect: 'noted',
    watchHttp:
      () =>
      ({ http }) => {
        const error = challengeParameter(challengeOf(http), 'error');
        const wanted = error === 'invalid_token' ? 401 : error === 'insufficient_scope' ? 403 : http.status;
        return http.status === wanted ? null : `refuses a token as ${error} with HTTP ${http.status}`;
      },
    fix: 'Send 401 for a token that is not valid, and 403 for one that lacks a scope.',
    breaks: [
      refusedWith(403, 'Bearer realm="x", error="invalid_token"'),
      refusedWith(401, 'Bearer error=insufficient_scope, scope="files:write"'),
    ],
    keeps: [
      refusedWith(401, 'Bearer error="invalid_token", error_description="insufficient_scope"'),
      refusedWith(403, 'Bearer error="insufficient_scope", scope="files:write"'),
      refusedWith(400, 'Bearer error="invalid_request"'),
      refusedWith(403, 'Bearer realm="the error=invalid_token"'),
    ],
  },
  {
    id: 'refuse expired tokens',
    clause: 'Invalid or expired tokens MUST receive a HTTP 401 response.',
    address: `${authorization}#token-handling`,
    ...always,
    binds: 'server',
    effect: 'noted',
    watchHttp: () => {
      const said = new Set<number>();
      return ({ http, posted: messages }) => {
        const { credential, status, startedAt } = http;
        const overdue = startedAt - (credential?.expiresAt ?? startedAt) - clockSkewMs;
        if (credential === undefined || messages.length === 0 || !isSuccess(status) || overdue <= 0) return null;
        if (said.has(credential.token) || said.size >= mostTokens) return null;
        said.add(credential.token);
        return `accepts a token that expired ${Math.round((overdue + clockSkewMs) / minuteMs)} minutes ago`;
      };
    },
    fix: 'Check exp of the token, and answer 401 with error="invalid_token".',
    breaks: [[...withToken({ startedAt: 3_600_000, credential: { ...token, expiresAt: 0 } }), reply(1)]],
    keeps: [
      [...withToken({ startedAt: 3_600_000, credential: { ...token, expiresAt: 3_300_000 } }), reply(1)],
      withToken({
        startedAt: 3_600_000,
        status: 401,
        headers: { 'www-authenticate': 'Bearer' },
        credential: { ...token, expiresAt: 0 },
      }),
    ],
  },
  {
    id: 'name the missing scopes',
    clause: 'Servers SHOULD include the scopes needed to satisfy the current operation in the scope parameter.',
    address: modernPage('basic/authorization#runtime-insufficient-scope-errors'),
    since: lastLegacyRevision,
    isAdvice: true,
    binds: 'server',
    effect: 'noted',
    watchHttp:
      () =>
      ({ http }) => {
        const challenge = challengeOf(http);
        return http.status === 403 &&
          challengeParameter(challenge, 'error') === 'insufficient_scope' &&
          !challengeParameter(challenge, 'scope')
          ? 'refuses a token for its scopes without naming those that are missing'
          : null;
      },
    fix: 'Add scope="…" with all scopes of the operation to the challenge.',
    breaks: [refusedWith(403, 'Bearer error="insufficient_scope"')],
    keeps: [refusedWith(403, 'Bearer error="insufficient_scope", scope="files:write"')],
  },
  {
    id: 'name an authorization server',
    clause:
      'The Protected Resource Metadata document MUST include the authorization_servers field containing at least one authorization server.',
    address: `${authorization}#authorization-server-location`,
    ...always,
    binds: 'server',
    effect: 'noted',
    watchHttp:
      () =>
      ({ http: { method, url, status, body = '' } }) => {
        if (method !== 'GET' || status !== 200 || !isMetadata.test(url)) return null;
        const read = parseJson(body);
        if (!read.ok || !isObject(read.value)) return null;
        const servers = member(read.value, 'authorization_servers');
        return Array.isArray(servers) && typeof servers[0] === 'string'
          ? null
          : 'names no authorization server in its metadata';
      },
    fix: 'Add {"authorization_servers": ["https://…"]} to the document.',
    breaks: [metadata('{"resource": "http://127.0.0.1/mcp"}'), metadata('{"authorization_servers": []}')],
    keeps: [
      metadata('{"authorization_servers": ["https://login.example"]}'),
      metadata('{"resource"'),
      metadata('{"resource": "http://127.0.0.1/mcp"}', '/docs'),
    ],
  },
];
