// Variables written into real settings files of every format, and removed byte for byte.

import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ServerConfig, serverConfigSchema } from '../../../shared/server/server-config.ts';
import { jsonOf, readSpans } from '../../inspector/client-configs/span-tree.ts';
import { textOf, WatchDesk } from '../watch/setup/testing/watch-desk.ts';
import { ClientVariables } from './client-variables.ts';

const configOf = (words: readonly string[], more: object = {}): ServerConfig => {
  const [command = '', ...args] = words;
  return serverConfigSchema.parse({ name: 'tracker', transport: { kind: 'stdio', command, args }, ...more });
};

class Desk extends WatchDesk {
  running = false;
  shared = false;

  get variables(): ClientVariables {
    return new ClientVariables({
      machine: { platform: 'linux', home: this.home, env: {} },
      dataDir: this.dataDir,
      around: {
        platform: 'linux',
        isRunning: () => this.running,
        isShared: () => this.shared,
        allowList: () => false,
      },
    });
  }
}

const readBack = (text: string, path: string): unknown => {
  const read = readSpans(text, path.endsWith('.toml') ? 'toml' : path.endsWith('.yaml') ? 'yaml' : 'json');
  return read.ok ? jsonOf(read.root) : null;
};

const formats: [string, string, string][] = [
  ['no variables, on one line', '.cursor/mcp.json', '{"mcpServers":{"tracker":{"command":"npx","args":["tracker"]}}}'],
  [
    'no variables, with comments and tabs',
    '.config/Code/User/mcp.json',
    '// mine\n{\n\t"servers": {\n\t\t"tracker": {\n\t\t\t"command": "npx", // from npm\n\t\t\t"args": ["tracker"], // the server\n\t\t},\n\t},\n}\r\n',
  ],
  [
    'other variables',
    '.cursor/mcp.json',
    '{ "mcpServers": { "tracker": { "command": "npx", "args": ["tracker"],\n  "env": { "A": "1" } } } }',
  ],
  [
    'the same variable, empty',
    '.cursor/mcp.json',
    '{"mcpServers":{"tracker":{"command":"npx","args":["tracker"],"env":{"API_KEY":""}}}}',
  ],
  [
    'an empty list of variables',
    '.cursor/mcp.json',
    '{"mcpServers":{"tracker":{"command":"npx","args":["tracker"],"env":{}}}}',
  ],
  [
    'a table',
    '.codex/config.toml',
    '# Codex\n[mcp_servers.tracker]\ncommand = "npx"\nargs = ["tracker"] # pinned\n\n[tui]\nx = true\n',
  ],
  [
    'a table with one for its variables',
    '.codex/config.toml',
    '[mcp_servers.tracker]\ncommand = "npx"\nargs = ["tracker"]\n\n[mcp_servers.tracker.env]\nA = "1"\n',
  ],
  [
    'a block of YAML',
    '.config/goose/config.yaml',
    'extensions:\n  tracker:\n    type: stdio\n    cmd: npx\n    args:\n      - "tracker"\n    timeout: 300\n',
  ],
  [
    'variables in YAML',
    '.config/goose/config.yaml',
    'extensions:\n  tracker:\n    cmd: npx\n    args: ["tracker"]\n    envs:\n      A: "1"\n',
  ],
  [
    'a command as one list',
    '.config/opencode/opencode.json',
    '{"mcp":{"tracker":{"type":"local","command":["npx","tracker"],"enabled":true}}}',
  ],
  [
    'a command inside of transport',
    '.cline/data/settings/cline_mcp_settings.json',
    '{"mcpServers":{"tracker":{"transport":{"command":"npx","args":["tracker"]}}}}',
  ],
];

describe('a variable in the settings of a client', () => {
  it.each(formats)('is written and undone byte for byte: %s', async (_, path, text) => {
    const desk = new Desk();
    const file = desk.put(path, text);
    const config = configOf(['npx', 'tracker']);
    const values = { API_KEY: 'a "quoted" \\ key' };
    const plan = await desk.variables.plan(config, ['API_KEY']);
    expect(plan).toMatchObject({ ok: true });
    expect(JSON.stringify(plan)).toContain('••••••••');
    expect(textOf(file)).toBe(text);
    expect(await desk.variables.save(config, values)).toMatchObject({ ok: true, value: { saved: ['API_KEY'] } });
    expect(JSON.stringify(readBack(textOf(file), path))).toContain(JSON.stringify(values).slice(1, -1));
    expect(await desk.variables.undo(config)).toMatchObject({ ok: true, value: { saved: [] } });
    expect(textOf(file)).toBe(text);
  });

  it.each(formats)('goes together with a word of the command, and both are undone: %s', async (_, path, text) => {
    const desk = new Desk();
    const file = desk.put(path, text);
    const config = configOf(['npx', 'tracker']);
    const words = { '/args/0': '@acme/tracker "2"' };
    const plan = await desk.variables.plan(config, [], words);
    expect(JSON.stringify(plan)).toContain('@acme/tracker');
    expect(textOf(file)).toBe(text);
    expect(await desk.variables.save(config, { API_KEY: 'k' }, words)).toMatchObject({
      ok: true,
      value: { saved: ['API_KEY', 'args.0'] },
    });
    const read = JSON.stringify(readBack(textOf(file), path));
    expect(read).toContain(JSON.stringify(words['/args/0']));
    expect(read).toContain('"API_KEY":"k"');
    expect(await desk.variables.undo(configOf(['npx', words['/args/0']]))).toMatchObject({ ok: true });
    expect(textOf(file)).toBe(text);
  });

  it('leaves a word alone that is not the one that failed', async () => {
    const desk = new Desk();
    const file = desk.put('.cursor/mcp.json', cursor.replaceAll('"tracker"]', '"tracker", "--other"]'));
    const before = textOf(file);
    const config = configOf(['npx', 'tracker'], { entry: { client: 'Cursor', server: 'tracker' } });
    for (const pointer of ['/args/1', '/args/7', '/cwd'])
      expect(await desk.variables.save(config, {}, { [pointer]: 'x' })).toMatchObject({ ok: false });
    expect(textOf(file)).toBe(before);
  });

  it('corrects a word of an entry that is watched', async () => {
    const desk = new Desk();
    const file = desk.put('.cursor/mcp.json', cursor);
    expect(await desk.setup().watch('cursor/tracker')).toMatchObject({ ok: true });
    const watched = textOf(file);
    const config = configOf(['npx', 'tracker'], { watched: { client: 'Cursor', server: 'tracker' } });
    expect(await desk.variables.save(config, {}, { '/args/0': 'trackr' })).toMatchObject({ ok: true });
    expect(await desk.variables.undo(config)).toMatchObject({ ok: true });
    expect(textOf(file)).toBe(watched);
    await desk.variables.save(config, {}, { '/args/0': 'trackr' });
    expect(await desk.setup().undo('cursor/tracker')).toMatchObject({ ok: true });
    expect(JSON.parse(textOf(file)).mcpServers.tracker).toEqual({ command: 'npx', args: ['trackr'] });
  });

  const cursor =
    '{"mcpServers":{"other":{"command":"npx","args":["tracker"]},"tracker":{"command":"npx","args":["tracker"]}}}\n';

  it('goes to the entry of the same name, and both values to the same undo', async () => {
    const desk = new Desk();
    const file = desk.put('.cursor/mcp.json', cursor);
    const config = configOf(['npx', 'tracker']);
    await desk.variables.save(config, { API_KEY: 'wrong' });
    await desk.variables.save(config, { API_KEY: 'right', REGION: 'eu' });
    expect(JSON.parse(textOf(file)).mcpServers).toEqual({
      other: { command: 'npx', args: ['tracker'] },
      tracker: { command: 'npx', args: ['tracker'], env: { API_KEY: 'right', REGION: 'eu' } },
    });
    expect(statSync(join(desk.dataDir, 'watch', 'variables.json')).mode & 0o077).toBe(0);
    await desk.variables.undo(config);
    expect(textOf(file)).toBe(cursor);
  });

  it('is kept while the entry is watched, in either order, and both are undone', async () => {
    const desk = new Desk();
    const file = desk.put('.cursor/mcp.json', cursor);
    const config = configOf(['npx', 'tracker'], { watched: { client: 'Cursor', server: 'tracker' } });
    await desk.variables.save(config, { API_KEY: 'k' });
    expect(await desk.setup().watch('cursor/tracker')).toMatchObject({ ok: true });
    expect(await desk.variables.undo(config)).toMatchObject({ ok: true });
    expect(await desk.setup().undo('cursor/tracker')).toMatchObject({ ok: true });
    expect(JSON.parse(textOf(file))).toEqual(JSON.parse(cursor));
    writeFileSync(file, cursor);
    expect(await desk.setup().watch('cursor/tracker')).toMatchObject({ ok: true });
    const watched = textOf(file);
    expect(await desk.variables.save(config, { API_KEY: 'k' })).toMatchObject({ ok: true });
    expect(await desk.variables.undo(config)).toMatchObject({ ok: true });
    expect(textOf(file)).toBe(watched);
  });

  it('keeps a value that was changed since, and reports it', async () => {
    const desk = new Desk();
    const file = desk.put('.cursor/mcp.json', cursor);
    const config = configOf(['npx', 'tracker']);
    await desk.variables.save(config, { API_KEY: 'mine' });
    const changed = textOf(file).replace('mine', 'theirs');
    writeFileSync(file, changed);
    expect(await desk.variables.undo(config)).toEqual({
      ok: false,
      problem: `API_KEY was changed in ${file} since. Remove it there by hand.`,
    });
    expect(textOf(file)).toBe(changed);
  });

  it('is refused if Misfire may not change the file', async () => {
    const desk = new Desk();
    const config = configOf(['npx', 'tracker']);
    expect(await desk.variables.target(config)).toBeNull();
    expect(await desk.variables.save(config, { A_B: 'x' })).toMatchObject({ ok: false });
    const file = desk.put('.config/Claude/claude_desktop_config.json', cursor);
    desk.running = true;
    expect(await desk.variables.target(config)).toMatchObject({ why: expect.stringContaining('Quit Claude Desktop') });
    expect(await desk.variables.save(config, { A_B: 'x' })).toMatchObject({ ok: false });
    desk.running = false;
    const twice = '{"mcpServers":{"tracker":{"command":"npx","args":["tracker"],"env":{},"env":{}}}}';
    writeFileSync(file, twice);
    expect(await desk.variables.plan(config, ['A_B'])).toMatchObject({
      ok: false,
      problem: expect.stringContaining('duplicate key "env"'),
    });
    expect(textOf(file)).toBe(twice);
  });
});
