// What is read once and then remembered: the same answer under any id, and nothing that only looks the same.

import { describe, expect, it } from 'vitest';
import { judge } from './decode.ts';
import { context } from './fixtures.ts';
import { Readings } from './readings.ts';
import type { Subject } from './subject.ts';

function answering(text: string, more: Partial<Subject> = {}): Subject {
  return { method: 'tools/call', target: 'search', answer: { value: JSON.parse(text), text }, ...more };
}

const error = '"error":{"code":-32603,"message":"Too many requests"}';

describe('readings', () => {
  it.each([
    (id: number) => `{"jsonrpc":"2.0","id":${id},${error}}`,
    (id: number) => `{"id":${id},"jsonrpc":"2.0",${error}}`,
    (id: number) => `{"jsonrpc":"2.0",${error},"id":${id}}`,
    (id: number) => `{${error},"id":${id},"jsonrpc":"2.0"}`,
  ])('know an answer by another id, wherever it stands: %s', (text) => {
    const readings = new Readings();
    const known = judge(answering(text(1)), context(), readings);
    expect(known?.class).toBe('rate_limited');
    expect(judge(answering(text(20_000)), context(), readings)).toBe(known);
  });

  it('tell a message from one that names no version', () => {
    const readings = new Readings();
    const bare = '{"error":"invalid_token","id":1';
    const http = { method: 'POST', url: 'http://localhost/mcp', status: 401, headers: {} } as Subject['http'];
    for (const text of [`${bare},"jsonrpc":"2.0"}`, `${bare}}`]) {
      const subject = answering(text, { http });
      expect(judge(subject, context(), readings)).toEqual(judge(subject, context()));
    }
  });

  it('keep apart what means something else to another method', () => {
    const readings = new Readings();
    const text = '{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"query is required"}}';
    const call = judge(answering(text), context(), readings);
    const other = answering(text, { method: 'prompts/get' });
    expect(call?.notes.map((note) => note.id)).toContain('validation-as-protocol-error');
    expect(judge(other, context(), readings)).toEqual(judge(other, context()));
    expect(judge(other, context(), readings)?.notes.map((note) => note.id)).not.toContain(
      'validation-as-protocol-error',
    );
  });
});
