// Every error code of erlmcp's reference: message and, if the reference shows one, an example of its data. Owns the severity table too. The
// server writes it to its log, as the reference requires, never onto the wire.

import type { Json } from '../../../shared/json/json.ts';
import { RpcError } from '../tool.ts';

interface CodeEntry {
  message: string;
  data?: Json;
}

const entries: Record<number, CodeEntry> = {
  // JSON-RPC 2.0
  [-32700]: { message: 'Parse error', data: 'Unexpected token at position 15' },
  [-32600]: { message: 'Invalid Request', data: 'Missing required field: method' },
  [-32601]: { message: 'Method not found', data: { method: 'nonexistent/method' } },
  [-32602]: { message: 'Invalid params', data: { details: 'Missing required parameter: uri' } },
  [-32603]: { message: 'Internal error' },
  // MCP core
  [-32001]: { message: 'Resource not found', data: { uri: 'mcp://nonexistent' } },
  [-32002]: { message: 'Tool not found', data: { tool: 'nonexistent_tool' } },
  [-32003]: { message: 'Prompt not found', data: { prompt: 'nonexistent_prompt' } },
  [-32004]: { message: 'Capability not supported', data: { capability: 'completions' } },
  [-32005]: { message: 'Server not initialized', data: { phase: 'pre_initialization' } },
  [-32006]: { message: 'Subscription failed', data: { uri: 'mcp://config', reason: 'already_subscribed' } },
  [-32007]: { message: 'Validation failed', data: { field: 'uri', constraint: 'valid_uri' } },
  [-32008]: { message: 'Transport error', data: { reason: 'connection_reset' } },
  [-32009]: { message: 'Request timeout', data: { timeout_ms: 30_000, elapsed_ms: 30_001 } },
  [-32010]: { message: 'Rate limit exceeded', data: { limit: 100, window: 60, retry_after: 30 } },
  // Content
  [-32011]: {
    message: 'Tool description exceeds maximum length',
    data: { actual_length: 15_000, max_length: 10_000 },
  },
  [-32012]: {
    message: 'Message size exceeds maximum allowed',
    data: { actual_size: 20_971_520, max_size: 16_777_216, unit: 'bytes' },
  },
  [-32013]: { message: 'Invalid content type', data: { content_type: 'application/xml' } },
  [-32014]: { message: 'Content too large' },
  [-32015]: { message: 'Invalid encoding', data: { encoding: 'utf-8', position: 1234 } },
  // Resource
  [-32021]: { message: 'Resource template not found', data: { uri_template: 'logs://{date}' } },
  [-32022]: { message: 'Invalid URI', data: { uri: 'not-a-valid-uri', reason: 'missing_scheme' } },
  [-32023]: { message: 'URI syntax error' },
  [-32025]: {
    message: 'Resource access denied',
    data: { uri: 'file:///etc/passwd', required_permission: 'read:protected' },
  },
  [-32029]: {
    message: 'Template render failed',
    data: { uri_template: 'logs://{date}', reason: 'missing_variable: date' },
  },
  // Tool
  [-32031]: { message: 'Tool execution failed', data: { tool: 'database_query', reason: 'connection_timeout' } },
  [-32032]: { message: 'Tool execution timeout', data: { tool: 'long_operation', timeout_ms: 30_000 } },
  [-32033]: { message: 'Tool execution cancelled', data: { tool: 'long_operation', reason: 'user_requested' } },
  [-32034]: {
    message: 'Invalid tool arguments',
    data: { tool: 'calculate', details: 'Missing required parameter: b' },
  },
  // Prompt
  [-32043]: { message: 'Prompt argument missing', data: { prompt: 'write_essay', argument: 'topic' } },
  [-32044]: { message: 'Prompt render failed' },
  [-32046]: { message: 'Sampling failed', data: { reason: 'model_unavailable' } },
  // Auth
  [-32051]: { message: 'Authentication failed', data: { reason: 'invalid_token' } },
  [-32052]: {
    message: 'Authorization failed',
    data: { operation: 'tools/call:admin_tool', required_role: 'admin' },
  },
  [-32053]: { message: 'Invalid credentials' },
  [-32054]: { message: 'Token expired', data: { expired_at: 1_640_995_200 } },
  [-32056]: { message: 'Access denied' },
  // Protocol
  [-32061]: {
    message: 'Unsupported protocol version',
    data: { requested_version: '2020-01-01', supported_versions: ['2025-11-25'] },
  },
  [-32062]: { message: 'Protocol version mismatch' },
  [-32063]: { message: 'Capability negotiation failed' },
  // Pagination
  [-32071]: { message: 'Invalid cursor', data: { cursor: 'invalid_cursor_string' } },
  [-32072]: { message: 'Cursor expired', data: { cursor: 'expired_cursor', ttl_seconds: 300 } },
  // Task
  [-32081]: { message: 'Task not found', data: { taskId: 'task-123' } },
  [-32083]: { message: 'Task failed', data: { taskId: 'task-123', reason: 'dependency_failed' } },
  [-32084]: { message: 'Task cancelled' },
  [-32085]: { message: 'Task timeout' },
  // Progress
  [-32091]: { message: 'Invalid progress token', data: { progressToken: 'invalid_token' } },
  [-32092]: { message: 'Progress token expired' },
  [-32094]: {
    message: 'Notification failed',
    data: { notification_type: 'resources/updated', reason: 'subscriber_not_found' },
  },
  // Completion
  [-32110]: { message: 'Completion not found' },
  [-32111]: { message: 'Invalid completion reference' },
  [-32112]: { message: 'Invalid completion argument' },
  [-32113]: { message: 'Completion failed' },
  // Experimental
  1090: { message: 'Elicitation failed' },
  1091: { message: 'Elicitation timeout' },
  1095: { message: 'Task not found' },
};

export const codes: ReadonlyMap<number, CodeEntry> = new Map(
  Object.entries(entries).map(([code, entry]) => [Number(code), entry]),
);

/** `data` only if this occurrence has its own; otherwise the reference's example is used. */
export function erlmcpError(code: number, data?: Json): RpcError {
  const entry = codes.get(code);
  if (!entry) throw new Error(`${code} is not in erlmcp's reference`);
  return new RpcError(code, entry.message, data ?? entry.data);
}

type ErlmcpSeverity = 'critical' | 'error' | 'warning' | 'info';

export function severityOf(code: number): ErlmcpSeverity {
  if (code === -32700 || code === -32600 || code === -32603) return 'critical';
  if (code === -32601 || code === -32602 || (code <= -32001 && code >= -32010)) return 'error';
  if (code <= -32011 && code >= -32080) return 'warning';
  return 'info';
}
