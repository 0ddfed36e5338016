// Attempts at the same call: same server, method and arguments, each begun after the one before had failed.
// Remembers only calls that failed, and only so many of them.

import type { Entry, Ledger } from './ledger.ts';

const memory = 5000;

interface Chain {
  first: Entry;
  attempts: number;
}

export class Chains {
  readonly #failed = new Map<string, Chain>();
  readonly #ledger: Ledger;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  begin(key: string, entry: Entry): void {
    const chain = this.#failed.get(key);
    if (!chain) return;
    chain.attempts += 1;
    entry.row.chain = chain.first.row.id;
    entry.row.attempt = chain.attempts;
    if (chain.first.row.chain !== null) return;
    chain.first.row.chain = chain.first.row.id;
    this.#ledger.touch(chain.first);
  }

  end(key: string, entry: Entry, failed: boolean): void {
    if (!failed) {
      this.#failed.delete(key);
      if (entry.row.attempt > 1) this.#ledger.remark(entry, 'recovered');
      return;
    }
    const chain = this.#failed.get(key) ?? { first: entry, attempts: entry.row.attempt };
    this.#failed.delete(key);
    this.#failed.set(key, chain); // Again, so that the least recently failed is the one forgotten.
    if (this.#failed.size > memory) this.#failed.delete(this.#failed.keys().next().value as string);
  }
}
