// Checks the recording that is shown by the rules of the protocol, when a card asks for it. What was checked once is not read again.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Ask, done } from '../../../shared/contract/api.ts';
import { RuleCheck } from '../../../shared/features/lint/check-recording.ts';
import type { Logs } from '../../inspector/recordings/recordings.ts';

const pageSize = 500;

export class RuleChecks {
  readonly #logs: Logs;
  #store: Logs['shown']['store'] | null = null;
  #check = new RuleCheck();
  /** The last event that was checked. */
  #after = 0;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(logs: Logs) {
    this.#logs = logs;
  }

  readonly brokenRules: Ask<'brokenRules'> = async ({ server }) => {
    const turn = this.#turn.then(() => this.#catchUp());
    this.#turn = turn.catch(() => undefined);
    await turn;
    const { broken, messages } = this.#check.result;
    return done({ broken: broken.filter((one) => one.server === server), messages });
  };

  async #catchUp(): Promise<void> {
    const log = this.#logs.shown;
    log.flush();
    const { store } = log;
    if (store !== this.#store) {
      this.#store = store;
      this.#check = new RuleCheck();
      this.#after = store.seqSpan()[0] - 1;
    }
    const [, last] = store.seqSpan();
    while (this.#after < last) {
      const events = store.eventsAfter(this.#after, pageSize);
      if (events.length === 0) return;
      for (const event of events) if (event.seq <= last) this.#check.take(event);
      this.#after = events.at(-1)?.seq ?? last;
      await nextTurn();
      if (this.#logs.shown.store !== store) return this.#catchUp();
    }
  }
}
