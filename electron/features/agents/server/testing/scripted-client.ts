// A client on the official SDK for the tests of `misfire rehearse`: `scripted-client.ts WAY MANNERS`. Calls a tool over the given command
// or address until it succeeds. `obedient` waits as asked, `hasty` does not.

import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const [way = '', manners = '', own = '[]'] = process.argv.slice(2);
const { MISFIRE_SERVER_COMMAND: given = '[]', MISFIRE_SERVER_URL: url = '' } = process.env;

function show(): void {
  const args = process.argv.slice(3);
  const config = args.find((word) => word.startsWith('a='))?.slice(2) ?? '';
  const read = JSON.parse(readFileSync(config, 'utf8'));
  process.stdout.write(`SHOWN ${JSON.stringify({ args, command: JSON.parse(given), url, config: read })}\n`);
}

async function call(): Promise<void> {
  const [command = '', ...args] = JSON.parse(way === 'own' ? own : given) as string[];
  // As SDK clients do: only a few variables are passed on. Without this one, the server would be compiled at each start.
  const env = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '' };
  const transport =
    way === 'url' ? new StreamableHTTPClientTransport(new URL(url)) : new StdioClientTransport({ command, args, env });
  const client = new Client({ name: 'scripted', version: '1.0.0' });
  await client.connect(transport as never);
  await client.listTools();
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const result = await client.callTool({ name: 'write', arguments: {} });
    if (!result.isError) break;
    const said = JSON.stringify(result);
    const [, seconds = '0'] = /"retry_after":([\d.]+)/.exec(said) ?? [];
    await pause(manners === 'obedient' ? Number(seconds) * 1000 + 50 : 50);
  }
  await client.close();
}

if (way === 'show') show();
else if (way !== 'nothing') await call();
