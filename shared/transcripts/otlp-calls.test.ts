// OTLP as the clients export it: which calls are taken, and what is left out.

import { expect, it } from 'vitest';
import type { Json, JsonObject } from '../json/json.ts';
import { otlpCalls } from './otlp-calls.ts';

const now = 1_794_965_290_000;
const ended = '2026-11-18T01:27:53.769Z';
const attributes = (values: Record<string, string | number | boolean>) =>
  Object.entries(values).map(
    ([key, value]): JsonObject => ({
      key,
      value:
        typeof value === 'string'
          ? { stringValue: value }
          : typeof value === 'number'
            ? { intValue: String(value) }
            : { boolValue: value },
    }),
  );
const logs = (service: string, ...records: Record<string, string | number | boolean>[]): Json => ({
  resourceLogs: [
    {
      resource: { attributes: attributes({ 'service.name': service, 'service.version': '9.9.9', 'host.name': 'ada' }) },
      scopeLogs: [
        { logRecords: records.map((each) => ({ timeUnixNano: '1794965273769000000', attributes: attributes(each) })) },
      ],
    },
  ],
});

const claude = {
  'event.name': 'tool_result',
  'event.timestamp': ended,
  'session.id': 's',
  'user.id': 'ada',
  tool_name: 'mcp_tool',
  tool_use_id: 'toolu_1',
  success: 'false',
  duration_ms: '34',
  error: 'declined',
  tool_parameters: '{"mcp_server_name":"shop","mcp_tool_name":"pay"}',
  tool_input: '{"amount":5}',
};
const codex = {
  'event.name': 'codex.tool_result',
  'event.timestamp': ended,
  'conversation.id': 's',
  'app.version': '9.9.9',
  tool_name: 'pay',
  tool_namespace: 'mcp__shop',
  mcp_server: 'shop',
  call_id: 'call_1',
  duration_ms: '34',
  success: 'false',
  output_truncated: 'false',
  arguments: '{"amount":5}',
  output: 'Wall time: 0.1 seconds\nOutput:\ndeclined',
};
const gemini = {
  'event.name': 'gemini_cli.tool_call',
  'event.timestamp': ended,
  'session.id': 's',
  function_name: 'mcp_my_shop_pay',
  function_args: '{\n  "amount": 5\n}',
  mcp_server_name: 'my_shop',
  tool_type: 'mcp',
  duration_ms: 34,
  success: false,
  error: 'MCP tool failed',
};
const copilotFields = {
  'gen_ai.operation.name': 'execute_tool',
  'gen_ai.conversation.id': 's',
  'gen_ai.tool.name': 'shop-pay',
  'gen_ai.tool.call.id': 'call_1',
  'gen_ai.tool.call.arguments': '{"amount":5}',
  'github.copilot.tool.parameters.mcp_server_name': 'shop',
  'github.copilot.tool.parameters.mcp_tool_name': 'pay',
  'github.copilot.mcp.server.transport': 'stdio',
};
const spans = (fields: Record<string, string>, status: Json): Json => ({
  resourceSpans: [
    {
      resource: { attributes: attributes({ 'service.name': 'github-copilot', 'service.version': '9.9.9' }) },
      scopeSpans: [
        {
          spans: [
            {
              name: 'execute_tool shop-pay',
              startTimeUnixNano: '1794965273735000000',
              endTimeUnixNano: '1794965273769000000',
              attributes: attributes(fields),
              status,
            },
          ],
        },
      ],
    },
  ],
});

it.each<[string, Json, object]>([
  ['Claude Code', logs('claude-code', claude), { callId: 'toolu_1', got: 'declined', flagged: true, version: '9.9.9' }],
  ['Codex', logs('codex_exec', codex), { callId: 'call_1', got: codex.output, flagged: false, version: '9.9.9' }],
  ['Gemini CLI', logs('gemini-cli', gemini), { server: 'my_shop', got: 'MCP tool failed', flagged: true }],
  ['Copilot CLI', spans(copilotFields, { code: 2, message: 'declined' }), { got: 'declined', version: '9.9.9' }],
])('takes a failed call of %s', (_client, value, wanted) => {
  const found = otlpCalls(value, now);
  const at = Date.parse(ended);
  expect(found).toMatchObject({ others: 0, incomplete: [], calls: [wanted] });
  expect(found?.calls[0]).toMatchObject({ server: 'shop', tool: 'pay', args: { amount: 5 }, failed: true, ...wanted });
  expect(found?.calls[0]).toMatchObject({ started: at - 34, ended: at, session: 's', isReported: true });
  expect(JSON.stringify(found)).not.toContain('ada');
});

it('marks a failure of Codex as its transcript does, by its own words', () => {
  const output = 'Wall time: 0.1 seconds\nOutput:\ntool call error: tool call failed for `shop/pay`';
  expect(otlpCalls(logs('codex_exec', { ...codex, output }), now)?.calls).toMatchObject([{ flagged: true }]);
});

it('does not invent a result that the client did not export', () => {
  const passed = { ...claude, success: 'true' };
  const cut = { ...codex, success: 'true', output_truncated: 'true' };
  const calls = [logs('claude-code', passed), logs('codex_exec', cut)].flatMap((each) => otlpCalls(each, now)?.calls);
  expect(calls).toMatchObject([{ got: null }, { got: null }]);
  for (const call of calls) expect(call).not.toHaveProperty('failed');
});

it('counts everything else without taking it', () => {
  const value = logs(
    'claude-code',
    { 'event.name': 'user_prompt', prompt: 'my diary' },
    { ...claude, tool_name: 'Read', tool_parameters: '{}' },
    { 'event.name': 'api_request', model: 'opus' },
  );
  expect(otlpCalls(value, now)).toEqual({ calls: [], others: 3, incomplete: [] });
  const metrics = { resourceMetrics: [{ scopeMetrics: [{ metrics: [{ name: 'a' }, { name: 'b' }] }] }] };
  expect(otlpCalls(metrics, now)).toEqual({ calls: [], others: 2, incomplete: [] });
  expect(otlpCalls(spans({ 'gen_ai.operation.name': 'chat' }, {}), now)).toMatchObject({ others: 1, calls: [] });
});

it('names clients whose settings leave out what a call needs', () => {
  const { tool_parameters: _parameters, ...bare } = claude;
  const { function_args: _args, ...short } = gemini;
  const { 'gen_ai.tool.call.arguments': _content, ...quiet } = copilotFields;
  const values = [logs('claude-code', bare), logs('gemini-cli', short), spans(quiet, {})];
  expect(values.flatMap((each) => otlpCalls(each, now)?.incomplete)).toEqual([
    'claude-code',
    'gemini-cli',
    'copilot-cli',
  ]);
});

it.each<[string, Json]>([
  ['a list', []],
  ['another object', { logs: [] }],
  ['null', null],
])('refuses %s', (_what, value) => {
  expect(otlpCalls(value, now)).toBeNull();
});

it('survives members of any kind', () => {
  const odd: Json[] = [null, 1, 'x', [], {}, [null], [{ attributes: 1 }], [{ attributes: [{ key: 1, value: 2 }] }]];
  for (const each of odd) {
    const values: Json[] = [
      { resourceLogs: [each] },
      { resourceLogs: [{ resource: each, scopeLogs: [{ logRecords: each }] }] },
      { resourceSpans: [{ scopeSpans: [{ spans: each }] }] },
    ];
    for (const value of values) expect(otlpCalls(value, now)?.calls).toEqual([]);
  }
});
