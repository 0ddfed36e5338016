// Where secret values are kept, apart from everything else: the system's store through the desktop shell, a file that only
// its owner can read, or memory. Owns the interface; the kinds are beside it.

/** Read whole at the start, so that asking never waits. */
export interface Vault {
  readonly where: 'system' | 'file' | 'memory';
  /** One sentence: where secrets are kept and how safe that is. */
  readonly words: string;
  get(key: string): string | undefined;
  /** undefined removes it. Kept when the promise resolves. */
  set(key: string, value: string | undefined): Promise<void>;
}
