// Secrets sealed with a key that the system keeps for this app: the Keychain, DPAPI, or a password store of the desktop.
// Owns whether that can be trusted here; the file that holds what was sealed is inspector/secrets'.

import { join } from 'node:path';
import type { SafeStorage } from 'electron';
import { openFileVault } from '../inspector/secrets/file-vault.ts';
import { layered, openVault, type Vault } from '../inspector/secrets/vault.ts';

export type SystemStore = Pick<
  SafeStorage,
  'encryptStringAsync' | 'decryptStringAsync' | 'isAsyncEncryptionAvailable' | 'getSelectedStorageBackend'
>;

/** null: the system has no store, or one that seals with a key anybody knows; then a plain file is the honest place. */
export async function openSystemVault(dataDir: string, store: SystemStore): Promise<Vault | null> {
  if (!(await isTrusted(store))) return null;
  const sealed = await openFileVault({
    path: join(dataDir, 'secrets.sealed.json'),
    where: 'system',
    words: `Secrets are encrypted with a key that ${keeper(store)} keeps for your account.`,
    seal: {
      close: async (value) => (await store.encryptStringAsync(value)).toString('base64'),
      open: async (text) => {
        try {
          return (await store.decryptStringAsync(Buffer.from(text, 'base64'))).result;
        } catch {
          return null; // Sealed for another account, or the key is gone.
        }
      },
    },
  });
  // What was kept before the system's store was there, or by `misfire serve`, is still good.
  return layered(sealed, await openVault(dataDir));
}

async function isTrusted(store: SystemStore): Promise<boolean> {
  try {
    // Chromium's `basic_text` seals with a password that is in its source code.
    if (process.platform === 'linux' && store.getSelectedStorageBackend() === 'basic_text') return false;
    return await store.isAsyncEncryptionAvailable();
  } catch {
    return false;
  }
}

function keeper(store: SystemStore): string {
  if (process.platform === 'darwin') return 'the Keychain';
  if (process.platform === 'win32') return 'Windows';
  return store.getSelectedStorageBackend().startsWith('kwallet') ? 'KWallet' : 'the system’s keyring';
}
