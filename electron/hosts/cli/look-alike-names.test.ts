// Look-alike names of servers in the output of commands: each is marked. Those in logs and captures are in electron/planted-secrets.test.ts.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lookAlike } from '../../launch/testing/planted-traffic.ts';
import { runHere } from '../../launch/testing/run-here.ts';

const server = `
import { createInterface } from 'node:readline';
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
const tools = [{ name: 'fail', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } }];
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method } = JSON.parse(line);
  if (method === 'initialize') send({ id, result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } } });
  else if (method === 'tools/list') send({ id, result: { tools } });
  else if (method === 'tools/call') send({ id, error: { code: -32000, message: 'It failed.' } });
  else if (id !== undefined) send({ id, result: {} });
}
`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'misfire-look-alike-'));
  writeFileSync(join(folder, 'server.mjs'), server);
  const set = { misfireRepro: 1, servers: {}, calls: [{ server: lookAlike, method: 'ping', failure: null }] };
  writeFileSync(join(folder, 'set.json'), JSON.stringify(set));
  const mcpServers = { [lookAlike]: { command: process.execPath, args: [join(folder, 'server.mjs')] } };
  writeFileSync(join(folder, 'mcp.json'), JSON.stringify({ mcpServers }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each([
  ['a comparison', ['compare', '{strange}', '--only', 'unknown-tool']],
  ['a comparison as JSON', ['compare', '{strange}', '--only', 'unknown-tool', '--json', '--format', 'rows']],
  ['what a comparison would send', ['compare', '{strange}', '--only', 'unknown-tool', '--dry']],
  ['a comparison', ['compare', '{strange}', '--only', 'unknown-tool', '--format', 'csv']],
  ['a comparison as JSON', ['compare', '{strange}', '--only', 'unknown-tool', '--json']],
  ['a report in JSON', ['compare', '{strange}', '--only', 'unknown-tool', '--format', 'json']],
  ['a call', ['call', '{strange}', 'tools/call', '{"name":"fail"}']],
  ['a call as JSON', ['call', '{strange}', 'tools/call', '{"name":"fail"}', '--json']],
  ['a replay', ['replay', '{set}', '--to', '{strange}']],
  ['a replay as JSON', ['replay', '{set}', '--to', '{strange}', '--json']],
])('%s', async (_name, args) => {
  const named: Record<string, string> = {
    '{strange}': `${join(folder, 'mcp.json')}#${lookAlike}`,
    '{set}': join(folder, 'set.json'),
  };
  const { said } = await runHere(
    args.map((arg) => named[arg] ?? arg),
    { data: join(folder, 'data') },
  );
  expect(said).toMatch(/\u0430 is U\+0430/);
});
