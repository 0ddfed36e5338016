// JSON-RPC 2.0, section 5.1: the five codes and the two reserved ranges every server shares.
// The five are catch-alls in practice, so wording may say more than they do; hence their low strengths.

import { dialect } from './schema.ts';

export const jsonRpc = dialect({
  id: 'json-rpc',
  name: 'JSON-RPC 2.0',
  kind: 'generic',
  url: 'https://www.jsonrpc.org/specification#error_object',
  codes: {
    '-32700': {
      class: 'parse_error',
      name: 'Parse error',
      message: 'Parse error',
      category: 'JSON-RPC',
      strength: 6,
      remedy: ['Send valid JSON, encoded as UTF-8, one whole message at a time.'],
    },
    '-32600': {
      class: 'invalid_request',
      name: 'Invalid Request',
      message: 'Invalid Request',
      category: 'JSON-RPC',
      strength: 2.5,
      remedy: ['Check that the message has jsonrpc "2.0", a method, and params that are an object or a list.'],
    },
    '-32601': {
      class: 'method_not_found',
      name: 'Method not found',
      message: 'Method not found',
      category: 'JSON-RPC',
      strength: 3.5,
    },
    '-32602': {
      class: 'validation',
      name: 'Invalid params',
      message: 'Invalid params',
      category: 'JSON-RPC',
      strength: 2.6,
    },
    '-32603': {
      class: 'internal',
      name: 'Internal error',
      message: 'Internal error',
      category: 'JSON-RPC',
      strength: 1,
    },
  },
  ranges: [
    { from: -32099, to: -32000, class: 'internal', category: 'Server error', name: 'Server error', strength: 0.6 },
    {
      from: -32768,
      to: -32100,
      class: 'internal',
      category: 'Reserved by JSON-RPC',
      strength: 0.5,
    },
  ],
});
