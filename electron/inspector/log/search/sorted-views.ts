// A view in an order other than time. Sorts all its rows in slices, and again when rows change, at most every two seconds. Sorting during
// heavy traffic must not block the recorder.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { compareRows, type Sort, type SortKey, sortKeys } from '../../../../shared/filter/sort-rows.ts';
import type { Row } from '../../../../shared/timeline.ts';

interface Source {
  rowsFrom(from: number, count: number): Row[];
  rowsAt(ords: readonly number[]): Row[];
  serverName(id: string): string;
  /** Increases with each change. */
  rev(): number;
  now(): number;
}

interface Order {
  ords: readonly number[];
  rev: number;
  at: number;
}

/** In longer views only the newest rows are sorted. */
const most = 200_000;
const slice = 2_000;
const everyMs = 2_000;
/** A window has one. */
const kept = 4;
const prefix = 'sorted:';

export class SortedViews {
  readonly #orders = new Map<string, Order>();
  readonly #source: Source;

  constructor(source: Source) {
    this.#source = source;
  }

  /** `ords`: of the rows in their own order; null for all of `total`. */
  async order(sort: Sort, view: string, ords: readonly number[] | null, total: number): Promise<readonly number[]> {
    const name = sortedName(sort, view);
    const known = this.#orders.get(name);
    const { rev, now } = this.#source;
    if (known && (known.rev === rev() || now() - known.at < everyMs)) return known.ords;
    const at = rev();
    const rows: Row[] = [];
    const length = ords?.length ?? total;
    for (let from = Math.max(0, length - most); from < length; from += slice) {
      const next = ords ? this.#source.rowsAt(ords.slice(from, from + slice)) : this.#source.rowsFrom(from, slice);
      // A row is kept only while it is compared: a long view would otherwise hold the whole log.
      for (const row of next) rows.push(row);
      await nextTurn();
    }
    rows.sort(compareRows(sort, (id) => this.#source.serverName(id)));
    const order = { ords: rows.map(({ ord }) => ord), rev: at, at: now() };
    this.#orders.delete(name);
    this.#orders.set(name, order);
    if (this.#orders.size > kept) this.#orders.delete(this.#orders.keys().next().value as string);
    return order.ords;
  }

  /** Rows in the order of `ords`, as the store has them in its own. */
  rows(ords: readonly number[]): Row[] {
    const places = new Map(ords.map((ord, place) => [ord, place]));
    return this.#source.rowsAt(ords).sort((a, b) => (places.get(a.ord) ?? 0) - (places.get(b.ord) ?? 0));
  }
}

export function sortedName({ by, isDown }: Sort, view: string): string {
  return `${prefix}${by}:${isDown ? 'down' : 'up'}:${view}`;
}

/** The view with a given name, and its order; no `sort` for time order. */
export function readSorted(name: string): { view: string; sort?: Sort } {
  if (!name.startsWith(prefix)) return { view: name };
  const [, by = '', way = ''] = name.split(':', 3);
  const view = name.slice(prefix.length + by.length + way.length + 2);
  return sortKeys.includes(by as SortKey) ? { view, sort: { by: by as SortKey, isDown: way === 'down' } } : { view };
}
