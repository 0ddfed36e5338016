// The messages of one burst, fetched page by page when visible. Caches a few dozen pages.

import { useEffect, useReducer, useRef } from 'react';
import type { BurstEvent } from '../../../shared/api/views.ts';
import { useModel } from '../../model/model.ts';

const burstPage = 100;
const pageLimit = 30;

interface BurstPages {
  get(index: number): BurstEvent | undefined;
  /** Messages as events; a batch has several in one. */
  total: number;
  problem: string;
}

/** `times` shows that more arrived; the last page is then fetched again. */
export function useBurstPages(row: number, times: number, first: number, last: number): BurstPages {
  const { platform } = useModel();
  const [, redraw] = useReducer((version: number) => version + 1, 0);
  const held = useRef({ pages: new Map<number, BurstEvent[]>(), asked: new Set<number>(), total: 0, problem: '' });

  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);

  useEffect(() => {
    const { pages, asked } = held.current;
    const fetchPage = async (page: number) => {
      if (asked.has(page)) return;
      asked.add(page);
      const answer = await platform.call('rowEvents', { id: row, from: page * burstPage, count: burstPage });
      asked.delete(page);
      if (!answer.ok) {
        held.current.problem = answer.error.message;
      } else {
        held.current.problem = '';
        held.current.total = answer.value.total;
        pages.delete(page);
        pages.set(page, answer.value.events);
        if (pages.size > pageLimit) pages.delete(pages.keys().next().value as number);
      }
      // Even if another page is needed by now: the response is cached.
      if (mounted.current) redraw();
    };
    const known = held.current.total;
    for (let page = Math.floor(first / burstPage); page <= Math.floor(Math.max(first, last) / burstPage); page++) {
      const events = pages.get(page);
      const isWhole = events && (events.length === burstPage || page * burstPage + events.length >= times);
      if (!isWhole || known === 0) void fetchPage(page);
    }
    // More arrived: the last known page has the new total.
    if (known > 0 && known < times) void fetchPage(Math.floor((known - 1) / burstPage));
  }, [platform, row, times, first, last]);

  return {
    get: (index) => held.current.pages.get(Math.floor(index / burstPage))?.[index % burstPage],
    total: held.current.total,
    problem: held.current.problem,
  };
}
