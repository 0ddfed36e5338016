// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the notation of variables in settings is what is tested.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { entryWords, findEntries } from '../../../inspector/client-configs/entry-edit.ts';
import { readSpans } from '../../../inspector/client-configs/span-tree.ts';
import { bridgeLauncherFor, launchCmd, launcherFor, launchShell } from './launcher.ts';
import { WatchSetup, type WatchSetupOptions } from './watch-setup.ts';

let home: string;
let dataDir: string;
let running: string[];
let shared: boolean;
let allowList: boolean;
let platform: NodeJS.Platform;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'misfire-home-'));
  dataDir = join(home, '.misfire data');
  writeFileSync(join(home, 'wrap.cjs'), '// the watching program\n');
  mkdirSync(join(home, 'node/chunks'), { recursive: true });
  for (const name of ['misfire.cjs', 'cli.js', 'chunks/a.js', 'chunks/a.js.map'])
    writeFileSync(join(home, 'node', name), '// the whole program\n');
  running = [];
  shared = false;
  allowList = false;
  platform = 'linux';
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const setup = (more: Partial<WatchSetupOptions> = {}) =>
  new WatchSetup({
    machine: { platform, home, env: {} },
    dataDir,
    around: {
      platform,
      isRunning: (client) => running.includes(client),
      isShared: () => shared,
      allowList: () => allowList,
    },
    runtime: () => ({
      command: process.execPath,
      isApp: false,
      program: join(home, 'wrap.cjs'),
      folder: join(home, 'node'),
      version: '1',
    }),
    ...more,
  });

function put(path: string, text: string): string {
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

const claude = `{
  "mcpServers": {
    "files": { "command": "npx", "args": ["-y", "files-mcp", "/home/me/Documents"], "env": { "TOKEN": "s3cret" } },
    "bare": {
      "command": "uvx"
    },
    "empty": {"command":"node","args":[]}
  }
}`;

/** Each location and format of the table, with a typical entry. */
const formats: { id: string; path: string; text: string; words: string[] }[] = [
  {
    id: 'claude-desktop/files',
    path: '.config/Claude/claude_desktop_config.json',
    text: claude,
    words: ['npx', '-y', 'files-mcp', '/home/me/Documents'],
  },
  { id: 'claude-desktop/bare', path: '.config/Claude/claude_desktop_config.json', text: claude, words: ['uvx'] },
  { id: 'claude-desktop/empty', path: '.config/Claude/claude_desktop_config.json', text: claude, words: ['node'] },
  {
    id: 'claude-code/tracker',
    path: '.claude.json',
    text: '{"history":[1,2],"projects":{"/p":{"mcpServers":{}}},\t"mcpServers":{"tracker":{"type":"stdio","args":["-y","tracker@3"],"command":"npx"}}}\r\n',
    words: ['npx', '-y', 'tracker@3'],
  },
  {
    id: 'cursor/tracker',
    path: '.cursor/mcp.json',
    text: '\ufeff{ "mcpServers": { "tracker": { "command": "npx", "args": [ "-y", "${env:PKG}" ], "envFile": ".env" } } }',
    words: ['npx', '-y', '${env:PKG}'],
  },
  {
    id: 'vs-code/postgres',
    path: '.config/Code/User/mcp.json',
    text: '// mine\n{\n\t"inputs": [],\n\t"servers": {\n\t\t/* the database */\n\t\t"postgres": {\n\t\t\t"type": "stdio",\n\t\t\t"command": "uvx", // from PyPI\n\t\t\t"args": [\n\t\t\t\t// careful\n\t\t\t\t"postgres-mcp",\n\t\t\t\t"${input:url}",\n\t\t\t],\n\t\t},\n\t},\n}\n',
    words: ['uvx', 'postgres-mcp', '${input:url}'],
  },
  {
    id: 'github-copilot/a',
    path: '.copilot/mcp-config.json',
    text: '{"mcpServers":{"a":{"type":"local","command":"a","args":["b"],"tools":["*"]}}}',
    words: ['a', 'b'],
  },
  {
    id: 'windsurf/a',
    path: '.codeium/windsurf/mcp_config.json',
    text: '{"mcpServers":{"a":{"command":"a","args":["b"]}}}',
    words: ['a', 'b'],
  },
  {
    id: 'zed/docs',
    path: '.config/zed/settings.json',
    text: '{\n  // Zed\n  "theme": "One Dark",\n  "context_servers": {\n    "docs": { "source": "custom", "command": { "path": "docs-mcp", "args": ["--quick"], "env": null } }\n  }\n}\n',
    words: ['docs-mcp', '--quick'],
  },
  {
    id: 'codex/tracker',
    path: '.codex/config.toml',
    text: '# Codex\nmodel = "gpt"\n\n[mcp_servers.tracker]   # work\ncommand = "npx"\nargs = ["-y", "tracker@3"] # pinned\nstartup_timeout_sec = 20\n\n[mcp_servers.tracker.env]\nTOKEN = "x"\n\n[tui]\nnotifications = true\n',
    words: ['npx', '-y', 'tracker@3'],
  },
  {
    id: 'codex/inline',
    path: '.codex/config.toml',
    text: '[mcp_servers]\ninline = { command = \'C:\\tools\\x\', env = { A = "1" } }\n',
    words: ['C:\\tools\\x'],
  },
  {
    id: 'codex/bare',
    path: '.codex/config.toml',
    text: '[mcp_servers."bare"]\ncommand = "x"\nenabled = true\n',
    words: ['x'],
  },
  {
    id: 'gemini-cli/docs',
    path: '.gemini/settings.json',
    text: '{ /* mine */ "mcpServers": { "docs": { "command": "npx", "args": ["$PKG"], "trust": false } } }',
    words: ['npx', '$PKG'],
  },
  {
    id: 'goose/memory',
    path: '.config/goose/config.yaml',
    text: '# goose\nGOOSE_MODEL: x\nextensions:\n  developer:\n    type: builtin\n    enabled: true\n  memory:   # notes\n    type: stdio\n    cmd: npx\n    args:\n      - -y   # yes\n      - "memory-mcp"\n    envs: {}\n    timeout: 300\n',
    words: ['npx', '-y', 'memory-mcp'],
  },
  {
    id: 'goose/flow',
    path: '.config/goose/config.yaml',
    text: 'extensions:\n  flow: {type: stdio, cmd: npx, args: [a, b], enabled: true}\n',
    words: ['npx', 'a', 'b'],
  },
  {
    id: 'goose/bare',
    path: '.config/goose/config.yaml',
    text: "extensions:\r\n  bare:\r\n    cmd: 'uvx'\r\n    type: stdio\r\n",
    words: ['uvx'],
  },
  {
    id: 'cline/nested',
    path: '.cline/data/settings/cline_mcp_settings.json',
    text: '{"mcpServers":{"nested":{"transport":{"type":"stdio","command":"npx","args":["a"]},"disabled":false}}}',
    words: ['npx', 'a'],
  },
  {
    id: 'lm-studio/think',
    path: '.lmstudio/mcp.json',
    text: '{"mcpServers":{"think":{"command":"npx","args":["think"]}}}',
    words: ['npx', 'think'],
  },
  {
    id: 'opencode/local',
    path: '.config/opencode/opencode.jsonc',
    text: '{\n  "$schema": "x", // opencode\n  "mcp": {\n    "local": { "type": "local", "command": ["bun", "x", "srv"], "enabled": true }\n  }\n}\n',
    words: ['bun', 'x', 'srv'],
  },
  {
    id: 'continue/sq',
    path: '.continue/config.yaml',
    text: 'name: me\nmcpServers:\n  - name: sq\n    command: uvx\n    args: ["mcp-sqlite"]\n',
    words: ['uvx', 'mcp-sqlite'],
  },
];

const wordsIn = (file: string, id: string) => {
  const format = file.endsWith('.toml') ? 'toml' : file.endsWith('.yaml') ? 'yaml' : 'json';
  const read = readSpans(readFileSync(file, 'utf8'), format);
  const name = id.split('/')[1];
  const found = read.ok ? findEntries(read.root).find((each) => each.name === name) : undefined;
  return found ? entryWords(found.entry) : null;
};

describe('watch setup', () => {
  for (const { id, path, text, words } of formats) {
    it(`changes ${id} and restores it byte for byte`, async () => {
      const file = put(path, text);
      const watching = setup();
      expect((await watching.list()).find((entry) => entry.id === id)).toMatchObject({ state: 'open' });
      expect(await watching.plan(id)).toMatchObject({ ok: true });
      expect(await watching.watch(id)).toMatchObject({ ok: true, value: { state: 'watched' } });
      const after = readFileSync(file, 'utf8');
      expect(after).not.toBe(text);
      const now = wordsIn(file, id) ?? [];
      expect(now[0]).toBe('/bin/sh');
      expect(now.slice(now.indexOf('--') + 1)).toEqual(words);
      // Every comment and every other word is still there.
      for (const line of text.split(/\r?\n/).filter((each) => /^\s*(\/\/|#|\/\*)/.test(each)))
        expect(after).toContain(line);
      expect(await watching.watch(id)).toMatchObject({ ok: false, problem: expect.stringContaining('already') });
      expect(await watching.undo(id)).toMatchObject({ ok: true, value: { exact: true } });
      expect(readFileSync(file, 'utf8')).toBe(text);
    });

    it(`restores only the entry if ${id}'s file has changed since`, async () => {
      const file = put(path, text);
      const watching = setup();
      await watching.watch(id);
      const format = path.endsWith('.toml') || path.endsWith('.yaml') ? '# added later\n' : '/* added later */ ';
      const bom = text.startsWith('\ufeff') ? '\ufeff' : '';
      writeFileSync(file, bom + format + readFileSync(file, 'utf8').slice(bom.length));
      expect(await watching.undo(id)).toMatchObject({ ok: true });
      expect(readFileSync(file, 'utf8')).toBe(bom + format + text.slice(bom.length));
    });
  }

  it('removes the launcher from an entry that its client has rewritten', async () => {
    const file = put('.config/Claude/claude_desktop_config.json', claude);
    const watching = setup();
    for (const name of ['files', 'bare', 'empty']) await watching.watch(`claude-desktop/${name}`);
    writeFileSync(file, JSON.stringify(JSON.parse(readFileSync(file, 'utf8')), null, 4));
    for (const name of ['files', 'bare', 'empty'])
      expect(await watching.undo(`claude-desktop/${name}`)).toMatchObject({ ok: true, value: { exact: false } });
    const { mcpServers } = JSON.parse(readFileSync(file, 'utf8'));
    expect(mcpServers.files).toEqual(JSON.parse(claude).mcpServers.files);
    expect(mcpServers.bare).toEqual({ command: 'uvx', args: [] });
  });

  it('undoes two entries of one file in any order', async () => {
    const file = put('.config/Claude/claude_desktop_config.json', claude);
    const watching = setup();
    await watching.watch('claude-desktop/files');
    await watching.watch('claude-desktop/bare');
    await watching.undo('claude-desktop/files');
    await watching.undo('claude-desktop/bare');
    expect(readFileSync(file, 'utf8')).toBe(claude);
  });

  it('keeps the mode of the file, follows a link, and makes the backup private to its owner', async () => {
    const file = put('real.json', '{"mcpServers":{"a":{"command":"a"}}}');
    chmodSync(file, 0o640);
    mkdirSync(join(home, '.cursor'));
    symlinkSync(file, join(home, '.cursor/mcp.json'));
    await setup().watch('cursor/a');
    expect(readFileSync(file, 'utf8')).toContain('misfire');
    expect(statSync(file).mode & 0o777).toBe(0o640);
    const backups = spawnSync('ls', ['-l', join(dataDir, 'watch/backups')], { encoding: 'utf8' }).stdout;
    expect(backups).toContain('-rw-------');
  });

  it('shows the lines that change, and what will happen', async () => {
    put(
      '.cursor/mcp.json',
      '{\n  "mcpServers": {\n    "a": {\n      "command": "npx",\n      "env": {}\n    }\n  }\n}\n',
    );
    const plan = await setup().plan('cursor/a');
    expect(plan).toMatchObject({ ok: true });
    if (!plan.ok) return;
    expect(plan.value.lines.map(({ sign, line }) => `${sign}${line}`)).toEqual(['-4', '+4']);
    expect(plan.value.notes[0]).toBe('Cursor reads it at once.');
  });
});

describe('rules of a rewrite', () => {
  const cursor = '{"mcpServers":{"a":{"command":"a"}}}';
  const refused = async (id: string, words: string) => {
    const before = await setup().list();
    expect(await setup().watch(id)).toMatchObject({ ok: false, problem: expect.stringContaining(words) });
    expect(await setup().list()).toEqual(before);
  };

  it('waits until Claude Desktop has exited, because it writes its file back', async () => {
    const file = put('.config/Claude/claude_desktop_config.json', claude);
    running = ['Claude Desktop'];
    expect((await setup().list())[0]).toMatchObject({ state: 'not now' });
    await refused('claude-desktop/files', 'Quit Claude Desktop first');
    running = [];
    await setup().watch('claude-desktop/files');
    running = ['Claude Desktop'];
    expect(await setup().undo('claude-desktop/files')).toMatchObject({ ok: false });
    expect(readFileSync(file, 'utf8')).toContain('misfire');
  });

  it('leaves a file alone that does not parse, or is not UTF-8', async () => {
    put('.claude.json', '{"mcpServers":{"a":{"command":"a"}}');
    await refused('claude-code/a', 'no entry');
    const file = join(home, '.cursor/mcp.json');
    mkdirSync(dirname(file));
    writeFileSync(
      file,
      Buffer.from([...Buffer.from('{"mcpServers":{"a":{"command":"a","args":["'), 0xff, ...Buffer.from('"]}}}')]),
    );
    await refused('cursor/a', 'UTF-8');
  });

  it('announces that VS Code asks for trust again', async () => {
    put('.config/Code/User/mcp.json', '{"servers":{"a":{"command":"a"}}}');
    const plan = await setup().plan('vs-code/a');
    expect(plan).toMatchObject({
      ok: true,
      value: { notes: expect.arrayContaining([expect.stringContaining('trust')]) },
    });
  });

  it('refuses if a company allows only certain commands', async () => {
    put('.claude.json', cursor);
    allowList = true;
    await refused('claude-code/a', 'allows only certain commands');
  });

  it('leaves sandboxes and files shared through git alone', async () => {
    put('.config/Code/User/mcp.json', '{"servers":{"a":{"command":"a","sandboxEnabled":true}}}');
    await refused('vs-code/a', 'sandbox');
    const folder = join(home, 'project');
    put('project/.mcp.json', cursor);
    shared = true;
    const watching = setup({ folder });
    expect(await watching.watch('.mcp.json/a')).toMatchObject({ ok: false, problem: expect.stringContaining('git') });
  });

  it('never changes an argument that cmd.exe would interpret', async () => {
    platform = 'win32';
    mkdirSync(join(home, 'AppData/Roaming/Claude'), { recursive: true });
    writeFileSync(
      join(home, 'AppData/Roaming/Claude/claude_desktop_config.json'),
      '{"mcpServers":{"a":{"command":"a","args":["x&y"]},"b":{"command":"npx","args":["x y"]}}}',
    );
    await refused('claude-desktop/a', 'Windows');
    expect(await setup().watch('claude-desktop/b')).toMatchObject({ ok: true });
    expect(readFileSync(join(dataDir, 'watch/misfire-launch.cmd'), 'utf8')).toBe(launchCmd);
  });

  it('finds Claude Desktop from the Microsoft Store', async () => {
    platform = 'win32';
    const path = 'AppData/Local/Packages/Claude_pzs8sxrjxfjjc/LocalCache/Roaming/Claude/claude_desktop_config.json';
    put(path, claude);
    expect((await setup().list()).map(({ id }) => id)).toContain('claude-desktop/files');
  });
});

describe.skipIf(process.platform === 'win32')('a watched entry', () => {
  const program = (file: string) => ({
    runtime: process.execPath,
    isApp: false,
    file,
    bridge: '',
    dataDir,
    launchFile: launchFile(),
  });
  const launchFile = () => join(dataDir, 'watch/misfire-launch.sh');
  beforeEach(() => {
    mkdirSync(join(dataDir, 'watch'), { recursive: true });
    writeFileSync(launchFile(), launchShell);
  });
  const run = (file: string, command: string[]) => {
    const { command: shell, args } = launcherFor('linux', program(file), 'files', 'Cursor');
    // Clients pass little environment.
    return spawnSync(shell, [...args, ...command], { encoding: 'utf8', env: {}, input: 'hello\n' });
  };
  const watcher = join(import.meta.dirname, '../programs/main.ts');

  it('runs the command through Misfire, without any environment', () => {
    const found = run(watcher, ['/bin/sh', '-c', 'cat; exit 5', 'a b', '$HOME "x"']);
    expect([found.stdout, found.status]).toEqual(['hello\n', 5]);
    expect(
      readFileSync(
        join(dataDir, 'spool', spawnSync('ls', [join(dataDir, 'spool')], { encoding: 'utf8' }).stdout.trim()),
        'utf8',
      ),
    ).toContain('"client":"Cursor"');
  });

  it.each([
    ['its program', () => rmSync(join(dataDir, 'watch/wrap.cjs'))],
    ['the whole data folder', () => rmSync(dataDir, { recursive: true })],
    [
      'its launcher file, for a folder',
      () => {
        rmSync(launchFile());
        mkdirSync(launchFile());
      },
    ],
  ])('runs the command itself when Misfire is gone: %s', (_what, remove) => {
    writeFileSync(join(dataDir, 'watch/wrap.cjs'), '// the watching program\n');
    remove();
    const command = ['/bin/sh', '-c', 'cat; printf "%s|" "$@"; exit 5', 'x', 'a b', '$HOME "q"'];
    const found = run(join(dataDir, 'watch/wrap.cjs'), command);
    expect([found.stdout, found.status, found.stderr]).toEqual(['hello\na b|$HOME "q"|', 5, '']);
  });

  it('holds a script that people can read', () => {
    const place = program(watcher);
    const address = { server: 'files', client: 'Cursor', isOld: false };
    for (const { args } of [launcherFor('linux', place, 'files', 'Cursor'), bridgeLauncherFor('linux', place, address)])
      expect(args[1]?.length).toBeLessThan(200);
  });

  it('is the very process that its client started, so that it dies with it', async () => {
    const { command, args } = launcherFor('linux', program('/nowhere'), 'files', 'Cursor');
    const child = spawn(command, [...args, '/bin/sh', '-c', 'echo $$'], { stdio: ['ignore', 'pipe', 'ignore'] });
    const said = await new Promise((resolve) => child.stdout.once('data', (chunk) => resolve(Number(String(chunk)))));
    expect(said).toBe(child.pid);
  });
});
