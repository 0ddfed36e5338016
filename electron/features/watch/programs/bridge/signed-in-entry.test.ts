// A server that wants a sign-in, watched as people do it: `misfire watch` writes the entry of a client, the official SDK's client
// starts exactly what is written there, and sees what it would see without Misfire. Where no browser can be opened, the page is named
// on stderr; the person here reads it there.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decide, type RunningSample, startGatehouse } from '../../../../inspector/testing/signing-in.ts';
import { builtProgram } from '../../../../launch/testing/built-program.ts';
import { readSpool } from '../testing/test-peers.ts';

let home: string;
let data: string;
let sample: RunningSample;
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'misfire-signed-in-entry-'));
  data = join(home, 'data');
  mkdirSync(join(home, '.cursor'));
  sample = await startGatehouse('--protect', 'all');
});
afterEach(async () => {
  await sample.stop();
  rmSync(home, { recursive: true, force: true });
});

const settings = () => join(home, '.cursor/mcp.json');

function misfire(...args: string[]): string {
  const env = { HOME: home, PATH: process.env.PATH };
  return execFileSync(process.execPath, [builtProgram, '--data', data, ...args], { env, cwd: home, encoding: 'utf8' });
}

/** The written entry, as Cursor would start it; a person allows every page that is opened. Counts these pages. */
function startWritten(asked: string[]): StdioClientTransport {
  const { command, args, env = {} } = JSON.parse(readFileSync(settings(), 'utf8')).mcpServers.gate;
  // CI: no program of this machine's opens a page.
  const transport = new StdioClientTransport({ command, args, env: { ...env, CI: '1' }, stderr: 'pipe' });
  let said = '';
  transport.stderr?.on('data', (chunk) => {
    said += chunk;
    for (let page = nextPage(said); page; page = nextPage(said)) {
      said = said.slice(page.index + page[0].length);
      asked.push(page[1] as string);
      void decide(page[1] as string).then(fetch);
    }
  });
  return transport;
}

const nextPage = (said: string) => /requires you to sign in\. Open (\S+)\n/.exec(said);

async function converse(transport: StdioClientTransport | StreamableHTTPClientTransport): Promise<unknown[]> {
  const client = new Client({ name: 'cursor-vscode', version: '1' });
  await client.connect(transport as StdioClientTransport);
  const said = [
    client.getServerVersion(),
    client.getServerCapabilities(),
    await client.listTools(),
    await client.callTool({ name: 'list_notes', arguments: {} }),
    await client.callTool({ name: 'no_such_tool', arguments: {} }).catch((error: Error) => error.message),
  ];
  await client.close();
  return said;
}

const grant = () => {
  const { secrets } = JSON.parse(readFileSync(join(data, 'secrets.json'), 'utf8'));
  return JSON.parse(Object.values(secrets as Record<string, string>)[0] ?? '{}') as { accessToken: string };
};

describe.skipIf(process.platform === 'win32')('an entry of a server that wants a sign-in', () => {
  it('is watched, asks the person once, and gives the client what the server gives', async () => {
    const before = `{\n  "mcpServers": { "gate": { "url": "${sample.url}" } }\n}\n`;
    writeFileSync(settings(), before);
    expect(misfire('watch', 'cursor/gate')).toMatch(/Misfire asks you once in your browser[\s\S]*Watched\./);
    expect(readFileSync(settings(), 'utf8')).not.toBe(before);

    const asked: string[] = [];
    const watched = await converse(startWritten(asked));
    expect(asked).toHaveLength(1);
    // The next start of the entry, and the same server without anybody in between.
    expect(await converse(startWritten(asked))).toEqual(watched);
    expect(asked).toHaveLength(1);
    const headers = { authorization: `Bearer ${grant().accessToken}` };
    const direct = new StreamableHTTPClientTransport(new URL(sample.url), { requestInit: { headers } });
    expect(await converse(direct)).toEqual(watched);

    const { headers: runs, events } = readSpool(data);
    expect(runs).toMatchObject([1, 2].map(() => ({ server: 'gate', client: 'Cursor', url: sample.url })));
    expect(events.filter(({ lane }) => lane === 'out').length).toBeGreaterThan(5);
    expect(JSON.stringify(events)).not.toContain(grant().accessToken);
    misfire('watch', '--undo', 'cursor/gate');
    expect(readFileSync(settings(), 'utf8')).toBe(before);
  });

  it('asks once more where a call needs more than was allowed', async () => {
    writeFileSync(settings(), JSON.stringify({ mcpServers: { gate: { url: sample.url } } }));
    misfire('watch', 'cursor/gate');
    const asked: string[] = [];
    const client = new Client({ name: 'cursor-vscode', version: '1' });
    await client.connect(startWritten(asked));
    const added = await client.callTool({ name: 'add_note', arguments: { note: 'through the entry' } });
    const { content } = await client.callTool({ name: 'list_notes', arguments: {} });
    await client.close();
    expect(added.isError ?? false).toBe(false);
    expect(JSON.stringify(content)).toContain('through the entry');
    expect(asked).toHaveLength(2);
  });
});
