// Failure groups, expected failures and activity over time, all available without reading rows. Decides when groups are written.
// failure-groups.ts and activity.ts do the counting.

import type { RowChange, RowPlace } from '../../../../shared/exchange/ledger.ts';
import type { Severity } from '../../../../shared/failure.ts';
import { formerNames } from '../../../../shared/filter/failure-group.ts';
import type { Figure, LogState, LogStore } from '../store/store.ts';
import { Activity } from './activity.ts';
import { FailureGroups, type FoundFacts } from './failure-groups.ts';
import type { Marks } from './marks.ts';

/** Groups change with every failure, so they are written only occasionally. After a kill they are rebuilt from the rows. */
const keepGroupsMs = 3000;

export class FailureCounts {
  readonly groups: FailureGroups;
  readonly activity: Activity;
  readonly marks: Marks;
  readonly #store: LogStore;
  #earlier: ReturnType<LogStore['seenEarlier']> | null = null;
  #keptAt = 0;
  #worst: { version: number; severity: Severity | null } | null = null;

  constructor(store: LogStore, state: LogState | null, marks: Marks) {
    this.#store = store;
    this.marks = marks;
    // Without a state there are no rows yet, or only rows that are about to be cleared.
    const isWhole = state === null || (state.groupsRev ?? 0) === state.rev;
    this.groups = new FailureGroups(state ? store.figures('group') : [], store, isWhole);
    this.activity = new Activity(state ? store.figures('moment') : []);
  }

  /** `wasRecovered`: the row already counted as a call that succeeded on retry. */
  count(row: RowChange['row'], found: FoundFacts, group: string | null, place: RowPlace, wasRecovered: boolean): void {
    const { chain } = row;
    if (group !== null && !this.groups.has(group)) this.#adoptMarks(row, found, group);
    this.groups.count(row, found, group, place);
    if (chain !== null && !wasRecovered && row.remarks.includes('recovered'))
      this.groups.countRecovery(chain, () => this.#store.row(chain)?.group ?? null);
    this.activity.count(row, place.ord, place);
  }

  #adoptMarks(row: RowChange['row'], { layer }: FoundFacts, group: string): void {
    if (this.marks.adopt(group, () => formerNames({ ...row, class: row.failure?.class ?? null }, layer)))
      this.noteMarks();
  }

  /** Written together with the rows. */
  drain(): Figure[] {
    return this.activity.drain();
  }

  keepGroups(state: LogState, when: 'now' | 'due'): void {
    if (when === 'due' && performance.now() - this.#keptAt < keepGroupsMs) return;
    this.#keptAt = performance.now();
    if ((state.groupsRev ?? 0) === state.rev) return;
    state.groupsRev = state.rev;
    this.#store.put([], state, [], this.groups.drain());
  }

  /** Failed calls that the user marked as expected or resolved, of one server or of all. */
  marked(server?: string): { failedCalls: number; causes: number } {
    return this.groups.countIn(this.marks.quiet, server);
  }

  /** The worst severity among failures that are not expected. */
  get worst(): Severity | null {
    const { version } = this.groups;
    if (this.#worst?.version !== version) this.#worst = { version, severity: this.groups.worst(this.marks.quiet) };
    return this.#worst.severity;
  }

  /** The marks or the group names have changed. */
  noteMarks(): void {
    this.#worst = null;
    this.#earlier = null;
  }

  /** Groups of earlier recordings, under their former and current names. A recording is derived again only when it is opened. */
  get earlier(): ReturnType<LogStore['seenEarlier']> {
    if (this.#earlier) return this.#earlier;
    const { groups, servers } = this.#store.seenEarlier();
    this.#earlier = { groups: new Set([...groups].flatMap((group) => this.marks.namesOf(group))), servers };
    return this.#earlier;
  }
}
