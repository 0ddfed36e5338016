// How much happened when, over a whole session: messages and failures by severity in at most some thousand stretches of
// time, kept as rows change. Serves the strip above the timeline, which never looks at rows.

import type { Place, RowChange } from '../../../shared/exchange/ledger.ts';
import { severities } from '../../../shared/failure.ts';
import { severityRank } from '../../../shared/failure-group.ts';
import { countsAsFailed } from '../../../shared/filter/facts.ts';
import type { Row } from '../../../shared/timeline.ts';
import type { Figure } from './store.ts';

const finest = 32;
const limit = 4096;

/** Of one stretch: messages, the first row's place, and failures from the worst severity on. */
interface Moment {
  messages: number;
  firstOrd: number;
  failures: number[];
}

export interface Spread {
  from: number;
  to: number;
  messages: number[];
  /** By stretch: how many failures of each severity, the worst first. */
  failures: number[][];
  /** By stretch: the first row's place; -1 where none began. */
  firstOrds: number[];
}

type Tick = NonNullable<Place['tick']>;

/** Where a failed row counts; one that no rule understood counts as an error. */
export function tickOf(row: Pick<Row, 'at' | 'endAt' | 'failure'>): Tick {
  return { at: row.endAt ?? row.at, rank: severityRank(row.failure?.severity ?? 'error') };
}

export class Moments {
  #width = finest;
  #moments = new Map<number, Moment>();
  readonly #changed = new Set<number>();
  /** All of them are written anew. */
  #dropped: number[] = [];
  #from = Number.POSITIVE_INFINITY;
  #to = Number.NEGATIVE_INFINITY;

  constructor(kept: readonly { name: string; figures: string }[]) {
    for (const { name, figures } of kept) {
      const values = JSON.parse(figures) as number[];
      if (name === 'span') [this.#width = finest, this.#from = 0, this.#to = 0] = values;
      else
        this.#moments.set(Number(name), {
          messages: values[0] ?? 0,
          firstOrd: values[1] ?? 0,
          failures: values.slice(2),
        });
    }
  }

  /** Moves the figures by what changed about the row, and remembers that in its place. */
  count(row: RowChange['row'], ord: number, place: Place): void {
    const fresh = row.times - (place.times ?? 0);
    if (fresh > 0) {
      const moment = this.#at(row.times > 1 ? (row.endAt ?? row.at) : row.at);
      moment.messages += fresh;
      if (place.times === undefined && ord < moment.firstOrd) moment.firstOrd = ord;
      place.times = row.times;
    }
    const tick = countsAsFailed(row) ? tickOf(row) : undefined;
    if (tick?.at === place.tick?.at && tick?.rank === place.tick?.rank) return;
    if (place.tick) this.#tick(place.tick, -1);
    if (tick) this.#tick(tick, 1);
    place.tick = tick;
  }

  #tick({ at, rank }: Tick, by: number): void {
    const { failures } = this.#at(at);
    failures[rank] = Math.max(0, (failures[rank] ?? 0) + by);
  }

  #at(at: number): Moment {
    if (at < this.#from) this.#from = at;
    if (at > this.#to) this.#to = at;
    let number = Math.floor(at / this.#width);
    let moment = this.#moments.get(number);
    if (!moment) {
      moment = { messages: 0, firstOrd: Number.MAX_SAFE_INTEGER, failures: severities.map(() => 0) };
      this.#moments.set(number, moment);
      while (this.#moments.size > limit) {
        this.#widen();
        number = Math.floor(at / this.#width);
        moment = this.#moments.get(number) as Moment;
      }
    }
    this.#changed.add(number);
    return moment;
  }

  #widen(): void {
    const before = this.#moments;
    this.#dropped.push(...before.keys());
    this.#moments = new Map();
    this.#changed.clear();
    this.#width *= 2;
    for (const [number, { messages, firstOrd, failures }] of before) {
      const half = Math.floor(number / 2);
      const known = this.#moments.get(half);
      this.#changed.add(half);
      if (!known) this.#moments.set(half, { messages, firstOrd, failures });
      else {
        known.messages += messages;
        known.firstOrd = Math.min(known.firstOrd, firstOrd);
        known.failures = known.failures.map((count, rank) => count + (failures[rank] ?? 0));
      }
    }
  }

  /** What changed since the last time, to be kept. */
  drain(): Figure[] {
    if (this.#changed.size === 0 && this.#dropped.length === 0) return [];
    const figures: Figure[] = this.#dropped.map((number) => ({ kind: 'moment', name: String(number), figures: null }));
    for (const number of this.#changed) {
      const { messages, firstOrd, failures } = this.#moments.get(number) as Moment;
      figures.push({
        kind: 'moment',
        name: String(number),
        figures: JSON.stringify([messages, firstOrd, ...failures]),
      });
    }
    figures.push({ kind: 'moment', name: 'span', figures: JSON.stringify([this.#width, this.#from, this.#to]) });
    this.#dropped = [];
    this.#changed.clear();
    return figures;
  }

  /** First and last moment; null when nothing happened. */
  get span(): { from: number; to: number } | null {
    return this.#to < this.#from ? null : { from: this.#from, to: this.#to };
  }

  /** The whole span in `parts` stretches. */
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
    for (const [number, { messages, firstOrd, failures }] of this.#moments) {
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
