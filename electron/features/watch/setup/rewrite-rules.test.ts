// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the notation of variables in settings is what is tested.
// Rules for changing other programs' settings: what is refused, with its message, and what stays unchanged. VS Code's trust prompt (3)
// refuses nothing; it is announced before the change. Undo has its own refusals (12).
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Circumstances, policyFiles } from '../../../inspector/client-configs/circumstances.ts';
import { clientTable } from '../../../inspector/client-configs/client-table.ts';
import { findEntries } from '../../../inspector/client-configs/entry-edit.ts';
import { writeExactly } from '../../../inspector/client-configs/safe-write.ts';
import { readSpans } from '../../../inspector/client-configs/span-tree.ts';
import { judgeEntry } from './watch-rules.ts';
import { WatchSetup } from './watch-setup.ts';

let home: string;
let dataDir: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'misfire-rules-'));
  dataDir = join(home, 'data');
  mkdirSync(join(home, 'node/chunks'), { recursive: true });
  for (const name of ['wrap.cjs', 'misfire.cjs', 'cli.js']) writeFileSync(join(home, 'node', name), '// \n');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const free: Circumstances = {
  platform: 'linux',
  isRunning: () => false,
  isShared: () => false,
  allowList: () => false,
};
const setup = (around: Partial<Circumstances> = {}, folder?: string) =>
  new WatchSetup({
    machine: { platform: around.platform ?? 'linux', home, env: {} },
    dataDir,
    around: { ...free, ...around },
    runtime: () => ({
      command: process.execPath,
      isApp: false,
      program: join(home, 'node/wrap.cjs'),
      folder: join(home, 'node'),
      version: '1',
    }),
    folder,
  });
function put(path: string, text: string): string {
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}
const servers = (entry: string, list = 'mcpServers') => `{"${list}":{"a":{${entry}}}}`;
const command = '"command":"npx","args":["x"]';
const address = '"url":"https://e.example/mcp"';

interface Refusal {
  rule: string;
  id: string;
  path: string;
  text: string;
  around?: Partial<Circumstances>;
  folder?: string;
  words: RegExp;
}

const refusals: Refusal[] = [
  {
    rule: '1. Claude Desktop writes its own file back',
    id: 'claude-desktop/a',
    path: '.config/Claude/claude_desktop_config.json',
    text: servers(command),
    around: { isRunning: (client) => client === 'Claude Desktop' },
    words: /Quit Claude Desktop first/,
  },
  {
    rule: '2. a file that does not parse is not interpreted',
    id: 'claude-code/a',
    path: '.claude.json',
    text: servers(command).slice(0, -1),
    words: /no entry/,
  },
  ...([command, address] as const).map(
    (entry): Refusal => ({
      rule: '4. a company’s list compares commands and addresses',
      id: 'claude-code/a',
      path: '.claude.json',
      text: servers(entry),
      around: { allowList: (client) => client === 'Claude Code' },
      words: /allows only certain commands and addresses/,
    }),
  ),
  {
    rule: '4. VS Code’s policy too',
    id: 'vs-code/a',
    path: '.config/Code/User/mcp.json',
    text: servers(command, 'servers'),
    around: { allowList: (client) => client === 'VS Code' },
    words: /allows only certain commands and addresses/,
  },
  ...(['.mcp.json', '.cursor/mcp.json', '.vscode/mcp.json', '.gemini/settings.json'] as const).map(
    (file): Refusal => ({
      rule: `6. a path of this machine breaks ${file} for colleagues`,
      id: {
        '.mcp.json': '.mcp.json/a',
        '.cursor/mcp.json': 'cursor-project/a',
        '.vscode/mcp.json': 'vs-code-project/a',
        '.gemini/settings.json': 'gemini-cli-project/a',
      }[file],
      path: `work/${file}`,
      text: servers(command, file.includes('vscode') ? 'servers' : 'mcpServers'),
      around: { isShared: () => true },
      folder: 'work',
      words: /shared by git/,
    }),
  ),
  {
    rule: '5. a name that would not arrive unchanged',
    id: 'claude-desktop/a&b',
    path: 'AppData/Roaming/Claude/claude_desktop_config.json',
    text: servers(command).replace('"a"', '"a&b"'),
    around: { platform: 'win32' },
    words: /Windows reads by itself/,
  },
  {
    rule: '7. headers that a program of the client generates, which the bridge cannot get',
    id: 'claude-code/a',
    path: '.claude.json',
    text: servers(`${address},"headersHelper":"x"`),
    words: /only the client runs that/,
  },
  {
    rule: '8. cmd.exe would expand the client’s placeholders',
    id: 'claude-desktop/a',
    path: 'AppData/Roaming/Claude/claude_desktop_config.json',
    text: servers('"command":"npx","args":["%TOKEN%"]'),
    around: { platform: 'win32' },
    words: /Windows reads by itself/,
  },
  {
    rule: '9. a sandbox would block writing the copy',
    id: 'vs-code/a',
    path: '.config/Code/User/mcp.json',
    text: servers(`${command},"sandboxEnabled":true`, 'servers'),
    words: /sandbox/,
  },
  {
    rule: '10. a client with a short start timeout',
    id: 'opencode/a',
    path: '.config/opencode/opencode.json',
    text: '{"mcp":{"a":{"type":"local","command":["npx","x"],"timeout":1500}}}',
    words: /opencode gives it 1\.5 s to start.*2 s or more/,
  },
  {
    rule: '10. the same for an address',
    id: 'opencode/a',
    path: '.config/opencode/opencode.json',
    text: '{"mcp":{"a":{"type":"remote","url":"https://e.example/mcp","timeout":900}}}',
    words: /opencode gives it 0\.9 s to start/,
  },
  {
    rule: '10. and if it is in seconds',
    id: 'codex/a',
    path: '.codex/config.toml',
    text: '[mcp_servers.a]\ncommand = "npx"\nargs = ["x"]\nstartup_timeout_sec = 1\n',
    words: /Codex gives it 1 s to start/,
  },
  {
    rule: '11. an unexpected structure is left alone',
    id: 'goose/a',
    path: '.config/goose/config.yaml',
    text: 'extensions:\n  a:\n    cmd: npx\n    args: &words\n    type: stdio\n',
    words: /not changed here/,
  },
];

describe('rules of a rewrite', () => {
  for (const { rule, id, path, text, around, folder, words } of refusals)
    it(`${rule}: ${id} is left unchanged`, async () => {
      const file = put(path, text);
      const watching = setup(around, folder === undefined ? undefined : join(home, folder));
      expect(await watching.watch(id)).toMatchObject({ ok: false, problem: expect.stringMatching(words) });
      expect(readFileSync(file, 'utf8')).toBe(text);
    });

  it('2. and 12. a file that its client writes at the same moment is not overwritten', async () => {
    const file = put('.claude.json', servers(command));
    const before = readFileSync(file);
    writeFileSync(file, servers(`${command},"new":1`));
    expect(await writeExactly(file, before, 'ours')).toMatch(/Another program changed the file/);
    expect(readFileSync(file, 'utf8')).toBe(servers(`${command},"new":1`));
    expect(readdirSync(home).filter((name) => name.includes('misfire-'))).toEqual([]);
  });

  it('2. and 12. a file that changed after it was read is not written, even if the entry is unchanged', async () => {
    const file = put('.claude.json', servers(command));
    const changed = servers(`${command},"new":1`);
    // Called between reading and writing the settings.
    const change = () => {
      writeFileSync(file, changed);
      return false;
    };
    const outcome = await setup({ isShared: change, isRunning: change, allowList: change }).watch('claude-code/a');
    expect(outcome).toMatchObject({ ok: false, problem: expect.stringMatching(/Another program changed the file/) });
    expect(readFileSync(file, 'utf8')).toBe(changed);
  });

  it('3. announces before the change that VS Code and its forks will ask for trust again', async () => {
    for (const folder of ['Code', 'Code - Insiders', 'VSCodium'])
      put(`.config/${folder}/User/mcp.json`, servers(command, 'servers'));
    for (const id of ['vs-code/a', 'vs-code-insiders/a', 'vscodium/a']) {
      const plan = await setup().plan(id);
      expect(plan.ok && plan.value.notes.join(' ')).toMatch(/will ask whether you trust this server again/);
      expect(plan.ok && readFileSync(plan.value.path, 'utf8')).toBe(servers(command, 'servers'));
    }
  });

  it('4. never touches a file that a company manages', () => {
    const managed = clientTable.filter(({ managed }) => managed);
    expect(managed.map(({ on }) => on).sort()).toEqual(['darwin', 'darwin', 'linux', 'linux', 'win32', 'win32']);
    for (const row of managed)
      for (const entry of [command, address]) {
        const read = readSpans(servers(entry), 'json');
        const [found] = read.ok ? findEntries(read.root) : [];
        if (!found) throw new Error('There is an entry.');
        expect(judgeEntry(row, row.path, found.entry, { ...free, platform: row.on as NodeJS.Platform })).toMatchObject({
          state: 'cannot',
          why: expect.stringMatching(/company manages this file/),
        });
      }
  });

  it('4. knows where companies keep such lists', () => {
    expect(policyFiles('linux', 'Claude Code')[0]?.path).toBe('/etc/claude-code/managed-settings.json');
    expect(policyFiles('win32', 'Claude Code')[0]?.path).toBe('C:/Program Files/ClaudeCode/managed-settings.json');
    expect(policyFiles('linux', 'VS Code Insiders')[0]?.has.test('{"ChatMCP":"registry"}')).toBe(true);
    expect(policyFiles('linux', 'Cursor')).toEqual([]);
  });

  for (const entry of [command, address])
    it(`5. to 8. keeps the name and the placeholders of others, and needs neither PATH nor environment (${entry.slice(1, 8)})`, async () => {
      const rest = '"env":{"A":"${input:a}"},"tools":["$B"]';
      const file = put('.cursor/mcp.json', servers(`${entry},${rest}`));
      expect(await setup().watch('cursor/a')).toMatchObject({ ok: true });
      const { mcpServers } = JSON.parse(readFileSync(file, 'utf8'));
      expect(Object.keys(mcpServers)).toEqual(['a']);
      const { command: program, args, env, tools } = mcpServers.a;
      expect([env, tools]).toEqual([{ A: '${input:a}' }, ['$B']]);
      // Every program and file by its absolute path; settings among the arguments.
      const own = args.slice(args.indexOf('misfire') + 1, args.indexOf('--'));
      expect([program, own[0], own[2], own[3]].every((word) => isAbsolute(word))).toBe(true);
      expect(own).toEqual(expect.arrayContaining(['--data', dataDir, '--client', 'Cursor', '--name', 'a']));
      // Some clients would expand these before a shell sees them.
      expect(args[1]).not.toMatch(/\$[A-Za-z{]/);
    });

  it("10. accepts a client's start limit that is long enough, and does not mistake a call timeout for it", async () => {
    put('.config/opencode/opencode.json', '{"mcp":{"a":{"type":"local","command":["npx","x"],"timeout":2000}}}');
    put('.gemini/settings.json', servers(`${command},"timeout":500`));
    for (const id of ['opencode/a', 'gemini-cli/a']) expect(await setup().watch(id)).toMatchObject({ ok: true });
  });

  it('12. does not undo an entry that was changed since, and names the backup', async () => {
    const file = put('.claude.json', servers(address));
    await setup().watch('claude-code/a');
    const changed = readFileSync(file, 'utf8').replace(/"--"/, '"--more","--"');
    writeFileSync(file, changed);
    expect(await setup().undo('claude-code/a')).toMatchObject({ ok: false, problem: expect.stringMatching(/backups/) });
    expect(readFileSync(file, 'utf8')).toBe(changed);
  });

  it('12. keeps the first backup forever, readable only by its owner', async () => {
    const first = servers(command);
    const file = put('.cursor/mcp.json', first);
    await setup().watch('cursor/a');
    await setup().undo('cursor/a');
    writeFileSync(file, servers(`${command},"later":1`));
    await setup().watch('cursor/a');
    const [backup = ''] = readdirSync(join(dataDir, 'watch/backups'));
    expect(readFileSync(join(dataDir, 'watch/backups', backup), 'utf8')).toBe(first);
  });
});
