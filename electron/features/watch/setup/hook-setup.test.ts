// Adds the hook to the settings of clients and removes it without a trace, on real files.

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { jsonOf, readSpans } from '../../../inspector/client-configs/span-tree.ts';
import { HookSetup } from './hook-setup.ts';
import { WatchSetup } from './watch-setup.ts';

let home: string;
let platform: NodeJS.Platform;
beforeEach(() => {
  platform = 'linux';
  home = mkdtempSync(join(tmpdir(), 'misfire-hooks-'));
  mkdirSync(join(home, 'node/chunks'), { recursive: true });
  for (const name of ['misfire.cjs', 'cli.js', 'chunks/a.js'])
    writeFileSync(join(home, 'node', name), '// the program\n');
  writeFileSync(join(home, 'wrap.cjs'), '// the watching program\n');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const options = (env: Record<string, string> = {}) => ({
  machine: { platform, home, env },
  dataDir: join(home, "Ada's data"),
  runtime: () => ({
    command: process.execPath,
    isApp: false,
    program: join(home, 'wrap.cjs'),
    folder: join(home, 'node'),
    version: '1',
  }),
});
const setup = (env?: Record<string, string>) => new HookSetup(options(env));

function put(path: string, text: string): string {
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}
const read = (file: string) => readFileSync(file, 'utf8');
const stateOf = async (id: string) => (await setup().list()).find((each) => each.id === id)?.state;
// biome-ignore lint/suspicious/noExplicitAny: the file is another program's.
const jsonIn = (file: string): any => {
  const spans = readSpans(read(file), 'json');
  if (!spans.ok) throw new Error(spans.problem);
  return jsonOf(spans.root);
};

const ownHook = '{ "matcher": "Bash", "hooks": [{ "type": "command", "command": "./check.sh" }] }';
const layouts: Record<string, string> = {
  empty: '',
  'an empty object': '{}',
  'one line': '{"model":"opus","permissions":{"allow":["Bash"]}}',
  'tabs, comments and a trailing comma':
    '{\n\t// mine\n\t"model": "opus", // the big one\n\t/* hooks */\n\t"hooks": {\n\t\t"PostToolUse": [\n\t\t\t{ "matcher": "Edit", "hooks": [] }, // format\n\t\t],\n\t},\n}\n',
  'Windows line ends': '{\r\n    "model": "opus",\r\n    "hooks": {}\r\n}\r\n',
  'a byte order mark': '\ufeff{\n  "env": { "A": "1" }\n}',
  'a comment at the end': '{\n  "model": "opus" // the big one\n  // nothing else\n}\n',
  'hooks of the user on one line': `{ "hooks": { "PostToolUse": [${ownHook}], "Stop": [] } }`,
  'only a comment': '{\n  // settings\n}\n',
};

it.each(Object.entries(layouts))(
  'sets up and undoes the hook of Claude Code byte for byte: %s',
  async (_name, before) => {
    const file = put('.claude/settings.json', before);
    expect(await stateOf('claude-code')).toBe('open');
    const planned = await setup().plan('claude-code');
    expect(read(file)).toBe(before);
    const made = await setup().setUp('claude-code');
    expect(made).toMatchObject({ ok: true, value: { state: 'set up' } });
    expect(planned.ok && made.ok && planned.value.lines).toEqual(made.ok && made.value.lines);
    expect(await stateOf('claude-code')).toBe('set up');
    const { PostToolUse, PostToolUseFailure } = jsonIn(file).hooks;
    expect(PostToolUse.at(-1)).toMatchObject({ matcher: 'mcp__.*', hooks: [{ type: 'command' }] });
    expect(PostToolUseFailure).toEqual([PostToolUse.at(-1)]);
    for (const comment of before.match(/\/\/.*|\/\*.*?\*\//g) ?? []) expect(read(file)).toContain(comment);
    expect(await setup().undo('claude-code')).toMatchObject({ ok: true, value: { exact: true } });
    expect(read(file)).toBe(before);
  },
);

it('writes the hooks of Gemini CLI and of Copilot CLI, which has a file of its own', async () => {
  put('.gemini/settings.json', '{\n  "mcpServers": {}\n}\n');
  mkdirSync(join(home, '.copilot'));
  for (const id of ['gemini-cli', 'github-copilot']) expect(await setup().setUp(id)).toMatchObject({ ok: true });
  expect(jsonIn(join(home, '.gemini/settings.json')).hooks.AfterTool).toMatchObject([
    { matcher: 'mcp_.*', hooks: [{ type: 'command', timeout: 10 * 1000 }] },
  ]);
  const own = join(home, '.copilot/hooks/misfire.json');
  expect(jsonIn(own)).toMatchObject({ version: 1, hooks: { postToolUse: [{ type: 'command', timeoutSec: 10 }] } });
  expect(statSync(own).mode & 0o777).toBe(0o600);
  expect(await setup().setUpIds()).toEqual(['gemini-cli', 'github-copilot']);
  expect(await setup().undo('github-copilot')).toMatchObject({ ok: true, value: { exact: true } });
  expect(readdirSync(join(home, '.copilot'))).toEqual([]);
});

it('keeps what changed since, and removes only the hook', async () => {
  const file = put('.claude/settings.json', '{\n  "model": "opus"\n}\n');
  await setup().setUp('claude-code');
  writeFileSync(file, read(file).replace('"opus"', '"sonnet", // changed\n  "theme": "dark"'));
  expect(await setup().undo('claude-code')).toMatchObject({ ok: true, value: { exact: true } });
  expect(read(file)).toBe('{\n  "model": "sonnet", // changed\n  "theme": "dark"\n}\n');
});

it('removes the hook from a file that its client wrote again in another layout', async () => {
  const file = put('.claude/settings.json', `{\n  "hooks": { "PostToolUse": [${ownHook}] }\n}\n`);
  await setup().setUp('claude-code');
  writeFileSync(file, JSON.stringify({ ...jsonIn(file), theme: 'dark' }, null, 4));
  expect(await setup().undo('claude-code')).toMatchObject({ ok: true, value: { exact: false } });
  expect(jsonIn(file)).toEqual({ hooks: { PostToolUse: [JSON.parse(ownHook)] }, theme: 'dark' });
});

it('lets an entry of the same file be watched and undone meanwhile', async () => {
  const before = '{\n  "mcpServers": {\n    "shop": { "command": "npx", "args": ["shop"] }\n  }\n}\n';
  const file = put('.gemini/settings.json', before);
  const around = { platform, isRunning: () => false, isShared: () => false, allowList: () => false };
  const watch = new WatchSetup({ ...options(), around });
  expect(await watch.watch('gemini-cli/shop')).toMatchObject({ ok: true });
  const watched = read(file);
  await setup().setUp('gemini-cli');
  expect(await watch.undo('gemini-cli/shop')).toMatchObject({ ok: true, value: { exact: true } });
  expect(await setup().undo('gemini-cli')).toMatchObject({ ok: true, value: { exact: true } });
  expect(read(file)).toBe(before);
  expect(watched).not.toBe(before);
});

it('leaves a hook alone that was changed by hand, and names the backup', async () => {
  const before = '{\n  "model": "opus"\n}\n';
  const file = put('.claude/settings.json', before);
  await setup().setUp('claude-code');
  const changed = read(file).replaceAll('exit 0', 'exit 3');
  writeFileSync(file, changed);
  const undone = await setup().undo('claude-code');
  expect(undone).toMatchObject({ ok: false, problem: expect.stringContaining('changed by hand') });
  expect(read(file)).toBe(changed);
  const [, backup = ''] = /kept as (.*)\.$/.exec(undone.ok ? '' : undone.problem) ?? [];
  expect(read(backup)).toBe(before);
});

it('sees a hook that was added by hand, and does not add a second one', async () => {
  const hook = { matcher: 'mcp__.*', hooks: [{ type: 'command', command: 'misfire hook' }] };
  put('.claude/settings.json', JSON.stringify({ hooks: { PostToolUse: [hook] } }));
  expect(await stateOf('claude-code')).toBe('set up');
  expect(await setup().setUp('claude-code')).toMatchObject({ ok: false, problem: expect.stringContaining('by hand') });
});

it.each<[string, string, string]>([
  ['that is not JSON', '{ "hooks": ', 'cannot be read'],
  ['with a duplicate key', '{ "hooks": {},\n "hooks": {} }', 'Line 2: the key “hooks” is there twice'],
  ['with a list of another kind', '{ "hooks": { "PostToolUse": "none" } }', '“PostToolUse”'],
  ['that turns all hooks off', '{ "disableAllHooks": true }', 'turns off all hooks'],
  ['that is a list', '[]', 'not a JSON object'],
])('explains a file %s and leaves it alone', async (_what, before, words) => {
  const file = put('.claude/settings.json', before);
  expect(await setup().setUp('claude-code')).toMatchObject({ ok: false, problem: expect.stringContaining(words) });
  expect(read(file)).toBe(before);
  expect(existsSync(join(home, "Ada's data", 'watch', 'hooks.json'))).toBe(false);
});

it('explains a client that is not there, one without hooks, and Windows', async () => {
  expect(await setup().setUp('gemini-cli')).toMatchObject({ problem: expect.stringContaining('is not installed') });
  expect(await setup().setUp('codex')).toMatchObject({ problem: expect.stringContaining('claude-code, gemini-cli') });
  mkdirSync(join(home, '.claude'));
  expect(await setup().undo('claude-code')).toMatchObject({ problem: 'Claude Code has no hook of Misfire.' });
  platform = 'win32';
  expect(await setup().setUp('claude-code')).toMatchObject({ problem: expect.stringContaining('On Windows') });
});

it('uses the folder that CLAUDE_CONFIG_DIR names', async () => {
  const folder = join(home, 'elsewhere');
  mkdirSync(folder);
  expect(await setup({ CLAUDE_CONFIG_DIR: folder }).setUp('claude-code')).toMatchObject({ ok: true });
  expect(readdirSync(folder)).toEqual(['settings.json']);
});

it('set up three times at once, keeps the record that undoes it', async () => {
  mkdirSync(join(home, '.claude'));
  const before = '{"theme":"dark"}\n';
  writeFileSync(join(home, '.claude/settings.json'), before);
  const setups = [1, 2, 3].map(() => new HookSetup(options()));
  const results = await Promise.all(setups.map((each) => each.setUp('claude-code')));
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await new HookSetup(options()).undo('claude-code')).toMatchObject({ ok: true, value: { exact: true } });
  expect(readFileSync(join(home, '.claude/settings.json'), 'utf8')).toBe(before);
});

it('reports an empty program of Misfire, and changes nothing', async () => {
  mkdirSync(join(home, '.claude'));
  writeFileSync(join(home, '.claude/settings.json'), '{}\n');
  writeFileSync(join(home, 'node/cli.js'), '');
  const result = await new HookSetup(options()).setUp('claude-code');
  expect(result).toMatchObject({
    ok: false,
    problem: expect.stringContaining('cli.js is empty; install Misfire again'),
  });
  expect(readFileSync(join(home, '.claude/settings.json'), 'utf8')).toBe('{}\n');
});
