// `misfire wrap -- COMMAND`: watches a stdio server. Passing bytes is electron/watch's; here is only where the copy is kept.

import type { spawn } from 'node:child_process';
import { wrap } from '../../watch/wrap.ts';
import { readWrapArguments } from '../../watch/wrap-arguments.ts';
import { findDataFolder } from '../data-folder.ts';

export async function wrapHere(args: readonly string[]): Promise<void> {
  const read = readWrapArguments(args);
  if (!read.ok) {
    process.stderr.write(`misfire: ${read.problem}\n`);
    process.exitCode = 2;
    return;
  }
  const { wish } = read;
  const data = findDataFolder(wish.data);
  if (process.platform !== 'win32') wrap(wish, data);
  else wrap(wish, data, (await import('cross-spawn')).default as typeof spawn);
}
