// What a log knows of its failures and its times without looking at rows: groups, what of them is expected, and how much
// happened when. Owns when groups are written; counting itself is in failure-groups.ts and moments.ts.

import type { Place, RowChange } from '../../../shared/exchange/ledger.ts';
import type { Layer, Severity } from '../../../shared/failure.ts';
import { FailureGroups } from './failure-groups.ts';
import { Moments } from './moments.ts';
import type { Figure, LogState, LogStore } from './store.ts';

/** Groups change with every failure, so they are written only now and then; after a kill they are gathered anew. */
const keepGroupsMs = 3000;

export class Figures {
  readonly groups: FailureGroups;
  readonly moments: Moments;
  /** Groups of failures that a person expects. */
  readonly expected: ReadonlySet<string>;
  readonly #store: LogStore;
  #earlier: ReturnType<LogStore['seenEarlier']> | null = null;
  #keptAt = 0;
  #worst: { version: number; severity: Severity | null } | null = null;

  constructor(store: LogStore, state: LogState | null, expected: ReadonlySet<string>) {
    this.#store = store;
    this.expected = expected;
    const isWhole = state !== null && (state.groupsRev ?? 0) === state.rev;
    this.groups = new FailureGroups(state ? store.figures('group') : [], store, isWhole);
    this.moments = new Moments(state ? store.figures('moment') : []);
  }

  /** `wasRecovered`: the row had already counted as a call that worked in the end. */
  count(row: RowChange['row'], layer: Layer | null, group: string | null, place: Place, wasRecovered: boolean): void {
    const { chain } = row;
    this.groups.count(row, layer, group, place);
    if (chain !== null && !wasRecovered && row.remarks.includes('recovered'))
      this.groups.countRecovery(chain, () => this.#store.row(chain)?.group ?? null);
    this.moments.count(row, place.ord, place);
  }

  /** What is written with the rows themselves. */
  drain(): Figure[] {
    return this.moments.drain();
  }

  keepGroups(state: LogState, when: 'now' | 'due'): void {
    if (when === 'due' && performance.now() - this.#keptAt < keepGroupsMs) return;
    this.#keptAt = performance.now();
    if ((state.groupsRev ?? 0) === state.rev) return;
    state.groupsRev = state.rev;
    this.#store.put([], state, [], this.groups.drain());
  }

  /** Failures that are expected, of one server or of all. */
  expectedCount(server?: string): number {
    return this.groups.countIn(this.expected, server);
  }

  /** The worst severity among failures that are not expected. */
  get worst(): Severity | null {
    const { version } = this.groups;
    if (this.#worst?.version !== version) this.#worst = { version, severity: this.groups.worst(this.expected) };
    return this.#worst.severity;
  }

  /** What is expected has changed. */
  noteExpected(): void {
    this.#worst = null;
  }

  /** What earlier sessions had; they do not change any more. */
  get earlier(): ReturnType<LogStore['seenEarlier']> {
    this.#earlier ??= this.#store.seenEarlier();
    return this.#earlier;
  }
}
