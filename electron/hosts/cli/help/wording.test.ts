// What the command line says about its own use: in help, and where it was given what it cannot use.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import '../../../launch/testing/built-program.ts';
import { runHere } from '../../../launch/testing/run-here.ts';

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
  const { stdout } = await misfire('compare', '--help');
  expect(stdout).not.toMatch(/default: (?:false|\[\])/);
  expect(stdout).toContain('default: "md"');
});

it('speaks plain English in the help of every command', async () => {
  const names = [...(await misfire('--help')).stdout.matchAll(/^ {2}(\w+)/gm)].map(([, name]) => name as string);
  expect(names).toContain('decode');
  const oldWords =
    /\b(?:whoever|whatever|anew|nobody|somebody|mend|told|stands? (?:after|for)|left out|may be given again|as it was)\b/i;
  for (const name of names) expect((await misfire(name, '--help')).stdout).not.toMatch(oldWords);
});

it('points to the help of the command whose options are wrong', async () => {
  expect((await misfire('doctor')).stderr).toContain('Run "misfire doctor --help"');
  expect((await misfire('no-such-command')).stderr).toContain('Run "misfire --help"');
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
