// Where secret values are kept, apart from everything else: the system's store through the desktop shell, a file that only
// its owner can read, or memory. Owns the interface; the kinds are beside it, and open-vault.ts chooses.

/** Read whole at the start, so that asking never waits. */
export interface Vault {
  readonly where: 'system' | 'file' | 'memory';
  /** One sentence: where secrets are kept and how safe that is. */
  readonly words: string;
  /** What went wrong with what was kept, for the person; left out or '': nothing. */
  readonly notice?: string;
  get(key: string): string | undefined;
  /** Asking gives the new value at once; it is kept when the promise resolves. undefined removes it. */
  set(key: string, value: string | undefined): Promise<void>;
}

/** Secrets are looked for in the second where the first has none; one that is changed moves to the first. */
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
