// Recently ended calls by id, to recognize a second response, a late response, or a cancellation that crossed the response.

import type { PendingCall } from './pending-call.ts';
import { RecentMap } from './recent-map.ts';

/** A second response follows the first one soon. */
const answeredMemory = 200;
/** A late response can come at any time, and few calls end without one. */
const unansweredMemory = 2000;

export class SettledCalls {
  readonly #answered = new RecentMap<string, PendingCall>(answeredMemory);
  readonly #unanswered = new RecentMap<string, PendingCall>(unansweredMemory);

  get(key: string): PendingCall | undefined {
    return this.#answered.get(key) ?? this.#unanswered.get(key);
  }

  add(call: PendingCall): void {
    const [kept, other] = wasAnswered(call) ? [this.#answered, this.#unanswered] : [this.#unanswered, this.#answered];
    other.delete(call.key);
    kept.set(call.key, call);
  }

  clear(): void {
    this.#answered.clear();
    this.#unanswered.clear();
  }
}

export function wasAnswered(call: PendingCall): boolean {
  switch (call.entry.row.outcome) {
    case 'answered':
    case 'rpc_error':
    case 'tool_error':
    case 'error_in_result':
    case 'schema_violation':
      return true;
    default:
      return false;
  }
}
