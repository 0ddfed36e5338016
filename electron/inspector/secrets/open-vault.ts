// Chooses where secrets are stored if the host has no secret store: a file in the data folder, or memory.

import { join } from 'node:path';
import { openFileVault, readPlainSecrets } from './file-vault.ts';
import { memoryVault } from './memory-vault.ts';
import type { Vault } from './vault.ts';

/** For commands that use a server from the list but store nothing. */
export const plainSecrets = (dataDir: string): Pick<Vault, 'get'> => readPlainSecrets(pathIn(dataDir));

const pathIn = (dataDir: string): string => join(dataDir, 'secrets.json');

/** The default if the host has no secret store. */
export function openVault(dataDir: string | null): Promise<Vault> {
  if (dataDir === null) return Promise.resolve(memoryVault());
  const path = pathIn(dataDir);
  const words = `Secrets are kept in ${path}, not encrypted; only your account can read the file.`;
  return openFileVault({ path, where: 'file', words });
}
