// Reports to authors: what they claim is in the recording, and what they quote is in the specification.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decode } from '../library/library.ts';
import { authorReport, fence, type ReportSubject } from './author-report.ts';
import { specificationLines } from './specification.ts';

const call = { name: 'get_order', arguments: { order_id: 'SO-9' } };

function reportOn(answer: object, more: Partial<ReportSubject> = {}): string | null {
  const failure = decode(answer, { server: 'Orders', method: 'tools/call', params: call });
  if (!failure) throw new Error('It did not fail.');
  return authorReport({
    failure,
    server: 'Orders',
    method: 'tools/call',
    target: 'get_order',
    params: JSON.stringify(call),
    answer: JSON.stringify(answer),
    reproduction: '',
    program: 'npx',
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

  it('offers the Python SDK where Python runs the server, and both where that is not known', () => {
    expect(reportOn(rpc, { program: '/usr/bin/uvx' })).toMatch(/raise ToolError\("Error: Rate limited\./);
    expect(reportOn(rpc, { program: '/usr/bin/uvx' })).not.toContain('isError: true,');
    const both = reportOn(rpc, { program: '' });
    expect(both).toContain('raise ToolError');
    expect(both).toContain('isError: true,');
  });

  it('has nothing to say about an error that reaches every model', () => {
    const clear = {
      content: [{ type: 'text', text: 'Error: order SO-9 was not found. Check the order_id.' }],
      isError: true,
    };
    expect(reportOn(clear)).toBeNull();
  });

  it('has nothing to say where the protocol asks for this very answer', () => {
    const unknown = { jsonrpc: '2.0', id: 1, error: { code: -32602, message: 'Unknown tool: get_order' } };
    expect(reportOn(unknown)).toBeNull();
    const checked =
      'MCP error -32602: Input validation error: Invalid arguments for tool get_order: Invalid input: expected string, received undefined at order_id';
    expect(reportOn({ content: [{ type: 'text', text: checked }], isError: true })).toBeNull();
  });

  it('quotes no line about tools, and offers no patch of one, where the request reached none', () => {
    const message = 'Invalid input: expected record, received null';
    const params = JSON.stringify({ name: 'get_order', arguments: null });
    const failure = decode(
      { jsonrpc: '2.0', id: 1, error: { code: -32603, message } },
      { method: 'tools/call', params: JSON.parse(params) },
    )!;
    const text =
      authorReport({
        failure,
        server: 'Orders',
        method: 'tools/call',
        target: 'get_order',
        params,
        answer: '',
        reproduction: '',
        program: 'npx',
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
      server: 'Orders',
      method: 'resources/read',
      target: params.uri,
      params: JSON.stringify(params),
      answer: JSON.stringify(answer),
      reproduction: '',
      program: 'npx',
    });
    expect(text).toMatch(/^# `resources\/read`: Bad arguments\n/);
    expect(text).toContain('-32602 Invalid params');
    expect(text).not.toContain('isError');
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
