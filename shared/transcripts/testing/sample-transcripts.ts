// Small transcripts in the shape of each client, in words of our own. Each has a call that passes, one that fails, one that the client
// refuses, an own tool of the client and a prompt: the last two must never be taken in.

import type { KnownClient } from '../../clients/clients.ts';

const secretPrompt = 'PROMPT: plan the birthday party';
const ownOutput = 'OWN TOOL: contents of /home/ada/diary.txt';

/** What no reader may keep. */
export const privateTexts = [secretPrompt, ownOutput, '/home/ada'];

const start = Date.UTC(2026, 10, 17, 9, 0, 0);
const at = (ms: number): string => new Date(start + ms).toISOString();
const lines = (values: readonly object[]): string[] => values.map((value) => JSON.stringify(value));

const claudeLine = (ms: number, type: string, content: unknown, more: object = {}) => ({
  type,
  message: { role: type, model: 'claude-test', content },
  timestamp: at(ms),
  sessionId: 'session-1',
  cwd: '/home/ada/party',
  version: '2.1.325',
  ...more,
});
const claudeUse = (ms: number, id: string, name: string, input: object) =>
  claudeLine(ms, 'assistant', [{ type: 'tool_use', id, name, input }]);
const claudeResult = (ms: number, id: string, content: unknown, isError = false) =>
  claudeLine(ms, 'user', [{ type: 'tool_result', tool_use_id: id, content, ...(isError ? { is_error: true } : {}) }]);

const claudeCode = lines([
  { type: 'queue-operation', operation: 'enqueue', sessionId: 'session-1', content: secretPrompt, timestamp: at(0) },
  claudeLine(1, 'user', secretPrompt),
  claudeUse(100, 'toolu_1', 'mcp__shop__list_orders', { day: 'monday' }),
  claudeResult(150, 'toolu_1', [{ type: 'text', text: '3 orders' }]),
  claudeUse(200, 'toolu_2', 'mcp__shop__pay', { amount: 5 }),
  claudeResult(260, 'toolu_2', 'Card declined: insufficient funds', true),
  claudeUse(300, 'toolu_3', 'Read', { file_path: '/home/ada/diary.txt' }),
  claudeResult(310, 'toolu_3', ownOutput),
  claudeUse(400, 'toolu_4', 'mcp__shop__refund', {}),
  claudeResult(
    410,
    'toolu_4',
    '<tool_use_error>Error: No such tool available: mcp__shop__refund</tool_use_error>',
    true,
  ),
]);

const codexLine = (ms: number, type: string, payload: object) => ({ timestamp: at(ms), type, payload });
const codexCall = (ms: number, call_id: string, name: string, args: object, namespace = 'mcp__shop') =>
  codexLine(ms, 'response_item', {
    type: 'function_call',
    call_id,
    name,
    ...(namespace === '' ? {} : { namespace }),
    arguments: JSON.stringify(args),
  });
const codexOutput = (ms: number, call_id: string, output: unknown) =>
  codexLine(ms, 'response_item', { type: 'function_call_output', call_id, output });
const codexItem = (ms: number, id: string, tool: string, args: object, more: object) =>
  codexLine(ms, 'event_msg', {
    type: 'item_completed',
    item: { type: 'McpToolCall', id, server: 'shop', tool, arguments: args, ...more },
    started_at_ms: start + ms - 40,
    completed_at_ms: start + ms,
  });

const codex = lines([
  codexLine(0, 'session_meta', { session_id: 'session-2', cli_version: '0.166.0', cwd: '/home/ada/party' }),
  codexLine(1, 'turn_context', { model: 'gpt-test', cwd: '/home/ada/party' }),
  codexLine(2, 'response_item', { type: 'message', role: 'user', content: [{ text: secretPrompt }] }),
  codexCall(100, 'call_1', 'list_orders', { day: 'monday' }),
  codexItem(
    150,
    'call_1',
    'list_orders',
    { day: 'monday' },
    { result: { content: [{ type: 'text', text: '3 orders' }] } },
  ),
  codexOutput(155, 'call_1', [
    { type: 'input_text', text: 'Wall time: 0.0500 seconds\nOutput:' },
    { type: 'input_text', text: '3 orders' },
  ]),
  codexCall(200, 'call_2', 'pay', { amount: 5 }),
  codexItem(
    260,
    'call_2',
    'pay',
    { amount: 5 },
    {
      status: 'failed',
      result: {
        content: [{ type: 'text', text: 'Card declined: insufficient funds' }],
        structuredContent: { reason: 'funds' },
        isError: true,
      },
    },
  ),
  codexOutput(265, 'call_2', 'Wall time: 0.0600 seconds\nOutput:\n{"reason":"funds"}'),
  codexCall(300, 'call_3', 'shell', { command: ['cat', '/home/ada/diary.txt'] }, ''),
  codexOutput(310, 'call_3', ownOutput),
  codexCall(400, 'call_4', 'refund', {}),
  codexOutput(410, 'call_4', 'unsupported call: mcp__shoprefund'),
]);

const copilotEvent = (ms: number, type: string, data: object) => ({ type, data, timestamp: at(ms), id: `e${ms}` });
const copilotStart = (ms: number, toolCallId: string, tool: string, args: object, isMcp = true) =>
  copilotEvent(ms, 'tool.execution_start', {
    toolCallId,
    toolName: isMcp ? `shop-${tool}` : tool,
    arguments: args,
    model: 'test',
    ...(isMcp && tool !== 'refund' ? { mcpServerName: 'shop', mcpToolName: tool } : {}),
  });
const copilotEnd = (ms: number, toolCallId: string, more: object) =>
  copilotEvent(ms, 'tool.execution_complete', { toolCallId, ...more });

const copilot = (producer: string) => [
  copilotEvent(0, 'session.start', {
    sessionId: 'session-3',
    producer,
    copilotVersion: '1.0.102',
    context: { cwd: '/home/ada/party' },
  }),
  copilotEvent(1, 'user.message', { content: secretPrompt }),
];
const copilotCli = lines([
  ...copilot('copilot-agent'),
  copilotStart(100, 'call_1', 'list_orders', { day: 'monday' }),
  copilotEnd(150, 'call_1', { success: true, result: { content: '3 orders' } }),
  copilotStart(200, 'call_2', 'pay', { amount: 5 }),
  copilotEnd(260, 'call_2', {
    success: false,
    error: { message: "MCP server 'shop': Card declined: insufficient funds", code: 'failure' },
  }),
  copilotStart(300, 'call_3', 'view', { path: '/home/ada/diary.txt' }, false),
  copilotEnd(310, 'call_3', { success: true, result: { content: ownOutput } }),
  copilotStart(400, 'call_4', 'refund', {}),
  copilotEnd(410, 'call_4', {
    success: false,
    error: { message: "Tool 'shop-refund' does not exist.", code: 'failure' },
  }),
]);
const vscodeStart = (ms: number, toolCallId: string, toolName: string, args: object) =>
  copilotEvent(ms, 'tool.execution_start', { toolCallId, toolName, arguments: args });
const vscode = lines([
  ...copilot('vscode'),
  vscodeStart(100, 'call_1', 'mcp_shop_list_orders', { day: 'monday' }),
  copilotEnd(150, 'call_1', { success: true, result: { content: '3 orders' } }),
  vscodeStart(200, 'call_2', 'mcp_shop_pay', { amount: 5 }),
  copilotEnd(260, 'call_2', { success: false, result: { content: 'Card declined: insufficient funds' } }),
  vscodeStart(300, 'call_3', 'read_file', { path: '/home/ada/diary.txt' }),
  copilotEnd(310, 'call_3', { success: true, result: { content: ownOutput } }),
]);

const geminiCall = (ms: number, tool: string, args: object, response: object, isMcp = true) => {
  const name = isMcp ? `mcp_shop_${tool}` : tool;
  const id = `${name}__${name}_${start + ms}_0`;
  const isFailed = 'error' in response;
  return {
    id,
    name,
    args,
    status: isFailed ? 'error' : 'success',
    timestamp: at(ms + 50),
    result: [{ functionResponse: { id, name, response } }],
    displayName: isMcp && tool !== 'refund' ? `${tool} (shop MCP Server)` : name,
  };
};
const geminiMessage = (ms: number, toolCalls: object[]) => ({
  id: `m${ms}`,
  timestamp: at(ms),
  type: 'gemini',
  content: '',
  model: 'gemini-test',
  toolCalls,
});
const geminiPassed = geminiCall(
  100,
  'list_orders',
  { day: 'monday' },
  { output: '<untrusted_context>\n3 orders\n</untrusted_context>' },
);
const geminiFailed = geminiCall(
  200,
  'pay',
  { amount: 5 },
  {
    error: `MCP tool 'pay' reported tool error for function call: {"name":"pay","args":{"amount":5}} with response: ${JSON.stringify(
      [
        {
          functionResponse: {
            name: 'pay',
            response: { content: [{ type: 'text', text: 'Card declined: insufficient funds' }], isError: true },
          },
        },
      ],
    )}`,
  },
);
const geminiCli = lines([
  { sessionId: 'session-4', projectHash: 'abc', startTime: at(0), lastUpdated: at(0), kind: 'main' },
  { id: 'm1', timestamp: at(1), type: 'user', content: [{ text: secretPrompt }] },
  geminiMessage(90, [{ ...geminiPassed, status: 'executing', result: undefined }]),
  geminiMessage(100, [geminiPassed]),
  { $set: { lastUpdated: at(170) } },
  geminiMessage(200, [
    geminiFailed,
    geminiCall(300, 'read_file', { path: '/home/ada/diary.txt' }, { output: ownOutput }, false),
  ]),
  geminiMessage(200, [geminiFailed]),
  geminiMessage(400, [
    geminiCall(400, 'refund', {}, { error: 'Tool "mcp_shop_refund" not found. Did you mean one of: "mcp_shop_pay"?' }),
  ]),
]);

const opencodePart = (ms: number, callID: string, tool: string, state: object) => ({
  opencode: { type: 'tool', tool, callID, state: { time: { start: start + ms, end: start + ms + 50 }, ...state } },
  session: 'session-5',
  version: '1.18.34',
  at: start + ms,
});
const opencode = lines([
  opencodePart(100, 'call_1', 'shop_list_orders', {
    status: 'completed',
    input: { day: 'monday' },
    output: '3 orders',
    metadata: { truncated: false },
  }),
  opencodePart(200, 'call_2', 'shop_pay', {
    status: 'error',
    input: { amount: 5 },
    error: 'Card declined: insufficient funds',
  }),
  opencodePart(300, 'call_3', 'read', {
    status: 'completed',
    input: { path: '/home/ada/diary.txt' },
    output: ownOutput,
  }),
  opencodePart(400, 'call_4', 'invalid', {
    status: 'completed',
    input: { tool: 'shop_refund', error: 'unavailable' },
    output:
      "The arguments provided to the tool are invalid: Model tried to call unavailable tool 'shop_refund'. Available tools: read.",
  }),
]);

const gooseMessage = (ms: number, goose: object[]) => ({ goose, session: 'session-6', at: start + ms });
const gooseRequest = (id: string, name: string, args: object) => ({
  type: 'toolRequest',
  id,
  toolCall: { status: 'success', value: { name, arguments: args } },
});
const gooseResponse = (id: string, value: object) => ({
  type: 'toolResponse',
  id,
  toolResult: { status: 'success', value },
});
const goose = lines([
  gooseMessage(1, [{ type: 'text', text: secretPrompt }]),
  gooseMessage(100, [gooseRequest('call_1', 'shop__list_orders', { day: 'monday' })]),
  gooseMessage(150, [gooseResponse('call_1', { content: [{ type: 'text', text: '3 orders' }] })]),
  gooseMessage(200, [gooseRequest('call_2', 'shop__pay', { amount: 5 })]),
  gooseMessage(260, [
    gooseResponse('call_2', {
      content: [{ type: 'text', text: 'Card declined: insufficient funds' }],
      isError: true,
    }),
  ]),
  gooseMessage(300, [gooseRequest('call_3', 'developer__shell', { command: 'cat /home/ada/diary.txt' })]),
  gooseMessage(310, [gooseResponse('call_3', { content: [{ type: 'text', text: ownOutput }] })]),
]);

const clineMessage = (ms: number, role: string, content: object[]) => ({ id: `m${ms}`, role, content, ts: start + ms });
const clineCall = (id: string, name: string, input: object) => [{ type: 'tool_use', id, name, input }];
const clineResult = (tool_use_id: string, name: string, value: object, more: object = {}) => [
  { type: 'tool_result', tool_use_id, name, content: JSON.stringify(value), ...more },
];
const cline = lines([
  {
    version: 1,
    agent: 'lead',
    sessionId: 'session-7',
    origin: { source: 'cli', version: '3.0.65' },
    messages: [
      clineMessage(1, 'user', [{ type: 'text', text: secretPrompt }]),
      clineMessage(100, 'assistant', clineCall('call_1', 'shop__list_orders', { day: 'monday' })),
      clineMessage(
        150,
        'user',
        clineResult('call_1', 'shop__list_orders', { content: [{ type: 'text', text: '3 orders' }] }),
      ),
      clineMessage(200, 'assistant', clineCall('call_2', 'shop__pay', { amount: 5 })),
      clineMessage(
        260,
        'user',
        clineResult('call_2', 'shop__pay', {
          content: [{ type: 'text', text: 'Card declined: insufficient funds' }],
          isError: true,
        }),
      ),
      clineMessage(300, 'assistant', clineCall('call_3', 'read_files', { path: '/home/ada/diary.txt' })),
      clineMessage(310, 'user', clineResult('call_3', 'read_files', { text: ownOutput })),
      clineMessage(400, 'assistant', clineCall('call_4', 'shop__refund', {})),
      clineMessage(
        410,
        'user',
        clineResult(
          'call_4',
          'shop__refund',
          {
            error:
              "Tool call shop__refund was rejected before execution: AI_NoSuchToolError: Model tried to call unavailable tool 'shop__refund'.",
          },
          { is_error: true },
        ),
      ),
    ],
    system_prompt: secretPrompt,
  },
]);

/** Of Claude Desktop there are only logs. */
export const sampleTranscripts: Record<Extract<KnownClient, { transcripts: object }>['id'], readonly string[]> = {
  'claude-code': claudeCode,
  codex,
  'copilot-cli': copilotCli,
  vscode,
  'gemini-cli': geminiCli,
  opencode,
  goose,
  cline,
};
