// Revision 2026-07-28 against a real server of SDK 2.x, over stdio and over HTTP.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { member, parseJson } from '../../../shared/json/json.ts';
import { replayRequestSchema } from '../../../shared/retry/replay.ts';
import { modernHttp, modernStdio } from '../../launch/testing/built-program.ts';
import { everythingStdio, TestInspector, value } from '../testing/test-inspector.ts';

let bench: TestInspector;
const opened: TestInspector[] = [];
async function open(): Promise<void> {
  bench = await TestInspector.open();
  opened.push(bench);
}
beforeAll(open);
afterAll(async () => {
  for (const one of opened) await one.close();
});

const paramsOf = (text: string) => {
  const parsed = parseJson(text);
  return parsed.ok ? member(parsed.value, 'params') : undefined;
};

describe.each([
  ['stdio', modernStdio],
  ['HTTP', modernHttp],
])('over %s', (kind, transport) => {
  let server: string;
  beforeAll(async () => {
    await open();
    server = await bench.connect('modern', transport, {
      era: 'modern',
      clientSide: { roots: [{ uri: 'file:///srv' }] },
    });
  });
  const rows = async () => (await bench.rows()).filter((row) => row.server === server);

  test('no handshake: discovery names the server, and each request carries the envelope', async () => {
    expect(await bench.view(server)).toMatchObject({
      state: 'connected',
      era: 'modern',
      protocolVersion: '2026-07-28',
      serverInfo: { name: 'modern', version: '1.0.0' },
    });
    const { events } = await bench.callTool(server, 'add', { a: 1, b: 2 });
    const meta = member(paramsOf(events[0]!.text), '_meta');
    expect(meta).toMatchObject({
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'misfire' },
      'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} },
    });
    const methods = (await rows()).map(({ method }) => method);
    expect(methods).not.toContain('initialize');
    expect(methods).not.toContain('notifications/initialized');
    const offers = await value(bench.api.offers({ server, refresh: false }));
    expect(offers.resources.map(({ uri }) => uri)).toEqual(['memo://today']);
    expect(offers.prompts[0]).toMatchObject({ name: 'greeting', arguments: [{ name: 'name', required: true }] });
    expect(offers.instructions).toContain('Begin with add');
  });

  test("a user's message is sent as written, including `_meta`", async () => {
    const params = '{"name" : "add", "arguments": {"a":1.50, "b":2e0}, "_meta": {"mine": 1}}';
    const { id } = await value(bench.api.call({ server, method: 'tools/call', params }));
    const { events, row } = await bench.settled(id);
    expect(row.headline).toBe('3.5');
    expect(events[0]!.text).toContain('{"name" : "add", "arguments": {"a":1.50, "b":2e0}, "_meta": {"mine": 1,"io.');
  });

  test('a call that needs input continues round by round, and stays one row', async () => {
    const id = await bench.send(server, 'tools/call', { name: 'deploy', arguments: { env: 'prod' } });
    const sure = await bench.ask();
    expect(sure).toMatchObject({
      row: id,
      kind: 'elicitation_form',
      words: 'modern asks for confirm: “Deploy to prod?”.',
    });
    expect((await value(bench.api.rowDetail({ id }))).row).toMatchObject({
      pending: true,
      headline: 'Waiting for your answer',
      detail: 'Deploy to prod?',
    });
    await bench.answer(sure, { action: 'accept', content: { confirm: true } });
    await bench.answer(await bench.ask(), { action: 'accept', content: { text: 'Good luck' } });
    const { row, events } = await bench.settled(id);
    expect(row).toMatchObject({ outcome: 'answered', headline: 'Deployed to prod: Good luck', pending: false });
    const requests = events.filter(({ label }) => label === 'request').map(({ text }) => paramsOf(text));
    expect(requests).toHaveLength(3);
    expect(requests[1]).toMatchObject({
      name: 'deploy',
      arguments: { env: 'prod' },
      requestState: 'sure? "é\\n\u2028',
      inputResponses: { sure: { action: 'accept', content: { confirm: true } } },
    });
    expect(new Set(events.filter(({ label }) => label === 'request').map(({ text }) => JSON.parse(text).id)).size).toBe(
      3,
    );
    expect((await rows()).filter(({ target }) => target === 'deploy')).toHaveLength(1);
  });

  test('several inputs at once: roots are sent automatically, a person answers the sampling request', async () => {
    const id = await bench.send(server, 'tools/call', { name: 'ask_model', arguments: { question: 'Why?' } });
    const ask = await bench.ask();
    expect(ask.kind).toBe('sampling');
    expect((await value(bench.api.asks({}))).asks).toHaveLength(1);
    await bench.answer(ask, { role: 'assistant', model: 'me', content: { type: 'text', text: 'Because.' } });
    expect((await bench.settled(id)).row.headline).toBe('{"type":"text","text":"Because."} in [{"uri":"file:///srv"}]');
  });

  test('a refusal, canceling and disconnecting end a waiting call', async () => {
    const server = await bench.connect('modern', transport, { era: 'modern' });
    const refuse = { kind: 'refuse' as const, code: -1, message: 'Not today.' };
    const signing = await bench.send(server, 'tools/call', { name: 'sign_contract', arguments: {} });
    await value(bench.api.answerAsk({ ask: (await bench.ask()).id, answer: refuse, keep: false }));
    expect((await bench.settled(signing)).row.headline).toBe('Not signed.');
    const asking = await bench.send(server, 'tools/call', { name: 'ask_model', arguments: { question: 'Why?' } });
    await value(bench.api.answerAsk({ ask: (await bench.ask()).id, answer: refuse, keep: false }));
    const refused = await bench.settled(asking);
    expect(refused.row).toMatchObject({ outcome: 'cancelled' });
    expect(refused.failure?.explanation).toContain('You refused: Not today');
    const cancelled = await bench.send(server, 'tools/call', { name: 'sign_contract', arguments: {} });
    await bench.ask();
    await value(bench.api.cancel({ id: cancelled }));
    expect((await bench.settled(cancelled)).row.outcome).toBe('cancelled');
    expect((await value(bench.api.asks({}))).asks).toEqual([]);
    const left = await bench.send(server, 'tools/call', { name: 'sign_contract', arguments: {} });
    await bench.ask();
    await value(bench.api.disconnect({ server }));
    expect((await bench.settled(left)).row.outcome).toBe('unanswered');
    expect((await value(bench.api.asks({}))).asks).toEqual([]);
  });

  test('a result that only asks to be called again is retried at once, at most ten times', async () => {
    expect((await bench.callTool(server, 'come_back', { times: 3 })).row.headline).toBe('You came back 3 times.');
    const { row, failure } = await bench.callTool(server, 'come_back', { times: 99 });
    expect(row).toMatchObject({ outcome: 'cancelled' });
    expect(failure?.explanation).toContain('asked for input 11 times');
  });

  test('a timeout is reported the way the transport requires, and progress arrives', async () => {
    const { row } = await bench.callTool(server, 'slow', { steps: 3, ms: 20 }, { progress: true });
    expect(row).toMatchObject({ headline: 'Done at last.', remarks: ['progress'] });
    const late = await bench.callTool(server, 'slow', { steps: 50, ms: 100 }, { timeoutMs: 200 });
    expect(late.row.outcome).toBe('timeout');
    const isNotified = late.events.some(({ text }) => text.includes('notifications/cancelled'));
    expect(isNotified).toBe(kind === 'stdio');
    expect((await bench.callTool(server, 'add', { a: 1, b: 1 })).row.headline).toBe('2');
  });

  test('a retried call gets a fresh id and keeps the envelope', async () => {
    const first = await bench.callTool(server, 'fail');
    expect(first.row.outcome).toBe('tool_error');
    const request = replayRequestSchema.parse({
      row: first.row.id,
      message: { kind: 'as_sent' },
      to: { kind: 'same' },
      when: { kind: 'now' },
      confirm: 'fail',
    });
    await value(bench.api.startReplay(request));
    const attempts = async () => (await rows()).filter(({ target, pending }) => target === 'fail' && !pending);
    await expect.poll(async () => (await attempts()).length).toBe(2);
    expect((await attempts())[1]).toMatchObject({ outcome: 'tool_error', attempt: 2, chain: first.row.id });
  });

  // The last: it disconnects.
  test('listening and subscriptions are rows that end without a failure', async () => {
    const listening = () => rows().then((all) => all.filter(({ method }) => method === 'subscriptions/listen'));
    await expect.poll(async () => (await listening())[0]?.headline).toBe('Listening');
    const id = await bench.send(server, 'resources/subscribe', { uri: 'memo://today' });
    expect((await value(bench.api.offers({ server, refresh: false }))).subscribed).toEqual(['memo://today']);
    await bench.send(server, 'resources/unsubscribe', { uri: 'memo://today' });
    expect((await bench.settled(id)).row).toMatchObject({ outcome: 'answered', headline: 'Stopped listening' });
    expect((await value(bench.api.offers({ server, refresh: false }))).subscribed).toEqual([]);
    await value(bench.api.disconnect({ server }));
    expect((await listening()).map(({ failure, pending }) => [failure, pending])).toEqual([
      [null, false],
      [null, false],
    ]);
  });
});

test('over HTTP the message is repeated in headers, and no session is kept', async () => {
  const server = await bench.connect('modern', modernHttp, { era: 'modern' });
  await value(bench.api.tools({ server, refresh: false }));
  const { events } = await bench.callTool(server, 'locate', { region: 'Köln' });
  const headers = Object.fromEntries(events.find(({ http }) => http)?.http?.requestHeaders ?? []);
  expect(headers).toMatchObject({
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': 'locate',
    'mcp-param-region': '=?base64?S8O2bG4=?=',
  });
  expect(headers['mcp-session-id']).toBeUndefined();
  const odd = await bench.call(server, 'tools/call', { name: 'Zürich' });
  expect(Object.fromEntries(odd.events.find(({ http }) => http)?.http?.requestHeaders ?? [])['mcp-name']).toBe(
    '=?base64?WsO8cmljaA==?=',
  );
  await value(bench.api.disconnect({ server }));
  const http = (await bench.rows()).filter((row) => row.server === server && row.kind === 'http');
  expect(http.map(({ method }) => method)).toEqual([]);
});

test('an older server fails with what to do, and so does a modern one used with the older era', async () => {
  const old = await bench.add('old', everythingStdio, { era: 'modern' });
  await value(bench.api.connect({ server: old })).catch(() => {});
  expect((await bench.view(old)).reason).toMatch(/refused “server\/discover”: .*let Misfire detect that/);
  const modern = await bench.add('modern', modernStdio, { era: 'legacy' });
  await value(bench.api.connect({ server: modern })).catch(() => {});
  expect(await bench.view(modern)).toMatchObject({ state: 'failed', reason: expect.stringContaining('2026-07-28') });
  const future = await bench.add('future', modernStdio, { era: 'modern', revision: '2099-01-01' });
  await value(bench.api.connect({ server: future })).catch(() => {});
  expect((await bench.view(future)).reason).toMatch(/does not speak revision 2099-01-01, but .*2026-07-28/);
});
