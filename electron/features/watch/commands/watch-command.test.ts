// `misfire watch` on settings with entries that must be left alone: each is reported, and none stops the others.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import '../../../launch/testing/built-program.ts';
import { runHere } from '../../../launch/testing/run-here.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'misfire-watch-'));
  mkdirSync(join(home, '.cursor'));
  mkdirSync(join(home, '.codex'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function misfire(...args: string[]) {
  const onlyEnv = { PATH: process.env.PATH, HOME: home, USERPROFILE: home };
  return runHere(args, { data: join(home, 'data'), cwd: home, onlyEnv });
}

const settings = () => join(home, '.cursor/mcp.json');

it('undoes what it can, reports what it cannot, and exits 1', async () => {
  const lookalike = { command: 'docker', args: ['run', 'misfire', '--', 'evil', 'x'] };
  const before = { a: { url: 'https://e.example/mcp' }, b: { command: 'b' }, c: { command: 'c' }, lookalike };
  writeFileSync(settings(), JSON.stringify({ mcpServers: before }));
  for (const name of ['a', 'b', 'c']) expect((await misfire('watch', `cursor/${name}`)).code).toBe(0);
  const now = JSON.parse(readFileSync(settings(), 'utf8'));
  now.mcpServers.a.args.push('more');
  // The address of `a` can be put back only from its record, which does not fit any more.
  now.mcpServers.a.args.splice(-1, 1, 'https://other.example/mcp');
  now.mcpServers.a.args.splice(-2, 1);
  writeFileSync(settings(), JSON.stringify(now));
  const undone = await misfire('watch', '--undo');
  expect(undone.code).toBe(1);
  expect(undone.stdout).toMatch(/cursor\/b is restored.*\ncursor\/c is restored/);
  expect(undone.stderr).toMatch(/^misfire: cursor\/a: /);
  const after = JSON.parse(readFileSync(settings(), 'utf8')).mcpServers;
  expect([after.b.command, after.c.command, after.lookalike]).toEqual(['b', 'c', lookalike]);
  expect(after.a).toEqual(now.mcpServers.a);
  const again = await misfire('watch', '--undo', '--json');
  expect(again.code).toBe(1);
  expect(JSON.parse(again.stdout)).toMatchObject({ id: 'cursor/a', problem: expect.any(String) });
  expect(await misfire('watch', '--undo', 'cursor/lookalike')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('not watched'),
  });
});

it('lists what must be fixed first, and refuses to watch it', async () => {
  const text = '{"mcpServers":{\n"a":{"command":"first","args":["1"],\n"args":["2"]},\n"b":{"command":"b"}}}';
  writeFileSync(settings(), text);
  writeFileSync(join(home, '.codex/config.toml'), '[mcp_servers.x]\ncommand = "x"\ncommand = "y"\n');
  const list = await misfire('watch', '--list');
  expect(list.code).toBe(0);
  expect(list.stdout).toMatch(/cursor\/a +cannot .*mcp\.json, line 3: .*args/);
  expect(list.stdout).toMatch(/cursor\/b +not watched/);
  expect(list.stderr).toMatch(/config\.toml.*Line 3.*command/);
  const lines = (await misfire('watch', '--list', '--json')).stdout.trim().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { id: 'cursor/a', state: 'cannot', command: 'first 2' },
    { id: 'cursor/b', state: 'open' },
  ]);
  expect(await misfire('watch', 'cursor/a')).toMatchObject({ code: 2, stderr: expect.stringMatching(/line 3.*args/) });
  expect(readFileSync(settings(), 'utf8')).toBe(text);
});
