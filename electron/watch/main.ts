// The watching program as other programs start it: small, in one file, and told everything by its arguments.

import type { spawn } from 'node:child_process';
import { wrap } from './wrap.ts';
import { readWrapArguments } from './wrap-arguments.ts';

const read = readWrapArguments(process.argv.slice(2));
if (!read.ok) {
  process.stderr.write(`misfire: ${read.problem}\n`);
  process.exitCode = 2;
} else if (read.wish.data === undefined) {
  process.stderr.write('misfire: --data is missing: it names the folder for the copy.\n');
  process.exitCode = 2;
} else if (process.platform === 'win32') {
  const { wish } = read;
  void import('cross-spawn').then((module) => wrap(wish, wish.data ?? '', module.default as typeof spawn));
} else {
  wrap(read.wish, read.wish.data);
}
