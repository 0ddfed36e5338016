// Misfire is updated while a watched entry runs. The copy of the watching program is replaced under a real process, which continues with
// the old one. The next start runs the new one. This test uses the source; the bundle in the package is one file and loads nothing more.

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { WatchPrograms } from './watch-program.ts';

let home: string;
const children: ChildProcessWithoutNullStreams[] = [];
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'misfire-update-'));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(home, { recursive: true, force: true });
});

const source = pathToFileURL(join(import.meta.dirname, '../programs/main.ts')).href;
/** Identifies itself where a test can see it, before it does anything. */
const program = (version: number) =>
  `process.stderr.write('version ${version}\\n'); import(${JSON.stringify(source)});\n`;
const next = (stream: NodeJS.ReadableStream) =>
  new Promise<string>((resolve) => stream.once('data', (chunk) => resolve(String(chunk))));

it('continues with the program it started with, and starts the new one next time', async () => {
  const built = join(home, 'wrap.cjs');
  const data = join(home, 'data');
  const programs = new WatchPrograms(data, process.platform, () => ({
    command: process.execPath,
    isApp: false,
    program: built,
    folder: home,
    version: '0',
  }));
  const start = () => {
    const echo = [process.execPath, '-e', "process.stdin.on('data', (c) => process.stdout.write(c))"];
    const child = spawn(process.execPath, [programs.places.file, '--data', data, '--', ...echo]);
    children.push(child);
    return child;
  };
  const passes = async (child: ChildProcessWithoutNullStreams, line: string) => {
    const back = next(child.stdout);
    child.stdin.write(line);
    expect(await back).toBe(line);
  };
  writeFileSync(built, program(1));
  programs.placeWrap();
  const running = start();
  expect(await next(running.stderr)).toBe('version 1\n');
  await passes(running, 'before\n');
  writeFileSync(built, program(2));
  programs.refresh();
  expect(readFileSync(programs.places.file, 'utf8')).toBe(program(2));
  await passes(running, 'after\n');
  const later = start();
  expect(await next(later.stderr)).toBe('version 2\n');
  await passes(later, 'new\n');
  await passes(running, 'still there\n');
  const ended = new Promise((resolve) => running.once('close', resolve));
  running.stdin.end();
  expect(await ended).toBe(0);
});
