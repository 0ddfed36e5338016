// Where secret values are kept, apart from everything else: the system's store through the desktop shell, a file that only
// its owner can read, or memory. Owns the interface and the choice; the kinds are beside it.

import { join } from 'node:path';
import { openFileVault, readPlainSecrets } from './file-vault.ts';
import { memoryVault } from './memory-vault.ts';

/** Read whole at the start, so that asking never waits. */
export interface Vault {
  readonly where: 'system' | 'file' | 'memory';
  /** One sentence: where secrets are kept and how safe that is. */
  readonly words: string;
  /** What went wrong with what was kept, for the person; left out or '': nothing. */
  readonly notice?: string;
  get(key: string): string | undefined;
  /** Asking gives the new value at once; it is kept when the promise resolves. undefined removes it. */
  set(key: string, value: string | undefined): Promise<void>;
}

/** For commands that take a server from the list but keep nothing. */
export const plainSecrets = (dataDir: string): Pick<Vault, 'get'> => readPlainSecrets(pathIn(dataDir));

const pathIn = (dataDir: string): string => join(dataDir, 'secrets.json');

/** What is used where the door brings no store of its own. */
export function openVault(dataDir: string | null): Promise<Vault> {
  if (dataDir === null) return Promise.resolve(memoryVault());
  const path = pathIn(dataDir);
  const words = `Secrets are kept in ${path}, not encrypted; only your account can read the file.`;
  return openFileVault({ path, where: 'file', words });
}

/** Secrets are looked for in the second where the first has none; one that is changed moves to the first. */
export function layered(first: Vault, second: Vault): Vault {
  return {
    where: first.where,
    words: first.words,
    get notice() {
      return [first.notice, second.notice].filter(Boolean).join(' ');
    },
    get: (key) => first.get(key) ?? second.get(key),
    async set(key, value) {
      const keeping = first.set(key, value);
      const leaving = second.get(key) === undefined ? undefined : second.set(key, undefined);
      await Promise.all([keeping, leaving]);
    },
  };
}
