// JSON-RPC 2.0, section 5.1: the five codes and the two reserved ranges that every server shares. In practice the five are catch-alls, so
// the text may be more specific: three of them have the last places.

import { dialect } from './dialect.ts';

export const jsonRpc = dialect({
  id: 'json-rpc',
  name: 'JSON-RPC 2.0',
  kind: 'generic',
  url: 'https://www.jsonrpc.org/specification#error_object',
  codes: {
    '-32700': [
      {
        class: 'parse_error',
        name: 'Parse error',
        message: 'Parse error',
        category: 'JSON-RPC',
        remedy: ['Send valid JSON, encoded as UTF-8, one whole message at a time.'],
      },
      // It was valid JSON, but not a message.
      {
        class: 'parse_error',
        name: 'Not JSON-RPC',
        title: 'Not JSON-RPC',
        category: 'JSON-RPC',
        when: { says: ['json rpc message', 'json rpc request', 'json rpc batch', 'jsonrpc message'] },
        explanation: '{server} read JSON that is not a JSON-RPC message{because}.',
        remedy: ['Send one object with jsonrpc "2.0", a method and, for a request, an id.'],
      },
    ],
    '-32600': [
      {
        class: 'invalid_request',
        name: 'Invalid Request',
        message: 'Invalid Request',
        category: 'JSON-RPC',
        place: 'bare rejection',
        remedy: ['Check that the message has jsonrpc "2.0", a method, and params that are an object.'],
      },
      // A field of the message itself, not of the arguments.
      {
        class: 'invalid_request',
        name: 'Invalid Request',
        category: 'JSON-RPC',
        place: 'specific words',
        when: { says: ['missing required field*', 'missing field*', 'missing .. jsonrpc', 'missing .. method'] },
        remedy: ['Check that the message has jsonrpc "2.0", a method, and params that are an object.'],
      },
    ],
    // Always: the requested item does not exist. Text and method may say which.
    '-32601': [
      { class: 'method_not_found', name: 'Method not found', message: 'Method not found', category: 'JSON-RPC' },
      // The text names the method, and the method's name contains the word.
      {
        class: 'method_not_found',
        name: 'Method not found',
        category: 'JSON-RPC',
        when: {
          method: ['tools/call', 'prompts/get', 'resources/read', 'resources/subscribe', 'resources/unsubscribe'],
          says: ['tools/call', 'prompts/get', 'resources/read', 'resources/subscribe', 'resources/unsubscribe'],
        },
      },
      {
        class: 'method_not_found',
        name: 'Unknown tool',
        title: 'Unknown tool',
        category: 'JSON-RPC',
        when: { method: ['tools/call'], says: ['tool', 'tools', 'function'] },
        explanation: '{server} has no tool called “{target}”.',
      },
      {
        class: 'method_not_found',
        name: 'Unknown prompt',
        title: 'Unknown prompt',
        category: 'JSON-RPC',
        when: { method: ['prompts/get'], says: ['prompt'] },
        explanation: '{server} has no prompt called “{target}”.',
      },
      {
        class: 'method_not_found',
        name: 'Unknown resource',
        title: 'Unknown resource',
        category: 'JSON-RPC',
        when: { method: ['resources/read', 'resources/subscribe', 'resources/unsubscribe'], says: ['resource', 'uri'] },
        explanation: '{server} has no resource “{target}”.',
      },
    ],
    '-32602': {
      class: 'validation',
      name: 'Invalid params',
      message: 'Invalid params',
      category: 'JSON-RPC',
      place: 'bare rejection',
    },
    '-32603': {
      class: 'internal',
      name: 'Internal error',
      message: 'Internal error',
      category: 'JSON-RPC',
      place: 'catch-all',
    },
  },
  ranges: [
    { from: -32099, to: -32000, class: 'internal', category: 'Server error', name: 'Server error', place: 'catch-all' },
    { from: -32768, to: -32100, class: 'internal', category: 'Reserved by JSON-RPC', place: 'catch-all' },
  ],
});
