// Secrets sealed with a key that the system keeps for this app: the Keychain, DPAPI, or a password store of the desktop.
// Owns whether that can be trusted here; the file that holds what was sealed is inspector/secrets'.

import { join } from 'node:path';
import { safeStorage } from 'electron';
import { openFileVault } from '../inspector/secrets/file-vault.ts';
import { openVault, type Vault } from '../inspector/secrets/vault.ts';

/** null: the system has no store, or one that seals with a key anybody knows; then a plain file is the honest place. */
export async function openSystemVault(dataDir: string): Promise<Vault | null> {
  if (!(await isTrusted())) return null;
  const sealed = await openFileVault({
    path: join(dataDir, 'secrets.sealed.json'),
    where: 'system',
    words: `Secrets are encrypted with a key that ${keeper()} keeps for your account.`,
    seal: {
      close: async (value) => (await safeStorage.encryptStringAsync(value)).toString('base64'),
      open: async (text) => {
        try {
          return (await safeStorage.decryptStringAsync(Buffer.from(text, 'base64'))).result;
        } catch {
          return null; // Sealed for another account, or the key is gone.
        }
      },
    },
  });
  return withPlainFile(sealed, await openVault(dataDir));
}

async function isTrusted(): Promise<boolean> {
  try {
    // Chromium's `basic_text` seals with a password that is in its source code.
    if (process.platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text') return false;
    return await safeStorage.isAsyncEncryptionAvailable();
  } catch {
    return false;
  }
}

function keeper(): string {
  if (process.platform === 'darwin') return 'the Keychain';
  if (process.platform === 'win32') return 'Windows';
  return safeStorage.getSelectedStorageBackend().startsWith('kwallet') ? 'KWallet' : 'the system’s keyring';
}

/** What was kept in the file before the system's store was there, or by `misfire serve`, is still good; changed, it moves. */
function withPlainFile(sealed: Vault, plain: Vault): Vault {
  return {
    where: sealed.where,
    words: sealed.words,
    get notice() {
      return [sealed.notice, plain.notice].filter(Boolean).join(' ');
    },
    get: (key) => sealed.get(key) ?? plain.get(key),
    async set(key, value) {
      await sealed.set(key, value);
      if (plain.get(key) !== undefined) await plain.set(key, undefined);
    },
  };
}
