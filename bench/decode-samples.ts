// A few responses of every kind, for the decoding bench without a recording.

interface SampleAnswer {
  method: string;
  target?: string;
  answer: object;
}

const call = (target: string, result: object): SampleAnswer => ({
  method: 'tools/call',
  target,
  answer: { result, jsonrpc: '2.0', id: 7 },
});
const text = (value: string): object => ({ content: [{ type: 'text', text: value }] });
const failed = (value: string): object => ({ ...text(value), isError: true });
const refused = (method: string, code: number, message: string, data?: unknown): SampleAnswer => ({
  method,
  answer: { jsonrpc: '2.0', id: 7, error: data === undefined ? { code, message } : { code, message, data } },
});

export const sampleAnswers: readonly SampleAnswer[] = [
  call('echo', text('Echo: hello')),
  call('query', text('[\n  {\n    "id": 1,\n    "name": "Ada"\n  }\n]')),
  call('weather', { ...text('{"temperature":33}'), structuredContent: { temperature: 33, conditions: 'Cloudy' } }),
  call('read', text(`# Notes\n\n${'All is well, and nothing failed today. '.repeat(40)}`)),
  {
    method: 'tools/list',
    answer: {
      jsonrpc: '2.0',
      id: 2,
      result: {
        tools: Array.from({ length: 12 }, (_, index) => ({
          name: `tool-${index}`,
          description: 'Does one thing well.',
          inputSchema: { type: 'object', properties: { a: { type: 'string' } } },
        })),
      },
    },
  },
  {
    method: 'initialize',
    answer: {
      jsonrpc: '2.0',
      id: 1,
      result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'x', version: '1' } },
    },
  },
  refused('resources/list', -32601, 'Method not found'),
  refused(
    'tools/call',
    -32603,
    '[\n  {\n    "code": "invalid_type",\n    "expected": "object",\n    "path": [\n      "params",\n      "arguments"\n    ],\n    "message": "Required"\n  }\n]',
  ),
  refused('tools/call', -32602, 'MCP error -32602: Tool nope not found'),
  refused('resources/read', -32001, 'Resource not found', { uri: 'mcp://x' }),
  call('nope', failed('MCP error -32602: Tool nope not found')),
  call(
    'echo',
    failed('MCP error -32602: Input validation error: Invalid arguments for tool echo: Required at message'),
  ),
  call('search', failed('fetch failed')),
  call(
    'search',
    failed('Search API error: 401 Unauthorized - {"error":"Unauthorized","message":"Invalid or missing API key"}'),
  ),
  call(
    'search',
    failed(
      'Error: request to https://maps.example.com/geocode?address=x failed, reason: getaddrinfo ENOTFOUND maps.example.com',
    ),
  ),
  call('search', text('{"success":false,"error":"Rate limit exceeded","retry_after":30}')),
  call('lookup', {
    error: {
      code: -32200,
      message: 'Not Found',
      data: {
        type: 'https://closient.com/docs/errors/not_found',
        title: 'Not Found',
        status: 404,
        detail: 'No product found',
        error_code: 'not_found',
        retryable: false,
      },
    },
  }),
];
