// erlmcp: JSON-RPC error codes for everything, one range per category, with its own severity table. erlmcp-codes.ts has the rows; this
// file has the rest.

import { dialect } from './dialect.ts';
import type { DialectMark } from './dialect-schema.ts';
import { erlmcpCodes } from './erlmcp-codes.ts';

// Codes that hardly any other server uses. The five JSON-RPC codes and the crowded range -32000 to -32010 are no sign of erlmcp.
const telling = Object.keys(erlmcpCodes)
  .map(Number)
  .filter((code) => code < -32010 && code > -32600 && ![-32020, -32021, -32022, -32023, -32042].includes(code));

// The core codes with the data that erlmcp documents for them.
const coreData: DialectMark[] = (
  [
    [-32005, 'data.phase'],
    [-32006, 'data.uri'],
    [-32007, 'data.constraint'],
    [-32008, 'data.reason'],
    [-32009, 'data.timeout_ms'],
    [-32010, 'data.retry_after'],
    [-32010, 'data.window'],
  ] as const
).map(([code, member]) => ({
  weight: 0.5,
  means: 'a core code with the data erlmcp documents for it',
  codes: [code],
  member,
}));

export const erlmcp = dialect({
  id: 'erlmcp',
  name: 'erlmcp',
  marks: [
    { weight: 0.5, means: 'a code that erlmcp documents', codes: telling },
    {
      weight: 0.3,
      means: 'a code that erlmcp documents, and others use too',
      codes: [-32005, -32006, -32007, -32008, -32009, -32010],
    },
    {
      weight: 0.6,
      means: 'the code for a missing resource, with its uri',
      codes: [-32001],
      member: 'data.uri',
      type: 'string',
    },
    {
      weight: 0.6,
      means: 'the code for a missing tool, with its name',
      codes: [-32002],
      member: 'data.tool',
      type: 'string',
    },
    {
      weight: 0.6,
      means: 'the code for a missing prompt, with its name',
      codes: [-32003],
      member: 'data.prompt',
      type: 'string',
    },
    {
      weight: 0.6,
      means: 'the code for a missing capability, with its name',
      codes: [-32004],
      member: 'data.capability',
      type: 'string',
    },
    ...coreData,
    {
      weight: 0.5,
      means: 'a code that erlmcp documents, with its data',
      codes: [-32021],
      member: 'data.uri_template',
      type: 'string',
    },
    {
      weight: 0.5,
      means: 'a code that erlmcp documents, with its data',
      codes: [-32022, -32023],
      member: 'data.uri',
      type: 'string',
    },
    { weight: 0.5, means: 'the server calls itself erlmcp', serverInfo: 'erlmcp' },
  ],
  messageWeight: 0.6,
  codes: erlmcpCodes,
  ranges: [
    { from: -32700, to: -32600, class: 'invalid_request', category: 'JSON-RPC Standard' },
    { from: -32010, to: -32001, class: 'internal', category: 'MCP Core' },
    { from: -32020, to: -32011, class: 'validation', category: 'Content' },
    { from: -32030, to: -32021, class: 'not_found', category: 'Resource' },
    { from: -32040, to: -32031, class: 'internal', category: 'Tool' },
    { from: -32050, to: -32041, class: 'validation', category: 'Prompt' },
    { from: -32060, to: -32051, class: 'unauthorized', category: 'Auth' },
    { from: -32070, to: -32061, class: 'unsupported', category: 'Protocol' },
    { from: -32080, to: -32071, class: 'validation', category: 'Pagination' },
    { from: -32090, to: -32081, class: 'internal', category: 'Task' },
    { from: -32100, to: -32091, class: 'validation', category: 'Progress' },
    { from: -32113, to: -32110, class: 'validation', category: 'Completion' },
    { from: 1090, to: 1099, class: 'unsupported', category: 'Experimental' },
  ],
  severities: [
    { codes: [-32700, -32600, -32603], severity: 'critical' },
    { codes: [-32601, -32602], severity: 'error' },
    { from: -32010, to: -32001, severity: 'error' },
    { from: -32080, to: -32011, severity: 'warning' },
    { severity: 'info' },
  ],
});
