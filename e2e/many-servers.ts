// A timeline of a working day for screenshots: thirteen servers, three of which do not start, and two clients that call others.

import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { program } from './app-process.ts';

const server = `#!/usr/bin/env node
const [, , name] = process.argv;
const fail = { brave: 'Error: BRAVE_API_KEY environment variable is required', slack: 'Please set SLACK_BOT_TOKEN and SLACK_TEAM_ID environment variables',
  weather: 'npm error code E404\\nnpm error 404 Not Found - GET https://registry.npmjs.org/weather-mpc - Not found\\nnpm error 404  The requested resource \\'weather-mpc@*\\' could not be found or you do not have permission to access it.' }[name];
if (fail) { console.error(fail); process.exit(1); }
const ok = (text) => ({ result: { content: [{ type: 'text', text }] } });
const bad = (text) => ({ result: { isError: true, content: [{ type: 'text', text }] } });
const wrong = (code, message, data) => ({ error: { code, message, data } });
const tools = {
  everything: { echo: () => ok('Echo: hi'), 'get-resource-reference': () => wrong(-32602, 'Invalid params: resourceType must be Text or Blob', { field: 'resourceType' }) },
  fetch: { fetch: () => bad('Failed to fetch https://example.com/feed: request timed out after 30 s') },
  filesystem: { list_directory: () => ok('14 entries'), read_file: () => bad('Access denied - path outside allowed directories: /plan.md not in /notes') },
  git: { git_status: () => ok('2 files changed'), git_diff: () => ok('41 lines') },
  github: { search_issues: () => bad('API rate limit exceeded. Retry after 58 seconds.') },
  memory: { read_graph: () => ok('12 entities'), add_observations: () => ok('1 added') },
  orders: { list_orders: () => ok('3 orders'), get_order: () => bad('Order not found (code 4001)') },
  sqlite: { read_query: () => bad('Database error: no such column: total'), describe_table: () => ok('6 columns') },
  time: { convert_time: () => ok('14:13 in Tokyo') },
}[name] || {};
require('node:readline').createInterface(process.stdin).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  const say = (answer) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...answer }) + '\\n');
  if (method === 'initialize') say({ result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name, version: '1.2.0' } } });
  else if (method === 'tools/list') say({ result: { tools: Object.keys(tools).map((tool) => ({ name: tool, inputSchema: { type: 'object', properties: {} } })) } });
  else if (method === 'tools/call') say(tools[params.name]());
  else if (id !== undefined) say({ result: {} });
});
`;

/** Misfire starts these. The longer names are what people get from a package's name. */
const own = {
  'mcp-server-brave-search': 'brave',
  'mcp-server-everything': 'everything',
  'mcp-server-filesystem': 'filesystem',
  'mcp-server-git': 'git',
  github: 'github',
  memory: 'memory',
  postgres: 'postgres',
  slack: 'slack',
  time: 'time',
  weather: 'weather',
};

/** Clients call these, in this order. */
const watched = [
  { client: 'claude-code', name: 'orders', calls: ['list_orders', 'get_order'] },
  { client: 'claude-code', name: 'sqlite', calls: ['read_query', 'describe_table'] },
  { client: 'codex', name: 'fetch', calls: ['fetch'] },
];

/** Servers of the data folder, and what the app needs to find their program. */
export async function writeManyServers(data: string): Promise<Record<string, string>> {
  const folder = join(data, 'peers');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'day-mcp'), server);
  await chmod(join(folder, 'day-mcp'), 0o755);
  const servers = Object.entries(own).map(([name, kind], place) => ({
    id: name,
    colour: place,
    config: { name, transport: { kind: 'stdio', command: 'day-mcp', args: [kind] } },
  }));
  await writeFile(join(data, 'servers.json'), JSON.stringify({ version: 1, servers }));
  return { PATH: `${folder}${delimiter}${process.env.PATH ?? ''}` };
}

export async function callAsClients(data: string): Promise<void> {
  for (const { client, name, calls } of watched) {
    const peer = new Client({ name: client, version: '1.0.0' });
    const wrap = [program, 'wrap', '--name', name, '--client', client, '--data', data];
    const args = [...wrap, '--', process.execPath, join(data, 'peers', 'day-mcp'), name];
    await peer.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }));
    await peer.listTools();
    for (const tool of calls)
      await peer.callTool({ name: tool, arguments: argumentsOf[tool] ?? {} }).catch(() => undefined);
    await peer.close();
  }
}

const argumentsOf: Record<string, Record<string, unknown>> = {
  get_order: { order_id: 'SO-9999' },
  read_query: { query: 'SELECT total FROM invoices' },
  fetch: { url: 'https://example.com/feed' },
};
