// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the notation of variables in settings is what is tested.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isObject, type JsonObject } from '../../../../shared/json/json.ts';
import { entryWords, findEntries } from '../../../inspector/client-configs/entry-edit.ts';
import { jsonOf, readSpans } from '../../../inspector/client-configs/span-tree.ts';
import { WatchSetup } from './watch-setup.ts';

let home: string;
let dataDir: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'misfire-address-'));
  dataDir = join(home, 'data');
  mkdirSync(join(home, 'node/chunks'), { recursive: true });
  for (const name of ['misfire.cjs', 'cli.js', 'chunks/a.js', 'chunks/a.js.map'])
    writeFileSync(join(home, 'node', name), '// the whole program\n');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const setup = () =>
  new WatchSetup({
    machine: { platform: 'linux', home, env: {} },
    dataDir,
    around: { platform: 'linux', isRunning: () => false, isShared: () => false, allowList: () => false },
    runtime: () => ({ command: process.execPath, isApp: false, program: '', folder: join(home, 'node'), version: '1' }),
  });

function put(path: string, text: string): string {
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

interface Case {
  id: string;
  path: string;
  text: string;
  /** The entry's other fields afterwards. */
  has: JsonObject;
  isOld?: true;
}

/** Each client's syntax for an address, with common additions. */
const formats: Case[] = [
  {
    id: 'claude-code/api',
    path: '.claude.json',
    text: '{"mcpServers":{"api":{"type":"http","url":"https://e.example/mcp","headers":{"Authorization":"Bearer ${TOKEN}","X-Team":"a: b"}}},"n":1}',
    has: {
      type: 'stdio',
      env: { MISFIRE_HEADER_1: 'Authorization: Bearer ${TOKEN}', MISFIRE_HEADER_2: 'X-Team: a: b' },
    },
  },
  {
    id: 'claude-code/old',
    path: '.claude.json',
    text: '{\n  "mcpServers": {\n    "old": {\n      "type": "sse",\n      "url": "https://e.example/stream"\n    }\n  }\n}\n',
    has: { type: 'stdio' },
    isOld: true,
  },
  {
    id: 'cursor/api',
    path: '.cursor/mcp.json',
    text: '{\r\n  "mcpServers": {\r\n    "api": {\r\n      "headers": { "Authorization": "Bearer ${env:KEY}" },\r\n      "url": "https://${env:HOST}/mcp"\r\n    }\r\n  }\r\n}\r\n',
    has: { env: { MISFIRE_HEADER_1: 'Authorization: Bearer ${env:KEY}' } },
  },
  {
    id: 'vs-code/api',
    path: '.config/Code/User/mcp.json',
    text: '// mine\n{\n\t"inputs": [],\n\t"servers": {\n\t\t/* work */\n\t\t"api": {\n\t\t\t"type": "http", // new\n\t\t\t"url": "https://e.example/mcp",\n\t\t\t"headers": {\n\t\t\t\t"X-Key": "${input:key}", // asked\n\t\t\t},\n\t\t},\n\t},\n}\n',
    has: { type: 'stdio', env: { MISFIRE_HEADER_1: 'X-Key: ${input:key}' } },
  },
  {
    id: 'github-copilot/api',
    path: '.copilot/mcp-config.json',
    text: '{"mcpServers":{"api":{"type":"http","url":"https://e.example/mcp","headers":{},"tools":["*"]}}}',
    has: { type: 'stdio', tools: ['*'] },
  },
  {
    id: 'windsurf/api',
    path: '.codeium/windsurf/mcp_config.json',
    text: '{"mcpServers":{"api":{"serverUrl":"https://e.example/sse","disabledTools":[]}}}',
    has: { disabledTools: [] },
    isOld: true,
  },
  {
    id: 'zed/api',
    path: '.config/zed/settings.json',
    text: '{\n  // Zed\n  "context_servers": {\n    "api": { "source": "custom", "url": "https://e.example/mcp", "oauth": {}, "headers": { "A": "b" } } // mine\n  }\n}\n',
    has: { source: 'custom', env: { MISFIRE_HEADER_1: 'A: b' } },
  },
  {
    id: 'codex/api',
    path: '.codex/config.toml',
    text: '# Codex\n[mcp_servers.api] # work\nurl = "https://e.example/mcp" # there\nbearer_token_env_var = "API_TOKEN"\nstartup_timeout_sec = 20\n\n[mcp_servers.api.http_headers]\n"X-Region" = "eu" # near\n\n[tui]\nnotifications = true\n',
    has: {
      startup_timeout_sec: 20,
      env: { MISFIRE_HEADER_1: 'X-Region: eu', MISFIRE_HEADER_2: 'Authorization: Bearer ${API_TOKEN}' },
      env_vars: ['API_TOKEN'],
    },
  },
  {
    id: 'codex/inline',
    path: '.codex/config.toml',
    text: '[mcp_servers]\ninline = { enabled = true, url = "https://e.example/mcp", env_http_headers = { "X-Key" = "KEY" } }\n',
    has: { enabled: true, env: { MISFIRE_HEADER_1: 'X-Key: ${KEY}' }, env_vars: ['KEY'] },
  },
  {
    id: 'gemini-cli/new',
    path: '.gemini/settings.json',
    text: '{ /* mine */ "mcpServers": { "new": { "httpUrl": "https://e.example/mcp", "headers": { "A": "$TOKEN" }, "trust": false } } }',
    has: { env: { MISFIRE_HEADER_1: 'A: $TOKEN' }, trust: false },
  },
  {
    id: 'gemini-cli/old',
    path: '.gemini/settings.json',
    text: '{ "mcpServers": { "old": { "url": "https://e.example/mcp", "timeout": 5 } } }',
    has: { timeout: 5 },
    isOld: true,
  },
  {
    id: 'goose/api',
    path: '.config/goose/config.yaml',
    text: '# goose\nGOOSE_MODEL: x\nextensions:\n  api:   # work\n    enabled: true\n    type: streamable_http\n    uri: https://e.example/mcp # there\n    headers:\n      Authorization: Bearer ${API_TOKEN} # secret\n      X-A: "1"\n    env_keys: [API_TOKEN]\n    timeout: 300\n  developer:\n    type: builtin\n',
    has: {
      enabled: true,
      type: 'stdio',
      envs: { MISFIRE_HEADER_1: 'Authorization: Bearer ${API_TOKEN}', MISFIRE_HEADER_2: 'X-A: 1' },
      env_keys: ['API_TOKEN'],
      timeout: 300,
    },
  },
  {
    id: 'goose/with-envs',
    path: '.config/goose/config.yaml',
    text: 'extensions:\n  with-envs:\n    type: sse\n    uri: "https://e.example/events"\n    envs:\n      MODE: fast\n    headers: {A: b}\n',
    has: { type: 'stdio', envs: { MODE: 'fast', MISFIRE_HEADER_1: 'A: b' } },
    isOld: true,
  },
  {
    id: 'cline/nested',
    path: '.cline/data/settings/cline_mcp_settings.json',
    text: '{"mcpServers":{"nested":{"transport":{"type":"streamableHttp","url":"https://e.example/mcp","headers":{"A":"b"}},"disabled":false}}}',
    has: { disabled: false, transport: { type: 'stdio', env: { MISFIRE_HEADER_1: 'A: b' } } },
  },
  {
    id: 'cline/bare',
    path: '.cline/data/settings/cline_mcp_settings.json',
    text: '{"mcpServers":{"bare":{"url":"https://e.example/mcp","env":{}}}}',
    has: { env: {} },
    isOld: true,
  },
  {
    id: 'lm-studio/api',
    path: '.lmstudio/mcp.json',
    text: '{"mcpServers":{"api":{"url":"https://e.example/mcp","env":{"A":"1"},"headers":{"Authorization":"Bearer k"}}}}',
    has: { env: { A: '1', MISFIRE_HEADER_1: 'Authorization: Bearer k' } },
  },
  {
    id: 'opencode/api',
    path: '.config/opencode/opencode.jsonc',
    text: '{\n  // opencode\n  "mcp": {\n    "api": {\n      "type": "remote",\n      "url": "https://e.example/mcp",\n      "oauth": false,\n      "enabled": true,\n      "headers": {\n        "Authorization": "Bearer {env:KEY}"\n      }\n    }\n  }\n}\n',
    has: { type: 'local', enabled: true, environment: { MISFIRE_HEADER_1: 'Authorization: Bearer {env:KEY}' } },
  },
  {
    id: 'continue/api',
    path: '.continue/config.yaml',
    text: 'name: me\nmcpServers:\n  - name: api\n    type: streamable-http\n    url: https://e.example/mcp\n  - name: sq\n    command: uvx\n',
    has: { name: 'api', type: 'stdio' },
  },
];

const entryIn = (file: string, id: string) => {
  const format = file.endsWith('.toml') ? 'toml' : file.endsWith('.yaml') ? 'yaml' : 'json';
  const read = readSpans(readFileSync(file, 'utf8'), format);
  const found = read.ok ? findEntries(read.root).find((each) => each.name === id.split('/')[1]) : undefined;
  return found?.entry;
};

/** Without the command, which is checked separately. */
function rest(value: JsonObject): JsonObject {
  const { command, cmd, args, transport, ...others } = value;
  return isObject(transport) ? { ...others, transport: rest(transport) } : others;
}

describe('watching an address', () => {
  for (const { id, path, text, has, isOld } of formats) {
    it(`makes ${id} run the bridge with its headers, and restores it byte for byte`, async () => {
      const file = put(path, text);
      const watching = setup();
      expect((await watching.list()).find((entry) => entry.id === id)).toMatchObject({
        state: 'open',
        command: expect.stringMatching(/^https:/),
      });
      expect(await watching.plan(id)).toMatchObject({ ok: true });
      expect(await watching.watch(id)).toMatchObject({ ok: true, value: { state: 'watched' } });
      const entry = entryIn(file, id);
      if (!entry) throw new Error('The entry is gone.');
      const words = entryWords(entry) ?? [];
      expect(words.slice(0, 4)).toEqual(['/bin/sh', '-c', expect.any(String), 'misfire']);
      expect(words.at(-2)).toBe('--');
      expect(text).toContain(words.at(-1));
      expect(words.includes('--transport')).toBe(isOld ?? false);
      expect(rest(jsonOf(entry) as JsonObject)).toEqual(has);
      expect(await watching.list()).toContainEqual(expect.objectContaining({ id, state: 'watched' }));
      expect(await watching.undo(id)).toMatchObject({ ok: true, value: { exact: true } });
      expect(readFileSync(file, 'utf8')).toBe(text);
    });

    it(`restores only ${id} if the rest of its file has changed`, async () => {
      const file = put(path, text);
      const watching = setup();
      await watching.watch(id);
      const more = /toml|yaml/.test(path) ? '# added later\n' : '/* added later */ ';
      writeFileSync(file, more + readFileSync(file, 'utf8'));
      expect(await watching.undo(id)).toMatchObject({ ok: true });
      expect(readFileSync(file, 'utf8')).toBe(more + text);
    });
  }

  it('restores the meaning of an entry if its client has rewritten the file, and keeps additions', async () => {
    const text = '{"mcpServers":{"api":{"type":"http","url":"https://e.example/mcp","headers":{"A":"b"}}}}';
    const file = put('.claude.json', text);
    const watching = setup();
    await watching.watch('claude-code/api');
    writeFileSync(file, JSON.stringify(JSON.parse(readFileSync(file, 'utf8')), null, 4));
    expect(await watching.undo('claude-code/api')).toMatchObject({ ok: true, value: { exact: false } });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(text));

    await watching.watch('claude-code/api');
    const now = JSON.parse(readFileSync(file, 'utf8'));
    now.mcpServers.api.disabled = true;
    now.mcpServers.api.env.OWN = '1';
    writeFileSync(file, JSON.stringify(now, null, 1));
    expect(await watching.undo('claude-code/api')).toMatchObject({ ok: true, value: { exact: false } });
    expect(JSON.parse(readFileSync(file, 'utf8')).mcpServers.api).toEqual({
      type: 'http',
      url: 'https://e.example/mcp',
      headers: { A: 'b' },
      disabled: true,
      env: { OWN: '1' },
    });
  });

  it('restores an entry that Goose has rewritten with other spaces', async () => {
    const text =
      'extensions:\n    api:\n        type: streamable_http\n        uri: https://e.example/mcp\n        enabled: true\n';
    const file = put('.config/goose/config.yaml', text);
    const watching = setup();
    await watching.watch('goose/api');
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('    ', '  '));
    expect(await watching.undo('goose/api')).toMatchObject({ ok: true, value: { exact: false } });
    const entry = entryIn(file, 'goose/api');
    expect(entry && jsonOf(entry)).toEqual({ type: 'streamable_http', uri: 'https://e.example/mcp', enabled: true });
  });

  it('names the backup if the entry cannot be restored', async () => {
    const file = put('.claude.json', '{"mcpServers":{"api":{"type":"http","url":"https://e.example/mcp"}}}');
    const watching = setup();
    await watching.watch('claude-code/api');
    const now = JSON.parse(readFileSync(file, 'utf8'));
    now.mcpServers.api.args.push('--more');
    writeFileSync(file, JSON.stringify(now));
    const undone = await watching.undo('claude-code/api');
    expect(undone).toMatchObject({ ok: false, problem: expect.stringMatching(/backups/) });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(now);
  });

  it('writes headers only to the backup and to the record of the change', async () => {
    put('.cursor/mcp.json', '{"mcpServers":{"api":{"url":"https://e.example/mcp","headers":{"A":"canary-77"}}}}');
    await setup().watch('cursor/api');
    const holds = (folder: string): string[] =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((each) => each.isFile() && readFileSync(join(each.parentPath, each.name), 'utf8').includes('canary-77'))
        .map(({ name }) => name)
        .sort();
    expect(holds(dataDir)).toEqual([expect.stringMatching(/^[0-9a-f]{16}$/), 'records.json']);
  });

  const refusals: [string, string, string, string][] = [
    ['a program that makes headers', '.claude.json', '"url":"https://e.example/mcp","headersHelper":"x"', 'headers'],
    [
      'a client registered by hand',
      '.claude.json',
      '"url":"https://e.example/mcp","oauth":{"clientId":"x"}',
      'signs in',
    ],
    ['a socket of this machine', '.config/Code/User/mcp.json', '"url":"unix:///tmp/x.sock"', 'socket'],
    [
      'a header that is not a string',
      '.cursor/mcp.json',
      '"url":"https://e.example/mcp","headers":{"A":["b"]}',
      'headers',
    ],
    ['another protocol', '.cursor/mcp.json', '"url":"ftp://e.example/mcp"', 'http://'],
  ];
  for (const [what, path, members, words] of refusals)
    it(`leaves ${what} alone, and says why`, async () => {
      const list = path.includes('Code') ? 'servers' : 'mcpServers';
      const text = `{"${list}":{"a":{${members}}}}`;
      const file = put(path, text);
      const [entry] = await setup().list();
      expect(entry).toMatchObject({ state: 'cannot', why: expect.stringContaining(words) });
      expect(await setup().watch(entry?.id ?? '')).toMatchObject({ ok: false });
      expect(readFileSync(file, 'utf8')).toBe(text);
    });

  it('keeps the current copy and the previous one', async () => {
    put('.cursor/mcp.json', '{"mcpServers":{"api":{"url":"https://e.example/mcp"}}}');
    await setup().watch('cursor/api');
    for (const name of ['b', 'c', 'd']) {
      writeFileSync(join(home, `node/chunks/${name}.js`), '//');
      setup().refreshProgram();
    }
    const copies = readdirSync(join(dataDir, 'watch')).filter((name) => name.startsWith('program-'));
    expect(copies).toHaveLength(2);
    const bridge = readFileSync(join(dataDir, 'watch/bridge.cjs'), 'utf8');
    const used = /program-[0-9a-f]{12}/.exec(bridge)?.[0] ?? '';
    expect(readdirSync(join(dataDir, 'watch', used, 'chunks'))).toEqual(['a.js', 'b.js', 'c.js', 'd.js']);
  });
});
