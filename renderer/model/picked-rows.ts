// Multiple selected rows. Owns which; picked-bar.tsx has the actions.

import type { Row } from '../../shared/timeline.ts';
import { defineStore, type Model } from './model.ts';
import { moveBy } from './selection.ts';
import { rowsOf, select, timelineOf } from './timeline.ts';

/** Empty: only the selected row. Otherwise it is among them. */
export const [pickedOf, usePicked] = defineStore<{ rows: ReadonlyMap<number, Row> }>(() => ({ rows: new Map() }));

/** For more rows, a filter is better. */
const mostPicked = 500;

export function clearPicked(model: Model): void {
  if (pickedOf(model).getState().rows.size > 0) pickedOf(model).setState({ rows: new Map() });
}

/** Adds a row, or removes it. */
export function togglePicked(model: Model, id: number): void {
  const rows = new Map(withSelected(model));
  const row = rowsOf(model).find(id);
  if (rows.has(id)) rows.delete(id);
  else if (row) rows.set(id, row);
  pickedOf(model).setState({ rows: rows.size > 1 ? rows : new Map() });
  if (rows.has(id)) select(model, id, false, 'step');
}

/** All rows from the selected one to this. */
export function pickUpTo(model: Model, id: number): void {
  const { selected } = timelineOf(model).getState();
  const [from, to] = [selected === null ? undefined : rowsOf(model).placeOf(selected), rowsOf(model).placeOf(id)];
  if (from === undefined || to === undefined) {
    select(model, id);
    return;
  }
  const rows = new Map(withSelected(model));
  for (let at = Math.min(from, to); at <= Math.max(from, to) && rows.size < mostPicked; at++) {
    const row = rowsOf(model).get(at);
    if (row) rows.set(row.id, row);
  }
  pickedOf(model).setState({ rows });
  select(model, id, false, 'step');
}

/** By key: adds the next row. */
export function pickStep(model: Model, step: number): void {
  const before = withSelected(model);
  moveBy(model, step);
  const rows = new Map([...before, ...withSelected(model)]);
  pickedOf(model).setState({ rows: rows.size > 1 ? rows : new Map() });
}

function withSelected(model: Model): ReadonlyMap<number, Row> {
  const { selected } = timelineOf(model).getState();
  const row = selected === null ? undefined : rowsOf(model).find(selected);
  const { rows } = pickedOf(model).getState();
  return row ? new Map([...rows, [row.id, row]]) : rows;
}
