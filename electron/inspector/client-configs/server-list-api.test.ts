// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the notation of variables in settings is what is tested.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Answer } from '../../../shared/contract/api.ts';
import { type ServerConfig, serverConfigSchema } from '../../../shared/server/server-config.ts';
import { openInspector } from '../../app/open-inspector.ts';
import type { InspectorHandle } from '../inspector-handle.ts';

let dataDir: string;
let inspector: InspectorHandle;
const open = () => openInspector({ dataDir, version: '0', abilities: { openExternal: false, secureStorage: false } });
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'misfire-list-'));
  inspector = await open();
});
afterEach(async () => {
  await inspector.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const value = <T>(answer: Answer<T>): T => {
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.value;
};
const config = (given: object): ServerConfig => serverConfigSchema.parse(given);
const add = async (given: object) =>
  value(await inspector.api.addServer({ config: config(given), connect: false })).server;
const names = async () => value(await inspector.api.snapshot({})).servers.map(({ name }) => name);

const http = {
  name: 'api',
  transport: {
    kind: 'http',
    url: 'https://e.example/mcp?api_key=abcdefghijkl',
    headers: { Authorization: 'Bearer abcdefgh', 'X-Team': 'blue' },
  },
  secrets: ['header:Authorization'],
};

describe('the list of servers', () => {
  it('shows a configuration without its secrets, and keeps them when they are sent back empty', async () => {
    const server = await add(http);
    const shown = value(await inspector.api.serverConfig({ server }));
    expect(shown.config.transport).toMatchObject({ headers: { Authorization: '', 'X-Team': 'blue' } });
    expect(shown.kept.words).not.toBe('');
    value(
      await inspector.api.changeServer({ server, config: { ...shown.config, name: 'renamed', callTimeoutMs: 5000 } }),
    );
    expect(await names()).toEqual(['renamed']);
    await inspector.close();
    inspector = await open();
    const [view] = value(await inspector.api.snapshot({})).servers;
    expect(view).toMatchObject({ id: server, name: 'renamed', callTimeoutMs: 5000, state: 'idle' });
  });

  it('refuses a duplicate or missing name, and an unknown server', async () => {
    const server = await add(http);
    await add({ ...http, name: 'other' });
    const change = (name: string) => inspector.api.changeServer({ server, config: config({ ...http, name }) });
    expect(await change('other')).toMatchObject({ ok: false, error: { code: 'bad_input' } });
    expect(await change('  ')).toMatchObject({ ok: false, error: { code: 'bad_input' } });
    expect(await change('api')).toMatchObject({ ok: true });
    expect(await inspector.api.serverConfig({ server: 'nobody' })).toMatchObject({ error: { code: 'not_found' } });
  });

  it('removes what the new configuration omits', async () => {
    const server = await add({ ...http, era: 'modern', revision: '2026-07-28' });
    value(await inspector.api.changeServer({ server, config: config(http) }));
    const { config: now } = value(await inspector.api.serverConfig({ server }));
    expect(now.era).toBeUndefined();
    expect(now.revision).toBeUndefined();
  });

  it('duplicates a server under the next free name', async () => {
    const server = await add(http);
    const second = value(await inspector.api.duplicateServer({ server })).server;
    value(await inspector.api.duplicateServer({ server: second }));
    expect(await names()).toEqual(['api', 'api 2', 'api 3']);
    expect(value(await inspector.api.snapshot({})).servers.every(({ state }) => state === 'idle')).toBe(true);
  });

  it('writes mcpServers JSON without secrets that can be read back', async () => {
    await add(http);
    const files = await add({
      name: 'files',
      transport: {
        kind: 'stdio',
        command: 'npx',
        args: ['files', '--token', 'abcdefgh'],
        env: { KEY: '${KEY}', GITHUB_TOKEN: 'ghp_0123456789abcdefghij', MARKED: 'plain' },
        cwd: '/x',
      },
      secrets: ['env:MARKED'],
    });
    const { text } = value(await inspector.api.exportServers({}));
    expect(JSON.parse(text)).toEqual({
      mcpServers: {
        api: {
          type: 'http',
          url: 'https://e.example/mcp?api_key=${API_KEY}',
          headers: { Authorization: '${AUTHORIZATION}', 'X-Team': 'blue' },
        },
        files: {
          command: 'npx',
          args: ['files', '--token', '${MCP_TOKEN}'],
          env: { KEY: '${KEY}', GITHUB_TOKEN: '${GITHUB_TOKEN}', MARKED: '${MARKED}' },
          cwd: '/x',
        },
      },
    });
    const started = { kind: 'http-command' as const, command: 'serve', args: [] };
    await add({ name: 'started', transport: started });
    expect(value(await inspector.api.exportServers({}))).toEqual({ text, leftOut: ['started'] });
    const again = value(await inspector.api.readServers({ text }));
    expect(again.problems).toEqual([]);
    expect(again.servers.map(({ name }) => name)).toEqual(['api', 'files']);
    expect(
      JSON.parse(value(await inspector.api.exportServers({ servers: [files] })).text).mcpServers,
    ).not.toHaveProperty('api');
    expect(await inspector.api.exportServers({ servers: ['nobody'] })).toMatchObject({ error: { code: 'not_found' } });
  });

  it('marks servers that already exist, and starts none', async () => {
    await add({ name: 'files', transport: { kind: 'stdio', command: 'npx', args: ['files'] } });
    const { servers } = value(
      await inspector.api.readServers({
        text: '{"mcpServers":{"files":{"command":"npx","args":["files"]},"more":{"command":"touch","args":["/nowhere/x"]}}}',
      }),
    );
    expect(servers.map(({ known }) => known)).toEqual([true, false]);
    expect(await names()).toEqual(['files']);
  });

  it('keeps fields that a newer version wrote', async () => {
    await inspector.close();
    const file = join(dataDir, 'servers.json');
    const transport = { kind: 'stdio', command: 'x', args: [], env: {}, sandbox: true };
    writeFileSync(
      file,
      JSON.stringify({
        version: 1,
        groups: ['a'],
        servers: [
          { id: 'a', colour: 1, pinned: true, config: { name: 'a', transport, callTimeoutMs: 60000, moods: ['blue'] } },
          { id: 'b', colour: 2, config: { name: 'b', transport: { kind: 'carrier-pigeon' } } },
        ],
      }),
    );
    inspector = await open();
    expect(await names()).toEqual(['a']);
    expect(value(await inspector.api.hello({})).store.notice).toContain('cannot be read by this version');
    await add(http);
    const kept = JSON.parse(readFileSync(file, 'utf8'));
    expect(kept.groups).toEqual(['a']);
    expect(kept.servers).toHaveLength(3);
    expect(kept.servers[0]).toMatchObject({ pinned: true, config: { moods: ['blue'], transport: { sandbox: true } } });
    expect(kept.servers.find(({ id }: { id: string }) => id === 'b')).toMatchObject({
      id: 'b',
      config: { transport: { kind: 'carrier-pigeon' } },
    });
  });
});
