// The few pages of rows that the window caches, by position in the current view. The host has the log. Owns which pages are
// known, stale or missing; load-rows.ts requests them.

import type { Row } from '../../shared/timeline.ts';

export const pageSize = 100;
/** 6,000 rows: dozens of screens around the visible one. */
export const pageLimit = 60;

interface Page {
  rows: (Row | undefined)[];
  stale: boolean;
}

export class PageCache {
  #pages = new Map<number, Page>();
  #places = new Map<number, number>();
  /** The rows of the previous view by id: rows that also match the next filter need not be drawn again. */
  #before = new Map<number, Row>();

  get(index: number): Row | undefined {
    return this.#pages.get(Math.floor(index / pageSize))?.rows[index % pageSize];
  }

  /** The position of a cached row in the view. */
  placeOf(id: number): number | undefined {
    return this.#places.get(id);
  }

  /** A row that is cached, or was when this view started. */
  find(id: number): Row | undefined {
    const place = this.#places.get(id);
    return (place === undefined ? undefined : this.get(place)) ?? this.#before.get(id);
  }

  get pages(): number {
    return this.#pages.size;
  }

  /** Stores a page of the host: replaces its rows, but never a row with an older state. */
  put(page: number, rows: readonly Row[]): void {
    const before = this.#pages.get(page)?.rows ?? [];
    const known = new Map(before.filter((row) => row !== undefined).map((row) => [row.id, row]));
    this.#forget(page);
    const kept = rows.map((row) => newer(known.get(row.id) ?? this.#before.get(row.id), row));
    this.#pages.set(page, { rows: kept, stale: false });
    kept.forEach((row, offset) => {
      this.#places.set(row.id, page * pageSize + offset);
    });
  }

  /**
   * Stores a row at a known position. Keeps it only if its page is cached, starts with it, or will be visible soon, as the newest
   * are. Others are loaded when they become visible.
   */
  place(index: number, row: Row, soonSeen = false): boolean {
    const number = Math.floor(index / pageSize);
    let page = this.#pages.get(number);
    if (!page) {
      if (index % pageSize !== 0 && !soonSeen) return false;
      page = { rows: [], stale: false };
      this.#pages.set(number, page);
    }
    const offset = index % pageSize;
    const merged = newer(page.rows[offset], row);
    if (merged === page.rows[offset]) return false;
    page.rows[offset] = merged;
    this.#places.set(merged.id, index);
    return true;
  }

  /** A changed row, whose position is known only if it is cached. */
  update(row: Row): number | null {
    const index = this.#places.get(row.id);
    return index !== undefined && this.place(index, row) ? index : null;
  }

  /** Stores rows of a range, independent of page limits; missing rows of their pages are requested when visible. */
  fill(from: number, stretch: readonly Row[]): void {
    for (const [offset, row] of stretch.entries()) this.#set(from + offset, row);
  }

  #set(index: number, row: Row): void {
    const number = Math.floor(index / pageSize);
    const page = this.#pages.get(number) ?? { rows: [], stale: false };
    this.#pages.set(number, page);
    page.rows[index % pageSize] = newer(this.#before.get(row.id), row);
    this.#places.set(row.id, index);
  }

  /** Rows were added before the first: all positions move, and missing rows of the pages are requested. */
  shift(by: number): void {
    const held = [...this.#pages].flatMap(([number, { rows }]) =>
      [...rows.entries()].map(([offset, row]) => ({ index: number * pageSize + offset + by, row })),
    );
    this.clear();
    for (const { index, row } of held) {
      if (row && index >= 0) this.#set(index, row);
    }
  }

  /** All cached rows with their positions. */
  *entries(): Generator<[index: number, row: Row]> {
    for (const [number, { rows }] of this.#pages)
      for (const [offset, row] of rows.entries()) if (row) yield [number * pageSize + offset, row];
  }

  /** Any row may have moved: pages are shown until newer ones replace them. */
  markStale(): void {
    for (const page of this.#pages.values()) page.stale = true;
  }

  /** All known rows are invalid: other rows have the same numbers. */
  forget(): void {
    this.clear();
    this.#before.clear();
  }

  /** Starts another view. */
  clear(): void {
    this.#before = new Map([...this.entries()].map(([, row]) => [row.id, row]));
    this.#pages.clear();
    this.#places.clear();
  }

  /** Pages to request so that rows `first` to `last` can be shown. */
  missing(first: number, last: number): number[] {
    const wanted: number[] = [];
    for (let number = Math.floor(first / pageSize); number <= Math.floor(last / pageSize); number++) {
      const page = this.#pages.get(number);
      if (!page || page.stale || this.#hasHole(page, number, first, last)) wanted.push(number);
    }
    return wanted;
  }

  /** Drops the pages farthest from the visible ones. */
  trim(first: number, last: number): void {
    if (this.#pages.size <= pageLimit) return;
    const middle = (first + last) / 2 / pageSize;
    const byDistance = [...this.#pages.keys()].sort((a, b) => Math.abs(b - middle) - Math.abs(a - middle));
    for (const number of byDistance.slice(0, this.#pages.size - pageLimit)) {
      this.#forget(number);
      this.#pages.delete(number);
    }
  }

  #hasHole(page: Page, number: number, first: number, last: number): boolean {
    const start = Math.max(0, first - number * pageSize);
    const end = Math.min(pageSize - 1, last - number * pageSize);
    for (let offset = start; offset <= end; offset++) if (!page.rows[offset]) return true;
    return false;
  }

  #forget(number: number): void {
    for (const row of this.#pages.get(number)?.rows ?? []) if (row) this.#places.delete(row.id);
  }
}

function newer(known: Row | undefined, row: Row): Row {
  return known && known.id === row.id && known.rev >= row.rev ? known : row;
}
