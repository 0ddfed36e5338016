// Accounts of calls that failed a moment ago and can still grow: a line of stderr that was on its way, an answer that came too late.
// They are judged again with what came, and the old failure is replaced. Bounded in number and in time, so the cost stays linear.

import type { Account, Stray } from '../account/account.ts';
import type { Entry } from './ledger.ts';
import { isAbout } from './whose-stderr.ts';

/** stderr is a pipe of its own: what was written before an answer may be read after it. */
const stderrMs = 250;
const mostAccounts = 50;
const mostLines = 100;
const mostStrays = 5;
/** Larger requests are not held for what might still come. */
const longestArgs = 10_000;

export interface GrowingAccount {
  entry: Entry;
  account: Account;
  /** When the call ended. */
  at: number;
  /** Nothing else was open while it was. */
  isAlone: boolean;
}

export class GrowingAccounts {
  #accounts: GrowingAccount[] = [];
  #grown = new Set<GrowingAccount>();

  add(one: GrowingAccount, size: number): void {
    if (size > longestArgs) return;
    this.#accounts.push(one);
    if (this.#accounts.length > mostAccounts) this.#accounts.shift();
  }

  /** `isQuiet`: no call is open that it could be about instead. */
  addStderr(line: string, at: number, isQuiet: boolean): void {
    for (const one of this.#accounts) {
      const { account } = one;
      if (account.answer === undefined || at - one.at > stderrMs) continue;
      if (!isAbout(line, account.target, one.isAlone && isQuiet)) continue;
      account.stderr = [...(account.stderr ?? []), line].slice(-mostLines);
      this.#grown.add(one);
    }
  }

  /** `entry`: the row of the call that it answers. */
  addLate(entry: Entry, stray: Stray): void {
    const one = this.#accounts.find((candidate) => candidate.entry === entry);
    if (one === undefined || one.account.answer !== undefined) return;
    one.account.strays = [...(one.account.strays ?? []), stray].slice(0, mostStrays);
    this.#grown.add(one);
  }

  /** It is no failure after all. */
  forget(entry: Entry): void {
    this.#accounts = this.#accounts.filter((one) => one.entry !== entry);
    for (const one of this.#grown) if (one.entry === entry) this.#grown.delete(one);
  }

  get hasGrown(): boolean {
    return this.#grown.size > 0;
  }

  /** Those that grew since the last time. */
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
