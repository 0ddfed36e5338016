// Folders for copies and settings that exist only while a task runs. Their names have the process id, so that the next start
// removes those of a process that was killed. Owns these names.

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRunning } from './named-process.ts';

const ownName = /^misfire-[a-z]+-(\d{1,10})-\w{6}$/;

/** Only its owner can read it. `purpose` is one word. */
export function makeTemporaryFolder(purpose: string, parent = tmpdir()): string {
  removeLeftFolders(parent);
  return mkdtempSync(join(parent, `misfire-${purpose}-${process.pid}-`));
}

export const removeTemporaryFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true });

/** Of processes that were killed. */
export function removeLeftFolders(parent = tmpdir()): void {
  for (const name of namesIn(parent)) {
    const pid = Number(ownName.exec(name)?.[1] ?? Number.NaN);
    if (Number.isNaN(pid) || isRunning(pid)) continue;
    try {
      // Does not follow a link, and fails for a folder of another user.
      removeTemporaryFolder(join(parent, name));
    } catch {
      // It is not ours.
    }
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // Making a folder there will say why.
    return [];
  }
}

const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A signal that would end the process takes effect after the task, so that the task can clean up. The task must not wait. */
export function holdSignals<T>(task: () => T): T {
  const held = endSignals.filter((signal) => process.listenerCount(signal) === 0);
  let got: NodeJS.Signals | null = null;
  const note = (signal: NodeJS.Signals): void => {
    got ??= signal;
  };
  for (const signal of held) process.on(signal, note);
  const letGo = (): void => {
    for (const signal of held) process.off(signal, note);
    if (got !== null) process.kill(process.pid, got);
  };
  try {
    return task();
  } finally {
    // The event loop reports signals in its next turn.
    setImmediate(() => setImmediate(letGo));
  }
}
