// Bursts of alike messages: each one that comes less than a second after the one before joins the same row, however many
// other rows came between. Owns which messages are alike and when a burst is over; only the messages' own times decide that.

import { type Json, member } from '../json/json.ts';
import type { StoredEvent } from '../wire.ts';
import type { Entry, Ledger, PairedRow } from './ledger.ts';

/** A burst is over when nothing of its kind came for this long. */
const gapMs = 1000;
/** Kinds of one connection that are remembered; a server that invents a new kind for each message has no bursts. */
const kindMemory = 500;

interface Storm {
  entry: Entry;
  /** When its newest message came. */
  at: number;
}

export class Bursts {
  readonly #open = new Map<string, Storm>();

  /**
   * Whether the message joined a row. `words` are asked for only once somebody looks; up to `firstFor` messages the row goes
   * on showing those of its first. `longestGap`: how long after the message before it may come.
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
    // What failed stands alone: nothing may hide in it, and it must not hide in anything.
    if (!burst || event.at - burst.at >= longestGap || burst.entry.row.failure !== null) return false;
    const { entry } = burst;
    burst.at = event.at;
    entry.row.times += 1;
    if (event.at > (entry.row.endAt ?? entry.row.at)) entry.row.endAt = event.at;
    if (entry.row.times > firstFor) entry.words = words;
    ledger.link(entry, event.seq);
    return true;
  }

  /** The row of this kind shows no words so far. */
  isWordless(kind: string): boolean {
    const entry = this.#open.get(kind)?.entry;
    return entry !== undefined && entry.words === undefined && entry.row.detail.trim() === '';
  }

  begin(kind: string, entry: Entry): void {
    // Taken out first, so that the kind that began least recently is the one forgotten.
    this.#open.delete(kind);
    this.#open.set(kind, { entry, at: entry.row.at });
    if (this.#open.size > kindMemory) this.#open.delete(this.#open.keys().next().value as string);
  }

  /** A row of which only the first message was seen again goes on where it had been. */
  resume(row: PairedRow): void {
    for (const burst of this.#open.values()) {
      if (burst.entry.row.id !== row.id) continue;
      const { times, endAt, headline, detail } = row;
      Object.assign(burst.entry.row, { times, endAt, headline, detail });
      burst.at = endAt ?? row.at;
    }
  }
}

/** Notifications are alike when all that a person would sort them by is the same. */
export function notificationKind(method: string, target: string | null, params: Json | undefined): string {
  switch (method) {
    case 'notifications/message':
      return `${method}\n${word(params, 'level')}\n${word(params, 'logger')}`;
    case 'notifications/tasks/status':
      // A task that failed must not go under among those that work.
      return `${method}\n${word(params, 'status')}`;
    default:
      return target === null ? method : `${method}\n${target}`;
  }
}

function word(params: Json | undefined, name: string): string {
  const value = member(params, name);
  return typeof value === 'string' ? value.slice(0, 200) : '';
}
