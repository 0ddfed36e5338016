// A server for the tests of report cards: a few tools that only answer, one that is slow, and one that changes the list of tools.

import { createInterface } from 'node:readline';

const schema = { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] };
const inputSchema = {
  type: 'object',
  properties: { zip: { type: 'string' }, ms: { type: 'number' }, n: { type: 'number' } },
};
const reading = { readOnlyHint: true };
const tools = [
  ...['limited', 'refused', 'checked', 'flaky', 'other', 'slow', 'silent', 'quiet', 'dying', 'growing'].map((name) => ({
    name,
    description: `Answers at once, except where a rehearsal changes that: ${name}.`,
    inputSchema,
    annotations: reading,
  })),
  { name: 'shaped', description: 'Promises a total.', inputSchema, outputSchema: schema, annotations: reading },
  {
    name: 'pay',
    description: 'Not safe to repeat.',
    inputSchema,
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
  },
];
const capabilities = { tools: { listChanged: true } };

const send = (message: object) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

function answer(id: unknown, method: string, tool: string, slowMs: number): void {
  if (method === 'initialize')
    send({
      id,
      result: { protocolVersion: '2025-06-18', capabilities, serverInfo: { name: 'shop', version: '1' } },
    });
  else if (method === 'tools/list') send({ id, result: { tools } });
  else {
    if (tool === 'growing') send({ method: 'notifications/tools/list_changed' });
    const result = { content: [{ type: 'text', text: '{"total":3}' }], structuredContent: { total: 3 } };
    setTimeout(() => send({ id, result }), tool === 'slow' ? slowMs : 0);
  }
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id !== undefined) answer(id, method, params?.name ?? '', params?.arguments?.ms ?? 20_000);
});
