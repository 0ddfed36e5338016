// Who ended a call, from recorded events to the printed finding: the whole path of `misfire decode`.

import { describe, expect, it } from 'vitest';
import { decodeCapture } from '../exchange/decode-capture.ts';
import { type EventDraft, error, http, into, life, out, request, result, stored } from '../exchange/event-fixtures.ts';
import type { Json } from '../json/json.ts';
import type { WireEvent } from '../wire.ts';
import { endingLine } from './ending-words.ts';

/** Events with their times in ms. */
type Timed = readonly [at: number, event: EventDraft];

const decoded = (...events: Timed[]) => {
  const drafts = events.map(([at, event]) => ({ ...event, at: 1_000_000 + at }));
  return decodeCapture(
    stored(drafts).map((event) => ({ line: event.seq, event: event as WireEvent, extra: {} })),
    1_000_000,
  );
};
const only = (...events: Timed[]) => {
  const lines = decoded(...events);
  expect(lines).toHaveLength(1);
  return lines[0] as (typeof lines)[number];
};

const call = (id: Json, meta: Json = {}) => request(id, 'tools/call', { name: 'export', arguments: {}, _meta: meta });
const hello = (name: string) =>
  request(0, 'initialize', { protocolVersion: '2025-11-25', clientInfo: { name, version: '1' } });
const welcome = result(0, {
  protocolVersion: '2025-11-25',
  capabilities: { tools: {} },
  serverInfo: { name: 'orders' },
});
const cancel = (id: Json, reason?: string) =>
  out({ method: 'notifications/cancelled', params: { requestId: id, ...(reason === undefined ? {} : { reason }) } });
const progress = (token: Json, value: number) =>
  into({ method: 'notifications/progress', params: { progressToken: token, progress: value } });
const sdkReason = 'McpError: MCP error -32001: Request timed out';

describe('a timeout of the client', () => {
  it('is named with its limit, the late answer and the missing progress', () => {
    const line = only(
      [0, hello('opencode')],
      [10, welcome],
      [100, call(1)],
      [60_100, cancel(1, sdkReason)],
      [80_100, result(1)],
    );
    expect(line).toMatchObject({
      class: 'timeout',
      owner: 'client',
      certainty: 'certain',
      ending: { kind: 'client_timeout', by: 'client', afterMs: 60_000, limitMs: 60_000, lateMs: 20_000 },
      sentence: 'opencode timed out after 60.0 s. The server answered 20 s later.',
    });
    expect(line.explanation).toContain('It sent no progress, and the client asked for none.');
    expect(line.remedy[0]).toMatch(/opencode.*timeout.*60\.0 s is its default/);
  });

  it('says how much progress came and how long none did', () => {
    const line = only(
      [0, call(1, { progressToken: 7 })],
      [10_000, progress(7, 1)],
      [30_000, progress(7, 2)],
      [60_002, cancel(1, sdkReason)],
    );
    expect(line.explanation).toContain('It sent progress 2 times, and none in the last 30 s.');
    expect(line.ending).toMatchObject({ kind: 'client_timeout', limitMs: 60_000, lateMs: null });
  });

  it('is measured from the last progress by clients that wait longer then', () => {
    const line = only([0, call(1, { progressToken: 7 })], [25_000, progress(7, 1)], [85_010, cancel(1, sdkReason)]);
    expect(line.ending).toMatchObject({ afterMs: 85_010, limitMs: 60_000 });
  });

  it('says that the late answer was an error', () => {
    const [line] = decoded([0, call(1)], [30_000, cancel(1, sdkReason)], [31_000, error(1, -32603, 'down')]);
    expect(line?.explanation).toContain('answered 1 s later, with an error');
  });

  it('shows by the time alone if no reason is sent, and is only likely then', () => {
    const line = only([0, call(1)], [60_020, cancel(1)]);
    expect(line).toMatchObject({ certainty: 'likely', ending: { kind: 'client_timeout', limitMs: 60_000 } });
  });

  it('shows over HTTP, where the client only closes the stream', () => {
    const sent = { ...call(1), via: 1 } as EventDraft;
    const line = only(
      [0, sent],
      [5, http(200, { id: 1, exchange: 1, headers: { 'content-type': 'text/event-stream' } })],
      [60_010, life('stream_ended', { via: 1, clean: false, closedBy: 'client' })],
    );
    expect(line).toMatchObject({ owner: 'client', ending: { kind: 'client_timeout', by: 'client' } });
  });

  it('is Misfire’s own at its timeout, and a longer one is the fix', () => {
    const line = only([0, call(1)], [1_000, life('timeout', { id: 1, afterMs: 1_000 })], [1_001, cancel(1)]);
    expect(line).toMatchObject({
      class: 'timeout',
      owner: 'client',
      ending: { kind: 'client_timeout', by: 'client', afterMs: 1_000, limitMs: 1_000, lateMs: null },
    });
    expect(line.remedy[0]).toBe('Replay with a longer timeout.');
    expect(line.sentence).toMatch(/^Misfire timed out after 1\.0 s/);
  });
});

describe('a person', () => {
  it.each([
    ['cancels with a reason', 12_345, 'AbortError: This operation was aborted'],
    ['cancels without a reason', 12_345, undefined],
    ['cancels at a limit by chance, and the client says so', 60_010, 'User pressed escape'],
  ])('%s', (_what, at, reason) => {
    expect(only([0, call(1)], [at, cancel(1, reason)])).toMatchObject({
      class: 'cancelled',
      owner: 'none',
      ending: { kind: 'canceled', by: 'person', afterMs: at, limitMs: null },
    });
  });

  it('gets an answer just before the limit', () => {
    expect(decoded([0, call(1)], [59_990, result(1)], [60_000, cancel(1, sdkReason)])).toEqual([]);
  });
});

const elicit = (id: Json) =>
  into({ id, method: 'elicitation/create', params: { message: 'Delete 3 orders?', requestedSchema: {} } });
const reply = (id: Json, action: string) => out({ id, result: { action } });
const denied = result(1, { isError: true, content: [{ type: 'text', text: 'Permission denied: not confirmed' }] });

describe('a declined question', () => {
  it('was declined automatically if no person could have read it', () => {
    const line = only([0, call(1)], [100, elicit('q')], [103, reply('q', 'decline')], [110, denied]);
    expect(line).toMatchObject({
      class: 'cancelled',
      owner: 'client',
      certainty: 'likely',
      ending: { kind: 'auto_declined', by: 'client', afterMs: 110 },
      sentence: 'Declined after 3 ms: probably no person was asked',
    });
    expect(line.remedy.join(' ')).not.toMatch(/credential/);
  });

  it('was declined by a person if it took longer', () => {
    expect(only([0, call(1)], [100, elicit('q')], [8_100, reply('q', 'decline')], [8_110, denied])).toMatchObject({
      owner: 'none',
      ending: { kind: 'declined', by: 'person' },
      sentence: 'The question of s was declined after 8.0 s',
    });
    expect(only([0, call(1)], [100, elicit('q')], [8_100, reply('q', 'cancel')], [8_110, denied])).toMatchObject({
      ending: { kind: 'canceled', by: 'person' },
    });
  });

  it('has no part in another failure, and none in a missing permission without a question', () => {
    const down = result(1, { isError: true, content: [{ type: 'text', text: '429 Too Many Requests' }] });
    expect(only([0, call(1)], [1, elicit('q')], [2, reply('q', 'decline')], [3, down])).toMatchObject({
      class: 'rate_limited',
    });
    expect(only([0, call(1)], [1, elicit('q')], [9_000, reply('q', 'accept')], [9_100, denied])).toMatchObject({
      class: 'forbidden',
      ending: { kind: 'answered', by: 'server' },
    });
    expect(only([0, call(1)], [3, denied])).toMatchObject({ class: 'forbidden', ending: { kind: 'answered' } });
  });

  it('is read in the rounds of 2026-07-28 too', () => {
    const asks = result(1, {
      resultType: 'input_required',
      inputRequests: { sure: { method: 'elicitation/create', params: { message: 'Sure?' } } },
      requestState: 'abc',
    });
    const round = request(2, 'tools/call', {
      name: 'export',
      arguments: {},
      requestState: 'abc',
      inputResponses: { sure: { action: 'decline' } },
    });
    const refusal = result(2, { isError: true, content: [{ type: 'text', text: 'Not allowed' }] });
    expect(only([0, call(1)], [10, asks], [12, round], [20, refusal]).ending).toMatchObject({ kind: 'auto_declined' });
    expect(only([0, call(1)], [10, asks], [5_000, round], [5_100, refusal]).ending).toMatchObject({ kind: 'declined' });
  });
});

describe('a question that is never answered', () => {
  const asks = result(1, {
    resultType: 'input_required',
    inputRequests: { sure: { method: 'elicitation/create', params: { message: 'Sure?' } } },
  });

  it('is the client’s to continue', () => {
    const line = only([0, call(1)], [10, asks], [9_000, life('closed', { closedBy: 'client' })]);
    expect(line).toMatchObject({
      owner: 'client',
      ending: { kind: 'not_continued', by: 'client', afterMs: 9_000 },
    });
    expect(line.sentence).toMatch(/never continued/);
    expect(only([0, call(1)], [10, asks]).ending).toMatchObject({ kind: 'not_continued' });
  });

  it('is one of the server’s own requests before 2026-07-28', () => {
    const line = only([0, call(1)], [10, elicit('q')], [9_000, life('closed', { closedBy: 'client' })]);
    expect(line.ending).toMatchObject({ kind: 'not_continued', by: 'client' });
  });

  it('does not hide that the server answered after the input', () => {
    const round = request(2, 'tools/call', {
      name: 'export',
      arguments: {},
      inputResponses: { sure: { action: 'accept' } },
    });
    expect(decoded([0, call(1)], [10, asks], [4_000, round], [4_100, result(2)])).toEqual([]);
  });
});

describe('other endings', () => {
  it.each([
    ['died', 'server', [life('exited', { code: 3 })]],
    ['cut', 'server', [life('closed', { closedBy: 'server' })]],
    ['cut', 'client', [life('closed', { closedBy: 'client' })]],
    ['running', 'nobody', []],
  ] as const)('%s by %s', (kind, by, events) => {
    expect(only([0, call(1)], ...events.map((event): Timed => [7_000, event])).ending).toEqual({
      ...{ kind, by, afterMs: kind === 'running' ? 0 : 7_000, limitMs: null, lateMs: null },
    });
  });

  it.each([
    [504, 'cut', 'network'],
    [502, 'cut', 'network'],
    [499, 'cut', 'client'],
    [500, 'answered', 'server'],
    [null, 'cut', 'network'],
  ] as const)('HTTP status %s: %s by %s', (status, kind, by) => {
    const failed = http(status, {
      ...{ id: 1, exchange: 1, body: status === null ? undefined : 'x', endedAt: 2 },
      ...(status === null ? { error: 'ECONNRESET: reset' } : {}),
    } as never);
    expect(only([0, { ...call(1), via: 1 } as EventDraft], [30_500, failed]).ending).toMatchObject({ kind, by });
  });

  it('the server ends the stream without an answer, or the network breaks it', () => {
    const open = http(200, { id: 1, exchange: 1, headers: { 'content-type': 'text/event-stream' } });
    const ended = (clean: boolean) => life('stream_ended', { via: 1, clean });
    const sent = { ...call(1), via: 1 } as EventDraft;
    expect(only([0, sent], [1, open], [5_100, ended(true)]).ending).toMatchObject({ kind: 'cut', by: 'server' });
    expect(only([0, sent], [1, open], [5_100, ended(false)]).ending).toMatchObject({ kind: 'cut', by: 'network' });
  });

  it('a client that closes the stream cancels the request, and is not taken for a person', () => {
    const open = http(200, { id: 1, exchange: 1, headers: { 'content-type': 'text/event-stream' } });
    const left = life('stream_ended', { via: 1, clean: false, closedBy: 'client' });
    const modern = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
    const ends = (meta: Json) => only([0, { ...call(1, meta), via: 1 } as EventDraft], [1, open], [7_300, left]).ending;
    for (const meta of [modern, {}]) expect(ends(meta)).toMatchObject({ kind: 'canceled', by: 'client' });
  });

  it('a handshake without an answer is the server’s silence, or the client’s limit', () => {
    const closed = life('closed', { closedBy: 'client' });
    expect(only([0, hello('acme')], [4_300, closed])).toMatchObject({
      owner: 'server',
      ending: { kind: 'silent', by: 'server' },
    });
    expect(only([0, hello('codex-mcp-client')], [30_004, closed])).toMatchObject({
      owner: 'client',
      ending: { kind: 'client_timeout', by: 'client', limitMs: 30_000 },
    });
  });

  it('an error is an answer', () => {
    expect(only([0, call(1)], [12, error(1)]).ending).toEqual({
      ...{ kind: 'answered', by: 'server', afterMs: 12, limitMs: null, lateMs: null },
    });
  });
});

describe('rules of rounds and tasks', () => {
  const modern = (capabilities: Json = { elicitation: {} }): Json => ({
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  });
  const asks = (id: Json, more: Json = {}) =>
    result(id, {
      resultType: 'input_required',
      inputRequests: { q: { method: 'elicitation/create', params: { message: 'Sure?' } } },
      ...(more as object),
    } as Json);
  const closed: Timed = [9_000, life('closed', { closedBy: 'client' })];

  it.each([
    [
      'asks on tools/list',
      [request(1, 'tools/list', { _meta: modern() }), asks(1)],
      /asks for input in answer to tools\/list/,
    ],
    [
      'asks what was not declared',
      [call(1, modern({})), asks(1)],
      /elicitation\/create, which the client does not declare/,
    ],
    ['asks for nothing', [call(1, modern()), asks(1, { inputRequests: {} })], /without saying for what/],
  ] as [string, EventDraft[], RegExp][])('name the server that %s', (_what, events, sentence) => {
    const line = only(...events.map((event, index): Timed => [index, event]), closed);
    expect(line).toMatchObject({ class: 'invalid_response', owner: 'server', ending: { kind: 'not_continued' } });
    expect(line.sentence).toMatch(sentence);
  });

  it('name the server that asks without end', () => {
    const rounds = Array.from({ length: 11 }, (_, index) => [
      request(index + 1, 'tools/call', {
        name: 'export',
        arguments: {},
        _meta: modern(),
        ...(index === 0 ? {} : { inputResponses: { q: { action: 'accept' } } }),
      }),
      asks(index + 1),
    ]).flat();
    const line = only(...rounds.map((event, index): Timed => [index * 2_000, event]), [60_500, closed[1]]);
    expect(line).toMatchObject({ owner: 'server', sentence: 's asked for input 11 times' });
  });

  it('name the client that changed the requestState', () => {
    const round = request(2, 'tools/call', {
      name: 'export',
      arguments: {},
      _meta: modern(),
      requestState: 'changed',
      inputResponses: { q: { action: 'accept' } },
    });
    const line = only(
      [0, call(1, modern())],
      [1, asks(1, { requestState: 'abc' })],
      [5_000, round],
      [5_001, error(2, -32602, 'Invalid or expired requestState')],
    );
    expect(line).toMatchObject({ owner: 'client', sentence: 'The client changed the requestState' });
  });

  const started = result(1, { resultType: 'task', taskId: 't', status: 'working', ttlMs: null });
  const poll = request(2, 'tasks/get', { taskId: 't' });
  const state = (status: string, inner: Json) =>
    result(2, { resultType: 'complete', taskId: 't', status, ttlMs: null, ...(inner as object) } as Json);

  it('a completed task with a failed result is a failure of the call that started it', () => {
    const failed = state('completed', {
      result: { isError: true, content: [{ type: 'text', text: '429 Too Many Requests' }] },
    });
    const line = only([0, call(1)], [5, started], [1_000, poll], [1_010, failed]);
    expect(line).toMatchObject({ method: 'tools/call', target: 'export', request: 1, line: 4, class: 'rate_limited' });
    const fine = state('completed', { result: { content: [{ type: 'text', text: 'done' }] } });
    expect(decoded([0, call(1)], [5, started], [1_000, poll], [1_010, fine])).toEqual([]);
  });

  it('an expired task has to be started again', () => {
    const expired = error(2, -32602, 'Failed to retrieve task: Task has expired');
    expect(only([0, poll], [10, expired])).toMatchObject({ class: 'not_found', retry: { verdict: 'after_fix' } });
  });

  it('an expired handle has to be created again', () => {
    const text = 'Basket bsk_a1b2c3 has expired. Create a new basket with create_basket.';
    const line = only([0, call(1)], [5, result(1, { isError: true, content: [{ type: 'text', text }] })]);
    expect(line).toMatchObject({ class: 'not_found', remedy: ['Create a new one, and use its handle in this call.'] });
  });
});

describe('eras', () => {
  const discover = request(1, 'server/discover', {
    _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' },
  });
  const initialize = request(1, 'initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'c' },
  });

  it.each([
    ['rejects it', [error(1, -32602, 'Invalid request parameters')], 'client'],
    ['exits', [life('exited', { code: 1 })], 'server'],
    ['is silent until the client closes', [life('closed', { closedBy: 'client' })], 'server'],
  ] as [string, EventDraft[], string][])('an older server gets server/discover and %s', (_what, events, owner) => {
    const line = only([0, discover], ...events.map((event): Timed => [4_321, event]));
    expect(line).toMatchObject({ class: 'unsupported', owner, title: 'Other protocol era' });
    expect(line.remedy.join(' ')).toMatch(/In the client: .*In the server: /);
  });

  it('a server without initialize gets it', () => {
    const line = only([0, initialize], [1, error(1, -32601, 'Method not found: initialize')]);
    expect(line).toMatchObject({ class: 'method_not_found', owner: 'client', title: 'Other protocol era' });
    expect(line.sentence).toContain('2026-07-28');
    expect(line.remedy.join(' ')).not.toMatch(/spelling/);
  });

  it('a server that exits for another reason is not of another era', () => {
    const err: EventDraft = { lane: 'err', text: 'Error: API_KEY environment variable is required' };
    expect(only([0, discover], [1, err], [2, life('exited', { code: 1 })])).not.toMatchObject({ class: 'unsupported' });
  });
});

it('claims no connection that was cut where none was accepted', () => {
  const refused = { kind: 'cut', by: 'network', afterMs: 731, limitMs: null, lateMs: null } as const;
  expect(endingLine(refused)).toBe('Connection failed after 731 ms');
  expect(endingLine({ ...refused, by: 'server' })).toBe('Connection cut by the server after 731 ms');
});
