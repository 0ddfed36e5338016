// The order of broken rules: the server first, and what a side must do before what it should.

import { expect, it } from 'vitest';
import type { WireEvent } from '../../wire.ts';
import { checkRecording } from './check-recording.ts';

const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'c', version: '1' },
};
const call = (id: number) => ({ id, method: 'tools/call', params: { name: 'pay', arguments: {}, _meta: meta } });

it('lists a broken MUST before a SHOULD that was broken earlier', () => {
  const lines: ['in' | 'out', object][] = [
    ['out', call(1)],
    ['in', { id: 1, error: { code: -32010, message: 'Busy' } }],
    ['out', call(2)],
    ['in', { id: 2, error: { code: -32050, message: 'Busy' } }],
  ];
  const entries = lines.map(([lane, message], at) => ({
    line: at + 1,
    event: { at, server: 's', epoch: 1, lane, text: JSON.stringify({ jsonrpc: '2.0', ...message }) } as WireEvent,
  }));
  const { broken } = checkRecording(entries);
  expect(broken.map(({ isAdvice, rows }) => [isAdvice, rows[0]?.line])).toEqual([
    [false, 4],
    [true, 2],
  ]);
});
