// Adds Misfire to the settings of clients, in each client's format, and removes it without a trace.

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readSpans } from '../../inspector/client-configs/span-tree.ts';
import { AgentSetup } from './agent-setup.ts';

let home: string;
let running: string[];
let isMounted: boolean;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'misfire-clients-'));
  running = [];
  isMounted = false;
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const own = { command: '/usr/bin/node', args: ['/opt/misfire/dist/node/misfire.cjs', '--data', '/d', 'mcp'], env: {} };
const setup = () =>
  new AgentSetup({
    machine: { platform: 'linux', home, env: {} },
    dataDir: join(home, 'data'),
    around: {
      platform: 'linux',
      isRunning: (client) => running.includes(client),
      isShared: () => false,
      allowList: () => false,
    },
    command: () => (isMounted ? null : own),
  });

function put(path: string, text: string): string {
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

const stateOf = async (id: string) => (await setup().list()).find((each) => each.id === id)?.state;

const files = {
  cursor: ['.cursor/mcp.json', '{\n\t// mine\n\t"mcpServers": {\n\t\t"files": { "command": "npx" },\n\t},\n}\n'],
  'claude-code': ['.claude.json', '{"numStartups":3,"projects":{}}'],
  'vs-code': ['.config/Code/User/mcp.json', '{\r\n  "servers": {},\r\n  "inputs": []\r\n}\r\n'],
  zed: ['.config/zed/settings.json', '// Zed\n{\n  "theme": "One Dark"\n}\n'],
  codex: ['.codex/config.toml', 'model = "x" # keep\n\n[mcp_servers.files]\ncommand = "npx"'],
  opencode: ['.config/opencode/opencode.json', '{ "mcp": { "files": { "type": "local", "command": ["npx"] } } }'],
} as const;

it.each(Object.entries(files))('adds itself to %s and removes itself, byte for byte', async (id, [path, before]) => {
  const file = put(path, before);
  expect(await stateOf(id)).toBe('open');
  const planned = await setup().plan(id);
  expect(readFileSync(file, 'utf8')).toBe(before);
  const added = await setup().add(id);
  expect(added).toMatchObject({ ok: true, value: { state: 'added' } });
  expect(planned.ok && added.ok && planned.value.lines).toEqual(added.ok && added.value.lines);
  const text = readFileSync(file, 'utf8');
  expect(readSpans(text, id === 'codex' ? 'toml' : 'json').ok).toBe(true);
  expect(text).toContain('misfire.cjs');
  // Characters were inserted, and none was changed.
  let place = 0;
  for (const character of before) place = text.indexOf(character, place) + 1 || Number.POSITIVE_INFINITY;
  expect(place).toBeLessThanOrEqual(text.length);
  expect(await stateOf(id)).toBe('added');
  expect(await setup().add(id)).toMatchObject({ ok: false });
  expect(await setup().remove(id)).toEqual({ ok: true, value: { exact: true } });
  expect(readFileSync(file, 'utf8')).toBe(before);
  expect(existsSync(join(home, 'data', 'agents', 'records.json'))).toBe(true);
});

it.each(Object.entries(files))(
  'removes only its own entry from %s if the file has changed since',
  async (id, [path, before]) => {
    const file = put(path, before);
    await setup().add(id);
    const more = id === 'codex' ? '\n[tui]\ntheme = "dark"\n' : '\n';
    writeFileSync(file, readFileSync(file, 'utf8') + more);
    expect(await setup().remove(id)).toEqual({ ok: true, value: { exact: false } });
    const text = readFileSync(file, 'utf8');
    expect(text).not.toContain('misfire.cjs');
    expect(text).toContain(id === 'codex' ? 'theme = "dark"' : more);
    if (/files/.test(before)) expect(text).toContain('files');
    expect(readSpans(text, id === 'codex' ? 'toml' : 'json').ok).toBe(true);
  },
);

it('creates the file of a client that has none yet, and removes it again', async () => {
  mkdirSync(join(home, '.cursor'));
  expect(await stateOf('cursor')).toBe('open');
  // The home folder alone does not prove that Claude Code is installed.
  expect(await stateOf('claude-code')).toBeUndefined();
  await setup().add('cursor');
  const file = join(home, '.cursor', 'mcp.json');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    mcpServers: { misfire: { command: own.command, args: own.args } },
  });
  expect(await setup().remove('cursor')).toEqual({ ok: true, value: { exact: true } });
  expect(existsSync(file)).toBe(false);
});

it('keeps backups of files private, and deletes them with the entry', async () => {
  put('.cursor/mcp.json', '{"mcpServers":{"a":{"command":"x","env":{"KEY":"s3cret"}}}}');
  await setup().add('cursor');
  const [{ backup }] = JSON.parse(readFileSync(join(home, 'data', 'agents', 'records.json'), 'utf8'));
  expect(statSync(backup).mode & 0o077).toBe(0);
  await setup().remove('cursor');
  expect(existsSync(backup)).toBe(false);
});

it('leaves alone what it must not change, and says why', async () => {
  const desktop = put('.config/Claude/claude_desktop_config.json', '{}');
  put('.cursor/mcp.json', '{"mcpServers":{"misfire":{"command":"somebody-elses"}}}');
  put('.codeium/windsurf/mcp_config.json', '{"mcpServers":');
  put('.config/goose/config.yaml', 'extensions: {}\n');
  running = ['Claude Desktop'];
  const why = async (id: string) => (await setup().list()).find((each) => each.id === id)?.why;
  expect(await why('claude-desktop')).toContain('Quit Claude Desktop');
  expect(await why('cursor')).toContain('another server');
  expect(await why('windsurf')).toContain('cannot be read');
  expect(await why('goose')).toContain('YAML');
  running = [];
  isMounted = true;
  expect(await why('claude-desktop')).toContain('AppImage');
  for (const id of ['claude-desktop', 'cursor', 'windsurf', 'goose', 'nobody'])
    expect(await setup().add(id)).toMatchObject({ ok: false });
  expect(readFileSync(desktop, 'utf8')).toBe('{}');
});
