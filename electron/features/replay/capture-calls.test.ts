// Which failures of a capture are sent again.

import { expect, it } from 'vitest';
import { readCaptureCalls } from './capture-calls.ts';

it('leaves out failures that a rehearsal injected: they are not the server’s', async () => {
  const line = (lane: 'in' | 'out', message: object, more = {}) =>
    JSON.stringify({ t: 1, server: 'beds', lane, text: JSON.stringify({ jsonrpc: '2.0', ...message }), ...more });
  const call = (id: number, bed: number) =>
    line('out', { id, method: 'tools/call', params: { name: 'dig', arguments: { bed } } });
  const failed = { content: [{ type: 'text', text: 'Error: Rate limit exceeded' }], isError: true };
  const injected = { rehearsed: true, injected: 'answer:rate_limited' };
  const capture = [
    ...[call(1, 1), line('in', { id: 1, result: failed }, injected)],
    ...[call(2, 2), line('in', { id: 2, result: failed })],
  ].join('\n');
  const read = await readCaptureCalls(capture, '');
  expect(read).toMatchObject({
    calls: [{ params: expect.stringContaining('"bed":2') }],
    leftOut: ['1 failure was rehearsed'],
  });
});
