// Rows for events that have none yet: after a kill the last few, after an update that reads messages otherwise all of them.
// A moment of it is done before the log opens; what is left goes on in portions, so that the window is there meanwhile and
// says how far it is. Stopped midway it goes on at the next start: rows and how far they reach are written together.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Counters } from '../../../../shared/api/views.ts';
import type { RowChange } from '../../../../shared/exchange/ledger.ts';
import type { Pairing } from '../../../../shared/exchange/pairing.ts';
import type { Marks } from '../counts/marks.ts';
import type { RowCounts } from '../counts/row-counts.ts';
import type { LogState, LogStore } from '../store/store.ts';
import { followGroups, rememberGroups } from './former-groups.ts';
import { recover } from './recovery.ts';

/** Before the log opens so much is done whatever the machine is busy with: dozens of times what a kill leaves behind. */
const firstEvents = 5000;
const firstMs = 400;
const portionMs = 8;
const clearedAtOnce = 400;

/** Whether the rows that are there were made by other rules, or are the rest of such that were being cleared away. */
export function isOutdated(store: LogStore, state: LogState | null, rules: number): boolean {
  return state ? state.rules !== rules : store.rowsFrom(0, 1).length > 0;
}

export interface CatchUpParts {
  store: LogStore;
  pairing: Pairing;
  counts: RowCounts;
  outdated: boolean;
  marks: Marks;
  apply: (changes: RowChange[]) => void;
}

export class CatchingUp {
  readonly #parts: CatchUpParts;
  readonly #work: Generator<void>;
  #over = false;

  /** For `ms` the work is done at once, a step at least. */
  constructor(parts: CatchUpParts, ms?: number) {
    this.#parts = parts;
    this.#work = catchUp(parts);
    const [first, last] = parts.store.seqSpan();
    const left = last - Math.max(parts.counts.state.derivedSeq, first - 1);
    this.#do(ms ?? (left <= firstEvents ? Number.POSITIVE_INFINITY : firstMs));
  }

  get isOver(): boolean {
    return this.#over;
  }

  /** How far it is; null when it is over. */
  get progress(): NonNullable<Counters['reading']> | null {
    if (this.#over) return null;
    const [first, last] = this.#parts.store.seqSpan();
    const total = last - first + 1;
    return { done: Math.max(0, Math.min(total, this.#parts.counts.state.derivedSeq - first + 1)), total };
  }

  /** The rest, for as long as `goOn` says so; `onStep` hears of each portion. Resolves to whether all was done. */
  async finish(goOn: () => boolean, onStep: () => void): Promise<boolean> {
    while (!this.#over) {
      await nextTurn();
      if (!goOn()) return false;
      this.#do(portionMs);
      onStep();
    }
    return true;
  }

  #do(ms: number): void {
    const until = performance.now() + ms;
    try {
      do this.#over = this.#work.next().done === true;
      while (!this.#over && performance.now() < until);
    } catch (error) {
      this.#over = true;
      throw error;
    }
  }
}

function* catchUp({ store, pairing, counts, outdated, marks, apply }: CatchUpParts): Generator<void> {
  if (outdated) {
    yield* rememberGroups(store, marks);
    while (store.clearRows(clearedAtOnce)) yield;
  }
  yield* recover(store, pairing, counts, apply);
  followGroups(store, marks);
}
