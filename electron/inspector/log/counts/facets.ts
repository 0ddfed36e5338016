// The values that filters can name, with the number of rows for each. Updated as rows change, never recounted. Used by completion, and by
// the store to turn a pattern into a list of values.

import type { PairedRow, RowPlace } from '../../../../shared/exchange/ledger.ts';
import { completing, countedKeys, countedValues } from '../../../../shared/filter/counted-values.ts';
import type { FacetChange } from '../store/store.ts';

/** A server may invent a new name for each call. Past this limit the key is marked incomplete. */
const valueLimit = 2000;
const overflow = '\u0000more';

export class Facets {
  readonly #counts: Map<string, number>[] = countedKeys.map(() => new Map());
  readonly #changed: Set<string>[] = countedKeys.map(() => new Set());

  constructor(kept: readonly FacetChange[]) {
    for (const { key, value, count } of kept) this.#counts[countedKeys.indexOf(key)]?.set(value, count);
  }

  /** Applies the row's change to the counts and records in `place` how the row now counts. */
  count(row: PairedRow, place: RowPlace): void {
    const now = countedValues(row);
    const before = place.counted;
    for (let i = 0; i < now.length; i += 1) {
      const value = now[i] as string | null;
      const old = before?.[i] ?? null;
      if (value === old) continue;
      if (old !== null) this.#add(i, old, -1);
      if (value !== null) this.#add(i, value, 1);
    }
    place.counted = now;
  }

  #add(at: number, value: string, by: number): void {
    const counts = this.#counts[at] as Map<string, number>;
    const known = counts.get(value);
    if (known === undefined && counts.size >= valueLimit) {
      if (counts.has(overflow)) return;
      counts.set(overflow, 1);
      this.#changed[at]?.add(overflow);
      return;
    }
    counts.set(value, (known ?? 0) + by);
    this.#changed[at]?.add(value);
  }

  /** Changes since the last write. */
  drain(): FacetChange[] {
    const changes: FacetChange[] = [];
    for (const [at, values] of this.#changed.entries()) {
      for (const value of values) {
        changes.push({ key: countedKeys[at] as string, value, count: this.#counts[at]?.get(value) ?? 0 });
      }
      values.clear();
    }
    return changes;
  }

  /** Every value of a key; null if the list is incomplete. */
  values(key: string): readonly string[] | null {
    const counts = this.#counts[countedKeys.indexOf(key)];
    return !counts || counts.size > valueLimit || counts.has(overflow) ? null : [...counts.keys()];
  }

  suggest(key: string, prefix: string, limit: number): { value: string; count: number }[] {
    const counts = [...(this.#counts[countedKeys.indexOf(key)] ?? [])];
    return completing(
      counts.filter(([value]) => value !== overflow),
      prefix,
      limit,
    );
  }
}
