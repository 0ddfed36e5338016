// Errors to try the page with, one of each common form.

const call = (id: number, name: string, args: object) =>
  JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } });

const list = {
  tools: [
    {
      name: 'book_room',
      inputSchema: {
        type: 'object',
        properties: { nights: { type: 'integer', minimum: 1, maximum: 30 }, room: { type: 'string' } },
        required: ['nights', 'room'],
      },
    },
  ],
};

const captured = [
  ['out', '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'],
  ['in', JSON.stringify({ jsonrpc: '2.0', id: 1, result: list })],
  ['out', call(2, 'book_room', { nights: 99, room: 'A1' })],
  ['in', '{"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"nights must be at most 30"}}'],
] as const;

export const pasteExamples: readonly { name: string; text: string }[] = [
  {
    name: 'JSON-RPC error',
    text: JSON.stringify(
      { jsonrpc: '2.0', id: 7, error: { code: -32000, message: 'Too many requests', data: { retry_after: 30 } } },
      null,
      2,
    ),
  },
  {
    name: 'Log',
    text: [
      `2026-11-17T10:00:00.000Z [orders] [info] Message from client: ${call(4, 'get_order', { order_id: 'SO-9999' })} { metadata: undefined }`,
      '2026-11-17T10:00:00.210Z [orders] [info] Message from server: {"jsonrpc":"2.0","id":4,"result":{"content":[{"type":"text","text":"There is no order SO-9999"}]}} { metadata: undefined }',
    ].join('\n'),
  },
  {
    name: 'Stack trace',
    text: [
      'Traceback (most recent call last):',
      '  File "/srv/app/server.py", line 12, in <module>',
      '    api_key = os.environ["ACME_API_KEY"]',
      "KeyError: 'ACME_API_KEY'",
    ].join('\n'),
  },
  {
    name: 'Capture',
    text: [
      '{"misfire":1,"started":"2026-11-17T10:00:00.000Z"}',
      ...captured.map(([lane, text], at) => JSON.stringify({ t: at * 20, server: 'hotel', lane, text })),
    ].join('\n'),
  },
  {
    name: 'Transcript',
    text: [
      {
        type: 'assistant',
        message: {
          role: 'assistant',
          content: [
            { type: 'tool_use', id: 'toolu_1', name: 'mcp__tickets__create_ticket', input: { title: 'Printer' } },
          ],
        },
      },
      {
        type: 'user',
        message: {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              tool_use_id: 'toolu_1',
              content: 'Upstream said 503. Try again in 20 seconds.',
              is_error: true,
            },
          ],
        },
      },
    ]
      .map((line) => JSON.stringify(line))
      .join('\n'),
  },
];
