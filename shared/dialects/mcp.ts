// The Model Context Protocol, all revisions up to 2026-07-28, and what its SDKs send in addition.
// -32000 to -32019 have no fixed meaning ("receivers MUST NOT assume meaning", basic/index): those rows require evidence.

import { dialect } from './dialect.ts';

export const mcp = dialect({
  id: 'mcp',
  name: 'MCP and its SDKs',
  kind: 'generic',
  url: 'https://modelcontextprotocol.io/specification',
  codes: {
    '-32602': [
      {
        class: 'not_found',
        name: 'Resource not found',
        title: 'Unknown resource',
        when: {
          method: ['resources/read', 'resources/subscribe'],
          member: 'data.uri',
          says: ['not found', 'unknown resource', 'no resource', 'does not exist'],
        },
      },
    ],
    '-32000': [
      {
        class: 'connection_lost',
        name: 'Connection closed',
        when: { says: ['connection closed', 'client closed', 'transport closed', 'closed before'] },
      },
      { class: 'rate_limited', name: 'Rate limit', when: { says: ['rate limit*', 'too many requests', 'too many'] } },
      {
        class: 'unsupported',
        name: 'Method not allowed',
        when: { says: ['method not allowed'] },
        title: 'Not supported',
      },
      {
        class: 'invalid_request',
        name: 'Refused by the transport',
        when: { status: [400, 403, 406, 409, 413, 415] },
        place: 'bare rejection',
      },
    ],
    '-32001': [
      { class: 'timeout', name: 'Request timeout', when: { says: ['timed out', 'timeout', 'time out', 'deadline'] } },
      {
        class: 'not_found',
        name: 'Session not found',
        explanation: '{server} no longer knows this session{because}.',
        verdict: 'after_fix',
        title: 'Session gone',
        when: { says: ['session'] },
        remedy: ['Connect again: a new initialize gives a new session.'],
      },
      {
        class: 'unauthorized',
        name: 'Unauthorized',
        when: {
          says: ['unauthorized', 'unauthorised', 'authentication', 'authorization', 'bearer', 'token', 'api key'],
        },
      },
    ],
    '-32002': [
      { class: 'not_found', name: 'Resource not found', when: { member: 'data.uri' } },
      { class: 'not_found', name: 'Resource not found', when: { method: ['resources/read', 'resources/subscribe'] } },
      {
        class: 'not_found',
        name: 'Resource not found',
        when: { says: ['resource not found', 'resource .. not found', 'unknown resource', 'no such resource'] },
      },
    ],
    '-32020': {
      class: 'invalid_request',
      name: 'Header mismatch',
      category: 'MCP 2026-07-28',
      verdict: 'after_fix',
      explanation: '{server} found that the HTTP headers and the body of the request disagree{because}.',
      remedy: [
        'Make the MCP-Protocol-Version, Mcp-Method and Mcp-Name headers say the same as the body.',
        'Read tools/list again: it says which arguments must also be sent as headers.',
      ],
    },
    '-32021': {
      class: 'unsupported',
      name: 'Missing client capability',
      category: 'MCP 2026-07-28',
      verdict: 'after_fix',
      sentence: '{server} needs a capability that the client did not declare',
      explanation: '{server} needs a capability of the client that was not offered{because}.',
      remedy: ['Declare the capabilities listed in requiredCapabilities with the request.'],
    },
    '-32022': {
      class: 'unsupported',
      name: 'Unsupported protocol version',
      category: 'MCP 2026-07-28',
      verdict: 'after_fix',
      title: 'Other version',
      explanation: '{server} does not speak protocol version {requested}; it speaks {supported}.',
    },
    '-32023': { class: 'rate_limited', name: 'Rate limited (proposed)', category: 'MCP proposal SEP-3304' },
    '-32042': {
      class: 'approval_required',
      name: 'URL elicitation required',
      category: 'MCP 2025-11-25',
      verdict: 'after_auth',
      title: 'Open a page',
      explanation: '{server} wants a person to open a page before it goes on{because}.',
      remedy: ['Open the address the server gives, if you trust it, and finish there.'],
    },
    '-32800': { class: 'cancelled', name: 'Request cancelled' },
    '-31001': { class: 'method_not_found', name: 'Unsupported method (Go SDK)' },
    '-1': {
      class: 'cancelled',
      name: 'User rejected',
      title: 'Declined',
      when: { method: ['sampling/createMessage', 'elicitation/create'] },
      explanation: 'The person at the client declined {call}.',
    },
    '0': { class: 'internal', name: 'Uncoded exception', place: 'catch-all' },
    '408': { class: 'timeout', name: 'Read timeout (Python SDK)' },
    '32600': {
      class: 'not_found',
      name: 'Session terminated (Python SDK)',
      verdict: 'after_fix',
      title: 'Session gone',
    },
  },
  ranges: [{ from: -32099, to: -32020, class: 'unknown', category: 'Reserved for MCP', place: 'catch-all' }],
  words: {
    NOT_CONNECTED: { class: 'connection_lost' },
    REQUEST_TIMEOUT: { class: 'timeout' },
    CONNECTION_CLOSED: { class: 'connection_lost' },
    SEND_FAILED: { class: 'connection_lost' },
    INVALID_RESULT: { class: 'invalid_response' },
    UNSUPPORTED_RESULT_TYPE: { class: 'invalid_response' },
    METHOD_NOT_SUPPORTED_BY_PROTOCOL_VERSION: { class: 'unsupported' },
    ERA_NEGOTIATION_FAILED: { class: 'unsupported' },
    CAPABILITY_NOT_SUPPORTED: { class: 'unsupported' },
    CLIENT_HTTP_AUTHENTICATION: { class: 'unauthorized' },
    CLIENT_HTTP_FORBIDDEN: { class: 'forbidden' },
    CLIENT_HTTP_UNEXPECTED_CONTENT: { class: 'invalid_response' },
  },
});
