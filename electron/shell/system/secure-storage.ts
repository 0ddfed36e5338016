// Secrets encrypted with a key of the system: the Keychain, DPAPI, or the desktop's password store. Owns whether that store can
// be trusted, and the encryption, which only the main process can do. system-vault.ts opens the file in the inspector's process.

import type { SafeStorage } from 'electron';
import type { Seal } from '../../inspector/secrets/file-vault.ts';

export type SystemStore = Pick<
  SafeStorage,
  'encryptStringAsync' | 'decryptStringAsync' | 'isAsyncEncryptionAvailable' | 'getSelectedStorageBackend'
>;

/** The name of the store. null: there is none, or it uses a known key. */
export async function findKeeper(store: SystemStore): Promise<string | null> {
  try {
    // Chromium's `basic_text` encrypts with a password from its source code.
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
        return null; // Encrypted for another account, or the key is gone.
      }
    },
  };
}

function keeper(store: SystemStore): string {
  if (process.platform === 'darwin') return 'the Keychain';
  if (process.platform === 'win32') return 'Windows';
  return store.getSelectedStorageBackend().startsWith('kwallet') ? 'KWallet' : 'the system’s keyring';
}
