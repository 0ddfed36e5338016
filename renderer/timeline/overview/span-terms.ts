// The time range in a filter, and a filter with another range: `since:` and `before:` with times. Pure.

import { moment } from '../../../shared/filter/describe.ts';

export interface TimeSpan {
  from: number;
  to: number;
}

const term = /(^|\s)(since|before):(\d{4}-\d\d-\d\d(?:T[\d:.]+)?(?:Z|[+-]\d\d:\d\d)?)(?=\s|$)/gi;

/** null unless both ends are present. */
export function spanIn(filter: string): TimeSpan | null {
  let from: number | null = null;
  let to: number | null = null;
  for (const [, , key, value] of filter.matchAll(term)) {
    const at = Date.parse(value!.includes('T') ? value! : `${value}T00:00`);
    if (Number.isNaN(at)) continue;
    if (key!.toLowerCase() === 'since') from = at;
    else to = at;
  }
  return from === null || to === null || to <= from ? null : { from, to };
}

/** The rest of the filter stays; null removes the range. */
export function withSpan(filter: string, span: TimeSpan | null): string {
  const rest = filter.replace(term, ' ').replace(/\s+/g, ' ').trim();
  if (!span) return rest;
  // Times are written in milliseconds: slightly wider, to include rows at the edges.
  return `${rest} since:${moment(Math.floor(span.from))} before:${moment(Math.ceil(span.to) + 1)}`.trim();
}
