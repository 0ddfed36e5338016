// Reports to authors: their claims are in the recording, and their quotes are in the specification.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Account } from '../account/account.ts';
import { decode as decodeCall } from '../decode/decode.ts';
import { context } from '../decode/testing/account-fixtures.ts';
import { decode } from '../library/library.ts';
import { authorReport, fence, type ReportSubject } from './author-report.ts';
import { specificationLines } from './specification.ts';

const call = { name: 'get_order', arguments: { order_id: 'SO-9' } };

function decodeAccount(account: Account) {
  const failure = decodeCall(account, context());
  if (!failure) throw new Error('It did not fail.');
  return failure;
}

const plain: Omit<ReportSubject, 'failure'> = {
  server: 'Orders',
  version: '',
  outcome: 'rpc_error',
  isProvoked: false,
  method: 'tools/call',
  target: 'get_order',
  params: '',
  answer: '',
  reproduction: '',
  program: 'npx',
};

function reportOn(answer: object, more: Partial<ReportSubject> = {}): string | null {
  const failure = decode(answer, { server: 'Orders', method: 'tools/call', params: call });
  if (!failure) throw new Error('It did not fail.');
  return authorReport({
    failure,
    ...plain,
    params: JSON.stringify(call),
    answer: JSON.stringify(answer),
    ...more,
  });
}

const rpc = { jsonrpc: '2.0', id: 1, error: { code: -32000, message: 'Rate limited', data: { retry_after: 30 } } };

describe('authorReport', () => {
  it('says what happened, why it matters and what to change', () => {
    const text = reportOn(rpc, { reproduction: '{\n  sleep 3\n} | npx -y orders' }) ?? '';
    expect(text).toMatch(/^# `get_order`: Part of the error does not reach the model\n/);
    expect(text.match(/^## .*/gm)).toEqual([
      '## What happened',
      '## Why this is a problem',
      '## What the specification says',
      '## How to reproduce',
      '## Suggested change',
    ]);
    expect(text).toContain('"order_id": "SO-9"');
    expect(text).toContain('data for 5 of 6');
    expect(text).toContain('} | npx -y orders');
    expect(text).toContain("text: 'Error: Rate limited. Retry after 30 s.'".replaceAll("'", '"'));
    expect(text).not.toContain('raise ToolError');
  });

  it('offers the Python SDK if Python runs the server, and both if that is unknown', () => {
    expect(reportOn(rpc, { program: '/usr/bin/uvx' })).toMatch(/raise ToolError\("Error: Rate limited\./);
    expect(reportOn(rpc, { program: '/usr/bin/uvx' })).not.toContain('isError: true,');
    const both = reportOn(rpc, { program: '' });
    expect(both).toContain('raise ToolError');
    expect(both).toContain('isError: true,');
    // No recording says which version of the SDK it is.
    expect(both).toContain('(mcp 2), mcp.server.fastmcp.exceptions (mcp 1)');
    expect(both).not.toContain('import ToolError');
  });

  it('is empty for an error that reaches every model', () => {
    const clear = {
      content: [{ type: 'text', text: 'Error: order SO-9 was not found. Check the order_id.' }],
      isError: true,
    };
    expect(reportOn(clear)).toBeNull();
  });

  it('is empty if the protocol requires this response', () => {
    const unknown = { jsonrpc: '2.0', id: 1, error: { code: -32602, message: 'Unknown tool: get_order' } };
    expect(reportOn(unknown)).toBeNull();
    const checked =
      'MCP error -32602: Input validation error: Invalid arguments for tool get_order: Invalid input: expected string, received undefined at order_id';
    expect(reportOn({ content: [{ type: 'text', text: checked }], isError: true })).toBeNull();
  });

  it('quotes no line about tools, and offers no patch of one, if the request reached none', () => {
    const message = 'Invalid input: expected record, received null';
    const params = JSON.stringify({ name: 'get_order', arguments: null });
    const failure = decode(
      { jsonrpc: '2.0', id: 1, error: { code: -32603, message } },
      { method: 'tools/call', params: JSON.parse(params) },
    )!;
    const text =
      authorReport({
        failure,
        ...plain,
        params,
      }) ?? '';
    expect(text).not.toContain('isError');
    expect(text).not.toContain('## Suggested change');
  });

  it('quotes no line about tools for a resource', () => {
    const params = { uri: 'http://[x' };
    const answer = { jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'Invalid URL' } };
    const failure = decode(answer, { method: 'resources/read', params })!;
    const notes = [{ id: 'validation-as-internal-error', severity: 'note' as const, message: 'Bad arguments.' }];
    const text = authorReport({
      failure: { ...failure, notes },
      ...plain,
      method: 'resources/read',
      target: params.uri,
      params: JSON.stringify(params),
      answer: JSON.stringify(answer),
    });
    expect(text).toMatch(/^# `resources\/read`: Bad arguments\n/);
    expect(text).toContain('-32602 | Invalid params');
    expect(text).not.toContain('isError');
  });

  it('reports a server that exits, with its last lines and no interpretation', () => {
    const stderr = ["AttributeError: 'Server' object has no attribute 'list_resources'"];
    const failure = decodeAccount({ method: 'initialize', process: { code: 1, signal: null, stderr, isStart: true } });
    const text = authorReport({ ...plain, failure, method: 'initialize', target: null, outcome: 'process_died' }) ?? '';
    expect(text).toContain('The server process ended, so a client gets no answer.');
    expect(text).toMatch(/^# `initialize`: The server process ended: AttributeError: /);
    expect(text).toContain(stderr[0]);
    expect(text).not.toContain('## Suggested change');
  });

  it('leaves settings to the server’s operator', () => {
    const stderr = ['Error: ORDERS_API_KEY environment variable is required'];
    const failure = decodeAccount({ method: 'initialize', process: { code: 1, signal: null, stderr, isStart: true } });
    expect(failure.owner).toBe('settings');
    expect(authorReport({ ...plain, failure, method: 'initialize', target: null })).toBeNull();
  });

  it('names the version, the probe, and that paths are of another machine', () => {
    const text = reportOn(rpc, {
      version: '1.4.0',
      isProvoked: true,
      reproduction: '{\n  sleep 3\n} | npx -y orders /home/ann/data',
    });
    expect(text).toContain('`tools/call` of `get_order` to Orders 1.4.0 failed.\n');
    expect(text).toContain('The request is wrong on purpose');
    expect(text).toContain('Paths in the command are from my machine.');
    expect(reportOn(rpc, { reproduction: '{\n} | uvx orders' })).not.toContain('Paths in the command');
  });

  it('requests more than the value of an argument', () => {
    const only = { content: [{ type: 'text', text: 'Error executing tool get_order: SO-9' }], isError: true };
    const text = reportOn(only, { program: 'uvx' }) ?? '';
    expect(text).toMatch(/^# `get_order`: The message is only the value of an argument\n/);
    expect(text).toContain('**Tool Execution Errors** contain actionable feedback');
    expect(text).toContain('raise ToolError("Error: <what is wrong, and what to do>")');
  });

  it('repeats no prefix that the Python SDK adds', () => {
    const said = 'Error executing tool get_order: The order SO-9 cannot be read';
    const text = reportOn({ content: [{ type: 'text', text: said }] }, { program: 'uvx' });
    expect(text).toContain('raise ToolError("Error: The order SO-9 cannot be read.")');
  });

  it('does not count structured content as lost if FastMCP made it from the text', () => {
    const said = 'Error: order SO-9 was refused by the warehouse.';
    const text = reportOn({ content: [{ type: 'text', text: said }], structuredContent: { result: said } });
    expect(text).toMatch(/^# `get_order`: The failure is reported as success\n/);
    expect(text).not.toContain('structured content for');
  });

  it('says that the SDK may have answered for the server', () => {
    const zod = [{ code: 'invalid_type', path: ['params', 'arguments'], message: 'Invalid input: expected record' }];
    const error = { code: -32603, message: JSON.stringify(zod, null, 2) };
    const text = reportOn(
      { jsonrpc: '2.0', id: 1, error },
      { params: JSON.stringify({ name: 'get_order', arguments: null }) },
    );
    expect(text).toContain('The TypeScript SDK makes such messages');
  });

  it('quotes hostile text as text', () => {
    const evil = '# Heading\n```\n</details><img src=x>';
    const text = reportOn({ jsonrpc: '2.0', id: 1, error: { code: 0, message: evil } }) ?? '';
    const [title = ''] = text.split('\n', 1);
    expect(title).not.toContain('<img');
    expect(fence(evil, 'text').startsWith('````text\n')).toBe(true);
  });
});

it('quotes the schema of the protocol word for word', () => {
  const sdk = join(import.meta.dirname, '../../node_modules/@modelcontextprotocol/sdk');
  const spec = readFileSync(join(sdk, 'dist/esm/spec.types.d.ts'), 'utf8').replace(/\s*\n\s*\* ?/g, ' ');
  const failure = decode(rpc, { method: 'tools/call', params: call })!;
  const [line = ''] = specificationLines(
    { ...failure, notes: [{ id: 'not-flagged', severity: 'warning', message: '' }] },
    { isLost: false, isEnvelope: false, method: 'tools/call' },
  );
  expect(spec).toContain(line.split('\n')[0]?.slice(2));
});
