// What a person prefers in the window, in `preferences.json` in the data folder: a browser forgets it, as each start has another
// address. Owns that file; what it says is the window's (renderer/model/preferences.ts), which checks it as anything from outside.

import { join } from 'node:path';
import type { Ask } from '../../../shared/api/api.ts';
import { done, refused } from '../../../shared/api/api.ts';
import { readIfThere, replaceFile } from './shared-file.ts';

/** More than any window writes. */
const longest = 1_000_000;

export class SavedPreferences {
  readonly #path: string | null;
  #text: string;

  /** Without a folder they last as long as the run. */
  constructor(dataDir: string | null) {
    this.#path = dataDir === null ? null : join(dataDir, 'preferences.json');
    this.#text = this.#path === null ? '' : read(this.#path);
  }

  /** '' where nobody has chosen anything yet. */
  get text(): string {
    return this.#text;
  }

  readonly keepPreferences: Ask<'keepPreferences'> = async ({ text }) => {
    this.#text = text;
    try {
      if (this.#path !== null) replaceFile(this.#path, text);
      return done(null);
    } catch (error) {
      return refused('refused', `Could not be written to ${this.#path}: ${String(error)}`);
    }
  };
}

function read(path: string): string {
  try {
    const text = readIfThere(path) ?? '';
    return text.length > longest ? '' : text;
  } catch {
    return ''; // It may not be read: the window is then as at first.
  }
}
