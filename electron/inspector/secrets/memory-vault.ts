// Secrets for a run that stores nothing.

import type { Vault } from './vault.ts';

export function memoryVault(): Vault {
  const values = new Map<string, string>();
  return {
    where: 'memory',
    words: 'Secrets are kept in memory and forgotten when Misfire ends.',
    get: (key) => values.get(key),
    async set(key, value) {
      if (value === undefined) values.delete(key);
      else values.set(key, value);
    },
  };
}
