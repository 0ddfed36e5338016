// What is missing, said beside the spool for as long as the spool takes no line about it: the first line of the file that could not
// be begun, which names who spoke and what was lost. Whoever reads it after this process has ended removes it.

import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeNoteFolder, noteFolder } from '../transports/note-folder.ts';

export class GapNote {
  readonly #path: string;
  #isWritten = false;

  constructor(dataDir: string, name: string) {
    this.#path = join(noteFolder(dataDir), name);
  }

  /** Never throws: where the data folder takes nothing, nothing more can be done. */
  write(line: string): void {
    this.#isWritten = put(this.#path, line) || this.#isWritten;
  }

  /** The spool says it now. */
  remove(): void {
    if (this.#isWritten) rmSync(this.#path, { force: true });
    this.#isWritten = false;
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
