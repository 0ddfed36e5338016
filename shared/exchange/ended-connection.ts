// What is known of the end of a connection, and the rows that it made fail. Gathered by connection-end.ts.

import type { Account } from '../account/account.ts';
import type { Entry } from './ledger.ts';

export class ConnectionEnd {
  /** Everything known of the end. */
  facts: Partial<Account> = {};
  readonly members: { entry: Entry; account: Account }[] = [];
  /** When the other side than the server closed it; null: it did not. */
  closedAt: number | null = null;
  /** stderr from here on belongs to the end. */
  readonly stderrFrom: number;

  constructor(stderrFrom: number) {
    this.stderrFrom = stderrFrom;
  }
}
