// Attempts at the same call: same server, method and arguments, each started after the previous one failed. A corrected copy belongs to
// the call that it copies. Remembers failed calls only, up to a limit.

import { isCounted, isThreaded } from '../actors.ts';
import { callKey } from './canonical.ts';
import type { Ledger } from './ledger.ts';
import type { Chain, EarlierRequest } from './pending-call.ts';
import { RecentMap } from './recent-map.ts';

const memory = 5000;
/** Forgets this many at once, because finding the oldest walks over all removed ones. */
const forgotten = 500;

export class Chains {
  readonly #failed = new Map<string, Chain>();
  /** Failed calls by method and target. If there are none, no arguments need comparing. */
  readonly #failing = new Map<string, Map<string | null, number>>();
  /** By each failed row. */
  readonly #ofRow = new RecentMap<number, Chain>(memory);
  readonly #ledger: Ledger;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  begin(call: EarlierRequest): void {
    if (!isThreaded(call.entry.row.actor) || !this.#mayHaveFailed(call)) return;
    const chain = this.#failed.get(keyOf(call)) ?? this.#copied(call);
    if (!chain) return;
    const { row } = call.entry;
    chain.attempts += 1;
    call.chain = chain;
    row.chain = chain.first.row.id;
    row.attempt = chain.attempts;
    if (chain.first.row.chain !== null) return;
    chain.first.row.chain = chain.first.row.id;
    this.#ledger.touch(chain.first);
  }

  end(call: EarlierRequest, failed: boolean): void {
    const { entry } = call;
    // A probe's fourth ping is not a retry, and must not look like the user's attempt.
    if (!isThreaded(entry.row.actor)) return;
    if (!failed) {
      if (this.#mayHaveFailed(call)) this.#forget(keyOf(call));
      // After rehearsed failures alone, the server had nothing to recover from.
      if (entry.row.attempt > 1 && call.chain?.isReal !== false) this.#ledger.remark(entry, 'recovered');
      return;
    }
    const key = keyOf(call);
    const chain = this.#failed.get(key) ??
      this.#copied(call) ?? { first: entry, attempts: entry.row.attempt, isReal: false };
    chain.isReal ||= entry.row.rehearsed === null;
    this.#ofRow.set(entry.row.id, chain);
    // Removed and added again, so that the one that failed longest ago is forgotten first.
    this.#forget(key);
    this.#failed.set(key, chain);
    this.#count(call, 1);
    if (this.#failed.size < memory + forgotten) return;
    for (const oldest of this.#failed.keys()) {
      if (this.#failed.size <= memory) break;
      this.#forget(oldest);
    }
  }

  /** A step of "Fix until it works". A replay with other arguments is a call of its own, which does not count. */
  #copied({ copyOf, entry }: EarlierRequest): Chain | undefined {
    return copyOf !== undefined && isCounted(entry.row.actor) ? this.#ofRow.get(copyOf) : undefined;
  }

  #forget(key: string): void {
    const chain = this.#failed.get(key);
    if (!chain) return;
    this.#failed.delete(key);
    const { method, target } = chain.first.row;
    this.#count({ method: method ?? '', target }, -1);
  }

  #mayHaveFailed({ method, target }: EarlierRequest): boolean {
    return this.#failing.get(method)?.has(target) === true;
  }

  #count({ method, target }: Pick<EarlierRequest, 'method' | 'target'>, by: number): void {
    const targets = this.#failing.get(method) ?? new Map<string | null, number>();
    const left = (targets.get(target) ?? 0) + by;
    if (left > 0) targets.set(target, left);
    else targets.delete(target);
    if (targets.size > 0) this.#failing.set(method, targets);
    else this.#failing.delete(method);
  }
}

function keyOf(call: EarlierRequest): string {
  const { direction, method, target, entry } = call;
  // The user's replay is an attempt at the user's call. Two clients with the same request are not a retry.
  const who = entry.row.client ?? '';
  call.chainKey ??= callKey(`${direction}\n${method}\n${target ?? ''}\n${entry.row.server}\n${who}`, call.params);
  return call.chainKey;
}
