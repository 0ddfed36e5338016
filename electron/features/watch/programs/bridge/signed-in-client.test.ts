// The official SDK's client before a server that wants a sign-in, through the bridge: a person approves in a browser once, and the
// client sees what it would see without one. No desktop here opens a browser, so a small program in its place notes the address.

import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decide, type RunningSample, startGatehouse } from '../../../../inspector/testing/signing-in.ts';
import { builtProgram } from '../../../../launch/testing/built-program.ts';
import { readSpool, until } from '../testing/test-peers.ts';

let data: string;
let sample: RunningSample | null = null;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'misfire-signed-in-'));
});
afterEach(async () => {
  await sample?.stop();
  sample = null;
  rmSync(data, { recursive: true, force: true });
});

const asked = () => join(data, 'asked');
const pages = () => (existsSync(asked()) ? readFileSync(asked(), 'utf8').split('\n').filter(Boolean) : []);

/** The bridge as a client starts it, with a browser that only notes where it is sent. */
function throughBridge(url: string): StdioClientTransport {
  const bin = join(data, 'bin');
  mkdirSync(bin, { recursive: true });
  for (const name of ['xdg-open', 'open']) {
    writeFileSync(join(bin, name), `#!/bin/sh\necho "$1" >> '${asked()}'\n`);
    chmodSync(join(bin, name), 0o755);
  }
  return new StdioClientTransport({
    command: process.execPath,
    args: [builtProgram, 'wrap', '--data', data, '--name', 'gate', '--', url],
    env: { PATH: `${bin}${delimiter}${process.env.PATH}`, DISPLAY: ':0' },
    stderr: 'ignore',
  });
}

async function converse(transport: StdioClientTransport): Promise<unknown> {
  const client = new Client({ name: 'real-client', version: '1' });
  await client.connect(transport);
  const { tools } = await client.listTools();
  const notes = await client.callTool({ name: 'list_notes', arguments: {} });
  await client.close();
  return [tools.length > 0, notes.isError ?? false];
}

async function approve(): Promise<void> {
  await until(() => pages().length > 0, 'the person is asked');
  const [page = ''] = pages();
  await fetch(await decide(page));
}

describe.skipIf(process.platform === 'win32')(
  'a server that wants a sign-in, through the bridge',
  { timeout: 60_000 },
  () => {
    it('asks the person once, and then never again', async () => {
      sample = await startGatehouse('--protect', 'all');
      const first = converse(throughBridge(sample.url));
      await approve();
      expect(await first).toEqual([true, false]);
      expect(await converse(throughBridge(sample.url))).toEqual([true, false]);
      expect(pages()).toHaveLength(1);
      const vault = JSON.parse(readFileSync(join(data, 'secrets.json'), 'utf8')).secrets as Record<string, string>;
      const { accessToken, refreshToken } = JSON.parse(Object.values(vault)[0] ?? '{}');
      const { events } = readSpool(data);
      const text = JSON.stringify(events);
      expect(events.some((event) => event.lane === 'http' && event.http.step === 'token')).toBe(true);
      for (const secret of [accessToken, refreshToken]) {
        expect(secret.length).toBeGreaterThan(20);
        expect(text).not.toContain(secret);
      }
    });

    it('asks once for two copies that start together', async () => {
      sample = await startGatehouse('--protect', 'all');
      const both = [converse(throughBridge(sample.url)), converse(throughBridge(sample.url))];
      await approve();
      expect(await Promise.all(both)).toEqual([
        [true, false],
        [true, false],
      ]);
      expect(pages()).toHaveLength(1);
    });

    it('passes on what the server said if signing in fails', async () => {
      sample = await startGatehouse('--protect', 'all');
      await sample.fault('no-pkce');
      await expect(converse(throughBridge(sample.url))).rejects.toThrow(/401/);
    });
  },
);
