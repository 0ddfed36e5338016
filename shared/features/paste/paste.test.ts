// Pasted texts in the formats that programs print, and the results.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explainPaste } from './explain-paste.ts';
import { readPaste } from './read-paste.ts';

const explain = (text: string) => {
  const pasted = readPaste(text);
  if (!pasted) throw new Error('Nothing was read.');
  return { ...pasted, ...explainPaste(pasted) };
};
const only = (text: string) => {
  const { kind, failures, notes } = explain(text);
  expect(failures).toHaveLength(1);
  return { kind, notes, detail: failures[0]!, failure: failures[0]!.failure! };
};

const error = {
  jsonrpc: '2.0',
  id: 3,
  error: { code: -32000, message: 'Rate limited', data: { retry_after_ms: 2500 } },
};
const request = {
  jsonrpc: '2.0',
  id: 3,
  method: 'tools/call',
  params: { name: 'get_order', arguments: { order_id: 12 } },
};
const refused = { content: [{ type: 'text', text: 'Order SO-9 was not found.' }], isError: true };

describe('JSON', () => {
  it('reads a response on one line, formatted, fenced and as a string the same way', () => {
    const laidOut = JSON.stringify(error, null, 2);
    const texts = [
      JSON.stringify(error),
      laidOut,
      `Look:\n\n\`\`\`json\n${laidOut}\n\`\`\`\n`,
      JSON.stringify(laidOut),
    ];
    for (const text of texts) {
      const { kind, failure } = only(text);
      expect(kind).toBe('messages');
      expect(failure).toMatchObject({ class: 'rate_limited', retry: { verdict: 'wait', afterMs: 2500 } });
    }
  });

  it('reads a bare result, error object and problem document', () => {
    expect(only(JSON.stringify(refused))).toMatchObject({ kind: 'result', failure: { class: 'not_found' } });
    expect(only(JSON.stringify(error.error))).toMatchObject({ kind: 'error', failure: { class: 'rate_limited' } });
    const problem = { type: 'about:blank', title: 'Not Found', status: 404, detail: 'No order SO-9' };
    expect(only(JSON.stringify(problem))).toMatchObject({ kind: 'body', failure: { class: 'not_found', code: 404 } });
  });

  it('pairs a request with its response, in any notation', () => {
    const { detail } = only(`${JSON.stringify(request)}\n${JSON.stringify(error)}`);
    expect(detail.row).toMatchObject({ kind: 'call', method: 'tools/call', target: 'get_order' });
    expect(JSON.parse(detail.params)).toEqual(request.params);
    const list = only(JSON.stringify([request, error]));
    expect(list.failure.class).toBe('rate_limited');
  });

  it('finds no failure in a success', () => {
    const { failures, messages } = explain(
      '{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"ok"}]}}',
    );
    expect(failures).toEqual([]);
    expect(messages).toBe(1);
  });
});

describe('recordings', () => {
  const header = '{"misfire":1,"started":"2026-11-14T12:00:00.000Z"}';
  const line = (t: number, lane: string, value: unknown) =>
    JSON.stringify({ t, server: 'orders', lane, text: JSON.stringify(value) });

  it('reads a capture, reports the skipped line, and lists attempts at one call once', () => {
    const again = { ...request, id: 4 };
    const text = [
      header,
      line(1, 'out', request),
      line(2, 'in', error),
      'broken',
      line(2600, 'out', again),
      line(2700, 'in', { ...error, id: 4 }),
    ].join('\n');
    const { kind, notes, detail } = only(text);
    expect(kind).toBe('capture');
    expect(notes).toEqual([expect.stringContaining('Line 4 was skipped.')]);
    expect(detail.attempts).toHaveLength(2);
    expect(detail.judgements[0]).toMatchObject({ finding: 'honoured' });
  });

  it('reads a HAR file', () => {
    const entry = {
      startedDateTime: '2026-11-14T12:00:00.000Z',
      time: 12,
      request: {
        method: 'POST',
        url: 'https://api.example/mcp',
        headers: [],
        postData: { text: JSON.stringify(request) },
      },
      response: { status: 429, headers: [{ name: 'Retry-After', value: '30' }], content: { text: 'Slow down' } },
    };
    const { kind, failure } = only(JSON.stringify({ log: { version: '1.2', entries: [entry] } }, null, 1));
    expect(kind).toBe('har');
    expect(failure).toMatchObject({ class: 'rate_limited', retry: { afterMs: 30_000 } });
  });
});

describe('programs’ output', () => {
  it('reads the log of a desktop client', () => {
    const text = [
      `2026-11-17T10:00:00.000Z [orders] [info] Message from client: ${JSON.stringify(request)} { metadata: undefined }`,
      '2026-11-17T10:00:00.100Z [orders] [info] calling upstream',
      `2026-11-17T10:00:00.200Z [orders] [info] Message from server: ${JSON.stringify(error)} { metadata: undefined }`,
    ].join('\n');
    const { kind, detail, failure } = only(text);
    expect(kind).toBe('log');
    expect(detail.row).toMatchObject({ server: 'orders', target: 'get_order', latencyMs: 200 });
    expect(failure.retry.afterMs).toBe(2500);
  });

  it('reads what curl prints', () => {
    const text =
      'HTTP/1.1 429 Too Many Requests\r\nDate: Wed, 21 Oct 2026 07:28:00 GMT\r\nRetry-After: Wed, 21 Oct 2026 07:28:30 GMT\r\nContent-Type: text/plain\r\n\r\nSlow down';
    expect(only(text)).toMatchObject({ kind: 'http', failure: { class: 'rate_limited', retry: { afterMs: 30_000 } } });
    const verbose = `* Connected\n> POST /mcp HTTP/1.1\n> Host: x\n>\n< HTTP/1.1 200 OK\n< content-type: text/event-stream\n<\nevent: message\ndata: ${JSON.stringify(error)}\n`;
    expect(only(verbose)).toMatchObject({ kind: 'http', failure: { class: 'rate_limited', code: -32000 } });
  });

  it('reads the stack trace of a server that died', () => {
    const text = `Traceback (most recent call last):
  File "/srv/app/server.py", line 12, in <module>
    api_key = os.environ["ACME_API_KEY"]
KeyError: 'ACME_API_KEY'`;
    const { kind, failure, notes } = only(text);
    expect(kind).toBe('trace');
    expect(failure.sentence).toContain('ACME_API_KEY');
    expect(notes[0]).toContain('exit code is not known');
  });

  it('reads an SDK error, and recognizes the SDK’s own', () => {
    const thrown = `McpError: MCP error -32602: Invalid arguments for tool get_order: order_id is required
    at Client._onresponse (file:///srv/node_modules/@modelcontextprotocol/sdk/dist/esm/shared/protocol.js:434:27) {
  code: -32602,
  data: undefined
}`;
    const { kind, failure } = only(thrown);
    expect(kind).toBe('trace');
    expect(failure).toMatchObject({ class: 'validation', code: -32602 });
    expect(failure.message).not.toContain('protocol.js');
    expect(only('McpError: MCP error -32001: Request timed out').failure).toMatchObject({
      class: 'timeout',
      origin: 'local',
    });
    expect(only('mcp.shared.exceptions.McpError: Unknown tool: foo').failure.message).toBe('Unknown tool: foo');
  });

  it('reads one sentence as the text of a failed result, and says so', () => {
    const { kind, failure, notes } = only('Error: rate limit exceeded, try again in 30 seconds');
    expect(kind).toBe('text');
    expect(failure).toMatchObject({ class: 'rate_limited', retry: { afterMs: 30_000 } });
    expect(notes[0]).toContain('Read as the text of a failed tool result.');
  });
});

describe('transcripts', () => {
  const args = { order_id: 'SO-9' };
  const lines = (...records: object[]) => records.map((record) => JSON.stringify(record)).join('\n');
  const texts: Record<string, string> = {
    'Claude Code': lines(
      { type: 'queue-operation', timestamp: '2026-11-17T10:00:00Z' },
      {
        type: 'assistant',
        message: {
          role: 'assistant',
          content: [{ type: 'tool_use', id: 'toolu_1', name: 'mcp__orders__get_order', input: args }],
        },
      },
      {
        type: 'user',
        message: {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'toolu_1', content: 'Order SO-9 was not found.', is_error: true },
          ],
        },
      },
    ),
    Codex: lines(
      { type: 'session_meta', payload: { cli_version: '0.166.0' } },
      {
        type: 'response_item',
        payload: {
          type: 'function_call',
          name: 'get_order',
          namespace: 'mcp__orders',
          arguments: JSON.stringify(args),
          call_id: 'c1',
        },
      },
      {
        type: 'event_msg',
        payload: {
          type: 'item_completed',
          item: {
            type: 'McpToolCall',
            id: 'c1',
            server: 'orders',
            tool: 'get_order',
            arguments: args,
            result: refused,
          },
        },
      },
      {
        type: 'response_item',
        payload: { type: 'function_call_output', call_id: 'c1', output: 'Wall time: 1 seconds\nOutput:\n' },
      },
    ),
    'Gemini CLI': lines(
      { sessionId: 's', kind: 'main' },
      {
        id: 'm',
        type: 'gemini',
        toolCalls: [
          {
            id: 'g1',
            name: 'mcp_orders_get_order',
            args,
            displayName: 'get_order (orders MCP Server)',
            result: [{ functionResponse: { response: { error: 'Order SO-9 was not found.' } } }],
          },
        ],
      },
    ),
    Copilot: lines(
      { type: 'session.start', data: {} },
      {
        type: 'tool.execution_start',
        data: {
          toolCallId: 't',
          toolName: 'orders-get_order',
          mcpToolName: 'get_order',
          mcpServerName: 'orders',
          arguments: args,
        },
      },
      {
        type: 'tool.execution_complete',
        data: { toolCallId: 't', success: false, error: { message: 'Order SO-9 was not found.' } },
      },
    ),
    Cline: JSON.stringify(
      {
        messages: [
          { role: 'assistant', content: [{ type: 'tool_use', id: 'u', name: 'mcp__orders__get_order', input: args }] },
          { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'u', content: JSON.stringify(refused) }] },
        ],
      },
      null,
      2,
    ),
  };
  for (const [client, text] of Object.entries(texts))
    it(`reads one of ${client}`, () => {
      const { kind, detail, failure, notes } = only(text);
      expect(kind).toBe('transcript');
      expect(detail.row).toMatchObject({ server: 'orders', target: 'get_order' });
      expect(JSON.parse(detail.params)).toEqual({ name: 'get_order', arguments: args });
      expect(failure).toMatchObject({ class: 'not_found', message: expect.stringContaining('SO-9') });
      expect(notes[0]).toContain('what the model got');
    });
});

it('skips a capture’s events from transcripts and client logs, and says so', () => {
  const lines = [
    { misfire: 1, started: '2026-11-17T10:00:00Z' },
    { t: 1, server: 'orders', lane: 'in', text: JSON.stringify({ jsonrpc: '2.0', id: 1, result: refused }) },
    { t: 2, server: 'orders', lane: 'seen', by: 'client', client: 'Codex', text: '{}' },
    { t: 3, server: 'orders', lane: 'log', by: 'client', client: 'Codex', text: 'connected' },
  ];
  const pasted = readPaste(lines.map((line) => JSON.stringify(line)).join('\n'));
  expect(pasted?.events.map(({ lane }) => lane)).toEqual(['in']);
  expect(pasted?.notes).toEqual(['Left out 2 entries of transcripts and client logs. Open the capture in Misfire.']);
});

it('accepts any text', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.array(fc.json()).map((all) => all.join('\n')),
      ),
      (text) => {
        const pasted = readPaste(text);
        if (pasted) explainPaste(pasted);
      },
    ),
  );
});

describe('a text of 5 MB', () => {
  const filled = (part: string) => part.repeat(Math.ceil(5_000_000 / part.length)).slice(0, 5_000_000);

  // Each of them took from four seconds to many minutes.
  it.each([
    [
      'headers',
      `HTTP/1.1 429 Too Many\n${Array.from({ length: 250_000 }, (_, n) => `x-h${n}: value ${n % 97}`).join('\n')}`,
    ],
    ['one header again and again', `HTTP/1.1 429 Too Many\n${filled('retry-after: 120\n')}`],
    ['brackets', filled('[')],
    ['braces', filled('{"a":')],
    ['stack traces', filled('Error: x\n    at foo (/a/b.js:1:2)\n')],
    ['an event stream', filled('data: {"jsonrpc":"2.0","id":1,"result":{}}\n\n')],
    ['words in one line', filled('error: connection refused ')],
    ['empty objects', `[${filled('{},')}{}]`],
    [
      'parts of one answer',
      `{"jsonrpc":"2.0","id":1,"result":{"content":[${filled('{"type":"text","text":"a"},').slice(0, 4_999_968)}1]}}`,
    ],
  ])('of %s is explained from its beginning, and the note says so', (_, text) => {
    const pasted = readPaste(text);
    expect(pasted?.notes.join(' ')).toContain('Only its beginning was read.');
    expect(pasted?.events.reduce((sum, event) => sum + JSON.stringify(event).length, 0)).toBeLessThan(3_000_000);
  });

  it('of failures with one id is explained up to a limit', () => {
    const pasted = readPaste(filled('{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no such thing"}}\n'));
    expect(pasted?.events).toHaveLength(1000);
    expect(pasted?.notes[0]).toMatch(/^Only the first 1000 of \d+ messages are explained\./);
    expect(explainPaste(pasted!).failures).toHaveLength(1000);
  });
});
