// The calls of a proxy whose answers may be held. Where a client resumes a stream, its server may send an answer again: all copies of an
// answer wait for one decision.

import { RecentMap } from '../../../../shared/exchange/recent-map.ts';
import type { ReadMessage } from '../../watch/programs/lines/message-lines.ts';
import { toolOf } from './hold-facts.ts';
import type { HoldDecision } from './hold-link.ts';

export interface OpenHold {
  decision: Promise<HoldDecision>;
  /** How many streams wait for it. The client has stopped waiting when it has closed all of them. */
  streams: number;
  leave: () => void;
}

export interface AwaitedCall {
  method: string;
  tool: string | null;
  calledAt: number;
  /** Once one of its answers was held. */
  hold: OpenHold | null;
}

const memory = 1000;

export class AwaitedCalls {
  readonly #calls = new RecentMap<string, AwaitedCall>(memory);

  /** `session`: two clients of one proxy may use the same ids. */
  note(session: string, request: ReadMessage, calledAt: number): AwaitedCall {
    const call = { method: request.method ?? '', tool: toolOf(request), calledAt, hold: null };
    // Without a session there is nothing to resume.
    if (session !== '') this.#calls.set(`${session}\n${request.key}`, call);
    return call;
  }

  /** Its id is used again, by a request whose answer is not held. */
  forget(session: string, { key }: ReadMessage): void {
    this.#calls.delete(`${session}\n${key}`);
  }

  of(session: string, { key }: ReadMessage): AwaitedCall | null {
    return this.#calls.get(`${session}\n${key}`) ?? null;
  }
}
