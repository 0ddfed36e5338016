// A server for the tests of rehearsals: two tools whose answers say how many calls reached it, and which variables it got.

import { createInterface } from 'node:readline';

const schema = { type: 'object', properties: { calls: { type: 'number' } }, required: ['calls'] };
const tools = [
  { name: 'read', inputSchema: { type: 'object' }, outputSchema: schema, annotations: { readOnlyHint: true } },
  { name: 'write', inputSchema: { type: 'object' } },
];
let calls = 0;

function resultOf(method: string, name: string | undefined): object {
  if (method === 'initialize')
    return { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'tools', version: '1' } };
  if (method === 'tools/list') return { tools };
  if (method !== 'tools/call') return {};
  calls += 1;
  const own = Object.keys(process.env).filter((variable) => variable.startsWith('MISFIRE_'));
  const text = JSON.stringify({ calls, own });
  return { content: [{ type: 'text', text }], ...(name === 'read' ? { structuredContent: { calls } } : {}) };
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id !== undefined)
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result: resultOf(method, params?.name) })}\n`);
});
