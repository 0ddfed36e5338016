import { expect, test } from 'vitest';
import { restampMessage } from './restamp.ts';

const stamp = { id: 7, protocolVersion: '2026-07-28', clientInfo: { name: 'misfire', version: '1' } };

test.each([
  ['a number', '{"jsonrpc":"2.0","id":1,"method":"x"}', '{"jsonrpc":"2.0","id":7,"method":"x"}'],
  ['a string, with its spacing', '{ "id" : "a\\"b" , "method":"x" }', '{ "id" : 7 , "method":"x" }'],
  ['the last of two ids', '{"id":1,"id":2,"method":"x"}', '{"id":1,"id":7,"method":"x"}'],
  ['an escaped id', '{"\\u0069d":1,"method":"x"}', '{"\\u0069d":7,"method":"x"}'],
  ['no nested id', '{"id":1,"params":{"id":1.50}}', '{"id":7,"params":{"id":1.50}}'],
  [
    'a progress token',
    '{"id":1,"params":{"_meta":{"progressToken":"t"},"n":1e2}}',
    '{"id":7,"params":{"_meta":{"progressToken":7},"n":1e2}}',
  ],
  ['no token if there was none', '{"id":1,"params":{"_meta":{}}}', '{"id":7,"params":{"_meta":{}}}'],
  [
    'the fields of the era',
    '{"id":1,"params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2025-11-25","io.modelcontextprotocol/clientInfo":{"name":"other"},"mine":1}}}',
    '{"id":7,"params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"misfire","version":"1"},"mine":1}}}',
  ],
])('%s', (_name, text, expected) => {
  expect(restampMessage(text, stamp)).toBe(expected);
});
