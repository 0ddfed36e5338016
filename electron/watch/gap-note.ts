// What is missing, said in another place for as long as the spool takes no line about it: the first line of the file that could not
// be begun, which names who spoke and what was lost. Whoever reads it after this process has ended removes it.

import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeNoteFolder, noteFolders } from '../transports/note-folders.ts';

export class GapNote {
  readonly #paths: string[];
  #written: string | null = null;

  constructor(dataDir: string, name: string) {
    this.#paths = noteFolders(dataDir).map((folder) => join(folder, name));
  }

  /** Never throws: where no place takes it, nothing more can be done. */
  write(line: string): void {
    for (const path of this.#written === null ? this.#paths : [this.#written])
      if (put(path, line)) {
        this.#written = path;
        return;
      }
  }

  /** The spool says it now. */
  remove(): void {
    if (this.#written !== null) rmSync(this.#written, { force: true });
    this.#written = null;
  }
}

/** Whole or not at all, whenever this process is killed. */
function put(path: string, line: string): boolean {
  const half = `${path}.new`;
  try {
    makeNoteFolder(dirname(path));
    writeFileSync(half, line, { mode: 0o600 });
    renameSync(half, path);
    return true;
  } catch {
    try {
      rmSync(half, { force: true });
    } catch {
      // It was never there.
    }
    return false;
  }
}
