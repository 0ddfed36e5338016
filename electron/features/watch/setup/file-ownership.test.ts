// A settings file keeps its owner and mode however it is written: by root, read-only, through a link.

import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import { readExactly, writeExactly } from '../../../inspector/client-configs/safe-write.ts';
import { textOf, WatchDesk } from './testing/watch-desk.ts';

const text = '{"mcpServers":{"a":{"command":"npx","args":["x"]}}}';
const cursor = '.cursor/mcp.json';
const isRoot = process.getuid?.() === 0;
const someone = { uid: 12_345, gid: 23_456 };

/** Where another user may read it. */
function copyProgram(home: string): void {
  for (const file of ['inspector/client-configs/safe-write.ts', 'foreign-files/foreign-file.ts']) {
    mkdirSync(dirname(join(home, file)), { recursive: true });
    copyFileSync(join(import.meta.dirname, '../../..', file), join(home, file));
  }
}

function needsRoot(context: TestContext): void {
  if (isRoot) return;
  console.log('Skipped: only root can give a file to another user.');
  context.skip();
}

const rightsOf = (file: string) => {
  const { uid, gid, mode } = statSync(file);
  return { uid, gid, mode: (mode & 0o7777).toString(8) };
};

/** Watches and undoes, and checks that only the text changed in between. */
async function watchAndUndo(desk: WatchDesk, file: string): Promise<void> {
  const before = rightsOf(file);
  expect(await desk.setup().watch('cursor/a')).toMatchObject({ ok: true });
  expect(textOf(file)).not.toBe(text);
  expect(rightsOf(file)).toEqual(before);
  expect(await desk.setup().undo('cursor/a')).toMatchObject({ ok: true, value: { exact: true } });
  expect(textOf(file)).toBe(text);
  expect(rightsOf(file)).toEqual(before);
  expect(readdirSync(dirname(file)).filter((name) => name.includes('misfire-'))).toEqual([]);
}

describe.skipIf(process.platform === 'win32')('a settings file that is written', () => {
  for (const mode of [0o600, 0o644, 0o664, 0o666, 0o444, 0o400, 0o440])
    it(`keeps the mode ${mode.toString(8)}`, async () => {
      const desk = new WatchDesk();
      const file = desk.put(cursor, text);
      chmodSync(file, mode);
      await watchAndUndo(desk, file);
    });

  for (const mode of [0o600, 0o444])
    it(`keeps owner and group when root writes it, with mode ${mode.toString(8)}`, async (context) => {
      needsRoot(context);
      const desk = new WatchDesk();
      const file = desk.put(cursor, text);
      chmodSync(file, mode);
      chownSync(file, someone.uid, someone.gid);
      await watchAndUndo(desk, file);
    });

  it('makes files that root creates in another user’s data folder belong to that user', async (context) => {
    needsRoot(context);
    const desk = new WatchDesk();
    const file = desk.put(cursor, text);
    mkdirSync(desk.dataDir);
    for (const path of [file, desk.dataDir]) chownSync(path, someone.uid, someone.gid);
    expect(await desk.setup().watch('cursor/a')).toMatchObject({ ok: true });
    const made = readdirSync(desk.dataDir, { recursive: true }).map(String);
    expect(made).toEqual(expect.arrayContaining(['watch', 'watch/wrap.cjs', 'watch/backups', 'watch/records.json']));
    for (const path of made) expect([path, statSync(join(desk.dataDir, path))]).toMatchObject([path, someone]);
  });

  it('reports before the change that a read-only file stays read-only', async () => {
    const desk = new WatchDesk();
    const file = desk.put(cursor, text);
    const notes = async () => {
      const plan = await desk.setup().plan('cursor/a');
      return plan.ok ? plan.value.notes.join(' ') : '';
    };
    expect(await notes()).not.toMatch(/read-only/);
    chmodSync(file, 0o444);
    expect(await notes()).toMatch(/read-only/);
  });

  it('stays the target of its symbolic link, which stays too', async () => {
    const desk = new WatchDesk();
    const file = desk.put('dotfiles/mcp.json', text);
    chmodSync(file, 0o640);
    mkdirSync(join(desk.home, '.cursor'));
    symlinkSync('../dotfiles/mcp.json', join(desk.home, cursor));
    await watchAndUndo(desk, file);
    expect(lstatSync(join(desk.home, cursor)).isSymbolicLink()).toBe(true);
  });

  it('stays one file under both of its names', async () => {
    const desk = new WatchDesk();
    const file = desk.put(cursor, text);
    const other = join(desk.home, 'dotfile.json');
    linkSync(file, other);
    chmodSync(file, 0o444);
    expect(await desk.setup().watch('cursor/a')).toMatchObject({ ok: isRoot });
    expect(textOf(other)).toBe(textOf(file));
    if (isRoot) await desk.setup().undo('cursor/a');
    chmodSync(file, 0o644);
    await watchAndUndo(desk, file);
    expect([statSync(file).ino, textOf(other)]).toEqual([statSync(other).ino, text]);
  });

  it('has a backup that only its owner can read', async () => {
    const desk = new WatchDesk();
    chmodSync(desk.put(cursor, text), 0o400);
    await desk.setup().watch('cursor/a');
    const backups = join(desk.dataDir, 'watch/backups');
    expect(rightsOf(backups).mode).toBe('700');
    for (const name of readdirSync(backups)) expect(rightsOf(join(backups, name)).mode).toBe('600');
    expect(rightsOf(join(desk.dataDir, 'watch/records.json')).mode).toBe('600');
  });

  it('is not written if a link or another file has replaced it', async () => {
    const desk = new WatchDesk();
    const file = desk.put(cursor, text);
    const read = await readExactly(file);
    if (!read.ok) throw new Error(read.problem);
    const target = desk.put('target.json', text);
    renameSync(file, `${file}.old`);
    symlinkSync(target, file);
    expect(await writeExactly(read.path, read.bytes, 'ours')).toMatch(/changed/);
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(textOf(target)).toBe(text);
    expect(readdirSync(dirname(file)).sort()).toEqual(['mcp.json', 'mcp.json.old']);
  });

  it('is refused in a read-only folder, and left unchanged', () => {
    // In a separate process, because root may write everywhere.
    const desk = new WatchDesk();
    const file = desk.put(cursor, text);
    copyProgram(desk.home);
    writeFileSync(
      join(desk.home, 'try.ts'),
      `import { readExactly, writeExactly } from './inspector/client-configs/safe-write.ts';
const read = await readExactly(process.argv[2]);
console.log(read.ok ? await writeExactly(read.path, read.bytes, 'ours') : read.problem);`,
    );
    chmodSync(desk.home, 0o755);
    chmodSync(dirname(file), 0o555);
    chmodSync(file, 0o666);
    const nobody = isRoot ? { uid: 65_534, gid: 65_534 } : {};
    const run = () => spawnSync(process.execPath, [join(desk.home, 'try.ts'), file], { encoding: 'utf8', ...nobody });
    expect(run().stdout).toContain(`cannot write in the folder ${dirname(file)}`);
    chmodSync(file, 0o600);
    if (isRoot) expect(run().stdout).toContain('not allowed to read');
    chmodSync(dirname(file), 0o755);
    expect([textOf(file), rightsOf(file).mode, readdirSync(dirname(file))]).toEqual([text, '600', ['mcp.json']]);
  });

  it('keeps its owner when another user may write it', (context) => {
    needsRoot(context);
    const desk = new WatchDesk();
    const file = desk.put(cursor, text);
    copyProgram(desk.home);
    writeFileSync(
      join(desk.home, 'try.ts'),
      `import { readExactly, writeExactly } from './inspector/client-configs/safe-write.ts';
const read = await readExactly(process.argv[2]);
console.log(read.ok ? await writeExactly(read.path, read.bytes, 'x') : read.problem);`,
    );
    chmodSync(desk.home, 0o755);
    chmodSync(dirname(file), 0o777);
    chmodSync(file, 0o666);
    const before = rightsOf(file);
    const run = spawnSync(process.execPath, [join(desk.home, 'try.ts'), file], { encoding: 'utf8', ...someone });
    expect([run.stdout, run.stderr]).toEqual(['\n', '']);
    // Shorter than before: nothing of the old text may remain at its end.
    expect([textOf(file), rightsOf(file), readdirSync(dirname(file))]).toEqual(['x', before, ['mcp.json']]);
  });
});
