// Matches calls of a transcript with calls on a watched wire: which join, which were never sent, and which stay separate.

import { expect, it } from 'vitest';
import { readCapture } from '../capture/capture.ts';
import { seenStateOf } from '../filter/seen-state.ts';
import { writeEvent } from '../formats/write-capture.ts';
import { countFailedCalls } from '../incident/failed-calls.ts';
import type { Json, JsonObject } from '../json/json.ts';
import { asSeenBy } from '../seen/as-seen-by.ts';
import { gotText } from '../seen/parts/blocks.ts';
import type { SeenCall } from '../transcripts/parts/seen-call.ts';
import { seenText } from '../transcripts/seen-text.ts';
import type { WireEvent } from '../wire.ts';
import { readRows } from './decode-capture.ts';

const base = { server: 'shop', epoch: 1, actor: 'client' as const, client: 'Claude Code' };
let nextId = 0;

function wireCall(at: number, tool: string, args: Json, answer: object, meta: object = {}): WireEvent[] {
  nextId += 1;
  const params = { name: tool, arguments: args, _meta: { progressToken: nextId, ...meta } };
  const message = (value: object) => JSON.stringify({ jsonrpc: '2.0', id: nextId, ...value });
  return [
    { ...base, at, lane: 'out', text: message({ method: 'tools/call', params }) },
    { ...base, at: at + 20, lane: 'in', text: message(answer) },
  ];
}

function seenCall(at: number, tool: string, args: Json, more: Partial<SeenCall> = {}): WireEvent {
  const call: SeenCall = {
    client: 'claude-code',
    version: '2.1.325',
    session: 's',
    callId: `toolu_${tool}_${at}`,
    name: `mcp__shop__${tool}`,
    server: 'shop',
    tool,
    args,
    started: at - 10,
    ended: at + 40,
    got: 'ok',
    flagged: false,
    lines: [1, 2],
    ...more,
  };
  return { ...base, epoch: 0, at: call.ended, lane: 'seen', text: seenText(call) };
}

const started = { ...base, at: 0, lane: 'life' as const, event: 'spawned' as const };
const passed = { result: { content: [{ type: 'text', text: 'ok' }] } };
const failed = {
  result: {
    content: [{ type: 'text', text: 'Card declined' }],
    structuredContent: { reason: 'funds' },
    isError: true,
  },
};

/** What opencode puts in the place of such a response. */
function refusalOf(answer: { result: JsonObject }, outputSchema: Json): string {
  const { got } = asSeenBy('opencode', answer, { tool: 'rows', outputSchema });
  return gotText(got);
}

const rowsOf = (events: readonly WireEvent[]) =>
  readRows(events.map((event, index) => ({ line: index + 1, event, extra: {} })))
    .filter(({ row }) => row.kind === 'call')
    .map(({ row, failure, events: seqs }) => ({ ...row, whole: failure, events: seqs.length }));

it('joins by the id that the client put on the wire, into one row', () => {
  const rows = rowsOf([
    started,
    ...wireCall(100, 'pay', {}, passed, { 'claudecode/toolUseId': 'toolu_a' }),
    seenCall(5000, 'pay', {}, { callId: 'toolu_a' }),
  ]);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ remarks: ['joined', 'arrived'], events: 3, failure: null });
});

it('joins by server, tool, equal arguments and time if there is no id, and says so', () => {
  const rows = rowsOf([
    started,
    ...wireCall(100, 'pay', { b: 1, a: [2] }, passed),
    ...wireCall(300, 'pay', { other: true }, passed),
    seenCall(100, 'pay', { a: [2], b: 1 }),
  ]);
  expect(rows.map(({ remarks }) => remarks)).toEqual([['joined', 'joined_by_time', 'arrived'], []]);
});

it('keeps calls separate that match two calls on the wire, and says so on each row', () => {
  const rows = rowsOf([
    started,
    ...wireCall(100, 'pay', {}, passed),
    ...wireCall(105, 'pay', {}, passed),
    seenCall(100, 'pay', {}),
  ]);
  expect(rows.map(({ remarks }) => remarks)).toEqual([['ambiguous'], ['ambiguous'], ['transcript', 'ambiguous']]);
  expect(rows.map(seenStateOf)).toEqual(['not_joined', 'not_joined', 'not_joined']);
  expect(rows.every(({ failure }) => failure === null)).toBe(true);
});

it('does not join calls with other arguments, or more than a second away', () => {
  const rows = rowsOf([
    started,
    ...wireCall(100, 'pay', { amount: 5 }, passed),
    ...wireCall(9000, 'pay', { amount: 6 }, passed),
    seenCall(100, 'pay', { amount: 7 }, { ended: 120 }),
    seenCall(5000, 'pay', { amount: 6 }, { ended: 5010 }),
  ]);
  expect(rows.map(({ remarks }) => remarks)).toEqual([
    [],
    [],
    ['transcript', 'never_sent'],
    ['transcript', 'never_sent'],
  ]);
});

it('marks a joined call whose model received less than the server sent', () => {
  const [row] = rowsOf([
    started,
    ...wireCall(100, 'pay', {}, failed, { 'claudecode/toolUseId': 'toolu_a' }),
    seenCall(100, 'pay', {}, { callId: 'toolu_a', got: 'Card declined', flagged: true, failed: true }),
  ]);
  expect(row?.remarks).toEqual(['joined', 'differs']);
  expect(row?.outcome).toBe('tool_error');
  expect(row && seenStateOf(row)).toBe('changed');
});

it('joins a call that was ambiguous once another one has taken its place', () => {
  const rows = rowsOf([
    started,
    ...wireCall(100, 'pay', {}, passed),
    ...wireCall(1090, 'pay', {}, passed),
    seenCall(600, 'pay', {}, { started: 590, ended: 610 }),
    seenCall(1090, 'pay', {}, { started: 1080, ended: 1120 }),
  ]);
  expect(rows.map(seenStateOf)).toEqual(['not_joined', 'same', 'not_joined']);
});

it('marks a difference that no rule of the client explains, and a response of which nothing arrived', () => {
  const rows = rowsOf([
    started,
    ...wireCall(100, 'pay', {}, passed, { 'claudecode/toolUseId': 'toolu_a' }),
    ...wireCall(300, 'pay', {}, passed, { 'claudecode/toolUseId': 'toolu_b' }),
    seenCall(100, 'pay', {}, { callId: 'toolu_a', got: 'something else' }),
    seenCall(300, 'pay', {}, { callId: 'toolu_b', got: null }),
  ]);
  expect(rows[0]?.remarks).toEqual(['joined', 'differs', 'lost', 'unexpected']);
  expect(rows.map(seenStateOf)).toEqual(['lost', 'not_known']);
});

it('compares both sides of a transcript that keeps them', () => {
  const [row] = rowsOf([seenCall(100, 'pay', {}, { client: 'codex', said: failed, got: '{"reason":"funds"}' })]);
  expect(row?.remarks).toEqual(['transcript', 'differs']);
  expect(row && seenStateOf(row)).toBe('changed');
});

it('expects what a client does with a response that breaks the output schema', () => {
  const listed = { tools: [{ name: 'rows', inputSchema: {}, outputSchema: { type: 'object', required: ['n'] } }] };
  const frame = (id: number, value: object) => JSON.stringify({ jsonrpc: '2.0', id, ...value });
  const answer = { content: [{ type: 'text', text: '{"m":1}' }], structuredContent: { m: 1 } };
  const got = refusalOf({ result: answer }, listed.tools[0]?.outputSchema as Json);
  const rows = rowsOf([
    started,
    { ...base, at: 10, lane: 'out', text: frame(90, { method: 'tools/list' }) },
    { ...base, at: 20, lane: 'in', text: frame(90, { result: listed }) },
    ...wireCall(100, 'rows', {}, { result: answer }),
    seenCall(100, 'rows', {}, { client: 'opencode', got, flagged: true, failed: true }),
  ]);
  const joined = rows.find(({ target }) => target === 'rows');
  expect(joined?.remarks).toContain('differs');
  expect(joined?.remarks).not.toContain('unexpected');
});

it('reports a call that never reached a watched server as a failure of the client', () => {
  const [row] = rowsOf([started, seenCall(100, 'pay', {}, { got: 'params/n must be number', failed: true })]);
  expect(row?.whole).toMatchObject({
    sentence: 'Claude Code never sent this call to shop',
    owner: 'client',
    codeName: 'never_sent',
  });
  expect(row?.whole?.evidence[0]?.value).toBe('params/n must be number');
  expect(row && seenStateOf(row)).toBe('never_sent');
});

it.each<[string, WireEvent[]]>([
  ['before the connection began', [{ ...started, at: 95 }]],
  ['after the server exited', [started, { ...base, at: 50, lane: 'life', event: 'exited', code: 1, signal: null }]],
  [
    'while some traffic was not kept',
    [started, { ...base, at: 60, lane: 'life', event: 'missing', message: '3 lines' }],
  ],
  ['on a server that is not watched', [{ ...started, server: 'files' }]],
])('does not say that a call was never sent %s', (_when, wire) => {
  const rows = rowsOf([...wire, seenCall(100, 'pay', {}, { started: 92, got: 'No stock left', failed: true })]);
  expect(rows.at(-1)?.whole?.codeName).not.toBe('never_sent');
  expect(rows.at(-1)?.whole?.quote?.text).toContain('No stock left');
});

it('joins the same after the events were written to a capture and read again', () => {
  const events = [
    started,
    ...wireCall(100, 'pay', { amount: 5 }, failed),
    seenCall(100, 'pay', { amount: 5 }, { got: 'Card declined', failed: true, flagged: true }),
    ...wireCall(400, 'list', {}, passed),
  ];
  const read = readCapture(events.map((event) => writeEvent(event, 0, true)).join('\n'));
  expect(read.problems).toEqual([]);
  expect(read.entries.map(({ event }) => event)).toEqual(events);
  expect(rowsOf(read.entries.map(({ event }) => event))).toEqual(rowsOf(events));
});

it('takes a call that both a hook and a transcript report for one call, not for one that was never sent', () => {
  const meta = { 'claudecode/toolUseId': 'toolu_9' };
  const rows = rowsOf([
    started,
    ...wireCall(100, 'pay', {}, passed, meta),
    seenCall(100, 'pay', {}, { callId: 'toolu_9', isReported: true }),
    seenCall(100, 'pay', {}, { callId: 'toolu_9' }),
  ]);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ remarks: ['joined', 'arrived'], failure: null, events: 4 });
});

it('does not call a call never sent that a hook reported before its message was read', () => {
  const [row] = rowsOf([started, seenCall(100, 'pay', {}, { isReported: true })]);
  expect(row?.whole).toBeNull();
});

it('joins a report that has only the end of a long call by the time of its response', () => {
  const [request, response] = wireCall(0, 'pay', { amount: 5 }, passed) as [WireEvent, WireEvent];
  const report = { started: null, ended: 20_100, callId: '', isReported: true as const };
  const [row, ...others] = rowsOf([
    started,
    request,
    { ...response, at: 20_000 },
    seenCall(0, 'pay', { amount: 5 }, report),
    // Its transcript has the same call.
    seenCall(0, 'pay', { amount: 5 }, { started: 0, ended: 20_200, callId: '' }),
  ]);
  expect(others).toEqual([]);
  expect(row).toMatchObject({ remarks: ['joined', 'joined_by_time', 'arrived'], failure: null, events: 4 });
});

it('keeps such a report apart from a call that was answered at another time', () => {
  const rows = rowsOf([
    started,
    ...wireCall(0, 'pay', {}, passed),
    seenCall(0, 'pay', {}, { started: null, ended: 5000, callId: '', isReported: true }),
  ]);
  expect(rows.map(({ remarks }) => remarks)).toEqual([[], ['transcript']]);
});

const exited = { ...base, at: 50, lane: 'life' as const, event: 'exited' as const, code: 3, signal: null };

it.each<[SeenCall['client'], string]>([
  ['codex', 'tool call error: tool call failed for `shop/pay`\n\nCaused by:\n    Transport closed'],
  ['gemini-cli', 'Not connected'],
  ['copilot-cli', "MCP server 'shop': MCP request failed: Transport closed"],
  [
    'opencode',
    "The arguments provided to the tool are invalid: Model tried to call unavailable tool 'shop_pay'. Available tools: bash.",
  ],
])('names the exited server if %s reports a call without a connection', (client, got) => {
  const [row] = rowsOf([started, exited, seenCall(100, 'pay', {}, { client, got, failed: true })]);
  expect(row?.whole).toMatchObject({
    codeName: 'server_gone',
    short: 'Never sent: the server had exited',
    owner: 'client',
  });
});

const transportClosed = (tool: string) => ({
  client: 'codex',
  got: `tool call error: tool call failed for \`shop/${tool}\`\n\nCaused by:\n    Transport closed`,
  failed: true as const,
});

it('counts the crash of a watched Codex server once, with the calls that Codex could not send after it', () => {
  const [killing] = wireCall(20, 'pay', { amount: 1 }, passed) as [WireEvent];
  const rows = rowsOf([
    started,
    killing,
    exited,
    seenCall(20, 'pay', { amount: 1 }, transportClosed('pay')),
    seenCall(100, 'list', {}, transportClosed('list')),
    seenCall(200, 'pay', { amount: 2 }, transportClosed('pay')),
  ]);
  expect(rows.filter(({ whole }) => whole !== null).length).toBeGreaterThan(2);
  expect(countFailedCalls(rows, new Set())).toMatchObject({ failedCalls: 1, causes: 1 });
});

it('counts the same crash once if only the transcript has it, and a later one again', () => {
  const lost = (at: number, tool: string) => seenCall(at, tool, { at }, transportClosed(tool));
  expect(countFailedCalls(rowsOf([lost(0, 'pay'), lost(100, 'list')]), new Set()).failedCalls).toBe(1);
  const answered = seenCall(200, 'list', {}, { client: 'codex', got: 'two orders' });
  const rows = rowsOf([lost(0, 'pay'), lost(100, 'list'), answered, lost(300, 'pay')]);
  expect(countFailedCalls(rows, new Set()).failedCalls).toBe(2);
});

it('counts a repeated call of a transcript with the first one', () => {
  const failing = (at: number) =>
    seenCall(at, 'pay', { amount: 5 }, { got: 'No money left', failed: true, flagged: true });
  const rows = rowsOf([failing(0), failing(5000)]);
  expect(rows.map(({ attempt }) => attempt)).toEqual([1, 2]);
  expect(countFailedCalls(rows, new Set()).failedCalls).toBe(1);
});

it('does not name an exited server if the client started it again, or if other words came', () => {
  const gone = { client: 'gemini-cli', got: 'Not connected', failed: true } as const;
  const again = rowsOf([started, exited, { ...started, epoch: 2, at: 60 }, seenCall(100, 'pay', {}, gone)]);
  expect(again[0]?.whole?.codeName).toBe('never_sent');
  const [other] = rowsOf([started, exited, seenCall(100, 'pay', {}, { ...gone, got: 'No stock left' })]);
  expect(other?.whole?.codeName).not.toBe('server_gone');
});

function listed(at: number, ...names: string[]): WireEvent[] {
  nextId += 1;
  const message = (value: object) => JSON.stringify({ jsonrpc: '2.0', id: nextId, ...value });
  const tools = names.map((name) => ({ name, inputSchema: { type: 'object' } }));
  return [
    { ...base, at, lane: 'out', text: message({ method: 'tools/list' }) },
    { ...base, at: at + 5, lane: 'in', text: message({ result: { tools } }) },
  ];
}

const refused = (client: 'claude-code' | 'codex') =>
  seenCall(
    100,
    'pay_back',
    {},
    {
      client,
      name: 'mcp__shop__pay_back',
      got:
        client === 'codex'
          ? 'unsupported call: mcp__shoppay_back'
          : 'Error: No such tool available: mcp__shop__pay_back',
      failed: true,
    },
  );

it.each([
  [
    'lists it, in other characters',
    ['pay', 'pay-back'],
    'shop lists the tool, but Claude Code did not offer it to its model.',
  ],
  ['does not list it', ['pay'], 'shop did not list the tool either.'],
])('says of a tool that the client does not have whether the server %s', (_, names, words) => {
  const row = rowsOf([started, ...listed(10, ...names), refused('claude-code')]).at(-1);
  expect(row?.whole?.sentence).toBe('Claude Code does not offer pay_back of shop');
  expect(row?.whole?.explanation).toContain(words);
});

it('names a client that does not read a changed list of tools again, and says what to do', () => {
  const row = rowsOf([started, ...listed(10, 'pay_back'), refused('codex')]).at(-1);
  expect(row?.whole?.explanation).toContain('Codex does not read the list again after it changed.');
  expect(row?.whole?.remedy.join(' ')).toContain('Restart Codex.');
});

it('claims nothing about the list of a server that was not watched', () => {
  const [row] = rowsOf([refused('codex')]);
  expect(row?.whole?.explanation).toContain('shop does not list the tool, or Codex has an older list.');
});
