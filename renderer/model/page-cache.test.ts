import { describe, expect, it } from 'vitest';
import { makeRow } from '../testing/row-fixtures.ts';
import { PageCache, pageLimit, pageSize } from './page-cache.ts';

const page = (number: number, rev = 1) =>
  Array.from({ length: pageSize }, (_, offset) =>
    makeRow({ id: number * pageSize + offset, ord: number * pageSize + offset, rev }),
  );

describe('PageCache', () => {
  it('returns rows by position and positions by id', () => {
    const cache = new PageCache();
    cache.put(2, page(2));
    expect(cache.get(250)?.id).toBe(250);
    expect(cache.placeOf(250)).toBe(250);
    expect(cache.get(150)).toBeUndefined();
  });

  it('requests the visible pages that it lacks', () => {
    const cache = new PageCache();
    cache.put(1, page(1));
    expect(cache.missing(50, 320)).toEqual([0, 2, 3]);
    cache.markStale();
    expect(cache.missing(110, 120)).toEqual([1]);
    expect(cache.get(110)?.id).toBe(110);
  });

  it('notices a gap only when it is visible', () => {
    const cache = new PageCache();
    cache.put(0, page(0).slice(0, 10));
    expect(cache.missing(0, 9)).toEqual([]);
    expect(cache.missing(0, 10)).toEqual([0]);
    cache.place(10, makeRow({ id: 10 }));
    expect(cache.missing(0, 10)).toEqual([]);
  });

  it('never replaces a row with an older state', () => {
    const cache = new PageCache();
    cache.put(0, page(0, 5));
    expect(cache.update(makeRow({ id: 7, rev: 4, headline: 'old' }))).toBeNull();
    expect(cache.update(makeRow({ id: 7, rev: 6, headline: 'new' }))).toBe(7);
    cache.put(0, page(0, 5));
    expect(cache.get(7)?.headline).toBe('new');
  });

  it('keeps new rows only if their page is cached', () => {
    const cache = new PageCache();
    expect(cache.place(5, makeRow({ id: 5 }))).toBe(false);
    expect(cache.place(100, makeRow({ id: 100 }))).toBe(true);
    expect(cache.place(101, makeRow({ id: 101 }))).toBe(true);
    expect(cache.pages).toBe(1);
  });

  it('forgets positions of rows that moved', () => {
    const cache = new PageCache();
    cache.put(0, [makeRow({ id: 1 }), makeRow({ id: 2 })]);
    cache.put(0, [makeRow({ id: 2 })]);
    expect(cache.placeOf(1)).toBeUndefined();
    expect(cache.placeOf(2)).toBe(0);
  });

  it('keeps a limited number of pages, those nearest to the visible ones', () => {
    const cache = new PageCache();
    for (let number = 0; number < pageLimit + 20; number++) {
      cache.put(number, page(number));
      cache.trim(number * pageSize, number * pageSize + 40);
    }
    expect(cache.pages).toBe(pageLimit);
    expect(cache.get(0)).toBeUndefined();
    expect(cache.placeOf(0)).toBeUndefined();
    expect(cache.get((pageLimit + 19) * pageSize)).toBeDefined();
  });

  it('keeps rows that the next view also shows, as long as they are equal', () => {
    const cache = new PageCache();
    const [kept, changed] = [makeRow({ id: 1 }), makeRow({ id: 2 })];
    cache.put(0, [kept, changed]);
    cache.clear();
    cache.fill(0, [makeRow({ id: 1 }), makeRow({ id: 2, rev: 5 })]);
    expect(cache.get(0)).toBe(kept);
    expect(cache.get(1)).not.toBe(changed);
    cache.forget();
    cache.put(0, [makeRow({ id: 1 })]);
    expect(cache.get(0)).not.toBe(kept);
  });
});
