// The vault whose values the system's store encrypts. Owns the file's path; the owner of the store encrypts.

import { join } from 'node:path';
import { openFileVault, type Seal } from '../../inspector/secrets/file-vault.ts';
import { openVault } from '../../inspector/secrets/open-vault.ts';
import { layered, type Vault } from '../../inspector/secrets/vault.ts';

/** `keeper` is the name of the store. */
export async function openSystemVault(dataDir: string, keeper: string, seal: Seal): Promise<Vault> {
  const sealed = await openFileVault({
    path: join(dataDir, 'secrets.sealed.json'),
    where: 'system',
    words: `Secrets are encrypted with a key that ${keeper} keeps for your account.`,
    seal,
  });
  // Values stored earlier, or by `misfire serve`, stay valid.
  return layered(sealed, await openVault(dataDir));
}
