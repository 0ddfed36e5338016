// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the notation of variables in settings is what is tested.

import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findServers } from './find-servers.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'misfire-home-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const put = (path: string, content: unknown) => {
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
};
const find = (
  platform: NodeJS.Platform,
  { env = {}, folder, known = [] }: { env?: Record<string, string>; folder?: string; known?: string[] } = {},
) => findServers({ platform, home, env, folder, isKnown: ({ name }) => known.includes(name) });
const outline = async (...args: Parameters<typeof find>) =>
  (await find(...args)).map(({ client, path, servers }) => [
    client,
    path.slice(home.length + 1),
    servers.map(({ name }) => name),
  ]);

const one = (name: string) => ({ mcpServers: { [name]: { command: 'npx', args: [name] } } });

describe('findServers', () => {
  it('finds the servers of programs on macOS', async () => {
    put('Library/Application Support/Claude/claude_desktop_config.json', one('desktop'));
    put('.claude.json', { numStartups: 3, ...one('code') });
    put('.cursor/mcp.json', one('cursor'));
    put('Library/Application Support/Code/User/mcp.json', { servers: { vs: { command: 'x' } } });
    put('Library/Application Support/Code/User/profiles/ab12/mcp.json', { servers: { profile: { command: 'x' } } });
    put('Library/Application Support/Code/User/settings.json', '{ "editor.tabSize": 2, /* none here */ }');
    put('Library/Application Support/Code - Insiders/User/mcp.json', {
      servers: { insiders: { url: 'https://e.example' } },
    });
    put('.codeium/windsurf/mcp_config.json', { mcpServers: { wind: { serverUrl: 'https://e.example/mcp' } } });
    put('.config/zed/settings.json', '// mine\n{ "theme": "One", "context_servers": { "zed": { "command": "x" }, }, }');
    expect(await outline('darwin')).toEqual([
      ['Claude Desktop', 'Library/Application Support/Claude/claude_desktop_config.json', ['desktop']],
      ['Claude Code', '.claude.json', ['code']],
      ['Cursor', '.cursor/mcp.json', ['cursor']],
      ['VS Code', 'Library/Application Support/Code/User/mcp.json', ['vs']],
      ['VS Code (profile)', 'Library/Application Support/Code/User/profiles/ab12/mcp.json', ['profile']],
      ['VS Code Insiders', 'Library/Application Support/Code - Insiders/User/mcp.json', ['insiders']],
      ['Windsurf', '.codeium/windsurf/mcp_config.json', ['wind']],
      ['Zed', '.config/zed/settings.json', ['zed']],
    ]);
  });

  it('honors APPDATA on Windows and XDG_CONFIG_HOME on Linux', async () => {
    put('Roaming/Claude/claude_desktop_config.json', one('desktop'));
    put('Roaming/Code/User/mcp.json', { servers: { vs: { command: 'x' } } });
    put('Roaming/Zed/settings.json', { context_servers: { zed: { command: 'x' } } });
    put('xdg/Code/User/settings.json', { mcp: { servers: { old: { command: 'x' } } } });
    put('xdg/zed/settings.json', { context_servers: { zed: { command: 'x' } } });
    expect((await outline('win32', { env: { APPDATA: join(home, 'Roaming') } })).map(([client]) => client)).toEqual([
      'Claude Desktop',
      'VS Code',
      'Zed',
    ]);
    expect((await outline('linux', { env: { XDG_CONFIG_HOME: join(home, 'xdg') } })).map(([client]) => client)).toEqual(
      ['VS Code (settings)', 'Zed'],
    );
    put('elsewhere/.claude.json', one('moved'));
    expect(await outline('linux', { env: { CLAUDE_CONFIG_DIR: join(home, 'elsewhere') } })).toEqual([
      ['Claude Code', 'elsewhere/.claude.json', ['moved']],
    ]);
  });

  it('searches a folder and its parents, and fills in that folder', async () => {
    put('work/.mcp.json', one('outer'));
    put('work/app/.vscode/mcp.json', { servers: { vs: { command: '${workspaceFolder}/run', args: ['${userHome}'] } } });
    put('work/app/.cursor/mcp.json', one('cursor'));
    const configs = await find('linux', { folder: join(home, 'work/app/src') });
    expect(configs.map(({ client }) => client)).toEqual(['Cursor (project)', 'VS Code (project)', '.mcp.json']);
    expect(configs[1]?.servers[0]?.config.transport).toEqual({
      kind: 'stdio',
      command: `${home}/work/app/run`,
      args: [home],
      env: {},
      cwd: join(home, 'work/app'),
    });
    expect(configs[2]?.servers[0]?.remark).toContain('It runs in');
  });

  it('reads the servers of projects in Claude Code, and the files in their folders', async () => {
    put('a. b/.mcp.json', one('shared'));
    put('.claude.json', { projects: { [join(home, 'a. b')]: one('local'), '/no/such/folder': {} } });
    const configs = await find('linux');
    expect(configs.map(({ client, servers }) => [client, servers[0]?.name])).toEqual([
      ['Claude Code', 'local'],
      ['.mcp.json', 'shared'],
    ]);
    expect(configs[0]?.servers[0]?.config.transport).toMatchObject({ cwd: join(home, 'a. b') });
    expect(configs[0]?.servers[0]).not.toHaveProperty('project');
  });

  it('marks known servers, and lists broken files with their problem', async () => {
    put('.cursor/mcp.json', one('here'));
    put('.codeium/windsurf/mcp_config.json', '{"mcpServers": {"a": ');
    put('.config/Claude/claude_desktop_config.json', { mcpServers: { good: { command: 'x' }, bad: {} } });
    const configs = await find('linux', { known: ['here'] });
    expect(configs.find(({ client }) => client === 'Cursor')?.servers[0]?.known).toBe(true);
    expect(configs.find(({ client }) => client === 'Windsurf')).toMatchObject({
      servers: [],
      problem: expect.stringContaining('Line 1'),
    });
    expect(configs.find(({ client }) => client === 'Claude Desktop')).toMatchObject({
      servers: [{ name: 'good', known: false }],
      problem: '“bad”: it needs a "command" or a "url".',
    });
  });

  it('is not blocked by links, folders, pipes and huge files', async () => {
    mkdirSync(join(home, '.cursor'));
    symlinkSync('mcp.json', join(home, '.cursor/mcp.json'));
    mkdirSync(join(home, '.codeium/windsurf/mcp_config.json'), { recursive: true });
    truncateSync(put('.config/Code/User/mcp.json', ''), 64 * 1024 * 1024);
    mkdirSync(join(home, '.copilot'));
    symlinkSync('nowhere.json', join(home, '.copilot/mcp-config.json'));
    const problems = Object.fromEntries((await find('linux')).map(({ client, problem }) => [client, problem]));
    expect(problems).toEqual({
      Cursor: 'The file cannot be read: it is a link that leads back to itself.',
      Windsurf: 'The file cannot be read: it is a folder, not a file.',
      'VS Code': 'The file cannot be read: it is larger than 32 MB.',
      'GitHub Copilot': 'The file cannot be read: it is a link to a file that does not exist.',
    });
  });

  it('reports a file that may not be read', async ({ skip }) => {
    if (process.getuid?.() === 0 || process.platform === 'win32') {
      console.log('Skipped: a file that may not be read does not exist for root, nor by its mode on Windows.');
      skip();
    }
    chmodSync(put('.cursor/mcp.json', one('x')), 0o000);
    expect((await find('linux'))[0]?.problem).toContain('not allowed');
  });
});
