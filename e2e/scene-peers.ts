// Who the screenshots show besides the sample servers: a server without its key, two clients, and a recording of two agents.

import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { nameOfClient } from '../shared/clients/clients.ts';
import { asSeenBy, rulesOf } from '../shared/seen/as-seen-by.ts';
import type { ServerAnswer } from '../shared/seen/parts/seen.ts';
import { seenText } from '../shared/transcripts/seen-text.ts';
import { program } from './app-process.ts';

export interface ScenePeers {
  /** With this the app finds `acme-mcp`. */
  env: Record<string, string>;
  /** Calls the tools of a wrapped server. One repeats failed calls at once, the other waits as asked and lets waits grow. */
  callAsClient(name: 'hasty-agent' | 'patient-agent'): Promise<void>;
}

const acme = `#!/usr/bin/env node
console.error('acme-mcp 2.4.1 starting');
console.error('Error: ACME_API_KEY is not set');
console.error('    at main (acme-mcp:3:1)');
process.exit(1);
`;

const shop = `
const { createInterface } = require('node:readline');
const say = (id, result) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
const tool = (name) => ({ name, inputSchema: { type: 'object', properties: { id: { type: 'string' } } }, annotations: { readOnlyHint: true } });
createInterface(process.stdin).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize') say(id, { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'shop', version: '1' } });
  else if (method === 'tools/list') say(id, { tools: [tool('find_order'), tool('list_orders')] });
  else if (id !== undefined) say(id, { content: [{ type: 'text', text: 'found' }] });
});`;

export async function scenePeers(data: string): Promise<ScenePeers> {
  const folder = join(data, 'peers');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'acme-mcp'), acme);
  await chmod(join(folder, 'acme-mcp'), 0o755);
  const script = join(folder, 'shop.cjs');
  await writeFile(script, shop);
  return {
    env: { PATH: `${folder}${delimiter}${process.env.PATH ?? ''}` },
    async callAsClient(name) {
      const client = new Client({ name, version: '1.0.0' });
      const wrap = [program, 'wrap', '--name', 'shop', '--client', name, '--data', data];
      const args = [...wrap, '--', process.execPath, script];
      await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }));
      await client.listTools();
      for (const [tool, id] of [
        ['find_order', 'SO-1044'],
        ['list_orders', 'open'],
      ] as const) {
        for (let attempt = 1; attempt < 4; attempt += 1) {
          const answer = await client
            .callTool({ name: tool, arguments: { id } })
            .catch((error: Error) => error.message);
          const wait = waitAfter(JSON.stringify(answer), attempt, name === 'patient-agent');
          if (wait === null) break;
          await new Promise((done) => setTimeout(done, wait));
        }
      }
      await client.close();
    },
  };
}

/** null: it passed, or this client knows better than to repeat it. */
function waitAfter(answer: string, attempt: number, isPatient: boolean): number | null {
  if (answer.includes('"found"')) return null;
  if (!isPatient) return attempt < 3 ? 0 : null;
  const [, seconds] = /Retry after (\d+)/i.exec(answer) ?? [];
  if (seconds !== undefined) return Number(seconds) * 1000 + 100;
  return /quota|invalid|required/i.test(answer) ? null : 400 * 2 ** attempt;
}

const importLines = Array.from({ length: 640 }, (_, row) => `row ${row + 1} ok, gtin ${4_006_381_333_931 + row * 7}`);

/** What two agents called. What their models got is what the rules of these clients say, not what anybody made up. */
const calls: { client: 'codex' | 'claude-code'; tool: string; answer: ServerAnswer }[] = [
  { client: 'codex', tool: 'lookup_product', answer: { result: { content: text('Oat drink, 1 l') } } },
  {
    client: 'codex',
    tool: 'import_products',
    answer: {
      result: {
        content: text(
          ['Importing 640 products', ...importLines, 'ERROR gtin 00614141123452 already claimed'].join('\n'),
        ),
        isError: true,
      },
    },
  },
  {
    client: 'claude-code',
    tool: 'get_order',
    answer: {
      result: {
        content: text('There is no order SO-9999'),
        structuredContent: { code: 'not_found', order: 'SO-9999' },
        isError: true,
      },
    },
  },
  { client: 'claude-code', tool: 'list_orders', answer: { result: { content: text('3 orders') } } },
  {
    client: 'claude-code',
    tool: 'sync_contacts',
    answer: { error: { code: -32050, message: 'Upstream timed out', data: { retry_after_ms: 900 } } },
  },
  { client: 'codex', tool: 'check_stock', answer: { result: { content: text('14 in north') } } },
];

function text(value: string): { type: string; text: string }[] {
  return [{ type: 'text', text: value }];
}

export function seenRecording(): string {
  const started = Date.UTC(2026, 10, 17, 9, 20);
  const lines = calls.flatMap(({ client, tool, answer }, place) => {
    const t = 1000 + place * 7000;
    const callId = `call_${place}`;
    const who = { server: 'depot', by: 'client', client: nameOfClient(client) };
    const _meta = client === 'codex' ? { callId } : { 'claudecode/toolUseId': callId };
    const seen = asSeenBy(client, answer, { server: 'depot', tool });
    const wire = (value: object) => JSON.stringify({ jsonrpc: '2.0', id: place, ...value });
    const call = {
      client,
      version: rulesOf(client).version,
      session: client,
      callId,
      name: `mcp__depot__${tool}`,
      server: 'depot',
      tool,
      args: {},
      started: started + t,
      ended: started + t + 90,
      got: seen.got,
      flagged: seen.flagged,
      lines: [place * 2 + 1, place * 2 + 2],
    };
    return [
      { t, ...who, lane: 'out', text: wire({ method: 'tools/call', params: { name: tool, arguments: {}, _meta } }) },
      { t: t + 84, ...who, lane: 'in', text: wire(answer) },
      { t: t + 90, ...who, epoch: 0, lane: 'seen', text: seenText(call) },
    ];
  });
  const file = [{ misfire: 1, started: new Date(started).toISOString() }, ...lines];
  return file.map((line) => JSON.stringify(line)).join('\n');
}
