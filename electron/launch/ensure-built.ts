// Builds what a checkout needs before Misfire runs, only if the sources have changed, and says so on stderr. Two programs that start at once
// build once: the second waits for the first.

import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isBuilt, projectRoot } from './build-stamp.ts';

const lockFile = join(projectRoot, 'node_modules', '.misfire-build.lock');
const lockPollMs = 100;

/** Exits with the build's own errors if it fails. */
export async function ensureBuilt(): Promise<void> {
  if (isBuilt()) return;
  const release = await takeLock();
  try {
    if (isBuilt()) return;
    const startedAt = Date.now();
    console.error('Building Misfire…');
    await runBuild();
    console.error(`Built in ${Math.round((Date.now() - startedAt) / 1000)} s.`);
  } finally {
    release();
  }
}

async function runBuild(): Promise<void> {
  // A separate process: the bundler sets NODE_ENV and uses memory that the app should not hold.
  const child = spawn(process.execPath, [join(import.meta.dirname, 'build.ts'), '--quiet'], {
    cwd: projectRoot,
    // With this channel the build ends when this program does: two builds would clear each other's draft.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: process.stderr.isTTY ? { ...process.env, FORCE_COLOR: '1' } : { ...process.env, NO_COLOR: '1' },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (code === 0) return;
  process.stderr.write(`Misfire could not be built:\n\n${said}\n`);
  process.exit(2);
}

async function takeLock(): Promise<() => void> {
  for (;;) {
    const held = tryLock();
    if (held) {
      process.once('exit', held);
      return () => {
        process.removeListener('exit', held);
        held();
      };
    }
    if (!isHolderAlive()) rmSync(lockFile, { force: true });
    else await wait(lockPollMs);
  }
}

function tryLock(): (() => void) | null {
  try {
    const file = openSync(lockFile, 'wx');
    writeSync(file, String(process.pid));
    closeSync(file);
    return () => rmSync(lockFile, { force: true });
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code === 'EEXIST') return null;
    throw problem;
  }
}

/** A killed build leaves its lock. */
function isHolderAlive(): boolean {
  try {
    const pid = Number(readFileSync(lockFile, 'utf8'));
    // Empty: the holder is just writing it.
    if (pid === 0) return true;
    process.kill(pid, 0);
    return true;
  } catch (problem) {
    return (problem as NodeJS.ErrnoException).code === 'EPERM';
  }
}
