import { describe, expect, it } from 'vitest';
import { decode } from '../decode/decode.ts';
import { context, rpcError } from '../decode/testing/account-fixtures.ts';
import { everywhere } from '../decode/testing/placements.ts';
import type { FailureClass, Severity, Verdict } from '../failure.ts';
import type { Json } from '../json/json.ts';

type RowOf = [number, string, string, FailureClass, Verdict, Severity, Json?];

// Code, message as sent, category, class, verdict, severity, data.
const rows: RowOf[] = [
  [-32001, 'Resource not found', 'MCP Core', 'not_found', 'after_fix', 'error', { uri: 'mcp://nothing' }],
  [-32002, 'Tool not found', 'MCP Core', 'not_found', 'after_fix', 'error', { tool: 'nothing' }],
  [-32003, 'Prompt not found', 'MCP Core', 'not_found', 'after_fix', 'error', { prompt: 'nothing' }],
  [-32004, 'Capability not supported', 'MCP Core', 'unsupported', 'never', 'error', { capability: 'completions' }],
  [-32005, 'Server not initialized', 'MCP Core', 'not_ready', 'after_fix', 'error', { phase: 'pre_initialization' }],
  [
    -32006,
    'Subscription failed',
    'MCP Core',
    'conflict',
    'after_fix',
    'error',
    { uri: 'mcp://config', reason: 'already_subscribed' },
  ],
  [
    -32007,
    'Validation failed',
    'MCP Core',
    'validation',
    'after_fix',
    'error',
    { field: 'uri', constraint: 'valid_uri' },
  ],
  [-32008, 'Transport error', 'MCP Core', 'connection_lost', 'backoff', 'error', { reason: 'connection_reset' }],
  [-32009, 'Request timeout', 'MCP Core', 'timeout', 'backoff', 'error', { timeout_ms: 30_000, elapsed_ms: 30_001 }],
  [
    -32010,
    'Rate limit exceeded',
    'MCP Core',
    'rate_limited',
    'wait',
    'error',
    { limit: 100, window: 60, retry_after: 30 },
  ],
  [
    -32011,
    'Tool description exceeds maximum length',
    'Content',
    'too_large',
    'after_fix',
    'warning',
    { actual_length: 15_000, max_length: 10_000 },
  ],
  [
    -32012,
    'Message size exceeds maximum allowed',
    'Content',
    'too_large',
    'after_fix',
    'warning',
    { actual_size: 20_971_520, max_size: 16_777_216, unit: 'bytes' },
  ],
  [
    -32013,
    'Invalid content type',
    'Content',
    'unsupported',
    'after_fix',
    'warning',
    { content_type: 'application/xml' },
  ],
  [-32014, 'Content too large', 'Content', 'too_large', 'after_fix', 'warning'],
  [-32015, 'Invalid encoding', 'Content', 'validation', 'after_fix', 'warning', { encoding: 'utf-8', position: 1234 }],
  [
    -32021,
    'Resource template not found',
    'Resource',
    'not_found',
    'after_fix',
    'warning',
    { uri_template: 'logs://{date}' },
  ],
  [-32022, 'Invalid URI', 'Resource', 'validation', 'after_fix', 'warning', { uri: 'nope', reason: 'missing_scheme' }],
  [-32023, 'URI syntax error', 'Resource', 'validation', 'after_fix', 'warning'],
  [
    -32025,
    'Resource access denied',
    'Resource',
    'forbidden',
    'after_auth',
    'warning',
    { uri: 'file:///etc/passwd', required_permission: 'read:protected' },
  ],
  [
    -32029,
    'Template render failed',
    'Resource',
    'validation',
    'after_fix',
    'warning',
    { uri_template: 'logs://{date}', reason: 'missing_variable: date' },
  ],
  [
    -32029,
    'Template render failed',
    'Resource',
    'internal',
    'backoff',
    'warning',
    { uri_template: 'logs://{date}', reason: 'crash' },
  ],
  [
    -32031,
    'Tool execution failed',
    'Tool',
    'internal',
    'backoff',
    'warning',
    { tool: 'db', reason: 'connection_timeout' },
  ],
  [-32032, 'Tool execution timeout', 'Tool', 'timeout', 'backoff', 'warning', { tool: 'slow', timeout_ms: 30_000 }],
  [
    -32033,
    'Tool execution cancelled',
    'Tool',
    'cancelled',
    'never',
    'warning',
    { tool: 'slow', reason: 'user_requested' },
  ],
  [
    -32034,
    'Invalid tool arguments',
    'Tool',
    'validation',
    'after_fix',
    'warning',
    { tool: 'calculate', details: 'Missing required parameter: b' },
  ],
  [
    -32043,
    'Prompt argument missing',
    'Prompt',
    'validation',
    'after_fix',
    'warning',
    { prompt: 'essay', argument: 'topic' },
  ],
  [-32044, 'Prompt render failed', 'Prompt', 'internal', 'backoff', 'warning'],
  [-32046, 'Sampling failed', 'Prompt', 'dependency', 'backoff', 'warning', { reason: 'model_unavailable' }],
  [-32051, 'Authentication failed', 'Auth', 'unauthorized', 'after_auth', 'warning', { reason: 'invalid_token' }],
  [
    -32052,
    'Authorization failed',
    'Auth',
    'forbidden',
    'after_auth',
    'warning',
    { operation: 'tools/call:admin', required_role: 'admin' },
  ],
  [-32053, 'Invalid credentials', 'Auth', 'unauthorized', 'after_auth', 'warning'],
  [-32054, 'Token expired', 'Auth', 'unauthorized', 'after_auth', 'warning', { expired_at: 1_640_995_200 }],
  [-32056, 'Access denied', 'Auth', 'forbidden', 'after_auth', 'warning'],
  [
    -32061,
    'Unsupported protocol version',
    'Protocol',
    'unsupported',
    'after_fix',
    'warning',
    { requested_version: '2020-01-01', supported_versions: ['2025-11-25'] },
  ],
  [-32062, 'Protocol version mismatch', 'Protocol', 'unsupported', 'after_fix', 'warning'],
  [-32063, 'Capability negotiation failed', 'Protocol', 'unsupported', 'after_fix', 'warning'],
  [-32071, 'Invalid cursor', 'Pagination', 'validation', 'after_fix', 'warning', { cursor: 'abc' }],
  [-32072, 'Cursor expired', 'Pagination', 'validation', 'after_fix', 'warning', { cursor: 'abc', ttl_seconds: 300 }],
  [-32081, 'Task not found', 'Task', 'not_found', 'after_fix', 'info', { taskId: 'task-1' }],
  [-32083, 'Task failed', 'Task', 'internal', 'backoff', 'info', { taskId: 'task-1', reason: 'dependency_failed' }],
  [-32084, 'Task cancelled', 'Task', 'cancelled', 'never', 'info'],
  [-32085, 'Task timeout', 'Task', 'timeout', 'backoff', 'info'],
  [-32091, 'Invalid progress token', 'Progress', 'validation', 'after_fix', 'info', { progressToken: 'x' }],
  [-32092, 'Progress token expired', 'Progress', 'validation', 'after_fix', 'info'],
  [
    -32094,
    'Notification failed',
    'Progress',
    'internal',
    'backoff',
    'info',
    { notification_type: 'resources/updated', reason: 'subscriber_not_found' },
  ],
  [-32110, 'Completion not found', 'Completion', 'not_found', 'after_fix', 'info'],
  [-32111, 'Invalid completion reference', 'Completion', 'validation', 'after_fix', 'info'],
  [-32112, 'Invalid completion argument', 'Completion', 'validation', 'after_fix', 'info'],
  [-32113, 'Completion failed', 'Completion', 'internal', 'backoff', 'info'],
  [1090, 'Elicitation failed', 'Experimental', 'internal', 'backoff', 'info'],
  [1091, 'Elicitation timeout', 'Experimental', 'timeout', 'backoff', 'info'],
  [1095, 'Task not found', 'Experimental', 'not_found', 'after_fix', 'info'],
];

// The five JSON-RPC codes look the same everywhere: only a known erlmcp server gets its severities.
const standard: RowOf[] = [
  [
    -32700,
    'Parse error',
    'JSON-RPC Standard',
    'parse_error',
    'after_fix',
    'critical',
    'Unexpected token at position 15',
  ],
  [
    -32600,
    'Invalid Request',
    'JSON-RPC Standard',
    'invalid_request',
    'after_fix',
    'critical',
    'Missing required field: method',
  ],
  [-32601, 'Method not found', 'JSON-RPC Standard', 'method_not_found', 'never', 'error', { method: 'no/such' }],
  [
    -32602,
    'Invalid params',
    'JSON-RPC Standard',
    'validation',
    'after_fix',
    'error',
    { details: 'Missing required parameter: uri' },
  ],
  [-32603, 'Internal error', 'JSON-RPC Standard', 'internal', 'backoff', 'critical'],
];

// The last code of each range, and the first one without a row of its own. -32020 has a meaning of its own in MCP 2026-07-28.
const ranges = [
  [-32019, 'Content', 'warning'],
  [-32030, 'Resource', 'warning'],
  [-32040, 'Tool', 'warning'],
  [-32041, 'Prompt', 'warning'],
  [-32050, 'Prompt', 'warning'],
  [-32060, 'Auth', 'warning'],
  [-32070, 'Protocol', 'warning'],
  [-32080, 'Pagination', 'warning'],
  [-32090, 'Task', 'info'],
  [-32100, 'Progress', 'info'],
  [1099, 'Experimental', 'info'],
] as const;

describe('erlmcp', () => {
  for (const [code, message, category, failureClass, verdict, severity, data] of rows) {
    for (const place of everywhere) {
      it(`reads ${code} ${message} from ${place.name}`, () => {
        const failure = decode(place.put(data === undefined ? { code, message } : { code, message, data }), context());
        expect(failure).toMatchObject({
          carrier: place.carrier,
          class: failureClass,
          code,
          category,
          severity,
          retry: { verdict },
          dialect: { id: 'erlmcp' },
        });
        expect(failure?.explanation).not.toMatch(/\{(?!date\})/);
      });
    }
  }

  for (const [code, message, category, failureClass, verdict, severity, data] of standard) {
    it(`reads ${code} of a known erlmcp server with its severity`, () => {
      const failure = decode(rpcError(code, message, data), context({ pinnedDialect: 'erlmcp' }));
      expect(failure).toMatchObject({
        class: failureClass,
        category,
        severity,
        retry: { verdict },
        dialect: { id: 'erlmcp' },
      });
    });
  }

  for (const [code, category, severity] of ranges) {
    it(`reads ${code} from the range ${category}`, () => {
      const failure = decode(rpcError(code, 'Something new'), context({ pinnedDialect: 'erlmcp' }));
      expect(failure).toMatchObject({ category, severity });
      expect(failure?.evidence[0]?.means).toContain('range');
    });
  }

  it('takes the wait from retry_after in seconds, and 30 s by default', () => {
    expect(
      decode(rpcError(-32010, 'Rate limit exceeded', { limit: 5, window: 60, retry_after: 7 }), context()),
    ).toMatchObject({
      retry: { verdict: 'wait', afterMs: 7000, sources: { afterMs: 'error.data.retry_after' } },
      explanation: 'acme accepts no more calls for now (limit 5 per 60 s) and asks to wait 7 s.',
    });
    expect(decode(rpcError(-32010, 'Rate limit exceeded'), context())?.retry).toMatchObject({
      verdict: 'wait',
      afterMs: 30_000,
      sources: { afterMs: 'default' },
    });
  });

  it('names the concrete values', () => {
    expect(
      decode(rpcError(-32031, 'Tool execution failed', { tool: 'db', reason: 'connection_timeout' }), context())
        ?.explanation,
    ).toBe('acme failed inside the tool db (connection_timeout).');
    expect(
      decode(
        rpcError(-32012, 'Message size exceeds maximum allowed', { actual_size: 20, max_size: 16, unit: 'bytes' }),
        context(),
      )?.explanation,
    ).toBe('acme accepts messages of at most 16 bytes; this one has 20.');
    expect(
      decode(rpcError(-32043, 'Prompt argument missing', { prompt: 'essay', argument: 'topic' }), context()),
    ).toMatchObject({ issues: [{ path: '/topic' }] });
  });
});
