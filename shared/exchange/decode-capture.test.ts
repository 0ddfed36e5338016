import { describe, expect, it } from 'vitest';
import { readCapture } from '../capture/capture.ts';
import type { Json } from '../json/json.ts';
import { decodeCapture } from './decode-capture.ts';

function capture(lines: Json[]) {
  const { entries, started } = readCapture(
    [{ misfire: 1, started: '2026-11-14T12:00:00.000Z' }, ...lines].map((line) => JSON.stringify(line)).join('\n'),
  );
  return decodeCapture(entries, started);
}

const out = (t: number, message: Json): Json => ({ t, server: 's', lane: 'out', text: JSON.stringify(message) });
const into = (t: number, message: Json): Json => ({ t, server: 's', lane: 'in', text: JSON.stringify(message) });
const call = (id: number, name = 'search'): Json => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: {} },
});

describe('decoding captures', () => {
  it('names the file that the end of a process says is nearest to its script', () => {
    const text = "python3: can't open file '/srv/mian.py': [Errno 2] No such file or directory";
    const lines = capture([
      { t: 1, server: 's', lane: 'life', event: 'spawned', pid: 7 },
      { t: 2, server: 's', lane: 'err', text },
      { t: 3, server: 's', lane: 'life', event: 'exited', code: 2, signal: null, nearest: '/srv/main.py' },
    ]);
    expect(lines[0]?.remedy[0]).toContain(
      '“/srv/mian.py” does not exist where the server runs. Did you mean “/srv/main.py”?',
    );
  });

  it('joins each failure to its lines, request, method and target', () => {
    const lines = capture([
      out(1, call(1)),
      into(2.5, { jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text: 'fine' }] } }),
      out(3, call(2)),
      into(4, { jsonrpc: '2.0', id: 2, error: { code: -32602, message: 'Unknown tool: search' } }),
    ]);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      server: 's',
      t: 4,
      line: 5,
      request: 4,
      method: 'tools/call',
      target: 'search',
      class: 'not_found',
      code: -32602,
    });
    // As printed: the position first, then the failure.
    expect(Object.keys(lines[0] ?? {}).slice(0, 8)).toEqual([
      'server',
      't',
      'line',
      'request',
      'method',
      'target',
      'layer',
      'carrier',
    ]);
  });

  it('decodes HTTP errors, dead processes and calls without a response', () => {
    const lines = capture([
      out(1, call(1)),
      {
        t: 2,
        server: 's',
        lane: 'http',
        id: 1,
        http: { method: 'POST', url: 'http://x', status: 429, headers: { 'retry-after': '30' }, body: 'slow down' },
      },
      out(3, call(2)),
      { t: 4, server: 's', lane: 'err', text: 'fatal: out of luck' },
      { t: 5, server: 's', lane: 'life', event: 'exited', code: 3, signal: null },
      { t: 6, server: 'other', lane: 'out', text: JSON.stringify(call(9)) },
    ]);
    const found = lines.map(({ line, request, class: failureClass, code }) => [line, request, failureClass, code]);
    expect(found).toContainEqual([3, 2, 'rate_limited', 429]);
    expect(found).toContainEqual([6, 4, 'connection_lost', 3]);
    expect(found).toContainEqual([7, 7, 'connection_lost', null]);
  });

  it('names the line of the response over HTTP, and the line of the end for a timeout', () => {
    const exchange = (t: number, status: number | null, more: object) => ({
      t,
      server: 's',
      lane: 'http',
      id: 1,
      http: { method: 'POST', url: 'http://x', status, headers: {}, ...more },
    });
    const failed = { jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'Broken' } };
    const answered = capture([
      { t: 1, server: 's', lane: 'out', text: JSON.stringify(call(1)), via: 1 },
      { t: 2, server: 's', lane: 'err', text: 'between' },
      { t: 3, server: 's', lane: 'in', text: JSON.stringify(failed), via: 1 },
      exchange(4, 200, { body: '' }),
    ]);
    expect(answered.map(({ line, request }) => [line, request])).toEqual([[4, 2]]);
    const late = capture([
      out(1, call(1)),
      { t: 2, server: 's', lane: 'err', text: 'between' },
      { t: 3, server: 's', lane: 'life', event: 'timeout', id: 1, afterMs: 500 },
      { t: 4, server: 's', lane: 'err', text: 'after' },
    ]);
    expect(late.map(({ line, request, class: failureClass }) => [line, request, failureClass])).toEqual([
      [4, 2, 'timeout'],
    ]);
  });

  it('decodes earlier failures again once the dialect is identified', () => {
    const lines = capture([
      out(1, call(1)),
      into(2, { jsonrpc: '2.0', id: 1, error: { code: -32003, message: 'Oops' } }),
      out(3, call(2)),
      into(4, { jsonrpc: '2.0', id: 2, error: { code: -32054, message: 'Token expired' } }),
      out(5, call(3)),
      into(6, { jsonrpc: '2.0', id: 3, error: { code: -32072, message: 'Cursor expired' } }),
    ]);
    expect(lines[0]).toMatchObject({
      line: 3,
      class: 'not_found',
      codeName: 'Prompt Not Found',
      dialect: { id: 'erlmcp' },
    });
  });
});

describe('a tool that the server does not list', () => {
  const listed = (...names: string[]) => [
    out(1, { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
    into(2, { jsonrpc: '2.0', id: 1, result: { tools: names.map((name) => ({ name, inputSchema: {} })) } }),
    out(3, call(2, 'serch')),
    into(4, { jsonrpc: '2.0', id: 2, error: { code: -32602, message: 'Unknown tool: serch' } }),
  ];
  it('is explained by the names that it lists', () => {
    expect(capture(listed('search', 'dig'))[0]?.remedy[0]).toContain('Call search');
  });
  it('is explained by an empty list', () => {
    expect(capture(listed())[0]?.remedy[0]).toContain('tools/list is empty');
    expect(capture(listed().slice(2))[0]?.remedy[0]).toContain('Pick a name');
  });
});

it('assigns an unmatched error sent by the client to the client', () => {
  const [found] = capture([out(1, { jsonrpc: '2.0', id: 99, error: { code: -32000, message: 'x' } })]);
  expect(found).toMatchObject({ owner: 'client' });
  expect(found?.sentence).toMatch(/^The client /);
});
