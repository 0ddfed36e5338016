// Chooses where secrets are kept where the door brings no store of its own: a file in the data folder, or memory.

import { join } from 'node:path';
import { openFileVault, readPlainSecrets } from './file-vault.ts';
import { memoryVault } from './memory-vault.ts';
import type { Vault } from './vault.ts';

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
