// A client for the stories about watching: the official SDK's, started exactly with its settings. `watched-client.ts SETTINGS SERVER TOOL
// [ARGUMENTS]` prints the tool's result, and again for each line on stdin.

import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

const [settings = '', server = '', tool = '', args = '{}'] = process.argv.slice(2);
const { command, args: words, env = {} } = JSON.parse(readFileSync(settings, 'utf8')).mcpServers[server];
const client = new Client({ name: 'story-client', version: '1.0.0' });
// Clients pass on little of their environment.
await client.connect(new StdioClientTransport({ command, args: words, env, stderr: 'pipe' }));
const call = async () => {
  const answer = await client.callTool({ name: tool, arguments: JSON.parse(args) });
  process.stdout.write(`${JSON.stringify(answer)}\n`);
};
await client.listTools();
await call();
for await (const _ of createInterface(process.stdin)) await call();
await client.close();
