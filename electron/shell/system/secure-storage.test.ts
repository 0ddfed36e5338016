// With a stand-in for Electron's own store, which runs only in Electron.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openVault } from '../../inspector/secrets/open-vault.ts';
import type { Vault } from '../../inspector/secrets/vault.ts';
import { findKeeper, type SystemStore, sealWith } from './secure-storage.ts';
import { openSystemVault } from './system-vault.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'misfire-sealed-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function standIn(more: Partial<SystemStore> = {}, key = 'k1:'): SystemStore {
  return {
    isAsyncEncryptionAvailable: async () => true,
    getSelectedStorageBackend: () => 'gnome_libsecret',
    encryptStringAsync: async (text) => Buffer.from(key + [...text].reverse().join('')),
    decryptStringAsync: async (sealed) => {
      const text = sealed.toString();
      if (!text.startsWith(key)) throw new Error('The key is another.');
      return { shouldReEncrypt: false, result: [...text.slice(key.length)].reverse().join('') };
    },
    ...more,
  };
}

async function open(store: SystemStore): Promise<Vault> {
  return openSystemVault(folder, (await findKeeper(store)) ?? '', sealWith(store));
}

test('values are encrypted in a file and restored', async () => {
  const vault = await open(standIn());
  expect(vault).toMatchObject({ where: 'system', words: expect.stringContaining('encrypted') });
  await vault.set('a', 'hunter2');
  expect(readFileSync(join(folder, 'secrets.sealed.json'), 'utf8')).not.toContain('hunter2');
  expect((await open(standIn())).get('a')).toBe('hunter2');
  const other = await open(standIn({}, 'k2:'));
  expect(other.get('a')).toBeUndefined();
  expect(other.notice).toContain('could not be opened: a');
});

test('values of the plain file stay valid, and move when they change', async () => {
  await (await openVault(folder)).set('a', 'old');
  const vault = await open(standIn());
  expect(vault.get('a')).toBe('old');
  await vault.set('a', 'new');
  expect(vault.get('a')).toBe('new');
  expect((await openVault(folder)).get('a')).toBeUndefined();
  await vault.set('a', undefined);
  expect(vault.get('a')).toBeUndefined();
});

test.runIf(process.platform === 'linux')('rejects a store that encrypts with a known password', async () => {
  expect(await findKeeper(standIn({ getSelectedStorageBackend: () => 'basic_text' }))).toBeNull();
});

test.runIf(process.platform === 'linux').each([
  ['gnome_libsecret', 'the system’s keyring'],
  ['kwallet5', 'KWallet'],
] as const)('names the store of a desktop: %s', async (backend, name) => {
  expect(await findKeeper(standIn({ getSelectedStorageBackend: () => backend }))).toBe(name);
});

test('seals as base64, and opens nothing that another key sealed', async () => {
  const sealed = await sealWith(standIn()).close('hunter2');
  expect(sealed).toBe(Buffer.from('k1:2retnuh').toString('base64'));
  expect(await sealWith(standIn()).open(sealed)).toBe('hunter2');
  expect(await sealWith(standIn({}, 'k2:')).open(sealed)).toBeNull();
});

test('reports that there is no store', async () => {
  expect(await findKeeper(standIn({ isAsyncEncryptionAvailable: async () => false }))).toBeNull();
  const broken = standIn({ isAsyncEncryptionAvailable: () => Promise.reject(new Error('no keyring')) });
  expect(await findKeeper(broken)).toBeNull();
});
