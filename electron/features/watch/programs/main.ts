// The watching program as other programs start it: small, in one file, configured only by its arguments.

import type { spawn } from 'node:child_process';
import { findRehearsal } from '../../rehearse/running/find-rehearsal.ts';
import { type WrapPlans, type WrapRehearsal, wrap } from './wrap/wrap.ts';
import { readWrapArguments, type WrapWish } from './wrap/wrap-arguments.ts';

const read = readWrapArguments(process.argv.slice(2));
if (!read.ok) {
  process.stderr.write(`misfire: ${read.problem}\n`);
  process.exitCode = 2;
} else if (read.wish.data === undefined) {
  process.stderr.write('misfire: --data is missing: it names the folder for the copy.\n');
  process.exitCode = 2;
} else start(read.wish, read.wish.data);

function start(wish: WrapWish, data: string): void {
  const wanted = findRehearsal(wish.rehearse, wish.name);
  const join = async (file: string): Promise<WrapRehearsal | undefined> => {
    const { wrapJoined } = await import('./wrap/load-rehearsal.ts');
    return wrapJoined(file, wish.name, wish.client ?? null);
  };
  if (!wanted) {
    run(wish, data, { join });
    return;
  }
  void import('./wrap/load-rehearsal.ts').then(({ wrapRehearsal }) => {
    try {
      run(wish, data, { given: wrapRehearsal(wanted), ...(wanted.by === 'option' ? {} : { join }) });
    } catch (problem) {
      process.stderr.write(`misfire: ${(problem as Error).message}\n`);
      process.exitCode = 2;
    }
  });
}

function run(wish: WrapWish, data: string, plans: WrapPlans): void {
  if (process.platform === 'win32')
    void import('cross-spawn').then((module) => wrap(wish, data, module.default as typeof spawn, undefined, plans));
  else wrap(wish, data, undefined, undefined, plans);
}
