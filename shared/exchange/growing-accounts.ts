// Accounts of calls that failed a moment ago and can still grow: by a late line of stderr or a late response. They are decoded
// again, and the new failure replaces the old one. Limited in number and time, so the cost stays linear.

import type { Account } from '../account/account.ts';
import type { Stray } from '../ending/ending-facts.ts';
import type { Entry } from './ledger.ts';
import { isAbout } from './whose-stderr.ts';

/** stderr is a separate pipe: a line written before a response may be read after it. */
const stderrMs = 250;
const mostAccounts = 50;
const mostLines = 100;
const mostStrays = 5;
/** Larger requests are not kept for late events. */
const longestArgs = 10_000;

interface GrowingAccount {
  entry: Entry;
  account: Account;
  /** When the call ended. */
  at: number;
  /** No other call was open at the same time, and none was sent since. */
  isAlone: boolean;
  /** The same was called again: from then on, stderr is about the later call. */
  isRepeated?: true;
}

export class GrowingAccounts {
  #accounts: GrowingAccount[] = [];
  #grown = new Set<GrowingAccount>();

  add(one: GrowingAccount, size: number): void {
    if (size > longestArgs) return;
    this.#accounts.push(one);
    if (this.#accounts.length > mostAccounts) this.#accounts.shift();
  }

  /** A request was sent: what stderr says from now on is about it, unless a line names the target of an earlier call. */
  noteRequest(target: string | null): void {
    for (const one of this.#accounts) {
      one.isAlone = false;
      if (one.account.target === (target ?? undefined)) one.isRepeated = true;
    }
  }

  /** `isQuiet`: no open call could be meant instead. */
  addStderr(line: string, at: number, isQuiet: boolean): void {
    for (const one of this.#accounts) {
      const { account } = one;
      if (account.answer === undefined || one.isRepeated || at - one.at > stderrMs) continue;
      if (!isAbout(line, account.target, one.isAlone && isQuiet)) continue;
      account.stderr = [...(account.stderr ?? []), line].slice(-mostLines);
      this.#grown.add(one);
    }
  }

  /** `entry` is the row of the call that it answers. */
  addLate(entry: Entry, stray: Stray): void {
    const one = this.#accounts.find((candidate) => candidate.entry === entry);
    if (one === undefined || one.account.answer !== undefined) return;
    one.account.strays = [...(one.account.strays ?? []), stray].slice(0, mostStrays);
    this.#grown.add(one);
  }

  /** It is not a failure after all. */
  forget(entry: Entry): void {
    this.#accounts = this.#accounts.filter((one) => one.entry !== entry);
    for (const one of this.#grown) if (one.entry === entry) this.#grown.delete(one);
  }

  get hasGrown(): boolean {
    return this.#grown.size > 0;
  }

  /** Accounts that grew since the last call. */
  takeGrown(): GrowingAccount[] {
    const grown = [...this.#grown];
    this.#grown.clear();
    return grown;
  }

  clear(): void {
    this.#accounts = [];
    this.#grown.clear();
  }
}
