// Derives rows for events that have none yet: the last few after a kill, all of them after an update that changes the rules. Works for a
// moment before the log opens. The rest continues in steps, so that the window is visible and shows progress. It resumes at the next start,
// because rows and the position they reach are written together.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Counters } from '../../../../shared/api/views.ts';
import type { RowChange } from '../../../../shared/exchange/ledger.ts';
import type { Pairing } from '../../../../shared/exchange/pairing.ts';
import type { Marks } from '../counts/marks.ts';
import type { RowCounts } from '../counts/row-counts.ts';
import type { LogState, LogStore } from '../store/store.ts';
import { followGroups, rememberGroups } from './former-groups.ts';
import { recover } from './row-recovery.ts';

/** Done before the log opens, even on a busy machine. Dozens of times the work that a kill leaves. */
const firstEvents = 5000;
const firstMs = 400;
const portionMs = 8;
const clearedAtOnce = 400;

/** Whether the existing rows come from other rules, or are left from an interrupted clear. */
export function isOutdated(store: LogStore, state: LogState | null, rules: number): boolean {
  return state ? state.rules !== rules : store.rowsFrom(0, 1).length > 0;
}

interface CatchUpParts {
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

  /** Works for `ms` at once, at least one step. */
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

  /** Progress; null when done. */
  get progress(): NonNullable<Counters['reading']> | null {
    if (this.#over) return null;
    const [first, last] = this.#parts.store.seqSpan();
    const total = last - first + 1;
    return { done: Math.max(0, Math.min(total, this.#parts.counts.state.derivedSeq - first + 1)), total };
  }

  /** Continues as long as `goOn` returns true and calls `onStep` after each step. Resolves to whether it is done. */
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
