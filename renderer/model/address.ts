// Stores the current place in the URL's hash, so that a reload or a copied link returns to it.

import { type Page, pages } from './open-place.ts';

export interface Place {
  filter: string;
  row: number | null;
  tab: string | null;
  /** Absent for the timeline. */
  page?: Page;
  /** The row that the Replay place shows. */
  replay?: number;
}

export function readPlace(hash: string): Place {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  const row = rowIn(fields.get('row'));
  const replay = rowIn(fields.get('replay'));
  return {
    filter: (fields.get('filter') ?? '').slice(0, 2000),
    row,
    tab: fields.get('tab'),
    page: pages.find((page) => page === fields.get('page')),
    ...(replay === null ? {} : { replay }),
  };
}

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
  if (place.replay !== undefined) fields.set('replay', String(place.replay));
  // Only forms read `+` as a space. Masking reads percent escapes, so it finds a secret in the filter of a copied link.
  const text = fields.toString().replaceAll('+', '%20');
  return text ? `#${text}` : '';
}
