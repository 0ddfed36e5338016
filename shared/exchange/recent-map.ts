// A map of recent entries: at least the newest `limit`, at most twice as many. Forgets by halves, because removing the oldest
// entry of a Map one by one walks over all entries removed before it.

export class RecentMap<K, V> {
  readonly #limit: number;
  #newer = new Map<K, V>();
  #older = new Map<K, V>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(key: K): V | undefined {
    return this.#newer.get(key) ?? this.#older.get(key);
  }

  set(key: K, value: V): void {
    this.#newer.set(key, value);
    if (this.#newer.size < this.#limit) return;
    this.#older = this.#newer;
    this.#newer = new Map();
  }

  clear(): void {
    this.#newer = new Map();
    this.#older = new Map();
  }

  delete(key: K): void {
    this.#newer.delete(key);
    if (this.#older.size > 0) this.#older.delete(key);
  }
}
