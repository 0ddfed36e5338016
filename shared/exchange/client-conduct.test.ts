// A client's mistake is reported once, with the client as the owner of the fix. Each mistake has a correct counterpart.

import { describe, expect, it } from 'vitest';
import type { CaptureEntry } from '../capture/capture.ts';
import { countFailedCalls } from '../incident/failed-calls.ts';
import type { Json } from '../json/json.ts';
import type { CredentialMark, HttpExchange } from '../wire.ts';
import { decodeCapture, failedRows } from './decode-capture.ts';
import { type EventDraft, error, http, into, life, out, request, result, stored } from './event-fixtures.ts';

/** All events come from a watched client. */
const watched = (drafts: readonly EventDraft[]): CaptureEntry[] =>
  stored(drafts).map((event) => ({
    line: event.seq,
    event: { ...event, actor: 'client', client: 'Cursor' },
    extra: {},
  }));
const told = (...drafts: EventDraft[]) => decodeCapture(watched(drafts), 0);
const mistakes = (...drafts: EventDraft[]) => told(...drafts).map(({ codeName, owner }) => [codeName, owner]);

const at = (time: number, draft: EventDraft): EventDraft => ({ ...draft, at: time });
const agreed = (listChanged: boolean) => [
  at(1, request(1, 'initialize', { protocolVersion: '2025-06-18' })),
  at(2, result(1, { protocolVersion: '2025-06-18', capabilities: { tools: { listChanged } } })),
];
const changed = (time: number) => at(time, into({ method: 'notifications/tools/list_changed' }));
const list = (time: number, id: Json, more: Json = { tools: [] }) => [
  at(time, request(id, 'tools/list', {})),
  at(time + 1, result(id, more)),
];
const use = (time: number, id: Json) => [at(time, request(id)), at(time + 1, result(id))];

describe('a list that changed', () => {
  it('is used without being requested again', () => {
    const found = told(...agreed(true), ...list(3, 2), changed(10), ...use(20_000, 3), ...use(21_000, 4));
    expect(found).toMatchObject([
      {
        codeName: 'list_not_refreshed',
        owner: 'client',
        fix: { kind: 'report', to: 'client' },
        sentence: 'Cursor did not ask for the tools after they changed',
      },
    ]);
  });
  it.each([
    ['it was asked for', [...agreed(true), changed(10), ...list(20, 2), ...use(20_000, 3)]],
    ['the server did not announce it', [...agreed(false), changed(10), ...use(20_000, 3)]],
    ['the call came right after', [...agreed(true), changed(10), ...use(500, 3)]],
  ])('is not a mistake: %s', (_why, drafts) => {
    expect(mistakes(...drafts)).toEqual([]);
  });
});

describe('a list with ttlMs', () => {
  const short = { tools: [], ttlMs: 1000, cacheScope: 'public' };
  it('is used after it expired, and reported once', () => {
    expect(mistakes(...list(1, 1, short), ...use(3000, 2), ...use(4000, 3))).toEqual([['expired_list', 'client']]);
  });
  it.each([
    ['still fresh', [...list(1, 1, short), ...use(900, 2)]],
    ['asked for again', [...list(1, 1, short), ...list(2900, 2, short), ...use(3000, 3)]],
    ['ttlMs 0 asks for nothing', [...list(1, 1, { tools: [], ttlMs: 0 }), ...use(3000, 2)]],
  ])('is not a mistake: %s', (_why, drafts) => {
    expect(mistakes(...drafts)).toEqual([]);
  });
});

/** One POST: the message, its HTTP exchange and the response. */
function post(
  id: number,
  message: { method: string; params?: Json },
  exchange: Partial<HttpExchange>,
  answer?: EventDraft,
) {
  const startedAt = exchange.startedAt ?? id * 1000;
  const via = { via: id, at: startedAt };
  return [
    out({ id, ...message }, via),
    http(exchange.status ?? 200, { ...exchange, exchange: id, id, startedAt, at: startedAt + 5 }),
    ...(answer ? [{ ...answer, via: id, at: startedAt + 6 } as EventDraft] : []),
  ];
}

const modern = (version = '2026-07-28') => ({ 'io.modelcontextprotocol/protocolVersion': version });
const call = (name: string, args: Json = {}) => ({
  method: 'tools/call',
  params: { name, arguments: args, _meta: modern() },
});
const right = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'get' };

describe('headers that repeat the message', () => {
  it.each([
    ['the version', { ...right, 'mcp-protocol-version': '2025-11-25' }, 'MCP-Protocol-Version header is wrong'],
    ['the name', { ...right, 'mcp-name': 'other' }, 'Mcp-Name header is wrong'],
    ['no name', { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call' }, 'Mcp-Name header is missing'],
  ] as [string, Record<string, string>, string][])('contradict it: %s', (_what, requestHeaders, short) => {
    expect(told(...post(1, call('get'), { requestHeaders }, result(1)))).toMatchObject([{ owner: 'client', short }]);
  });

  const schema = { type: 'object', properties: { region: { type: 'string', 'x-mcp-header': 'Region' } } };
  const listed = post(1, { method: 'tools/list' }, {}, result(1, { tools: [{ name: 'get', inputSchema: schema }] }));
  it('contradict an argument', () => {
    const requestHeaders = { ...right, 'mcp-param-region': 'us' };
    const sent = post(2, call('get', { region: 'eu' }), { requestHeaders }, result(2));
    expect(told(...listed, ...sent)).toMatchObject([{ short: 'Mcp-Param-Region header is wrong', owner: 'client' }]);
  });

  it('are one failure together with the server’s rejection', () => {
    const requestHeaders = { ...right, 'mcp-name': 'other' };
    const refused = post(1, call('get'), { requestHeaders, status: 400 }, error(1, -32020, 'Header mismatch'));
    const rows = failedRows(watched(refused)).map(({ row }) => row);
    expect(rows.map(({ kind }) => kind).sort()).toEqual(['call', 'orphan']);
    expect(countFailedCalls(rows, new Set())).toEqual({ failedCalls: 1, causes: 1, expected: 0 });
  });

  it.each([
    ['all say the same', right, 'get'],
    ['a name that is no ASCII', { ...right, 'mcp-name': '=?base64?Z3LDtsOfZQ==?=' }, 'größe'],
  ])('are not a mistake: %s', (_why, requestHeaders, name) => {
    expect(mistakes(...post(1, call(name), { requestHeaders }, result(1)))).toEqual([]);
  });
  it('are not required before 2026-07-28', () => {
    expect(mistakes(...post(1, { method: 'tools/call', params: { name: 'get' } }, {}, result(1)))).toEqual([]);
  });
});

describe('a session that the server ended', () => {
  const requestHeaders = { 'mcp-session-id': 's1' };
  const gone = (id: number, startedAt: number) =>
    post(
      id,
      { method: 'tools/call', params: { name: 'get' } },
      { requestHeaders, status: 404, startedAt },
      error(id, -32001, 'Session not found'),
    );
  it('is used again instead of initialize', () => {
    const found = mistakes(...gone(1, 1000), ...gone(2, 2000), ...gone(3, 3000));
    expect(found.filter(([name]) => name === 'lost_session')).toEqual([['lost_session', 'client']]);
  });
  it('may be ended, although it is lost', () => {
    const end = http(404, { method: 'DELETE', exchange: 9, requestHeaders, startedAt: 2000 });
    expect(mistakes(...gone(1, 1000), { ...end, actor: 'client' }).flat()).not.toContain('lost_session');
    expect(mistakes(...gone(1, 1000), { ...end, actor: 'client' }, ...gone(2, 3000)).flat()).toContain('lost_session');
  });
  it('is not a mistake for requests already on their way', () => {
    expect(mistakes(...gone(1, 1000), ...gone(2, 1001)).flat()).not.toContain('lost_session');
  });
});

describe('a rejected token', () => {
  const token = (number: number, more: Partial<CredentialMark> = {}) => ({ token: number, firstSeenAt: 0, ...more });
  const refused = (id: number, credential: CredentialMark) =>
    post(
      id,
      { method: 'tools/list' },
      { status: 401, credential, headers: { 'www-authenticate': 'Bearer error="invalid_token"' } },
    );
  it('is sent again, with its age', () => {
    const old = token(1, { issuedAt: -3_600_000, expiresAt: -1000 });
    const found = told(...refused(1, old), ...refused(2, old), ...refused(3, old));
    expect(found.filter(({ codeName }) => codeName === 'refused_token')).toMatchObject([
      { owner: 'client', sentence: 'Cursor sent a refused token again (1 h old, expired for 3 s)' },
    ]);
  });
  it('is not a mistake if another token is sent', () => {
    expect(mistakes(...refused(1, token(1)), ...refused(2, token(2))).flat()).not.toContain('refused_token');
  });

  it('a private list is used with the token of another user', () => {
    const tools = { tools: [], ttlMs: 0, cacheScope: 'private' };
    const used = (subject: number) => [
      ...post(1, { method: 'tools/list' }, { credential: token(1, { subject: 1 }) }, result(1, tools)),
      ...post(2, { method: 'tools/call', params: { name: 'get' } }, { credential: token(2, { subject }) }, result(2)),
    ];
    expect(mistakes(...used(2))).toEqual([['private_list', 'client']]);
    // Another token of the same user.
    expect(mistakes(...used(1))).toEqual([]);
  });
});

describe('a request whose stream broke', () => {
  const first = [
    out({ id: 7, method: 'tools/call', params: { name: 'get' } }, { via: 1, at: 1 }),
    http(200, { exchange: 1, id: 7, at: 2, headers: { 'content-type': 'text/event-stream' } }),
    at(3, life('stream_ended', { via: 1, clean: false })),
  ];
  const again = (id: number) => [
    out({ id, method: 'tools/call', params: { name: 'get' } }, { via: 2, at: 10 }),
    http(200, { exchange: 2, id, at: 11 }),
    { ...result(id), via: 2, at: 12 } as EventDraft,
  ];
  it('is repeated under the same id', () => {
    expect(mistakes(...first, ...again(7)).filter(([name]) => name === 'repeated_id')).toEqual([
      ['repeated_id', 'client'],
    ]);
  });
  it('is not a mistake under a new id', () => {
    expect(mistakes(...first, ...again(8)).flat()).not.toContain('repeated_id');
  });
});

it('is reported for watched clients only', () => {
  const entries = stored([...agreed(true), changed(10), ...use(20_000, 3)]).map((event) => ({
    line: event.seq,
    event,
    extra: {},
  }));
  expect(decodeCapture(entries, 0)).toEqual([]);
});
