// A client on the official SDK that handles each failure as asked, for the tests of ready plans: `planned-client.ts WAY MODEL-FILE TOOL…`.
// WAY is `command` or `url`. Calls each tool once for its model, and writes what the model asked for and got.

import { appendFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const [way = '', modelFile = '', ...tools] = process.argv.slice(2);
const { MISFIRE_SERVER_COMMAND: command = '[]', MISFIRE_SERVER_URL: url = '' } = process.env;
/** Clients pass few variables on. Without this one, the server would be compiled at each start. */
const env = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '' };
/** Shorter than what the plans withhold, longer than a busy machine takes. */
const timeout = 4000;

let client = new Client({ name: 'planned', version: '1.0.0' });
let tokens = 0;

async function connect(): Promise<void> {
  // Its stream would keep this process.
  await client.close();
  tokens += 1;
  const [program = '', ...args] = JSON.parse(command) as string[];
  const headers = { authorization: `Bearer token-${tokens}` };
  const transport =
    way === 'url'
      ? new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } })
      : new StdioClientTransport({ command: program, args, env, stderr: 'ignore' });
  client = new Client({ name: 'planned', version: '1.0.0' });
  await client.connect(transport as never);
  await client.listTools();
}

interface Got {
  text: string;
  isFailed: boolean;
  /** The connection is gone. */
  isLost: boolean;
}

async function call(tool: string, zip: string): Promise<Got> {
  try {
    const result = await client.callTool({ name: tool, arguments: { zip } }, undefined, { timeout });
    const text = JSON.stringify(result);
    return { text, isFailed: result.isError === true || text.includes('Error:'), isLost: false };
  } catch (error) {
    const text = (error as Error).message;
    return { text, isFailed: true, isLost: /closed|not connected|session|invalid_token/i.test(text) };
  }
}

/** Repeats only where the failure allows it: after the stated wait or a growing one, and with another value if this one was refused. */
async function ask(tool: string): Promise<void> {
  const asked = { tool, arguments: { zip: '1' }, askedAt: Date.now() };
  let zip = '1';
  let got = await call(tool, zip);
  for (let attempt = 1; attempt <= 4 && mayHelp(got); attempt += 1) {
    if (got.isLost) await connect();
    const [, seconds] = /"retry_after":([\d.]+)/.exec(got.text) ?? [];
    await pause(seconds === undefined ? 100 * 4 ** (attempt - 1) : Number(seconds) * 1000 + 50);
    if (got.text.includes('validation')) zip = `1011${attempt}`;
    got = await call(tool, zip);
  }
  const kept = { ...asked, gotAt: Date.now(), got: got.text, isFlagged: got.isFailed };
  appendFileSync(modelFile, `${JSON.stringify(kept)}\n`);
}

const mayHelp = ({ text, isFailed, isLost }: Got): boolean =>
  isLost || (isFailed && /retry_after|"dependency"|"unavailable"|"validation"/.test(text));

await connect();
for (const tool of tools) await ask(tool);
await client.close();
