// What the command line says about its own use: in help, and where it was given what it cannot use.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import '../../../launch/testing/built-program.ts';
import { runHere, startHere } from '../../../launch/testing/run-here.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'misfire-wording-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function misfire(...args: string[]) {
  const home = join(folder, 'home');
  const env = { HOME: home, USERPROFILE: home, XDG_CONFIG_HOME: home, APPDATA: home };
  return runHere(args, { data: folder, cwd: folder, env });
}

it('lists only defaults that have a value', async () => {
  const { stdout } = await misfire('export', '--help');
  expect(stdout).not.toMatch(/default: (?:false|\[\])/);
  expect(stdout).toContain('default: "jsonl"');
});

it('speaks plain English in the help of every command', async () => {
  const { stdout } = await misfire('complete', '--new', '--');
  const names = stdout.split('\n').flatMap((line) => line.split('\t')[0] || []);
  expect(names).toContain('decode');
  const oldWords =
    /\b(?:whoever|whatever|anew|nobody|somebody|mend|told|stands? (?:after|for)|left out|may be given again|as it was)\b/i;
  for (const name of names) expect((await misfire(name, '--help')).stdout).not.toMatch(oldWords);
});

it('points to the help of the command whose options are wrong', async () => {
  expect((await misfire('doctor')).stderr).toContain('Run "misfire doctor --help"');
  expect((await misfire('no-such-command')).stderr).toContain('Run "misfire --help"');
});

it('starts with three examples, and lists the commands that people need', async () => {
  const { stdout } = await misfire('--help');
  expect(stdout.split('\n').slice(0, 3)).toEqual([
    expect.stringContaining('misfire doctor '),
    expect.stringContaining('misfire call '),
    expect.stringContaining('misfire watch '),
  ]);
  const list = /\nCommands:\n(.*?)\n\n/s.exec(stdout)?.[1] ?? '';
  const names = [...list.matchAll(/^ {2}([\w-]+)/gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(12);
  expect(names.length, 'give the rarest command .helpGroup(rareCommands)').toBeLessThan(18);
  for (const rare of ['link', 'probe', 'hook', 'receive', 'completion']) expect(names).not.toContain(rare);
  expect(stdout).toMatch(/^More commands: .*help, completion\. "misfire help NAME"/m);
});

it('suggests the command that was meant', async () => {
  expect(await misfire('doctr')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("there is no command 'doctr'. Did you mean doctor?"),
  });
  expect((await misfire('frobnicate')).stderr).not.toContain('Did you mean');
});

it.each([
  [['link'], 2, 'serve --link'],
  [['probe'], 2, 'compare --format rows'],
  [['hook', '--list', '--json'], 0, 'watch --hook'],
  [['receive', '--port', '0', '--json'], 0, 'watch --receive'],
] as const)('%j works as before, and names its successor on stderr', async (args, code, now) => {
  const home = join(folder, 'no-such-client');
  const started = startHere([...args], { data: folder, input: '', env: { HOME: home, USERPROFILE: home } });
  if (args[0] === 'receive') expect(JSON.parse(await started.line())).toHaveProperty('url');
  started.stop();
  const ran = await started.ended;
  expect([ran.code, ran.stderr]).toEqual([
    code,
    expect.stringMatching(`^"misfire ${args[0]}" is now "misfire ${now}".\n`),
  ]);
});

it.each([
  [['probe', '--help'], 'misfire compare [options]', 'compare --format rows'],
  [['help', 'hook'], 'misfire watch [options]', 'watch --hook'],
  [['hook', '--help'], 'misfire watch [options]', 'watch --hook'],
])('%j shows the help of its successor', async (args, usage, now) => {
  const { stdout, stderr, code } = await misfire(...args);
  expect([code, stdout]).toEqual([0, expect.stringContaining(`Usage: ${usage}`)]);
  expect(stderr).toContain(`is now "misfire ${now}".`);
});

it.each([['--set-up', 'no-such-client'], ['--set-up=no-such-client'], ['--undo', 'no-such-client']])(
  'takes the former options of hook: %s %s',
  async (...options) => {
    const { stderr, code } = await misfire('hook', ...options);
    expect([code, stderr]).toEqual([expect.any(Number), expect.stringContaining('no-such-client')]);
    expect(code).not.toBe(0);
  },
);

it('shows the examples when its name is typed into a terminal, and serves where no window can open', async () => {
  const started = startHere(['--no-open'], { data: folder, tty: 100, onlyEnv: { HOME: folder } });
  expect(await started.line()).toContain('Misfire is at http');
  started.stop();
  expect((await started.ended).stderr).toMatch(/^Find out why a server fails: +misfire doctor/);
});

it('distinguishes a missing file, a folder, an empty file and one with nothing to read', async () => {
  mkdirSync(join(folder, 'captures'));
  writeFileSync(join(folder, 'empty.jsonl'), '\n');
  writeFileSync(join(folder, 'noise.jsonl'), 'hello\n');
  expect(await misfire('decode', 'none.jsonl')).toMatchObject({
    code: 2,
    stderr: 'misfire: There is no file none.jsonl.\n',
  });
  expect((await misfire('decode', 'captures')).stderr).toBe('misfire: captures is a folder. Name a file in it.\n');
  expect(await misfire('decode', 'empty.jsonl')).toMatchObject({ code: 2, stderr: 'misfire: empty.jsonl is empty.\n' });
  const noise = await misfire('decode', 'noise.jsonl');
  expect(noise.code).toBe(2);
  expect(noise.stderr).toContain('misfire: noise.jsonl contains nothing that Misfire can read.');
});

it('shows no second change for an entry that is already watched', async () => {
  mkdirSync(join(folder, 'home', '.cursor'), { recursive: true });
  const settings = { mcpServers: { files: { command: 'files-server' } } };
  writeFileSync(join(folder, 'home', '.cursor', 'mcp.json'), JSON.stringify(settings));
  expect((await misfire('watch', 'cursor/files')).code).toBe(0);
  expect(await misfire('watch', 'cursor/files', '--dry')).toMatchObject({
    code: 2,
    stdout: '',
    stderr: 'misfire: cursor/files is already watched. To undo it: misfire watch --undo cursor/files\n',
  });
});
