import { afterEach, expect, test } from 'vitest';
import type { Attribute, Span } from '../../shared/telemetry/otlp.ts';
import type { WireEvent } from '../../shared/wire.ts';
import { readTelemetry } from './settings.ts';
import { Telemetry } from './telemetry.ts';
import { type Receiver, readRequest, startReceiver } from './testing/definitions.ts';

let receiver: Receiver;
afterEach(() => receiver?.close());

const trace = '0af7651916cd43dd8448eb211c80319c';
const parent = 'b7ad6b7169203331';
const at = 1_700_000_000_000.25;
const base = { server: 'billing', epoch: 1, actor: 'client' as const, client: 'Cursor' };
const out = (t: number, message: object): WireEvent => ({
  ...base,
  lane: 'out',
  at: at + t,
  text: JSON.stringify({ jsonrpc: '2.0', ...message }),
});
const into = (t: number, message: object): WireEvent => ({
  ...base,
  lane: 'in',
  at: at + t,
  text: JSON.stringify({ jsonrpc: '2.0', ...message }),
});
const call = (id: number, name: string, more: object = {}) => ({
  id,
  method: 'tools/call',
  params: { name, arguments: { token: 'sk-live-4242424242424242' }, ...more },
});

const conversation = [
  out(0, {
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
  }),
  into(5, {
    id: 1,
    result: { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'b', version: '1' } },
  }),
  out(10, call(2, 'pay', { _meta: { traceparent: `00-${trace}-${parent}-01`, tracestate: 'a=b' } })),
  into(40, {
    id: 2,
    result: { isError: true, content: [{ type: 'text', text: 'Rate limited, retry after 3 seconds' }] },
  }),
  out(50, call(3, 'pay')),
  into(1250, { id: 3, error: { code: -32602, message: 'Invalid params: amount is required' } }),
  out(1300, call(4, 'list')),
  into(1301, { id: 4, result: { content: [] } }),
];

const said = (attributes: Attribute[] = []) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

async function send(flags: { otlpContent?: boolean } = {}, events = conversation, answer?: () => number | 'never') {
  receiver = await startReceiver(answer);
  const read = readTelemetry({ otlp: receiver.url, ...flags }, { OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20b' });
  if (!read.ok || !read.settings) throw new Error('no settings');
  const telemetry = new Telemetry({ settings: read.settings, version: '1.2.3' });
  telemetry.record(events);
  return telemetry;
}

interface Traces {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Span[] }[] }[];
}
interface Points {
  dataPoints: { attributes: Attribute[]; asInt?: string; bucketCounts?: string[] }[];
}
interface Metrics {
  resourceMetrics: { scopeMetrics: { metrics: { name: string; histogram?: Points; sum?: Points }[] }[] }[];
}

const requestsTo = <T>(path: string): T[] =>
  receiver.requests.filter((one) => one.path === path).map(({ body }) => readRequest(path, body) as T);
const spansSent = (): Span[] =>
  requestsTo<Traces>('/v1/traces').flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  );

test('exchanges become spans that match the conventions and definitions', async () => {
  expect(await (await send()).close()).toBe('');
  const spans = spansSent();
  expect(spans.map(({ name }) => name)).toEqual(['initialize', 'tools/call pay', 'tools/call pay', 'tools/call list']);
  const [hello, limited, refused, fine] = spans as [Span, Span, Span, Span];
  expect(limited).toMatchObject({
    traceId: trace,
    parentSpanId: parent,
    traceState: 'a=b',
    kind: 3,
    status: { code: 2 },
  });
  expect(hello.traceId).toBe(fine.traceId);
  expect(hello.traceId).not.toBe(trace);
  expect(said(limited.attributes)).toMatchObject({
    'mcp.method.name': 'tools/call',
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'pay',
    'error.type': 'tool_error',
    'jsonrpc.request.id': '2',
    'mcp.protocol.version': '2025-11-25',
    'network.transport': 'pipe',
    'misfire.actor': 'client',
  });
  expect(said(limited.events?.[0]?.attributes)).toMatchObject({
    'misfire.failure.class': 'rate_limited',
    'misfire.failure.owner': 'client',
    'misfire.failure.certainty': expect.stringMatching(/^(certain|likely|a guess)$/),
    'misfire.retry.after_ms': '3000',
  });
  expect(said(refused.attributes)).toMatchObject({ 'error.type': '-32602', 'rpc.response.status_code': '-32602' });
  expect(refused.status).toMatchObject({ code: 2, message: expect.stringContaining('amount is required') });
  expect(fine.status).toBeUndefined();
  expect(Number(refused.endTimeUnixNano) - Number(refused.startTimeUnixNano)).toBe(1.2e9);
  expect(said(requestsTo<Traces>('/v1/traces')[0]?.resourceSpans[0]?.resource.attributes)).toMatchObject({
    'service.name': 'Cursor',
  });
  expect(receiver.requests[0]?.headers).toMatchObject({ 'x-key': 'a b' });
});

test('durations and failures become metrics', async () => {
  await (await send()).close();
  const [sent] = requestsTo<Metrics>('/v1/metrics');
  const [durations, failures] = sent?.resourceMetrics[0]?.scopeMetrics[0]?.metrics ?? [];
  expect(durations).toMatchObject({ name: 'mcp.client.operation.duration', unit: 's' });
  const slow = durations?.histogram?.dataPoints.find(({ attributes }) => said(attributes)['error.type'] === '-32602');
  expect(slow).toMatchObject({ count: '1', sum: 1.2 });
  expect(slow?.bucketCounts?.[7]).toBe('1');
  expect(
    failures?.sum?.dataPoints.map(({ attributes, asInt }) => [said(attributes)['misfire.failure.class'], asInt]),
  ).toEqual([
    ['rate_limited', '1'],
    ['validation', '1'],
  ]);
});

test('arguments and results are sent only on request, and masked', async () => {
  await (await send()).close();
  expect(JSON.stringify(receiver.requests)).not.toMatch(/arguments|misfire\.failure\.sentence/);
  await receiver.close();
  await (await send({ otlpContent: true })).close();
  const all = JSON.stringify(receiver.requests);
  expect(all).toContain('gen_ai.tool.call.arguments');
  expect(all).toContain('gen_ai.tool.call.result');
  expect(all).toContain('misfire.failure.sentence');
  expect(all).not.toContain('4242');
});

test('a call without a response is a span that ends with the connection', async () => {
  await (await send({}, [...conversation.slice(0, 2), out(10, call(2, 'pay'))])).close();
  expect(said(spansSent()[1]?.attributes)).toMatchObject({ 'error.type': 'connection_lost' });
});

test('retries if the collector says "later", and drops items if it is gone or hangs', async () => {
  const answers = [429, 200, 200, 200];
  expect(await (await send({}, conversation, () => answers.shift() ?? 200)).close(10_000)).toMatch(
    /4 spans were dropped \(it answered with HTTP 429\)/,
  );
  await receiver.close();
  const hanging = await send({}, conversation, () => 'never');
  expect(await hanging.close(50)).toMatch(/4 spans were dropped/);
  await receiver.close();
  const gone = await send();
  await receiver.close();
  expect(await gone.close(10_000)).toMatch(/ECONNREFUSED/);
});

test('settings come from the flag, otherwise from the usual variables; an invalid URL is reported', () => {
  expect(readTelemetry({}, {})).toEqual({ ok: true, settings: null });
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318/',
    OTEL_RESOURCE_ATTRIBUTES: 'team=blue',
    OTEL_SERVICE_NAME: 'desk',
  };
  const read = readTelemetry({}, env);
  expect(read.ok && read.settings).toMatchObject({
    serviceName: 'desk',
    resource: { team: 'blue' },
    timeoutMs: 10_000,
  });
  expect(read.ok && read.settings?.traces.href).toBe('http://c:4318/v1/traces');
  expect(readTelemetry({}, { ...env, OTEL_SDK_DISABLED: 'true' })).toEqual({ ok: true, settings: null });
  expect(readTelemetry({ otlp: 'localhost:4318' }, {})).toMatchObject({
    ok: false,
    problem: expect.stringContaining('--otlp'),
  });
});

test('a caller’s mistake is an error of the client span only', async () => {
  const asked = (id: number, code: number) => [
    into(10 + id, { id, method: 'sampling/createMessage', params: {} }),
    out(20 + id, { id, error: { code, message: 'no' } }),
  ];
  await (await send({}, [...conversation.slice(0, 2), ...asked(7, -32602), ...asked(8, -32603)])).close();
  const spans = spansSent().filter(({ kind }) => kind === 2);
  expect(spans.map(({ status }) => status?.code)).toEqual([undefined, 2]);
  expect(spans.map(({ attributes }) => said(attributes)['error.type'])).toEqual([undefined, '-32603']);
  expect(said(spans[0]?.attributes)['rpc.response.status_code']).toBe('-32602');
});

test('a failure says how it ended', async () => {
  const given = { method: 'notifications/cancelled', params: { requestId: 2, reason: 'Request timed out' } };
  await (await send({}, [...conversation.slice(0, 3), out(60_010, given)])).close();
  const timedOut = spansSent().find(({ name }) => name === 'tools/call pay');
  expect(said(timedOut?.events?.[0]?.attributes)).toMatchObject({
    'misfire.ending.kind': 'client_timeout',
    'misfire.ending.by': 'client',
    'misfire.ending.limit_ms': '60000',
  });
});
