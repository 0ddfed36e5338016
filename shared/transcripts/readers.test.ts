import { expect, it } from 'vitest';
import { nameOfClient } from '../clients/clients.ts';
import { decodeCapture } from '../exchange/decode-capture.ts';
import { AnyReader } from '../formats/read-any.ts';
import type { WireEvent } from '../wire.ts';
import { readSeenText } from './seen-text.ts';
import { privateTexts, sampleTranscripts } from './testing/sample-transcripts.ts';

const clients = Object.keys(sampleTranscripts) as (keyof typeof sampleTranscripts)[];

function read(text: string) {
  const reader = new AnyReader();
  const events = [...reader.read(text), ...reader.finish()];
  const calls = events.flatMap((event) => (event.lane === 'seen' ? [readSeenText(event.text, event.server)] : []));
  return { reader, events, calls: calls.filter((call) => call !== null) };
}

const failuresOf = (events: readonly WireEvent[]) =>
  decodeCapture(
    events.map((event, index) => ({ line: index + 1, event, extra: {} })),
    0,
  );

it.each(clients)('reads the calls of %s with server, tool, arguments, times and what the model got', (client) => {
  const { calls, reader } = read(sampleTranscripts[client].join('\n'));
  expect(reader.format).toBe('transcript');
  expect(reader.problems).toEqual([]);
  const [passed, failed] = calls;
  expect(passed).toMatchObject({ client, server: 'shop', tool: 'list_orders', args: { day: 'monday' } });
  expect(JSON.stringify(passed?.got)).toContain('3 orders');
  expect(passed?.failed).toBeUndefined();
  expect(failed).toMatchObject({ client, server: 'shop', tool: 'pay', args: { amount: 5 }, failed: true });
  for (const { started, ended, lines } of calls) {
    expect(ended - (started ?? 0)).toBeGreaterThanOrEqual(0);
    expect(ended - (started ?? 0)).toBeLessThan(1000);
    expect(lines.length).toBeGreaterThan(0);
  }
});

it.each(clients)('takes in no prompt, no other tool and no folder of a transcript of %s', (client) => {
  const { events } = read(sampleTranscripts[client].join('\n'));
  for (const text of privateTexts) expect(JSON.stringify(events)).not.toContain(text);
});

it.each(clients)('explains the failed call in a transcript of %s in the words of the server', (client) => {
  const failures = failuresOf(read(sampleTranscripts[client].join('\n')).events);
  const [declined, unknown] = failures;
  expect(declined).toMatchObject({ server: 'shop', method: 'tools/call', target: 'pay' });
  expect(declined?.quote?.text).toContain('Card declined');
  if (client === 'vscode' || client === 'goose') {
    expect(failures).toHaveLength(1);
    return;
  }
  expect(failures).toHaveLength(2);
  expect(unknown).toMatchObject({ target: 'refund', owner: 'client', codeName: 'no_such_tool' });
  expect(unknown?.sentence).toBe(`${nameOfClient(client)} does not offer refund of shop`);
});

it.each(clients)('keeps a call of %s whose result is missing, and does not call it a failure', (client) => {
  const text = sampleTranscripts[client].join('\n');
  // In the middle of the line that brings the result.
  const cut = text.slice(0, text.indexOf('Card declined'));
  const { events } = read(cut);
  expect(failuresOf(events)).toEqual([]);
});

it('counts lines of a kind that it does not know, with their first place, and reads on', () => {
  const lines = [...sampleTranscripts.codex];
  lines.splice(2, 0, '{"type":"dream","payload":{}}', '{"type":"dream","payload":{}}', 'half a li');
  const { calls, reader } = read(lines.join('\n'));
  expect(calls).toHaveLength(3);
  expect(reader.problems).toEqual([
    { line: 5, message: 'It is not JSON and was skipped.' },
    {
      line: 3,
      message:
        'Misfire does not know lines of the kind "dream". 2 lines were skipped. Shape: {type: string, payload: {}}',
    },
  ]);
  expect(reader.transcript?.unknownLines()).toEqual([
    { kind: 'dream', count: 2, first: 3, shape: '{type: string, payload: {}}' },
    { kind: 'not JSON', count: 1, first: 5, shape: '' },
  ]);
});

it('reads both columns of a Codex transcript', () => {
  const { calls } = read(sampleTranscripts.codex.join('\n'));
  expect(calls[1]).toMatchObject({
    said: { result: { structuredContent: { reason: 'funds' }, isError: true } },
    got: 'Wall time: 0.0600 seconds\nOutput:\n{"reason":"funds"}',
    flagged: false,
    model: 'gpt-test',
    version: '0.166.0',
  });
});

it('reads code and data of a JSON-RPC error back from what Codex made of it, also in its legacy history', () => {
  const [meta] = sampleTranscripts.codex;
  const words =
    'tool call error: tool call failed for `shop/pay`\n\nCaused by:\n    Mcp error: -32003: Rate limit (hard) exceeded({"retry_after":30})';
  const lines = [
    meta,
    JSON.stringify({
      timestamp: '2026-11-17T09:00:00.000Z',
      type: 'event_msg',
      payload: {
        type: 'mcp_tool_call_end',
        call_id: 'c',
        invocation: { server: 'shop', tool: 'pay', arguments: {} },
        result: { Err: words },
      },
    }),
    JSON.stringify({
      timestamp: '2026-11-17T09:00:00.100Z',
      type: 'response_item',
      payload: { type: 'function_call_output', call_id: 'c', output: words },
    }),
  ];
  const { calls } = read(lines.join('\n'));
  expect(calls[0]).toMatchObject({
    said: { error: { code: -32003, message: 'Rate limit (hard) exceeded', data: { retry_after: 30 } } },
    flagged: true,
  });
});

it('does not take a result that Claude Code put aside in a file for a failure', () => {
  const path = '/home/ada/.claude/projects/x/y/tool-results/mcp-shop-list.txt';
  const text = sampleTranscripts['claude-code']
    .join('\n')
    .replace(
      '[{"type":"text","text":"3 orders"}]',
      JSON.stringify(
        `Error: result (400,010 characters across 1 line) exceeds maximum allowed tokens. Output has been saved to ${path}.\nFormat: Plain text`,
      ),
    );
  const { calls, events } = read(text);
  expect(calls[0]?.putAside).toBe(path);
  expect(failuresOf(events).map(({ target }) => target)).toEqual(['pay', 'refund']);
});

it.each([
  ['updatedMCPToolOutput', true],
  ['updatedToolOutput', true],
  ['additionalContext', undefined],
])('names a hook that replaced the output by what it printed: %s', (name, isReplaced) => {
  const lines = sampleTranscripts['claude-code'];
  const at = lines.findIndex((line) => line.includes('"3 orders"'));
  const { id = '' } = /"tool_use_id":"(?<id>[^"]+)"/.exec(lines[at] ?? '')?.groups ?? {};
  const printed = { hookSpecificOutput: { hookEventName: 'PostToolUse', [name]: 'hidden' } };
  const attachment = { type: 'hook_success', toolUseID: id, hookEvent: 'PostToolUse', stdout: JSON.stringify(printed) };
  const line = JSON.stringify({ type: 'attachment', attachment, sessionId: 's' });
  const { calls } = read([...lines.slice(0, at + 1), line, ...lines.slice(at + 1)].join('\n'));
  expect(calls.map((call) => call.isReplaced)).toEqual([isReplaced, undefined, undefined]);
});

it.each([
  ['MCP error -32003: Rate limit exceeded', true],
  ['MCP tool returned an error', true],
  ['No stock left', false],
])('marks a failure of opencode only if its words say so: %s', (error, flagged) => {
  const state = { status: 'error', input: {}, error, time: { start: 1, end: 2 } };
  const part = { type: 'tool', tool: 'shop_pay', callID: 'call_1', state };
  const { calls } = read(JSON.stringify({ opencode: part, session: 's', version: '1', at: 1 }));
  expect(calls).toMatchObject([{ got: error, failed: true, flagged }]);
});

it.each(clients)('keeps no value of a line of %s that it does not understand', (client) => {
  const [first = '', ...rest] = sampleTranscripts[client];
  // As if each line were of a new kind.
  const strange = rest.map((line) => line.replaceAll('"type":"', '"type":"new-'));
  const { reader } = read([first, ...strange].join('\n'));
  const kept = JSON.stringify([reader.problems, reader.transcript?.unknownLines()]);
  for (const text of [...privateTexts, 'Card declined']) expect(kept).not.toContain(text);
});

it('counts kinds beyond the limit together', () => {
  const [first = ''] = sampleTranscripts.codex;
  const lines = Array.from({ length: 50 }, (_, index) => `{"type":"kind${index}"}`);
  const unknown = read([first, ...lines].join('\n')).reader.transcript?.unknownLines() ?? [];
  expect(unknown).toHaveLength(21);
  expect(unknown[0]).toMatchObject({ kind: '…', count: 30 });
});
