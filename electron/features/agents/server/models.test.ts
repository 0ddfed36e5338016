// `explain` includes what other agents' models would get from a failed call.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startAgent, textOf } from './testing/agent.ts';

const server = `
import { createInterface } from 'node:readline';
const result = { content: [{ type: 'text', text: 'Upstream said 503' }], structuredContent: { code: 'UPSTREAM' }, isError: true };
const answers = {
  initialize: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'billing', version: '1' } },
  'tools/list': { tools: [{ name: 'pay', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } }] },
  'tools/call': result,
};
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method } = JSON.parse(line);
  if (id !== undefined) process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method] ?? {} }) + '\\n');
}
`;

let data: string;
let close = async () => {};
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'misfire-models-'));
});
afterEach(async () => {
  await close();
  rmSync(data, { recursive: true, force: true });
});

it('names the models that will not learn of the failure, and what to change', async () => {
  writeFileSync(join(data, 'server.mjs'), server);
  const settings = { mcpServers: { billing: { command: process.execPath, args: [join(data, 'server.mjs')] } } };
  writeFileSync(join(data, 'mcp.json'), JSON.stringify(settings));
  const agent = await startAgent(data, '--server', join(data, 'mcp.json'));
  close = () => agent.client.close();
  const called = await agent.ask('call', {
    server: 'billing',
    method: 'tools/call',
    params: { name: 'pay', arguments: {} },
  });
  const explained = await agent.ask('explain', { id: called.structuredContent.id as string });
  expect(explained.structuredContent.models, textOf(called)).toEqual({
    told: '2 of 6 models will not learn that this failed (Codex, opencode)',
    lost: 'text for 1 of 6, structured content for 2 of 6',
    change:
      'Put all that matters into one text that begins with "Error:", and leave structuredContent out of a failure.',
  });
  expect(textOf(explained)).toContain('To reach all models: Put all that matters into one text');
});
