// The vault whose values are sealed by the system's store. Owns where the file is; sealing is done by whoever has the store.

import { join } from 'node:path';
import { openFileVault, type Seal } from '../inspector/secrets/file-vault.ts';
import { openVault } from '../inspector/secrets/open-vault.ts';
import { layered, type Vault } from '../inspector/secrets/vault.ts';

/** `keeper`: who keeps the key, in words. */
export async function openSystemVault(dataDir: string, keeper: string, seal: Seal): Promise<Vault> {
  const sealed = await openFileVault({
    path: join(dataDir, 'secrets.sealed.json'),
    where: 'system',
    words: `Secrets are encrypted with a key that ${keeper} keeps for your account.`,
    seal,
  });
  // What was kept before the system's store was there, or by `misfire serve`, is still good.
  return layered(sealed, await openVault(dataDir));
}
