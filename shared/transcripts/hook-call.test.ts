// Reports of hooks as the clients send them: what is taken of them, and what is not.

import { expect, it } from 'vitest';
import type { Json } from '../json/json.ts';
import { hookCall } from './hook-call.ts';

const at = 1_794_965_290_000;
const named = { session_id: 's', transcript_path: '/home/ada/diary.jsonl', cwd: '/home/ada' };
const claude = {
  ...named,
  hook_event_name: 'PostToolUse',
  tool_name: 'mcp__my_shop__pay',
  tool_input: { amount: 5 },
  tool_use_id: 'toolu_1',
  duration_ms: 40,
  mcp_server: { name: 'my.shop', source: 'user' },
};
const gemini = {
  ...named,
  hook_event_name: 'AfterTool',
  timestamp: '2026-11-18T01:28:07.171Z',
  tool_name: 'mcp_shop_pay',
  tool_input: { amount: 5 },
  mcp_context: { server_name: 'shop', tool_name: 'pay', command: '/usr/bin/shop', args: ['--key', 'hunter2'] },
};
const copilot = {
  sessionId: 's',
  timestamp: 1_794_965_294_084,
  cwd: '/home/ada',
  toolName: 'my-shop-pay',
  toolArgs: { amount: 5 },
};
const failed = { flagged: true, failed: true };

it.each<[string, Json, object]>([
  [
    'Claude Code',
    { ...claude, tool_response: [{ type: 'text', text: 'paid' }] },
    {
      client: 'claude-code',
      server: 'my.shop',
      tool: 'pay',
      callId: 'toolu_1',
      started: at - 40,
      got: [{ type: 'text', text: 'paid' }],
    },
  ],
  [
    'Claude Code, failed',
    { ...claude, hook_event_name: 'PostToolUseFailure', error: 'declined' },
    { got: 'declined', ...failed },
  ],
  [
    'Gemini CLI',
    { ...gemini, tool_response: { llmContent: [{ text: 'paid' }], returnDisplay: 'paid' } },
    {
      client: 'gemini-cli',
      server: 'shop',
      tool: 'pay',
      started: null,
      ended: Date.parse(gemini.timestamp),
      got: 'paid',
      flagged: false,
    },
  ],
  [
    'Gemini CLI, failed',
    { ...gemini, tool_response: { llmContent: 'no', error: { message: 'MCP tool failed', type: 'mcp_tool_error' } } },
    { got: 'MCP tool failed', ...failed },
  ],
  [
    'Gemini CLI, before it cuts a long result',
    { ...gemini, tool_response: { llmContent: [{ text: 'x'.repeat(40_001) }] } },
    { got: null },
  ],
  [
    'Copilot CLI',
    { ...copilot, toolResult: { resultType: 'success', textResultForLlm: 'paid' } },
    {
      client: 'copilot-cli',
      server: 'my-shop',
      tool: 'pay',
      started: null,
      ended: copilot.timestamp,
      got: 'paid',
      flagged: false,
    },
  ],
  [
    'Copilot CLI, failed',
    { ...copilot, error: "MCP server 'my-shop': no" },
    { got: "MCP server 'my-shop': no", ...failed },
  ],
  [
    'Codex',
    { ...claude, turn_id: 't', tool_name: 'mcp__shop__pay', tool_response: { content: [] }, tool_use_id: 'call_1' },
    { client: 'codex', server: 'shop', callId: 'call_1', said: { result: { content: [] } }, got: null },
  ],
])('takes a call of %s', (_client, report, wanted) => {
  const call = hookCall(report, at, ['my', 'my-shop']);
  expect(call).toMatchObject({ args: { amount: 5 }, session: 's', isReported: true, ...wanted });
  expect(JSON.stringify(call)).not.toMatch(/ada|hunter2/);
});

it.each<[string, Json]>([
  ['a tool of Claude Code itself', { ...claude, tool_name: 'Read' }],
  ['a tool of Gemini CLI itself', { ...gemini, mcp_context: null, tool_name: 'read_file' }],
  ['a tool of Copilot CLI itself', { ...copilot, toolName: 'str-replace' }],
  ['another event', { ...claude, hook_event_name: 'PreToolUse' }],
  ['no object', [claude]],
])('takes nothing of %s', (_what, report) => {
  expect(hookCall(report, at, ['my-shop'])).toBeNull();
});

it('knows no duration that a report leaves out', () => {
  const { duration_ms: _, ...older } = claude;
  expect(hookCall({ ...older, tool_response: 'paid' }, at)).toMatchObject({ started: null, ended: at });
});
