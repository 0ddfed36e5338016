// Reads the app's arguments: a data folder, and captures to open. Chromium's own switches are among them.

import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export interface StartArguments {
  data: string | undefined;
  /** Absolute paths of existing files. */
  files: string[];
}

/** `ownArguments`: without the program, and without the folder that Electron runs. */
export function readStartArguments(ownArguments: readonly string[], folder: string): StartArguments {
  const { values, positionals } = parseArgs({
    args: [...ownArguments],
    options: { data: { type: 'string' } },
    strict: false,
    allowPositionals: true,
  });
  const files = positionals.map((path) => resolve(folder, path)).filter(isFile);
  return { data: typeof values.data === 'string' ? values.data : undefined, files };
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
