// Stores the current place in the URL's hash, so that a reload or a copied link returns to it.

import type { Page } from './open-place.ts';

interface Place {
  filter: string;
  row: number | null;
  tab: string | null;
  /** Absent for the timeline. */
  page?: Page;
  /** The open panel of the page. */
  panel?: string;
}

export function readPlace(hash: string): Place {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  const named = fields.get('page');
  const rest = { filter: (fields.get('filter') ?? '').slice(0, 2000), row: rowIn(fields.get('row')) };
  // Former places: a replay is on the card of its call, a probe is a panel of Compare.
  if (named === 'replay') return { ...rest, row: rowIn(fields.get('replay')) ?? rest.row, tab: 'attempts' };
  if (named === 'probe') return { ...rest, tab: fields.get('tab'), page: 'compare', panel: 'probe' };
  const panel = [...fields].find(([name, value]) => value === '1' && !others.has(name))?.[0];
  return { ...rest, tab: fields.get('tab'), page: named ?? undefined, ...(panel ? { panel } : {}) };
}

const others: ReadonlySet<string> = new Set(['filter', 'row', 'tab', 'page']);

function rowIn(text: string | null): number | null {
  const row = text === null || text === '' ? Number.NaN : Number(text);
  return Number.isSafeInteger(row) && row >= 0 ? row : null;
}

export function writePlace(place: Place): string {
  const fields = new URLSearchParams();
  if (place.filter) fields.set('filter', place.filter);
  if (place.row !== null) fields.set('row', String(place.row));
  if (place.tab && place.tab !== 'explained') fields.set('tab', place.tab);
  if (place.page && place.page !== 'timeline') fields.set('page', place.page);
  if (place.panel) fields.set(place.panel, '1');
  // Only forms read `+` as a space. Masking reads percent escapes, so it finds a secret in the filter of a copied link.
  const text = fields.toString().replaceAll('+', '%20');
  return text ? `#${text}` : '';
}
