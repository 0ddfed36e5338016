// Which file wins: entries of real settings files, and why a client ignores some. The expected results were observed on the same files
// (`mcp list`, `debug config`). Versions: Claude Code 2.1.325, Codex 0.166.0, Gemini CLI 0.61.0 and opencode 1.18.34.

import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { realCircumstances } from '../../../inspector/client-configs/circumstances.ts';
import { clientTable } from '../../../inspector/client-configs/client-table.ts';
import { findEntries } from '../../../inspector/client-configs/entry-edit.ts';
import { findIgnored, type PlacedEntry } from '../../../inspector/client-configs/ignored-entry.ts';
import { clientVersion } from '../../../inspector/client-configs/installed-version.ts';
import { readSpans } from '../../../inspector/client-configs/span-tree.ts';
import { WatchSetup } from './watch-setup.ts';

let top: string;
let home: string;
let work: string;
beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'misfire-ignored-')));
  onTestFinished(() => rmSync(top, { recursive: true, force: true }));
  [home, work] = [join(top, 'home'), join(top, 'work')];
  for (const folder of [home, work]) mkdirSync(folder);
});

const put = (path: string, content: object | string) => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
};
const echo = (word: string) => ({ command: 'echo', args: [word] });

function setup(): WatchSetup {
  return new WatchSetup({
    machine: { platform: 'linux', home, env: {} },
    dataDir: join(top, 'data'),
    around: realCircumstances('linux'),
    runtime: () => {
      throw new Error('Nothing is watched here.');
    },
    folder: work,
  });
}

const listed = async () => Object.fromEntries((await setup().list()).map(({ id, ignored }) => [id, ignored]));

it('Claude Code: local scope wins over project scope, and project over user', async () => {
  put(join(home, '.claude.json'), {
    mcpServers: { dup: echo('user'), off: echo('user') },
    projects: {
      [work]: { mcpServers: { dup: echo('local') }, disabledMcpServers: ['off'], hasTrustDialogAccepted: true },
      [join(top, 'other')]: { mcpServers: { elsewhere: echo('other') } },
    },
  });
  put(join(work, '.mcp.json'), {
    mcpServers: { dup: echo('project'), approved: echo('project'), waiting: echo('project') },
    servers: { misplaced: echo('project') },
  });
  put(join(work, '.claude', 'settings.local.json'), { enabledMcpjsonServers: ['dup', 'approved'] });
  const file = join(home, '.claude.json');
  expect(await listed()).toEqual({
    'claude-code/dup': `The part for ${work} in ${file} has an entry of this name, which counts first.`,
    'claude-code/off': `It is disabled for ${work} in ${file}.`,
    'claude-code/dup#2': '',
    'claude-code/elsewhere': `It counts only in ${join(top, 'other')}.`,
    '.mcp.json/dup': `The part for ${work} in ${file} has an entry of this name, which counts first.`,
    '.mcp.json/approved': '',
    '.mcp.json/waiting': 'Claude Code waits for your approval: start claude in that folder.',
    '.mcp.json/misplaced': 'Claude Code reads “mcpServers” and not “servers”.',
  });
});

it('Claude Code: settings in the folder approve nothing until the folder is trusted', async () => {
  put(join(work, '.mcp.json'), { mcpServers: { one: echo('project') } });
  put(join(work, '.claude', 'settings.local.json'), { enabledMcpjsonServers: ['one'] });
  expect((await listed())['.mcp.json/one']).toContain('waits for your approval');
  put(join(home, '.claude', 'settings.json'), { enabledMcpjsonServers: ['one'] });
  expect(await listed()).toEqual({ '.mcp.json/one': '' });
  put(join(home, '.claude', 'settings.json'), { disabledMcpjsonServers: ['one'] });
  expect(await listed()).toEqual({ '.mcp.json/one': 'It was rejected for this project.' });
});

it('Codex reads a project’s file once the folder is trusted, and skips disabled entries', async () => {
  const server = (word: string) => `[mcp_servers.dup]\ncommand = "echo"\nargs = ["${word}"]\n`;
  const off = '[mcp_servers.off]\ncommand = "echo"\nenabled = false\n';
  put(join(work, '.codex', 'config.toml'), server('project'));
  put(join(home, '.codex', 'config.toml'), server('user') + off);
  expect(await listed()).toEqual({
    'codex/dup': '',
    'codex/off': 'It is switched off: “enabled” is false.',
    'codex-project/dup': 'Codex reads it once the folder is trusted: start codex in that folder.',
  });
  put(join(home, '.codex', 'config.toml'), `${server('user')}[projects."${work}"]\ntrust_level = "trusted"\n`);
  expect(await listed()).toEqual({
    'codex/dup': `${join(work, '.codex', 'config.toml')} has an entry of this name, which counts first.`,
    'codex-project/dup': '',
  });
});

it('Gemini CLI and opencode: the project wins over the user, and lists exclude entries', async () => {
  put(join(home, '.gemini', 'settings.json'), {
    mcpServers: { dup: echo('user'), ex: echo('user') },
    mcp: { excluded: ['ex'] },
  });
  put(join(work, '.gemini', 'settings.json'), { mcpServers: { dup: echo('project') } });
  const local = (word: string) => ({ type: 'local', command: ['echo', word] });
  put(join(home, '.config', 'opencode', 'opencode.json'), {
    mcp: { dup: local('json'), off: { ...local('x'), enabled: false } },
    mcpServers: { wrong: echo('x') },
  });
  put(join(home, '.config', 'opencode', 'opencode.jsonc'), { mcp: { dup: local('jsonc') } });
  const found = await listed();
  expect(found['gemini-cli/dup']).toContain('counts first');
  expect(found['gemini-cli-project/dup']).toBe('');
  expect(found['gemini-cli/ex']).toContain('“mcp.excluded”');
  expect(found['opencode/dup']).toContain('opencode.jsonc has an entry of this name');
  expect(found['opencode/dup#2']).toBe('');
  expect(found['opencode/off']).toContain('switched off');
  expect(found['opencode/wrong']).toBe('opencode reads “mcp” and not “mcpServers”.');
});

it('a company’s file is the only one that counts, and its lists deny by name, command and address', async () => {
  const entriesOf = (client: string, path: string, servers: object): PlacedEntry[] => {
    const row = clientTable.find((each) => each.client === client && (each.on ?? 'linux') === 'linux');
    const spans = readSpans(JSON.stringify({ mcpServers: servers }), 'json');
    if (!row || !spans.ok) throw new Error('There is no such client.');
    return findEntries(spans.root).map(({ path: at, name, entry }) => ({
      row,
      path,
      project: null,
      at,
      server: name,
      entry,
    }));
  };
  const user = entriesOf('Claude Code', join(home, '.claude.json'), {
    named: echo('a'),
    run: echo('b'),
    far: { type: 'http', url: 'https://mcp.example.com/x' },
    fine: echo('c'),
  });
  const policy = join(top, 'managed-settings.json');
  const options = { home, claudeFile: join(home, '.claude.json'), policies: [policy], folder: work };
  const reasons = async (entries: PlacedEntry[]) => {
    const why = await findIgnored(entries, options);
    return entries.map((entry) => [entry.server, why.get(entry) ?? '']);
  };
  put(policy, {
    deniedMcpServers: [
      { serverName: 'named' },
      { serverCommand: ['echo', 'b'] },
      { serverUrl: 'https://mcp.example.com/*' },
    ],
  });
  const denied = `Your company refuses it: “deniedMcpServers” of ${policy}.`;
  expect(await reasons(user)).toEqual([
    ['named', denied],
    ['run', denied],
    ['far', denied],
    ['fine', ''],
  ]);
  put(policy, { allowedMcpServers: [{ serverName: 'fine' }] });
  expect((await reasons(user)).map(([, why]) => why === '')).toEqual([false, false, false, true]);
  put(policy, {});
  const managed = entriesOf('Claude Code (managed)', '/etc/claude-code/managed-mcp.json', { company: echo('m') });
  expect(await reasons([...managed, ...user.slice(3)])).toEqual([
    ['company', ''],
    ['fine', 'Your company’s /etc/claude-code/managed-mcp.json is there, and nothing else counts.'],
  ]);
});

it('lists the files a client reads, their order, and the installed version', async () => {
  put(join(home, '.claude.json'), { mcpServers: { one: echo('user') } });
  const [order] = await setup().orders();
  expect(order).toEqual({
    client: 'Claude Code',
    version: null,
    checkedWith: '2.1.325',
    files: [
      { scope: 'managed', path: '/etc/claude-code/managed-mcp.json', isThere: false },
      { scope: 'local', path: join(home, '.claude.json'), isThere: true },
      { scope: 'project', path: join(work, '.mcp.json'), isThere: false },
      { scope: 'user', path: join(home, '.claude.json'), isThere: true },
    ],
  });
  const packed = join(top, 'lib', 'claude-code');
  put(join(packed, 'package.json'), { name: 'claude-code', version: '3.4.5' });
  writeFileSync(join(packed, 'claude'), '', { mode: 0o755 });
  const bin = join(top, 'bin');
  mkdirSync(bin);
  symlinkSync(join(packed, 'claude'), join(bin, 'claude'));
  const machine = { platform: 'linux' as const, home, env: { PATH: bin } };
  expect(clientVersion('claude', machine)).toBe('3.4.5');
  expect(clientVersion('codex', machine)).toBeNull();
});
