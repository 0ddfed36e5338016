// Files that a command writes because it was told to: whole or unchanged, also where the path is a pipe, a folder, a link or a full disk.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { test as withDesk } from '../hosts/cli/testing/desk.ts';
import { isTest, projectFiles } from '../launch/suite/imports.ts';
import { writeGivenFile } from './given-file.ts';

const call = '{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no"}}\n';
const failed = [
  { t: 0, server: 's', lane: 'out', text: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get"}}' },
  { t: 1, server: 's', lane: 'in', text: call.trim() },
]
  .map((line) => `${JSON.stringify(line)}\n`)
  .join('');
const isWindows = process.platform === 'win32';

/** Each option that names a file to write, with a command that ends by itself. */
const writers: readonly (readonly string[])[] = [
  ['export', '--recording', 'IN', '--out', 'OUT'],
  ['export', '--recording', 'IN', '--format', 'har', '--out', 'OUT'],
  ['export', '--recording', 'FAILED', '--format', 'repro', '--out', 'OUT'],
  ['decode', 'IN', '--format', 'junit', '--report', 'sarif=OUT'],
  ['log', '--recording', 'IN', '--format', 'github', '--report', 'junit=OUT'],
  ['replay', 'FAILED', '--to', 'no-such-program-here', '--junit', 'OUT'],
  ['replay', 'FAILED', '--to', 'no-such-program-here', '--markdown', 'OUT'],
  ['compare', 'sample:closient', '--only', 'unknown-tool', '--save-baseline', 'OUT'],
];

withDesk.for(writers)('%j writes no pipe that nothing reads, and no folder', async (words, { desk, skip }) => {
  if (isWindows) skip('Windows has no named pipes in folders.');
  const places = { IN: desk.write('in.jsonl', call), FAILED: desk.write('failed.jsonl', failed), OUT: '' };
  const run = (out: string) => {
    places.OUT = out;
    return desk.run(words.map((word) => word.replace(/IN$|FAILED$|OUT$/, (name) => places[name as 'IN'])));
  };
  execFileSync('mkfifo', [desk.path('pipe')]);
  const piped = await run(desk.path('pipe'));
  // A baseline that is there is read first, because it may hold more than what this command saves.
  expect(piped.stderr).toMatch(/cannot be (?:written: it is a pipe or a socket that nothing reads|read: it is a pipe)/);
  expect(piped.code).toBe(2);
  mkdirSync(desk.path('folder'));
  const folder = await run(desk.path('folder'));
  expect(folder.stderr).toMatch(/cannot be (?:written|read): it is a folder/);
  expect(folder.code).toBe(2);
  symlinkSync(desk.path('real'), desk.path('link'));
  writeFileSync(desk.path('real'), 'before', { mode: 0o640 });
  await run(desk.path('link'));
  expect(readFileSync(desk.path('real'), 'utf8')).not.toBe('before');
  expect(statSync(desk.path('real')).mode & 0o777).toBe(0o640);
  expect(readdirSync(desk.folder).filter((name) => name.includes('.part'))).toEqual([]);
});

withDesk('writes into a pipe that is read', async ({ desk, skip }) => {
  if (isWindows) skip('Windows has no named pipes in folders.');
  execFileSync('mkfifo', [desk.path('pipe')]);
  const reader = spawn('cat', [desk.path('pipe')]);
  let read = '';
  reader.stdout.setEncoding('utf8').on('data', (text) => {
    read += text;
  });
  const ended = once(reader, 'close');
  // The reader opens the pipe in its own time.
  let ran = await desk.run(['export', '--recording', desk.write('in.jsonl', call), '--out', desk.path('pipe')]);
  while (ran.code !== 0)
    ran = await desk.run(['export', '--recording', desk.path('in.jsonl'), '--out', desk.path('pipe')]);
  await ended;
  expect(read).toContain('-32602');
});

withDesk('leaves the old file on a full disk', async ({ desk, skip }) => {
  if (process.platform !== 'linux') skip('Only Linux has /dev/full.');
  const file = desk.write('old.txt', 'old');
  expect(() => writeGivenFile('full', '/dev/full', 'text')).toThrow(/^full cannot be written: ENOSPC/);
  expect(() => writeGivenFile('old.txt', join(file, 'below'), 'text')).toThrow(/^old.txt cannot be written: ENOTDIR/);
  expect(readFileSync(file, 'utf8')).toBe('old');
});

const ownWriters: Readonly<Record<string, string>> = {
  'electron/hosts/cli/common/open-browser.ts': 'A page of its own in the data folder.',
  'electron/hosts/cli/help/complete-file.ts': 'Writes into a file that given-file.ts began.',
  'electron/features/rehearse/commands/rehearse-active.ts': 'Its own file in the data folder.',
  'electron/features/rehearse/commands/rehearse-offer.ts': 'Files in its own temporary folder.',
  'electron/features/watch/commands/keep-reports.ts': 'A file of the spool.',
};

test('no command writes files in another way', () => {
  const commands = projectFiles().filter((file) =>
    /^electron\/(?:hosts\/cli|features\/[\w-]+\/commands)\/.*\.ts$/.test(file),
  );
  const writing = commands.filter(
    (file) =>
      !isTest(file) &&
      !file.includes('/testing/') &&
      /\b(?:writeFileSync|appendFileSync|createWriteStream|promises)\b[^;]*from 'node:fs/.test(
        readFileSync(file, 'utf8'),
      ),
  );
  expect(writing.sort()).toEqual(Object.keys(ownWriters).sort());
});
