// A client whose server runs in a wrap, as a watched client has it: the official client, and a server with one read-only tool.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { program } from './app.ts';

const server = `
const { createInterface } = require('node:readline');
const say = (id, result) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
createInterface(process.stdin).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize') say(id, { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'shop', version: '1' } });
  else if (method === 'tools/list') say(id, { tools: [{ name: 'find', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } }] });
  else if (id !== undefined) say(id, { content: [{ type: 'text', text: 'found' }] });
});`;

/** `data`: the folder of the app that watches. */
export async function connectShop(data: string, name = 'Robo'): Promise<Client> {
  const script = join(data, 'shop.cjs');
  await writeFile(script, server);
  const client = new Client({ name, version: '1.2.3' });
  const args = [program, 'wrap', '--name', 'shop', '--client', name, '--data', data];
  const transport = { command: process.execPath, args: [...args, '--', process.execPath, script] };
  await client.connect(new StdioClientTransport({ ...transport, stderr: 'ignore' }));
  await client.listTools();
  return client;
}

export const find = (client: Client) => client.callTool({ name: 'find', arguments: { id: 1 } });
