// Rules whose violations exchange/client-conduct.ts finds: it has the memory for sessions, headers and lists of clients.

import { type ConductRule, modernRevision, specification } from './rule.ts';
import { ask, call, fail, initialized, posted, reply, sent, session } from './traces.ts';

const http = specification(modernRevision, 'basic/transports/streamable-http');
const transports = specification('2025-11-25', 'basic/transports');
const right = { 'mcp-protocol-version': modernRevision, 'mcp-method': 'tools/call', 'mcp-name': 'pay' };
const named = { 'mcp-protocol-version': '2025-11-25', 'mcp-session-id': 's1' };
const gone = { status: 404, headers: {} };

export const conductRules: readonly ConductRule[] = [
  {
    id: 'repeat the message in its headers',
    clause: 'The client MUST include the request metadata headers on each POST request.',
    address: `${http}#sending-messages`,
    since: modernRevision,
    binds: 'client',
    effect: 'refused',
    refusal: /HTTP 400|-32020|header/i,
    finds: 'wrong_header',
    how: (mistake) =>
      mistake.kind !== 'wrong_header'
        ? ''
        : mistake.header === null
          ? `left the ${mistake.name} header out`
          : `sent ${mistake.name}: ${mistake.header}, but the message says ${mistake.body}`,
    fix: 'Send MCP-Protocol-Version, Mcp-Method and Mcp-Name with the values of the message.',
    breaks: [
      [
        call(1),
        posted(1, { ...right, 'mcp-name': 'other' }, { id: 1, status: 400 }),
        fail(1, -32020, 'Header mismatch'),
      ],
      [call(1), posted(1, { 'mcp-protocol-version': modernRevision, 'mcp-method': 'tools/call' }, { id: 1 }), reply(1)],
    ],
    keeps: [[call(1), posted(1, right, { id: 1 }), reply(1)]],
  },
  {
    id: 'begin a new session after 404',
    clause:
      'When a client receives HTTP 404 in response to a request containing an MCP-Session-Id, it MUST start a new session.',
    address: `${transports}#session-management`,
    since: '2025-03-26',
    until: '2025-11-25',
    binds: 'client',
    effect: 'noted',
    finds: 'lost_session',
    how: () => 'kept using a session that the server had ended',
    fix: 'After a 404 send initialize without Mcp-Session-Id, then repeat the request.',
    breaks: [
      [
        ...session({}, { tools: {} }),
        sent(1, 'tools/list'),
        posted(3, named, gone),
        sent(2, 'tools/list'),
        posted(4, named, { ...gone, startedAt: 1e15 }),
      ],
    ],
    keeps: [
      [
        ...session({}, { tools: {} }),
        sent(1, 'tools/list'),
        posted(3, named, gone),
        ...session({}, { tools: {} }).slice(0, 2),
        initialized,
      ],
    ],
  },
  {
    id: 'send a lost request under a new id',
    clause:
      'A broken response stream loses the in-flight request; clients MUST re-issue it as a new request with a new request ID.',
    address: specification(modernRevision, 'changelog'),
    since: modernRevision,
    binds: 'client',
    effect: 'noted',
    finds: 'repeated_id',
    how: (mistake) => `repeated a lost request under the id ${mistake.kind === 'repeated_id' ? mistake.id : ''}`,
    fix: 'Send a request again under a new id.',
    breaks: [
      [
        ask(1, 'tools/list'),
        posted(
          1,
          { ...right, 'mcp-method': 'tools/list' },
          { id: 1, status: null, error: 'ECONNRESET: The connection broke.' },
        ),
        [0, 'line out', JSON.stringify(ask(1, 'tools/list')[2]), 2],
      ],
    ],
    keeps: [
      [
        ask(1, 'tools/list'),
        posted(
          1,
          { ...right, 'mcp-method': 'tools/list' },
          { id: 1, status: null, error: 'ECONNRESET: The connection broke.' },
        ),
        [0, 'line out', JSON.stringify(ask(2, 'tools/list')[2]), 2],
      ],
    ],
  },
];
