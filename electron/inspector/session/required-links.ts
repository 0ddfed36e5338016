// A call refused with -32042 (2025-11-25, "URL Elicitation Required"): asks the user to open the pages. Once all are done, sends the call
// again as a new attempt.

import { isObject, type JsonObject, member } from '../../../shared/json/json.ts';
import type { AskDesk, OpenAsk } from './session-options.ts';

export class RequiredLinks {
  readonly #desk: AskDesk;
  readonly #open = new Map<OpenAsk, string>();
  /** Pages that the server itself reported as done. */
  readonly #completed = new WeakSet<OpenAsk>();

  constructor(desk: AskDesk) {
    this.#desk = desk;
  }

  /** `again` sends the call once more. */
  take(answer: JsonObject, row: number, again: () => void): void {
    const error = member(answer, 'error');
    const wanted = member(error, 'code') === -32042 ? member(member(error, 'data'), 'elicitations') : undefined;
    const pages = Array.isArray(wanted) ? wanted.filter(isObject).slice(0, 20) : [];
    if (pages.length === 0) return;
    const asks = pages.map((params) => {
      const ask = this.#desk.put({ row, kind: 'elicitation_url', method: 'elicitation/create', params });
      const id = member(params, 'elicitationId');
      this.#open.set(ask, typeof id === 'string' ? id : '');
      return ask;
    });
    void Promise.all(asks.map((ask) => this.#isDone(ask))).then((done) => {
      if (done.every(Boolean)) again();
    });
  }

  /** `notifications/elicitation/complete`: the user finished on that page. */
  complete(elicitationId: unknown): void {
    for (const [ask, id] of [...this.#open]) {
      if (id === '' || id !== elicitationId) continue;
      this.#completed.add(ask);
      ask.withdraw();
    }
  }

  close(): void {
    for (const ask of [...this.#open.keys()]) ask.withdraw();
  }

  async #isDone(ask: OpenAsk): Promise<boolean> {
    const answer = await ask.answer;
    this.#open.delete(ask);
    if (this.#completed.has(ask)) return true;
    return answer?.kind === 'result' && /"action"\s*:\s*"accept"/.test(answer.result);
  }
}
