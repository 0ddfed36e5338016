// Storage for secret values, separate from everything else: the system's store through the desktop shell, a private file, or memory. Owns
// the interface; open-vault.ts chooses the implementation.

/** Read completely at start, so that lookups never wait. */
export interface Vault {
  readonly where: 'system' | 'file' | 'memory';
  /** One sentence: where secrets are stored and how safe that is. */
  readonly words: string;
  /** A problem with the stored secrets, for the user; omitted or '': none. */
  readonly notice?: string;
  get(key: string): string | undefined;
  /** Lookups return the new value at once; it is stored when the promise resolves. undefined removes it. */
  set(key: string, value: string | undefined): Promise<void>;
}

/** Falls back to the second vault for secrets the first does not have; a changed secret moves to the first. */
export function layered(first: Vault, second: Vault): Vault {
  return {
    where: first.where,
    words: first.words,
    get notice() {
      return [first.notice, second.notice].filter(Boolean).join(' ');
    },
    get: (key) => first.get(key) ?? second.get(key),
    async set(key, value) {
      const keeping = first.set(key, value);
      const leaving = second.get(key) === undefined ? undefined : second.set(key, undefined);
      await Promise.all([keeping, leaving]);
    },
  };
}
