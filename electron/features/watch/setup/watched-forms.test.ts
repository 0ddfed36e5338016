// Which entries Misfire recognizes as its own: those it wrote, in every form it ever used, and no lookalikes.

import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readWatchedWords } from '../../../inspector/client-configs/watched-forms.ts';
import { bridgeLauncherFor, launcherFor } from './launcher.ts';
import { textOf, WatchDesk } from './testing/watch-desk.ts';

/** As version 0.1.0 wrote them. New versions must keep reading these. */
const written = JSON.parse(textOf(join(import.meta.dirname, 'testing/written-entries.json'))) as {
  name: string;
  reaches: 'command' | 'address';
  words: string[];
  runs: string[];
}[];
const cursor = '.cursor/mcp.json';
const settings = (entries: Record<string, unknown>) => JSON.stringify({ mcpServers: entries }, null, 2);
const entryOf = ([command, ...args]: readonly string[]) => ({ command, args });

describe('an entry that an earlier version wrote', () => {
  for (const { name, reaches, words, runs } of written) {
    it(`is recognized: ${name}`, async () => {
      const desk = new WatchDesk();
      desk.put(cursor, settings({ files: entryOf(words) }));
      expect(readWatchedWords(words)).toMatchObject({ reaches, runs });
      expect(await desk.setup().list()).toMatchObject([{ state: 'watched', command: runs.join(' ') }]);
    });

    it(`is not recognized if any of its fixed words differs: ${name}`, () => {
      const free = new Set(['{runtime}', '{server}', '{client}']);
      const end = words.length - runs.length;
      const places: Record<number, string> = {
        [words.indexOf('--name') + 1]: '{server}',
        [words.indexOf('--client') + 1]: '{client}',
        [words.findIndex((word) => /(?:wrap|bridge)\.cjs$/.test(word)) - 1]: '{runtime}',
      };
      for (let at = 0; at < end; at += 1) {
        const changed = words.with(at, `${words[at]} `);
        expect([at, readWatchedWords(changed) !== null]).toEqual([at, free.has(places[at] ?? '')]);
      }
      expect(readWatchedWords(words.slice(0, end))).toBeNull();
      expect(readWatchedWords(['sudo', ...words])).toBeNull();
    });
  }

  for (const { name, words, runs } of written.filter(({ reaches }) => reaches === 'command'))
    it(`is undone without a record of it: ${name}`, async () => {
      const desk = new WatchDesk();
      const file = desk.put(cursor, settings({ files: { ...entryOf(words), env: { TOKEN: 'x' } } }));
      expect(await desk.setup().undo('cursor/files')).toMatchObject({ ok: true, value: { exact: false } });
      expect(JSON.parse(textOf(file))).toEqual({ mcpServers: { files: { ...entryOf(runs), env: { TOKEN: 'x' } } } });
    });

  for (const { name, words } of written.filter(({ reaches }) => reaches === 'address'))
    it(`does not become a broken command without a record of it: ${name}`, async () => {
      const desk = new WatchDesk();
      const text = settings({ files: entryOf(words) });
      const file = desk.put(cursor, text);
      expect(await desk.setup().undo('cursor/files')).toMatchObject({
        ok: false,
        problem: expect.stringMatching(/no record.*https:\/\/e\.example\/mcp/s),
      });
      expect(textOf(file)).toBe(text);
    });

  it('is undone byte for byte from the record of that version', async () => {
    const desk = new WatchDesk();
    const [first] = written;
    const before = '{ "command": "npx", "args": ["-y", "files-mcp", "--", "x"] }';
    const after = JSON.stringify(entryOf(first?.words ?? []));
    const whole = (entry: string) => `{\r\n  "mcpServers": {\r\n    "files": ${entry}, // mine\r\n  },\r\n}\r\n`;
    const file = desk.put(cursor, whole(after));
    desk.put(
      'data/watch/records.json',
      JSON.stringify([
        { id: 'cursor/files', path: file, entry: ['mcpServers', 'files'], format: 'json', before, after, backup: 'x' },
      ]),
    );
    expect(await desk.setup().undo('cursor/files')).toMatchObject({ ok: true, value: { exact: true } });
    expect(textOf(file)).toBe(whole(before));
  });

  it('is undone byte for byte where that version broke an entry with a duplicate key', async () => {
    const desk = new WatchDesk();
    const [first] = written;
    const before = '{"command":"first","args":["1"],"args":["2"]}';
    const words = [...(first?.words ?? []).slice(1, 13), 'first', '1'];
    const after = `{"command":"/bin/sh","args":${JSON.stringify(words)},"args":["2"]}`;
    const file = desk.put(cursor, `{"mcpServers":{"a":${after}}}`);
    desk.put(
      'data/watch/records.json',
      JSON.stringify([
        { id: 'cursor/a', path: file, entry: ['mcpServers', 'a'], format: 'json', before, after, backup: 'x' },
      ]),
    );
    expect(await desk.setup().list()).toMatchObject([{ id: 'cursor/a', state: 'watched' }]);
    expect(await desk.setup().undo('cursor/a')).toMatchObject({ ok: true, value: { exact: true } });
    expect(textOf(file)).toBe(`{"mcpServers":{"a":${before}}}`);
  });
});

it('recognizes every form that this version writes', () => {
  const data = '/home/me/it’s data/';
  for (const platform of ['linux', 'darwin', 'win32'] as const)
    for (const isApp of [false, true]) {
      const folder = join(data, 'watch');
      const program = {
        runtime: '/r',
        isApp,
        file: join(folder, 'wrap.cjs'),
        bridge: join(folder, 'bridge.cjs'),
        dataDir: data,
        launchFile: join(folder, `misfire-launch.${platform === 'win32' ? 'cmd' : 'sh'}`),
      };
      const wrap = launcherFor(platform, program, '--', 'Cursor');
      const words = [wrap.command, ...wrap.args, 'npx', '--', 'x'];
      expect(readWatchedWords(words)).toMatchObject({ reaches: 'command', runs: ['npx', '--', 'x'] });
      for (const isOld of [false, true]) {
        const bridge = bridgeLauncherFor(platform, program, { server: '--', client: 'Cursor', isOld });
        const own = [bridge.command, ...bridge.args, 'https://e.example/mcp'];
        expect(readWatchedWords(own)).toMatchObject({ reaches: 'address', runs: ['https://e.example/mcp'], isOld });
        expect(readWatchedWords([...own, 'more'])).toBeNull();
      }
    }
});

describe('an entry that only looks like one of Misfire’s', () => {
  const [first] = written;
  const real = first?.words ?? [];
  const lookalikes: Record<string, string[]> = {
    'a container called misfire': ['docker', 'run', 'misfire', '--', 'evil', 'x'],
    'Misfire as a server': ['npx', '-y', 'misfire', 'mcp'],
    'wrap by hand': ['/usr/local/bin/misfire', 'wrap', '--name', 'x', '--', 'cmd'],
    'wrap by npx': ['npx', '-y', 'misfire', 'wrap', '--name', 'x', '--', 'cmd', 'y'],
    'wrap of another tool': ['other', 'wrap', '--name', 'x', '--client', 'Cursor', '--data', '/d', '--', 'cmd'],
    'a shell with another script': ['/bin/sh', '-c', 'exec evil "$@"', 'misfire', '--', 'evil', 'x'],
    'the launcher’s name in another place': ['echo', 'C:\\x\\misfire-launch.cmd', '--', 'evil'],
    'another cmd.exe call': ['cmd.exe', '/d', '/c', 'call', 'C:\\evil\\misfire-launch.cmd', 'node', '--', 'evil'],
    'the same words after another program': ['env', ...real],
    'the same words with another program to run': real.with(5, '/tmp/evil/wrap.cjs'),
    'the same words with nothing to run': real.slice(0, 13),
  };
  for (const [what, words] of Object.entries(lookalikes))
    it(`is neither listed as watched nor undone: ${what}`, async () => {
      const desk = new WatchDesk();
      const text = settings({ misfire: entryOf(words) });
      const file = desk.put(cursor, text);
      const watching = desk.setup();
      expect((await watching.list())[0]).not.toMatchObject({ state: 'watched' });
      expect(await watching.undo('cursor/misfire')).toMatchObject({
        ok: false,
        problem: expect.stringMatching(/not watched/),
      });
      expect(textOf(file)).toBe(text);
    });

  it('can be watched and is restored', async () => {
    const desk = new WatchDesk();
    const text = settings({ misfire: entryOf(['docker', 'run', 'misfire', '--', 'evil', 'x']) });
    const file = desk.put(cursor, text);
    expect(await desk.setup().watch('cursor/misfire')).toMatchObject({ ok: true });
    writeFileSync(file, JSON.stringify(JSON.parse(textOf(file))));
    expect(await desk.setup().undo('cursor/misfire')).toMatchObject({ ok: true });
    expect(JSON.parse(textOf(file))).toEqual(JSON.parse(text));
  });
});

describe('an entry that was changed after it was watched', () => {
  const text = settings({ a: { command: 'npx', args: ['x'] }, b: { command: 'b' } });
  const change = async (desk: WatchDesk, alter: (entry: { args: string[]; env?: object }) => void) => {
    const file = desk.put(cursor, text);
    await desk.setup().watch('cursor/a');
    const now = JSON.parse(textOf(file));
    alter(now.mcpServers.a);
    writeFileSync(file, JSON.stringify(now, null, 2));
    return file;
  };

  it('keeps additions: variables, and arguments of the command', async () => {
    const desk = new WatchDesk();
    const file = await change(desk, (entry) => {
      entry.env = { A: '1' };
      entry.args.push('--verbose');
    });
    expect(await desk.setup().undo('cursor/a')).toMatchObject({ ok: true, value: { exact: false } });
    expect(JSON.parse(textOf(file)).mcpServers.a).toEqual({
      command: 'npx',
      args: ['x', '--verbose'],
      env: { A: '1' },
    });
  });

  it('is left alone if Misfire’s own words were changed, on every attempt', async () => {
    const desk = new WatchDesk();
    const file = await change(desk, (entry) => entry.args.splice(entry.args.indexOf('--'), 0, '--more'));
    const changed = textOf(file);
    const kept = /changed.*backups/s;
    for (let time = 0; time < 2; time += 1)
      expect(await desk.setup().undo('cursor/a')).toMatchObject({ ok: false, problem: expect.stringMatching(kept) });
    expect((await desk.setup().list())[0]).toMatchObject({ state: 'cannot', why: expect.stringMatching(/by hand/) });
    expect(await desk.setup().watch('cursor/a')).toMatchObject({ ok: false });
    expect(textOf(file)).toBe(changed);
  });

  it('names no backup that is gone, and needs none', async () => {
    const desk = new WatchDesk();
    const file = await change(desk, (entry) => entry.args.splice(entry.args.indexOf('--'), 0, '--more'));
    rmSync(join(desk.dataDir, 'watch/backups'), { recursive: true });
    expect(await desk.setup().undo('cursor/a')).toMatchObject({
      ok: false,
      problem: expect.not.stringContaining('backups'),
    });
    writeFileSync(file, text);
    await desk.setup().watch('cursor/a');
    rmSync(join(desk.dataDir, 'watch/backups'), { recursive: true });
    expect(await desk.setup().undo('cursor/a')).toMatchObject({ ok: true, value: { exact: true } });
    expect(textOf(file)).toBe(text);
  });

  it('does not mistake a copy under another name for the entry it wrote', async () => {
    const desk = new WatchDesk();
    const one = '{"mcpServers":{"a":{"command":"npx","args":["x"]}}}';
    const file = desk.put(cursor, one);
    await desk.setup().watch('cursor/a');
    const moved = textOf(file).replace('"a":', '"a":{"command":"mine"},"copy":');
    writeFileSync(file, moved);
    expect(await desk.setup().undo('cursor/a')).toMatchObject({ ok: false });
    expect(textOf(file)).toBe(moved);
    expect(await desk.setup().undo('cursor/copy')).toMatchObject({ ok: true });
    expect(JSON.parse(textOf(file)).mcpServers).toEqual({
      a: { command: 'mine' },
      copy: { command: 'npx', args: ['x'] },
    });
  });

  it('does not write a record that does not match what the entry runs', async () => {
    const desk = new WatchDesk();
    const file = desk.put(cursor, text);
    await desk.setup().watch('cursor/a');
    const records = join(desk.dataDir, 'watch/records.json');
    const [record] = JSON.parse(textOf(records));
    writeFileSync(records, JSON.stringify([{ ...record, before: '{"command":"evil"}' }]));
    expect(await desk.setup().undo('cursor/a')).toMatchObject({ ok: true, value: { exact: false } });
    expect(JSON.parse(textOf(file))).toEqual(JSON.parse(text));
  });

  it('does not write a record that adds another server', async () => {
    const desk = new WatchDesk();
    const file = desk.put(cursor, text);
    await desk.setup().watch('cursor/a');
    const records = join(desk.dataDir, 'watch/records.json');
    const [record] = JSON.parse(textOf(records));
    const before = `${record.before}, "evil": { "command": "evil" }`;
    writeFileSync(records, JSON.stringify([{ ...record, before }]));
    expect(await desk.setup().undo('cursor/a')).toMatchObject({ ok: true, value: { exact: false } });
    expect(JSON.parse(textOf(file))).toEqual(JSON.parse(text));
  });

  it('is undone from its own text if a copy of it comes first', async () => {
    const desk = new WatchDesk();
    const one = '{"mcpServers":{"a":{"command":"npx", "args":["x"]}}}';
    const file = desk.put(cursor, one);
    await desk.setup().watch('cursor/a');
    const watched = textOf(file);
    const copy = watched.slice(watched.indexOf('{"command"'), -2);
    const both = (entry: string) => `{"mcpServers":{"copy":${copy},"a":${entry}}}`;
    writeFileSync(file, both(copy));
    expect(await desk.setup().undo('cursor/a')).toMatchObject({ ok: true, value: { exact: true } });
    expect(textOf(file)).toBe(both('{"command":"npx", "args":["x"]}'));
  });

  it('is listed for undo while its file cannot be read', async () => {
    const desk = new WatchDesk();
    const file = desk.put(cursor, text);
    await desk.setup().watch('cursor/a');
    writeFileSync(file, textOf(file).slice(0, -1));
    expect(await desk.setup().watchedIds()).toEqual(['cursor/a']);
    expect(await desk.setup().undo('cursor/a')).toMatchObject({ ok: false, problem: expect.stringContaining(file) });
  });

  it('is refused while it has a duplicate key, and undone once that is fixed', async () => {
    const desk = new WatchDesk();
    const file = desk.put(cursor, text);
    await desk.setup().watch('cursor/a');
    const watched = textOf(file);
    writeFileSync(file, watched.replace('"command"', '"command": "mine", "command"'));
    const undone = await desk.setup().undo('cursor/a');
    expect(undone).toMatchObject({ ok: false, problem: expect.stringMatching(/line \d+.*command/) });
    writeFileSync(file, watched);
    expect(await desk.setup().undo('cursor/a')).toMatchObject({ ok: true, value: { exact: true } });
    expect(textOf(file)).toBe(text);
  });

  it('is undone byte for byte after its folder was moved', async () => {
    const desk = new WatchDesk();
    const address = '{"mcpServers":{"a":{"url":"https://e.example/mcp","headers":{"A":"b"}}}}';
    const file = desk.put('old/.cursor/mcp.json', address);
    const at = (home: string) => desk.setup({ machine: { platform: 'linux', home: join(desk.home, home), env: {} } });
    await at('old').watch('cursor/a');
    renameSync(join(desk.home, 'old'), join(desk.home, 'new'));
    expect(await at('new').undo('cursor/a')).toMatchObject({ ok: true, value: { exact: true } });
    expect(textOf(file.replace('/old/', '/new/'))).toBe(address);
  });

  it('reports that its file is gone', async () => {
    const desk = new WatchDesk();
    const file = desk.put(cursor, text);
    await desk.setup().watch('cursor/a');
    rmSync(dirname(file), { recursive: true });
    expect(await desk.setup().undo('cursor/a')).toMatchObject({ ok: false, problem: expect.stringMatching(/backups/) });
    expect(existsSync(file)).toBe(false);
  });
});

it('leaves the entry of another project with the same name alone', async () => {
  const desk = new WatchDesk();
  const text = '{"mcpServers":{"a":{"command":"npx"}}}';
  for (const name of ['one', 'two']) desk.put(`${name}/.mcp.json`, text);
  const at = (name: string) => desk.setup({ folder: join(desk.home, name) });
  await at('one').watch('.mcp.json/a');
  const watched = textOf(join(desk.home, 'one/.mcp.json'));
  desk.put('two/.mcp.json', watched.replace('npx', 'other'));
  expect(await at('two').undo('.mcp.json/a')).toMatchObject({ ok: true, value: { exact: false } });
  expect(JSON.parse(textOf(join(desk.home, 'two/.mcp.json'))).mcpServers.a).toEqual({ command: 'other', args: [] });
  expect(await at('one').undo('.mcp.json/a')).toMatchObject({ ok: true, value: { exact: true } });
});

it('keeps the entries of two projects with the same name separate', async () => {
  const desk = new WatchDesk();
  const text = (host: string) => `{"mcpServers":{"a":{"url":"https://${host}.example/mcp"}}}`;
  const [one, two] = ['one', 'two'].map((name) => desk.put(`${name}/.mcp.json`, text(name))) as [string, string];
  const at = (name: string) => desk.setup({ folder: join(desk.home, name) });
  for (const name of ['one', 'two']) expect(await at(name).watch('.mcp.json/a')).toMatchObject({ ok: true });
  expect(await at('one').undo('.mcp.json/a')).toMatchObject({ ok: true, value: { exact: true } });
  expect(textOf(one)).toBe(text('one'));
  expect(textOf(two)).not.toBe(text('two'));
  expect(await at('two').undo('.mcp.json/a')).toMatchObject({ ok: true, value: { exact: true } });
  expect(textOf(two)).toBe(text('two'));
});

it('keeps a damaged list of changes under another name instead of overwriting it', async () => {
  const desk = new WatchDesk();
  desk.put(cursor, settings({ a: { command: 'a' } }));
  const records = desk.put('data/watch/records.json', '[{"id":"cursor/old"');
  expect(await desk.setup().watch('cursor/a')).toMatchObject({ ok: true });
  const aside = readdirSync(dirname(records)).find((name) => name.startsWith('records.json.unreadable'));
  expect(textOf(join(dirname(records), aside ?? ''))).toBe('[{"id":"cursor/old"');
});
