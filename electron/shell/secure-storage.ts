// Secrets sealed with a key that the system keeps for this app: the Keychain, DPAPI, or a password store of the desktop.
// Owns whether that can be trusted here, and the sealing itself, which only the main process can do; the file that holds what was
// sealed is opened in the inspector's process (system-vault.ts).

import type { SafeStorage } from 'electron';
import type { Seal } from '../inspector/secrets/file-vault.ts';

export type SystemStore = Pick<
  SafeStorage,
  'encryptStringAsync' | 'decryptStringAsync' | 'isAsyncEncryptionAvailable' | 'getSelectedStorageBackend'
>;

/** Who keeps the key, in words. null: the system has no store, or one that seals with a key anybody knows. */
export async function findKeeper(store: SystemStore): Promise<string | null> {
  try {
    // Chromium's `basic_text` seals with a password that is in its source code.
    if (process.platform === 'linux' && store.getSelectedStorageBackend() === 'basic_text') return null;
    return (await store.isAsyncEncryptionAvailable()) ? keeper(store) : null;
  } catch {
    return null;
  }
}

export function sealWith(store: SystemStore): Seal {
  return {
    close: async (value) => (await store.encryptStringAsync(value)).toString('base64'),
    open: async (text) => {
      try {
        return (await store.decryptStringAsync(Buffer.from(text, 'base64'))).result;
      } catch {
        return null; // Sealed for another account, or the key is gone.
      }
    },
  };
}

function keeper(store: SystemStore): string {
  if (process.platform === 'darwin') return 'the Keychain';
  if (process.platform === 'win32') return 'Windows';
  return store.getSelectedStorageBackend().startsWith('kwallet') ? 'KWallet' : 'the system’s keyring';
}
