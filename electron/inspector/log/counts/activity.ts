// Activity over a whole recording: messages and failed calls by severity, in at most a few thousand time buckets. Updated as rows change, so
// that the strip above the timeline never reads rows.

import type { RowChange, RowPlace } from '../../../../shared/exchange/ledger.ts';
import { severities } from '../../../../shared/failure.ts';
import { severityRank } from '../../../../shared/filter/failure-group.ts';
import { isFailedCall } from '../../../../shared/incident/failed-calls.ts';
import type { Row } from '../../../../shared/timeline.ts';
import type { Figure } from '../store/store.ts';

const finest = 32;
const limit = 4096;
/** Buckets written together. Widening all of them then takes a few dozen writes instead of thousands. */
const together = 64;

/** One bucket: messages, the position of the first row, and failures from the worst severity on. */
interface Bucket {
  messages: number;
  firstOrd: number;
  failures: number[];
}

export interface Spread {
  from: number;
  to: number;
  messages: number[];
  /** Per bucket: number of failures of each severity, worst first. */
  failures: number[][];
  /** Per bucket: position of the first row; -1 if no row began there. */
  firstOrds: number[];
}

type Tick = NonNullable<RowPlace['tick']>;

/** The bucket of a failed row. A failure that no rule recognizes counts as an error. */
export function tickOf(row: Pick<Row, 'at' | 'endAt' | 'failure'>): Tick {
  return { at: row.endAt ?? row.at, rank: severityRank(row.failure?.severity ?? 'error') };
}

export class Activity {
  #width = finest;
  #buckets = new Map<number, Bucket>();
  /** What to write. A block holds the buckets whose index divided by `together` is its number. */
  readonly #changed = new Set<number>();
  readonly #dropped = new Set<string>();
  #from = Number.POSITIVE_INFINITY;
  #to = Number.NEGATIVE_INFINITY;

  constructor(kept: readonly { name: string; figures: string }[]) {
    for (const { name, figures } of kept) {
      if (name === 'span') [this.#width = finest, this.#from = 0, this.#to = 0] = JSON.parse(figures) as number[];
      else if (name.startsWith(blockPrefix))
        for (const [number, ...values] of JSON.parse(figures) as number[][]) this.#take(number as number, values);
      else {
        // Earlier versions wrote buckets one by one.
        this.#take(Number(name), JSON.parse(figures) as number[]);
        this.#changed.add(blockOf(Number(name)));
        this.#dropped.add(name);
      }
    }
  }

  #take(number: number, [messages = 0, firstOrd = 0, ...failures]: readonly number[]): void {
    this.#buckets.set(number, { messages, firstOrd, failures: severities.map((_, rank) => failures[rank] ?? 0) });
  }

  /** Applies the row's change to the counters and records in `place` how the row now counts. */
  count(row: RowChange['row'], ord: number, place: RowPlace): void {
    const fresh = row.times - (place.times ?? 0);
    if (fresh > 0) {
      const bucket = this.#at(row.times > 1 ? (row.endAt ?? row.at) : row.at);
      bucket.messages += fresh;
      if (place.times === undefined && ord < bucket.firstOrd) bucket.firstOrd = ord;
      place.times = row.times;
    }
    const tick = isFailedCall(row) ? tickOf(row) : undefined;
    if (tick?.at === place.tick?.at && tick?.rank === place.tick?.rank) return;
    if (place.tick) this.#tick(place.tick, -1);
    if (tick) this.#tick(tick, 1);
    place.tick = tick;
  }

  #tick({ at, rank }: Tick, by: number): void {
    const { failures } = this.#at(at);
    failures[rank] = Math.max(0, (failures[rank] ?? 0) + by);
  }

  #at(at: number): Bucket {
    if (at < this.#from) this.#from = at;
    if (at > this.#to) this.#to = at;
    let number = Math.floor(at / this.#width);
    let bucket = this.#buckets.get(number);
    if (!bucket) {
      bucket = { messages: 0, firstOrd: Number.MAX_SAFE_INTEGER, failures: severities.map(() => 0) };
      this.#buckets.set(number, bucket);
      while (this.#buckets.size > limit) {
        this.#widen();
        number = Math.floor(at / this.#width);
        bucket = this.#buckets.get(number) as Bucket;
      }
    }
    this.#changed.add(blockOf(number));
    return bucket;
  }

  #widen(): void {
    const before = this.#buckets;
    for (const number of before.keys()) this.#dropped.add(nameOf(blockOf(number)));
    this.#buckets = new Map();
    this.#changed.clear();
    this.#width *= 2;
    for (const [number, { messages, firstOrd, failures }] of before) {
      const half = Math.floor(number / 2);
      const known = this.#buckets.get(half);
      this.#changed.add(blockOf(half));
      if (!known) this.#buckets.set(half, { messages, firstOrd, failures });
      else {
        known.messages += messages;
        known.firstOrd = Math.min(known.firstOrd, firstOrd);
        known.failures = known.failures.map((count, rank) => count + (failures[rank] ?? 0));
      }
    }
  }

  /** Changes since the last write. */
  drain(): Figure[] {
    if (this.#changed.size === 0) return [];
    const figures: Figure[] = [];
    for (const block of this.#changed) {
      figures.push({ kind: 'moment', name: nameOf(block), figures: JSON.stringify(this.#block(block)) });
      this.#dropped.delete(nameOf(block));
    }
    for (const name of this.#dropped) figures.push({ kind: 'moment', name, figures: null });
    figures.push({ kind: 'moment', name: 'span', figures: JSON.stringify([this.#width, this.#from, this.#to]) });
    this.#dropped.clear();
    this.#changed.clear();
    return figures;
  }

  #block(block: number): number[][] {
    const buckets: number[][] = [];
    for (let number = block * together; number < (block + 1) * together; number += 1) {
      const bucket = this.#buckets.get(number);
      if (bucket) buckets.push([number, bucket.messages, bucket.firstOrd, ...bucket.failures]);
    }
    return buckets;
  }

  /** First and last bucket; null if there are none. */
  get span(): { from: number; to: number } | null {
    return this.#to < this.#from ? null : { from: this.#from, to: this.#to };
  }

  /** The whole time span in `parts` buckets. */
  spread(parts: number): Spread | null {
    const span = this.span;
    if (!span) return null;
    const { from } = span;
    const to = Math.max(span.to, from + 1);
    const empty = (value: number) => new Array<number>(parts).fill(value);
    const spread: Spread = {
      from,
      to,
      messages: empty(0),
      failures: Array.from({ length: parts }, () => severities.map(() => 0)),
      firstOrds: empty(-1),
    };
    for (const [number, { messages, firstOrd, failures }] of this.#buckets) {
      const at = Math.min(Math.max((number + 0.5) * this.#width, from), to);
      const part = Math.min(parts - 1, Math.floor(((at - from) / (to - from)) * parts));
      spread.messages[part] = (spread.messages[part] as number) + messages;
      const known = spread.firstOrds[part] as number;
      if (firstOrd !== Number.MAX_SAFE_INTEGER && (known < 0 || firstOrd < known)) spread.firstOrds[part] = firstOrd;
      const counts = spread.failures[part] as number[];
      failures.forEach((count, rank) => {
        counts[rank] = (counts[rank] ?? 0) + count;
      });
    }
    return spread;
  }
}

const blockPrefix = 'block ';
const nameOf = (block: number): string => blockPrefix + block;
const blockOf = (number: number): number => Math.floor(number / together);
