// Recently ended calls by id, to recognize a second response, a late response, or a cancellation that crossed the response.

import type { Call } from './pending-call.ts';
import { RecentMap } from './recent-map.ts';

/** A second response follows the first one soon. */
const answeredMemory = 200;
/** A late response can come at any time, and few calls end without one. */
const unansweredMemory = 2000;

export class SettledCalls {
  readonly #answered = new RecentMap<string, Call>(answeredMemory);
  readonly #unanswered = new RecentMap<string, Call>(unansweredMemory);

  get(key: string): Call | undefined {
    return this.#answered.get(key) ?? this.#unanswered.get(key);
  }

  add(call: Call): void {
    const [kept, other] = wasAnswered(call) ? [this.#answered, this.#unanswered] : [this.#unanswered, this.#answered];
    other.delete(call.key);
    kept.set(call.key, call);
  }

  clear(): void {
    this.#answered.clear();
    this.#unanswered.clear();
  }
}

export function wasAnswered(call: Call): boolean {
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
