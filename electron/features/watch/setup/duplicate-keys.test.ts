// Ambiguous settings: clients read the last of two equal keys, or reject the file. Misfire shows what clients read, changes nothing there,
// and names the line to fix.

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readServersText } from '../../../../shared/server-text/read-servers.ts';
import { textOf, WatchDesk } from './testing/watch-desk.ts';

interface Case {
  what: string;
  id: string;
  path: string;
  text: string;
  line: number;
  key: string;
  /** What its client starts or reaches; omitted if the case is about something else. */
  command?: string;
}

const cursor = '.cursor/mcp.json';
const goose = '.config/goose/config.yaml';
const json = (entry: string) => `{"mcpServers":{\n"a":{\n${entry}\n},\n"fine":{"command":"ok"}}}`;
const inJson = (what: string, entry: string, line: number, key: string, command?: string): Case => ({
  what,
  id: 'cursor/a',
  path: cursor,
  text: json(entry),
  line,
  key,
  ...(command === undefined ? {} : { command }),
});

const cases: Case[] = [
  inJson('args', '"command":"first",\n"args":["1"],\n"args":["2"]', 5, 'args', 'first 2'),
  inJson('args with an escape', '"command":"c","args":["1"],\n"\\u0061rgs":["2"]', 4, 'args', 'c 2'),
  inJson('command', '"command":"one",\n"args":["x"],\n"command":"two"', 5, 'command', 'two x'),
  inJson('env', '"command":"c",\n"env":{"A":"1"},\n"env":{"B":"2"}', 5, 'env', 'c'),
  inJson('a variable', '"command":"c",\n"env":{"A":"1",\n"A":"2"}', 5, 'A', 'c'),
  inJson('type', '"type":"stdio",\n"command":"c",\n"type":"http"', 5, 'type', 'c'),
  inJson(
    'url',
    '"url":"https://one.example/mcp",\n"url":"https://two.example/mcp"',
    4,
    'url',
    'https://two.example/mcp',
  ),
  inJson('headers', '"url":"https://e.example/mcp",\n"headers":{},\n"headers":{"A":"b"}', 5, 'headers'),
  inJson('a header', '"url":"https://e.example/mcp",\n"headers":{"A":"1",\n"A":"2"}', 5, 'A'),
  {
    what: 'two entries with one name',
    id: 'cursor/a',
    path: cursor,
    text: '{"mcpServers":{\n"a":{"command":"one"},\n"fine":{"command":"ok"},\n"a":{"command":"two"}}}',
    line: 4,
    key: 'a',
    command: 'two',
  },
  {
    what: 'an entry and a non-entry with one name',
    id: 'cursor/a',
    path: cursor,
    text: '{"mcpServers":{\n"a":null,\n"a":{"command":"two"},\n"fine":{"command":"ok"}}}',
    line: 3,
    key: 'a',
    command: 'two',
  },
  {
    what: 'a member of Cline’s transport',
    id: 'cline/a',
    path: '.cline/data/settings/cline_mcp_settings.json',
    text: '{"mcpServers":{"fine":{"command":"ok"},"a":{"transport":{"type":"stdio",\n"command":"one",\n"command":"two"}}}}',
    line: 3,
    key: 'command',
    command: 'two',
  },
  {
    what: 'a project of Claude Code',
    id: 'claude-code/a',
    path: '.claude.json',
    text: '{"mcpServers":{"fine":{"command":"ok"}},"projects":{"/p":{"mcpServers":{"a":{"command":"one"}}},\n"/p":{"mcpServers":{"a":{"command":"two"}}}}}',
    line: 2,
    key: '/p',
    command: 'two',
  },
  {
    what: 'a key of YAML',
    id: 'goose/a',
    path: goose,
    text: 'extensions:\n  a:\n    cmd: one\n    args: [x]\n    cmd: two\n  fine:\n    cmd: ok\n',
    line: 5,
    key: 'cmd',
  },
  {
    what: 'a key of YAML with other quotes',
    id: 'goose/a',
    path: goose,
    text: 'extensions:\n  a:\n    cmd: one\n    "cmd": two\n  fine:\n    cmd: ok\n',
    line: 4,
    key: 'cmd',
  },
  {
    what: 'an entry of YAML',
    id: 'goose/a',
    path: goose,
    text: 'extensions:\n  a:\n    cmd: one\n  fine:\n    cmd: ok\n  a:\n    cmd: two\n',
    line: 6,
    key: 'a',
  },
  {
    what: 'a merge key',
    id: 'goose/a',
    path: goose,
    text: 'base: &base\n  cmd: npx\nextensions:\n  a:\n    <<: *base\n    args: [x]\n  fine:\n    cmd: ok\n',
    line: 5,
    key: '<<',
    command: 'npx x',
  },
  {
    what: 'an alias in an entry',
    id: 'goose/a',
    path: goose,
    text: 'words: &words [x]\nextensions:\n  a:\n    cmd: npx\n    args: *words\n  fine:\n    cmd: ok\n',
    line: 5,
    key: '*words',
    command: 'npx x',
  },
  {
    what: 'an entry that is an alias',
    id: 'goose/a',
    path: goose,
    text: 'base: &base\n  cmd: npx\nextensions:\n  a: *base\n  fine:\n    cmd: ok\n',
    line: 4,
    key: '*base',
    command: 'npx',
  },
  {
    what: 'an anchor that another entry uses',
    id: 'goose/a',
    path: goose,
    text: 'extensions:\n  a: &base\n    cmd: npx\n  other: *base\n  fine:\n    cmd: ok\n',
    line: 2,
    key: '&base',
    command: 'npx',
  },
  {
    what: 'two items with one name',
    id: 'continue/a',
    path: '.continue/config.yaml',
    text: 'mcpServers:\n  - name: a\n    command: one\n  - name: fine\n    command: ok\n  - name: a\n    command: two\n',
    line: 6,
    key: 'a',
  },
];

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
const named = (file: string, line: number, key: string) =>
  new RegExp(`^${escaped(file)}, line ${line}: .*${escaped(key)}.* then watch`, 's');

describe('an entry that can be read in two ways', () => {
  for (const { what, id, path, text, line, key, command } of cases)
    it(`is left alone: ${what}`, async () => {
      const desk = new WatchDesk();
      const file = desk.put(path, text);
      const watching = desk.setup();
      const entries = await watching.list();
      const entry = entries.find((each) => each.id === id);
      expect(entry).toMatchObject({ state: 'cannot', why: expect.stringMatching(named(file, line, key)) });
      if (command !== undefined) expect(entry?.command).toBe(command);
      for (const done of [await watching.watch(id), await watching.plan(id)])
        expect(done).toMatchObject({ ok: false, problem: expect.stringMatching(named(file, line, key)) });
      expect(textOf(file)).toBe(text);
      // The file's other entries can still be changed.
      const fine = `${id.split('/')[0]}/fine`;
      expect(await watching.watch(fine)).toMatchObject({ ok: true });
      expect(await watching.undo(fine)).toMatchObject({ ok: true, value: { exact: true } });
      expect(textOf(file)).toBe(text);
    });

  it('shows only the second of two maps, and changes none of its entries', async () => {
    const desk = new WatchDesk();
    const text =
      '{"mcpServers":{"a":{"command":"one"},"gone":{"command":"x"}},\n"mcpServers":{"a":{"command":"two"},"b":{"command":"b"}}}';
    const file = desk.put(cursor, text);
    const entries = await desk.setup().list();
    expect(entries.map(({ id, command, state }) => [id, command, state])).toEqual([
      ['cursor/a', 'two', 'cannot'],
      ['cursor/b', 'b', 'cannot'],
    ]);
    expect(entries[0]?.why).toMatch(named(file, 2, 'mcpServers'));
    expect(await desk.setup().watch('cursor/b')).toMatchObject({ ok: false });
    expect(textOf(file)).toBe(text);
  });

  it('reads such an entry for the doctor as clients do', () => {
    const { servers } = readServersText(json('"command":"first","args":["1"],"args":["2"]'));
    expect(servers[0]?.config.transport).toMatchObject({ command: 'first', args: ['2'] });
  });

  it('watches an entry next to an unused anchor, and next to a JSON key named <<', async () => {
    const desk = new WatchDesk();
    desk.put(goose, 'extensions:\n  a: &unused\n    cmd: npx\n');
    desk.put(cursor, '{"mcpServers":{"a":{"command":"c","<<":1}}}');
    for (const id of ['goose/a', 'cursor/a']) expect(await desk.setup().watch(id)).toMatchObject({ ok: true });
  });

  const tables: [string, string, number, string][] = [
    ['a key', '[mcp_servers.a]\ncommand = "x"\nargs = ["1"]\nargs = ["2"]\n', 4, 'args'],
    ['a table', '[mcp_servers.a]\ncommand = "x"\n[mcp_servers.a]\nargs = []\n', 3, 'mcp_servers.a'],
    ['a variable', '[mcp_servers.a]\ncommand = "x"\nenv = { A = "1", "A" = "2" }\n', 3, 'A'],
  ];
  for (const [what, text, line, key] of tables)
    it(`names the line of TOML that makes the file unreadable for its client: ${what}`, async () => {
      const desk = new WatchDesk();
      const file = desk.put('.codex/config.toml', text);
      const said = new RegExp(`${escaped(file)}.*[Ll]ine ${line}.*${escaped(key)}`, 's');
      expect(await desk.setup().watch('codex/a')).toMatchObject({ ok: false, problem: expect.stringMatching(said) });
      expect(await desk.setup().unreadable()).toMatchObject([{ client: 'Codex', path: file }]);
      expect(textOf(file)).toBe(text);
    });

  it('leaves a file alone whose aliases expand without end', async () => {
    const desk = new WatchDesk();
    const levels = Array.from({ length: 40 }, (_, n) => `l${n + 1}: &l${n + 1} [*l${n}, *l${n}]`);
    const text = `l0: &l0 [x, x]\n${levels.join('\n')}\nextensions:\n  a:\n    cmd: npx\n    args: *l40\n`;
    const file = desk.put(goose, text);
    expect(await desk.setup().watch('goose/a')).toMatchObject({ ok: false, problem: expect.stringContaining(file) });
    expect(textOf(file)).toBe(text);
    desk.put(goose, 'extensions: &all\n  a: *all\n');
    expect(await desk.setup().list()).toEqual([]);
    expect(join(desk.home, goose)).toBe(file);
  });
});
