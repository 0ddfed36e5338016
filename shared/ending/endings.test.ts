// Who ended a call, from recorded events to the printed finding: the whole path of `misfire decode`.

import { describe, expect, it } from 'vitest';
import { decodeCapture } from '../exchange/decode-capture.ts';
import { type EventDraft, error, http, into, life, out, request, result, stored } from '../exchange/event-fixtures.ts';
import type { Json } from '../json/json.ts';
import type { WireEvent } from '../wire.ts';

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

  it('closing the stream cancels the request since 2026-07-28, and not before', () => {
    const open = http(200, { id: 1, exchange: 1, headers: { 'content-type': 'text/event-stream' } });
    const left = life('stream_ended', { via: 1, clean: false, closedBy: 'client' });
    const modern = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
    const ends = (meta: Json) => only([0, { ...call(1, meta), via: 1 } as EventDraft], [1, open], [7_300, left]).ending;
    expect(ends(modern)).toMatchObject({ kind: 'canceled', by: 'person' });
    expect(ends({})).toMatchObject({ kind: 'cut', by: 'client' });
  });

  it('a handshake without an answer is the server’s silence, or the client’s limit', () => {
    const closed = life('closed', { closedBy: 'client' });
    expect(only([0, hello('acme')], [4_300, closed])).toMatchObject({
      owner: 'server',
      ending: { kind: 'silent', by: 'server' },
    });
    expect(only([0, hello('codex-mcp-client')], [10_004, closed])).toMatchObject({
      owner: 'client',
      ending: { kind: 'client_timeout', by: 'client', limitMs: 10_000 },
    });
  });

  it('an error is an answer', () => {
    expect(only([0, call(1)], [12, error(1)]).ending).toEqual({
      ...{ kind: 'answered', by: 'server', afterMs: 12, limitMs: null, lateMs: null },
    });
  });
});
