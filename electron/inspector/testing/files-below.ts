// The contents of a folder's files while programs keep writing there. Only tests import it.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files that disappear between listing and reading (SQLite's journals do) count as empty. */
export function filesBelow(folder: string): { name: string; text: string }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .flatMap(({ parentPath, name }) => {
      const text = textOf(join(parentPath, name));
      return text === undefined ? [] : [{ name, text }];
    });
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
