// Attempts at the same call: same server, method and arguments, each begun after the one before had failed.
// Remembers only calls that failed, and only so many of them.

import { callKey } from './canonical.ts';
import type { Call } from './connection.ts';
import type { Entry, Ledger } from './ledger.ts';

const memory = 5000;
/** So many are forgotten at once: finding the oldest means walking over those that are gone. */
const forgotten = 500;

interface Chain {
  first: Entry;
  attempts: number;
  group: string;
}

export class Chains {
  readonly #failed = new Map<string, Chain>();
  /** How many failed calls there are by server, method and target: where there are none, no arguments need be compared. */
  readonly #groups = new Map<string, number>();
  readonly #ledger: Ledger;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  begin(call: Call): void {
    if (this.#groups.size === 0 || !this.#groups.has(groupOf(call))) return;
    const chain = this.#failed.get(keyOf(call));
    if (!chain) return;
    const { row } = call.entry;
    chain.attempts += 1;
    row.chain = chain.first.row.id;
    row.attempt = chain.attempts;
    if (chain.first.row.chain !== null) return;
    chain.first.row.chain = chain.first.row.id;
    this.#ledger.touch(chain.first);
  }

  end(call: Call, failed: boolean): void {
    const { entry } = call;
    if (!failed) {
      if (this.#groups.size > 0 && this.#groups.has(groupOf(call))) this.#forget(keyOf(call));
      if (entry.row.attempt > 1) this.#ledger.remark(entry, 'recovered');
      return;
    }
    const group = groupOf(call);
    const key = keyOf(call);
    const chain = this.#failed.get(key) ?? { first: entry, attempts: entry.row.attempt, group };
    // Taken out and put back, so that the least recently failed is the one forgotten.
    this.#forget(key);
    this.#failed.set(key, chain);
    this.#groups.set(group, (this.#groups.get(group) ?? 0) + 1);
    if (this.#failed.size < memory + forgotten) return;
    for (const oldest of this.#failed.keys()) {
      if (this.#failed.size <= memory) break;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    const chain = this.#failed.get(key);
    if (!chain) return;
    this.#failed.delete(key);
    const left = (this.#groups.get(chain.group) ?? 1) - 1;
    if (left > 0) this.#groups.set(chain.group, left);
    else this.#groups.delete(chain.group);
  }
}

function groupOf(call: Call): string {
  call.group ??= `${call.direction}\n${call.method}\n${call.target ?? ''}\n${call.entry.row.server}`;
  return call.group;
}

function keyOf(call: Call): string {
  call.chainKey ??= callKey(groupOf(call), call.params);
  return call.chainKey;
}
