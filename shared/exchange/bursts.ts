// Joins similar messages into bursts: a message joins the row of the previous one of its kind if it follows within a second. Other rows
// may come in between. Owns which messages are similar and when a burst ends. Only the messages' own times decide that.

import { type Json, member } from '../json/json.ts';
import type { StoredEvent } from '../wire.ts';
import type { Entry, Ledger, PairedRow } from './ledger.ts';

/** A burst ends after this long without a message of its kind. */
const gapMs = 1000;
/** Kinds remembered per connection. A server that uses a new kind for each message has no bursts. */
const kindMemory = 500;

interface Storm {
  entry: Entry;
  /** The time of its newest message. */
  at: number;
}

export class Bursts {
  readonly #open = new Map<string, Storm>();

  /**
   * Returns whether the message joined a row. `words` is called only when the row is read; for up to `firstFor` messages the row
   * keeps the words of its first. `longestGap` is the longest time since the previous message.
   */
  join(
    ledger: Ledger,
    kind: string,
    event: StoredEvent,
    words: () => Partial<PairedRow>,
    firstFor = 1,
    longestGap = gapMs,
  ): boolean {
    const burst = this.#open.get(kind);
    // A failure never joins a burst, so that it stays visible.
    if (!burst || event.at - burst.at >= longestGap || burst.entry.row.failure !== null) return false;
    const { entry } = burst;
    burst.at = event.at;
    entry.row.times += 1;
    if (event.at > (entry.row.endAt ?? entry.row.at)) entry.row.endAt = event.at;
    if (entry.row.times > firstFor) entry.words = words;
    ledger.link(entry, event.seq);
    return true;
  }

  /** The row of this kind has no text yet. */
  isWordless(kind: string): boolean {
    const entry = this.#open.get(kind)?.entry;
    return entry !== undefined && entry.words === undefined && entry.row.detail.trim() === '';
  }

  begin(kind: string, entry: Entry): void {
    // Removed and added again, so that the kind with the oldest start is forgotten first.
    this.#open.delete(kind);
    this.#open.set(kind, { entry, at: entry.row.at });
    if (this.#open.size > kindMemory) this.#open.delete(this.#open.keys().next().value as string);
  }

  /** If only the first message of a row was read again, the burst continues from its earlier state. */
  resume(row: PairedRow): void {
    for (const burst of this.#open.values()) {
      if (burst.entry.row.id !== row.id) continue;
      const { times, endAt, headline, detail } = row;
      Object.assign(burst.entry.row, { times, endAt, headline, detail });
      burst.at = endAt ?? row.at;
    }
  }
}

/** Notifications are similar if they have the same level, logger, direction and target. */
export function notificationKind(method: string, target: string | null, params: Json | undefined): string {
  switch (method) {
    case 'notifications/message':
      return `${method}\n${word(params, 'level')}\n${word(params, 'logger')}`;
    case 'notifications/tasks/status':
      // A failed task must stay visible among those that work.
      return `${method}\n${word(params, 'status')}`;
    default:
      return target === null ? method : `${method}\n${target}`;
  }
}

function word(params: Json | undefined, name: string): string {
  const value = member(params, name);
  return typeof value === 'string' ? value.slice(0, 200) : '';
}
