// The window's preferences, in `preferences.json` in the data folder: a browser forgets them, because each start has another address. Owns
// that file. The window owns the contents (renderer/model/preferences.ts) and validates them like any external input.

import { join } from 'node:path';
import type { Ask } from '../../../shared/contract/api.ts';
import { done, refused } from '../../../shared/contract/api.ts';
import { readIfThere, replaceFile } from './shared-file.ts';

/** More than any window writes. */
const longest = 1_000_000;

export class SavedPreferences {
  readonly #path: string | null;
  #text: string;

  /** Without a folder they last until exit. */
  constructor(dataDir: string | null) {
    this.#path = dataDir === null ? null : join(dataDir, 'preferences.json');
    this.#text = this.#path === null ? '' : read(this.#path);
  }

  /** '' if no preference was ever set. */
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
    return ''; // The file may not be read; the window then uses its defaults.
  }
}
