// Failed calls grouped by their cause: count, first and last time, and how often a retry succeeded. Updated as rows change, like the
// other counters of the log. Only a group that lost its newest row is looked up again.

import type { FailureGroup } from '../../../../shared/api/views.ts';
import type { RowChange, RowPlace } from '../../../../shared/exchange/ledger.ts';
import type { Failure, Layer, Severity } from '../../../../shared/failure.ts';
import { severityRank } from '../../../../shared/filter/failure-group.ts';
import { isFailedCall } from '../../../../shared/incident/failed-calls.ts';
import type { Row } from '../../../../shared/timeline.ts';
import type { Figure, LogStore } from '../store/store.ts';
import { addDay, type Days } from './days.ts';
import { Histogram, type HistogramFigures } from './histogram.ts';

const sparkBuckets = 64;
/** Number of failed rows whose group is remembered, in case a later attempt succeeds. */
const rowMemory = 10_000;
const page = 1000;

const placeless = (): RowPlace => ({
  ord: -1,
  failed: false,
  failedCall: false,
  pending: false,
  recovered: false,
  bucket: 0,
  joined: false,
});

/** What all failures of a group share, plus the text of the newest one. */
interface GroupFacts
  extends Pick<
    FailureGroup,
    | 'server'
    | 'method'
    | 'target'
    | 'layer'
    | 'code'
    | 'class'
    | 'verdict'
    | 'afterMs'
    | 'severity'
    | 'owner'
    | 'flagged'
  > {
  headline: string;
  detail: string;
}

/** Details of a failure that its row does not carry. */
export interface FoundFacts {
  layer: Layer | null;
  owner: Failure['owner'] | null;
}

export interface Group extends GroupFacts {
  id: string;
  /** Failed calls. */
  count: number;
  recovered: number;
  firstAt: number;
  lastAt: number;
  /** Row of the newest failure; -1 if it must be looked up. */
  newest: number;
  times: Histogram;
  days: Days;
  /** Failed calls per caller, keyed by `callerOf`. */
  by: Record<string, number>;
}

type Kept = Omit<Group, 'id' | 'times'> & { times: HistogramFigures };

export class FailureGroups {
  readonly #groups = new Map<string, Group>();
  readonly #changed = new Set<string>();
  /** Groups of the latest failed rows, in two generations. Dropping a whole generation costs nothing. */
  #groupOfRow = new Map<number, string>();
  #groupOfEarlier = new Map<number, string>();
  readonly #store: LogStore;
  /** Increases with every change. */
  version = 0;

  /** `isWhole`: the stored groups cover all rows. */
  constructor(kept: readonly { name: string; figures: string }[], store: LogStore, isWhole: boolean) {
    this.#store = store;
    let isComplete = isWhole;
    for (const { name, figures } of kept) {
      const { times, ...group } = JSON.parse(figures) as Kept;
      this.#groups.set(name, { ...group, id: name, times: new Histogram(sparkBuckets, times) });
      // Earlier versions stored no callers, no owner and no days.
      if (group.by === undefined || group.days === undefined) isComplete = false;
    }
    if (!isComplete) this.#gather();
  }

  /** Rebuilt from the failed rows. Only the recovery counts come from the stored groups. */
  #gather(): void {
    const kept = new Map(this.#groups);
    this.#groups.clear();
    for (const id of kept.keys()) this.#changed.add(id);
    for (let ord = -1; ; ) {
      const rows = this.#store.failedRows(ord, 'newer', page);
      for (const row of rows) {
        if (row.group === null || !isFailedCall(row)) continue;
        const known = this.#groups.get(row.group) ?? kept.get(row.group);
        const layer = known ? known.layer : (this.#store.factsOf(row.id)?.layer ?? null);
        this.count(row, { layer, owner: null }, row.group, placeless());
      }
      if (rows.length < page) break;
      ord = (rows.at(-1) as Row).ord;
    }
    for (const group of this.#groups.values()) {
      group.recovered = kept.get(group.id)?.recovered ?? 0;
      group.owner = this.#ownerAt(group.newest);
    }
  }

  /** Applies the row's change to the counters and records in `place` how the row now counts. */
  count(row: RowChange['row'], found: FoundFacts, id: string | null, place: RowPlace): void {
    const failedAt = row.endAt ?? row.at;
    const before = place.grouped;
    if (before && (before.id !== id || before.at !== failedAt)) this.#leave(before, row);
    if (id !== null) {
      const isThere = before?.id === id && before.at === failedAt;
      const group = this.#groups.get(id) ?? this.#begin(id, row, found, failedAt);
      if (!isThere) {
        group.count += 1;
        group.times.add(failedAt, 1);
        addDay(group.days, failedAt, 1);
        addTo(group.by, callerOf(row), 1);
        group.firstAt = Math.min(group.firstAt, failedAt);
        this.#remember(row.id, id);
      }
      if (failedAt >= group.lastAt || group.newest === row.id)
        Object.assign(group, factsOf(row, found), { newest: row.id });
      group.lastAt = Math.max(group.lastAt, failedAt);
      this.#note(id);
    }
    place.grouped = id === null ? undefined : { id, at: failedAt };
  }

  /**
   * A further row of a failed call: updates only the newest failure and its time. Rows that failed only because the connection ended do
   * not represent the group; their cause does.
   */
  touch(row: RowChange['row'], found: FoundFacts, id: string): void {
    const group = this.#groups.get(id);
    const failedAt = row.endAt ?? row.at;
    if (!group || failedAt < group.lastAt) return;
    const isAlike = row.method === group.method && row.target === group.target && row.code === group.code;
    Object.assign(group, isAlike ? { ...factsOf(row, found), newest: row.id } : {}, { lastAt: failedAt });
    this.#note(id);
  }

  /** A later attempt of this retry chain succeeded. */
  countRecovery(chain: number, groupOf: () => string | null): void {
    const id = this.#groupOfRow.get(chain) ?? this.#groupOfEarlier.get(chain) ?? groupOf();
    const group = id === null ? undefined : this.#groups.get(id);
    if (!group) return;
    group.recovered += 1;
    this.#note(group.id);
  }

  has(id: string): boolean {
    return this.#groups.has(id);
  }

  get size(): number {
    return this.#groups.size;
  }

  all(): IterableIterator<Group> {
    return this.#groups.values();
  }

  get(id: string): Group | undefined {
    const group = this.#groups.get(id);
    if (group && group.newest < 0) this.#lookUp(group);
    return group;
  }

  /** The failed calls of these groups, of one server or of all, and how many of the groups there are. */
  countIn(ids: Iterable<string>, server?: string): { failedCalls: number; causes: number } {
    let failedCalls = 0;
    let causes = 0;
    for (const id of ids) {
      const group = this.#groups.get(id);
      if (!group || (server !== undefined && group.server !== server)) continue;
      failedCalls += group.count;
      causes += 1;
    }
    return { failedCalls, causes };
  }

  /** The worst severity among the groups that are not excluded. */
  worst(without: ReadonlySet<string>): Severity | null {
    let worst: Severity | null = null;
    for (const { id, severity } of this.#groups.values()) {
      if (!without.has(id) && severityRank(severity) < severityRank(worst)) worst = severity;
    }
    return worst;
  }

  /** Changes since the last write. */
  drain(): Figure[] {
    const figures: Figure[] = [];
    for (const name of this.#changed) {
      const group = this.#groups.get(name);
      const kept = group && { ...group, id: undefined, times: group.times.figures };
      figures.push({ kind: 'group', name, figures: kept ? JSON.stringify(kept) : null });
    }
    this.#changed.clear();
    return figures;
  }

  #begin(id: string, row: RowChange['row'], found: FoundFacts, at: number): Group {
    const times = new Histogram(sparkBuckets);
    const group: Group = {
      ...factsOf(row, found),
      id,
      count: 0,
      recovered: 0,
      firstAt: at,
      lastAt: at,
      newest: row.id,
      times,
      days: {},
      by: {},
    };
    this.#groups.set(id, group);
    return group;
  }

  #leave({ id, at }: { id: string; at: number }, row: RowChange['row']): void {
    const group = this.#groups.get(id);
    if (!group) return;
    group.count -= 1;
    group.times.add(at, -1);
    addDay(group.days, at, -1);
    addTo(group.by, callerOf(row), -1);
    if (group.count <= 0) this.#groups.delete(id);
    else if (group.newest === row.id) group.newest = -1;
    this.#note(id);
  }

  #lookUp(group: Group): void {
    // The row that stands for a failed call explains it.
    const rows = this.#store.groupRows(group.id, 100);
    const row = rows.find(isFailedCall) ?? rows[0];
    const found = { layer: group.layer, owner: row ? this.#ownerAt(row.id) : null };
    if (row) Object.assign(group, factsOf(row, found), { newest: row.id, lastAt: row.endAt ?? row.at });
  }

  /** From the finding; null if an earlier version stored none. */
  #ownerAt(row: number): FoundFacts['owner'] {
    const kept = this.#store.keptFailure(row);
    return kept === null ? null : ((JSON.parse(kept) as Partial<Failure>).owner ?? null);
  }

  #note(id: string): void {
    this.version += 1;
    this.#changed.add(id);
  }

  #remember(row: number, id: string): void {
    this.#groupOfRow.set(row, id);
    if (this.#groupOfRow.size < rowMemory) return;
    this.#groupOfEarlier = this.#groupOfRow;
    this.#groupOfRow = new Map();
  }
}

/** A client by its name, any other caller by its kind. */
function callerOf({ actor, client }: Pick<Row, 'actor' | 'client'>): string {
  return client === null ? actor : `${actor} ${client}`;
}

function addTo(counts: Record<string, number>, name: string, by: number): void {
  const count = (counts[name] ?? 0) + by;
  if (count > 0) counts[name] = count;
  else delete counts[name];
}

function factsOf(row: RowChange['row'], { layer, owner }: FoundFacts): GroupFacts {
  const { server, method, target, code, failure, headline, detail } = row;
  return {
    server,
    method,
    target,
    layer,
    code,
    class: failure?.class ?? null,
    verdict: failure?.verdict ?? null,
    afterMs: failure?.afterMs ?? null,
    severity: failure?.severity ?? 'error',
    owner,
    flagged: failure?.flagged ?? true,
    headline,
    detail,
  };
}
