// A program on the official TypeScript SDK that adds nothing of its own: connects, lists the tools and calls each one of the script
// once. `sdk-client.ts COMMAND SCRIPT` (JSON) prints one line per call, with what the SDK returned or threw.

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

const [command = '[]', script = '[]'] = process.argv.slice(2);
const [program, ...args] = JSON.parse(command) as [string, ...string[]];
const client = new Client({ name: 'typescript-sdk', version: '1' });
await client.connect(new StdioClientTransport({ command: program, args, stderr: 'ignore' }));
await client.listTools();
for (const { tool, args: given = {} } of JSON.parse(script) as { tool: string; args?: Record<string, unknown> }[]) {
  const asked = { tool, arguments: given, askedAt: Date.now() };
  const got = await client.callTool({ name: tool, arguments: given }).then(
    (result) => ({ got: JSON.stringify(result), isFlagged: result.isError === true }),
    (error: Error) => ({ got: error.message, isFlagged: true }),
  );
  process.stdout.write(`${JSON.stringify({ ...asked, gotAt: Date.now(), ...got })}\n`);
}
await client.close();
