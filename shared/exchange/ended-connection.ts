// The known facts about the end of a connection, and the rows that it made fail. Collected by connection-end.ts.

import type { Account } from '../account/account.ts';
import type { Entry } from './ledger.ts';

export class ConnectionEnd {
  /** Everything known about the end. */
  facts: Partial<Account> = {};
  readonly members: { entry: Entry; account: Account }[] = [];
  /** When the client side closed it; null if it did not. */
  closedAt: number | null = null;
  /** stderr belongs to the end from this line on. */
  readonly stderrFrom: number;

  constructor(stderrFrom: number) {
    this.stderrFrom = stderrFrom;
  }
}
