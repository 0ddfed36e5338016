// Requests of the reference server to its client over each transport: answered by a person, by a saved rule, refused, or never offered.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Row } from '../../../shared/timeline.ts';
import { makeScriptFolder } from '../../transports/testing/test-peers.ts';
import { everythingStdio, TestInspector, value } from '../testing/test-inspector.ts';

const form = { name: 'Ada', check: true, firstLine: 'It was', email: 'a@b.co', integer: 1, number: 2 };
const sampled = { role: 'assistant', model: 'me', content: { type: 'text', text: 'Because.' } };

let servers: TestInspector;
let bench: TestInspector;
const urls = { http: '', sse: '' };
beforeAll(async () => {
  servers = await TestInspector.open();
  [urls.http, urls.sse] = await Promise.all([servers.everything('streamableHttp'), servers.everything('sse')]);
});
afterAll(() => servers.close());
beforeEach(async () => {
  bench = await TestInspector.open();
});
afterEach(() => bench.close());

const askCount = async () => (await value(bench.api.asks({}))).asks.length;

describe.each(['stdio', 'http', 'sse'] as const)('over %s', (kind) => {
  const transport = () => (kind === 'stdio' ? everythingStdio : { kind, url: urls[kind] });

  test('a person answers, the timeout pauses, and the call continues', async () => {
    const server = await bench.connect('everything', transport(), {
      callTimeoutMs: 3000,
      clientSide: { roots: [{ uri: 'file:///srv', name: 'srv' }] },
    });
    const id = await bench.send(server, 'tools/call', { name: 'trigger-elicitation-request', arguments: {} });
    const ask = await bench.ask();
    expect(ask).toMatchObject({ server, kind: 'elicitation_form', method: 'elicitation/create', until: null });
    expect(ask.words).toBe(
      'everything asks for name, check, first line, email and 9 more: “Please provide inputs for the following fields:”.',
    );
    const question = await value(bench.api.rowDetail({ id: ask.row }));
    expect(question.row).toMatchObject({ direction: 'in', method: 'elicitation/create', pending: true });
    await new Promise((resolve) => setTimeout(resolve, 3300));
    expect((await value(bench.api.rowDetail({ id }))).row.pending).toBe(true);
    await bench.answer(ask, { action: 'accept', content: form });
    expect((await bench.settled(id)).row).toMatchObject({ outcome: 'answered' });
    expect(await askCount()).toBe(0);
    // Roots come from the configuration and are never shown as a question. The server requests them right after the handshake. Over HTTP
    // that request is lost if no stream is open yet; this tool makes the server send it then.
    const headline = async (find: (row: Row) => boolean) => (await bench.rows()).find(find)?.headline;
    if (kind === 'http') await expect.poll(() => headline((one) => one.headline === 'Stream opened')).toBeDefined();
    await bench.send(server, 'tools/call', { name: 'get-roots-list', arguments: {} });
    await expect.poll(() => headline(({ method }) => method === 'roots/list')).toBe('1 root');
  });

  test('a saved answer is sent from then on, without a question', async () => {
    const server = await bench.connect('everything', transport());
    const call = { name: 'trigger-sampling-request', arguments: { prompt: 'Why?' } };
    const id = await bench.send(server, 'tools/call', call);
    const ask = await bench.ask();
    expect(ask.words).toBe(
      'everything asks for an answer from a language model: “Resource trigger-sampling-request context: Why?”.',
    );
    await bench.answer(ask, sampled, true);
    expect((await bench.settled(id)).row.headline).toContain('LLM sampling result');
    const again = await bench.settled(await bench.send(server, 'tools/call', call));
    expect(again.row).toMatchObject({ outcome: 'answered' });
    expect(await askCount()).toBe(0);
  });

  test('a page that must be opened first is linked to the call, which is then sent again', async () => {
    const server = await bench.connect('everything', transport());
    const args = { url: 'https://example.com/x', errorPath: true };
    const first = await bench.callTool(server, 'trigger-url-elicitation', args);
    expect(first.row).toMatchObject({ outcome: 'rpc_error', headline: 'Open a page' });
    const ask = await bench.ask();
    expect(ask).toMatchObject({ kind: 'elicitation_url', row: first.row.id });
    await bench.answer(ask, { action: 'accept' });
    // The second attempt asks with a separate request.
    await bench.answer(await bench.ask(), { action: 'accept' });
    const retried = async () => (await bench.rows()).find((row) => row.attempt === 2);
    await expect.poll(async () => (await retried())?.outcome).toBe('answered');
    expect(await retried()).toMatchObject({ chain: first.row.id, remarks: ['recovered'] });
  });

  test('disconnecting withdraws open questions', async () => {
    const server = await bench.connect('everything', transport());
    await bench.send(server, 'tools/call', { name: 'trigger-elicitation-request', arguments: {} });
    const ask = await bench.ask();
    await value(bench.api.disconnect({ server }));
    expect(await askCount()).toBe(0);
    const late = await bench.api.answerAsk({ ask: ask.id, answer: { kind: 'result', result: '{}' }, keep: false });
    expect(late).toMatchObject({ ok: false, error: { code: 'not_found' } });
  });
});

describe('a rule', () => {
  test('answers the same each time, or refuses', async () => {
    const canned = { kind: 'canned', result: JSON.stringify({ action: 'accept', content: form }) };
    const server = await bench.connect('everything', everythingStdio, {
      clientSide: { elicitation: canned, sampling: { kind: 'refuse' } },
    });
    const { row } = await bench.callTool(server, 'trigger-elicitation-request');
    expect(row.detail).toContain('User provided the requested information');
    const sampling = await bench.callTool(server, 'trigger-sampling-request', { prompt: 'Why?' });
    expect(sampling.row).toMatchObject({ outcome: 'tool_error' });
    expect(sampling.failure?.quote?.text).toContain('rejected');
    expect(await askCount()).toBe(0);
  });

  test('that offers nothing is not declared, so that the server does not ask', async () => {
    const absent = { kind: 'absent' };
    const server = await bench.connect('everything', everythingStdio, {
      clientSide: { elicitation: absent, sampling: absent },
    });
    const { tools } = await value(bench.api.tools({ server, refresh: false }));
    const names = tools.map(({ name }) => name);
    expect(names).toContain('get-roots-list');
    expect(names).not.toContain('trigger-sampling-request');
    expect(names).not.toContain('trigger-elicitation-request');
  });
});

test('a server that cancels its request withdraws the question', async () => {
  const scripts = makeScriptFolder();
  const { command, args } = scripts.node(`
    import { createInterface } from 'node:readline';
    const say = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
    createInterface({ input: process.stdin }).on('line', (line) => {
      const { id, method, result, error } = JSON.parse(line);
      if (method === 'initialize') say({ id, result: { protocolVersion: '2025-11-25', capabilities: {} } });
      if (method === 'ask') say({ id: 'q', method: 'elicitation/create', params: { message: 'Hm?', requestedSchema: {} } });
      if (method === 'never mind') say({ method: 'notifications/cancelled', params: { requestId: 'q' } });
      if (result || error) say({ method: 'notifications/message', params: { level: 'info', data: 'got an answer' } });
    }).on('close', () => process.exit(0));`);
  const server = await bench.connect('fickle', { kind: 'stdio', command, args });
  await bench.send(server, 'ask');
  const ask = await bench.ask();
  expect(ask.words).toBe('fickle asks for your consent: “Hm?”.');
  await bench.send(server, 'never mind');
  await expect.poll(askCount).toBe(0);
  expect((await bench.settled(ask.row)).row).toMatchObject({ direction: 'in', outcome: 'cancelled' });
  expect((await bench.rows()).filter(({ kind }) => kind === 'notification')).toHaveLength(1); // ours: initialized
  scripts.remove();
});

test('an answer must be a JSON object, and a refusal is sent as an error', async () => {
  const server = await bench.connect('everything', everythingStdio);
  const call = { name: 'trigger-sampling-request', arguments: { prompt: 'Why?' } };
  const id = await bench.send(server, 'tools/call', call);
  const ask = await bench.ask();
  for (const result of ['{"a":', '[]']) {
    const answer = await bench.api.answerAsk({ ask: ask.id, answer: { kind: 'result', result }, keep: false });
    expect(answer).toMatchObject({ ok: false, error: { code: 'bad_input' } });
  }
  const refusal = { kind: 'refuse' as const, code: -1, message: 'Not today.' };
  await value(bench.api.answerAsk({ ask: ask.id, answer: refusal, keep: false }));
  expect((await bench.settled(id)).failure?.quote?.text).toContain('Not today.');
});
