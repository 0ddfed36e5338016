// What a row says of a failure, read by the real decoder.

import { describe, expect, it } from 'vitest';
import { decode } from '../decode/decode.ts';
import type { Subject } from '../decode/facts/subject.ts';
import { context, exchanged, rpcError, toolError } from '../decode/fixtures.ts';
import { failureLine } from './failure-words.ts';

function line(subject: Subject): string {
  const failure = decode(subject, context());
  if (failure === null) throw new Error('nothing failed');
  return failureLine(failure);
}

describe('the line below a headline', () => {
  it('is what the server said, since server and tool stand in the row', () => {
    expect(line(toolError('Error: No product found for 123'))).toBe('No product found for 123');
    expect(line(rpcError(-32603, 'Table users is locked\n  at 0x1'))).toMatch(/^Table users is locked/);
  });

  it('adds whether to try again, where the headline does not say so', () => {
    expect(line(toolError('Service unavailable.'))).toBe('Service unavailable. The same call may pass later.');
    expect(line(rpcError(-32601, 'Method not found'))).toBe('Method not found. Do not retry.');
    expect(line(toolError('Rate limit exceeded. Retry after 3s'))).toBe('Rate limit exceeded. Retry after 3s');
  });

  it('names the arguments that were refused', () => {
    const issues = JSON.stringify([
      { code: 'invalid_type', path: ['b'], message: 'Required' },
      { code: 'invalid_type', path: ['c', 'd'], message: 'Expected number' },
    ]);
    expect(line(rpcError(-32602, `Invalid arguments for tool add: ${issues}`))).toBe(
      'b (Required), c.d (Expected number)',
    );
  });

  it('prefers what a problem document says of this occurrence', () => {
    const data = { type: 'https://a.example/gone', title: 'Not found', status: 404, detail: 'No product 123.' };
    expect(line(rpcError(-32200, 'Not found', data))).toMatch(/^No product 123\./);
  });

  it('says so when there is no reason', () => {
    expect(line(toolError(''))).toMatch(/^The server gave no reason\./);
  });

  it('keeps the advice when the reason is long', () => {
    expect(
      line(rpcError(-32601, `Method not found ${'x'.repeat(500)}`, undefined, { method: 'prompts/list' })),
    ).toMatch(/^Method not found x+… Do not retry\.$/);
  });

  it('is a sentence of ours where nobody answered', () => {
    expect(line({ method: 'ping', timeout: { afterMs: 2000 } })).toContain(
      'Misfire stopped waiting for ping after 2 s',
    );
    expect(line({ method: 'ping', http: exchanged(503, {}, 'Service unavailable') })).toContain('ping');
  });
});
