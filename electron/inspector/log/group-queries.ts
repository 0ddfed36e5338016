// Answers the window's questions about failure groups and the recording overview, in the shapes of shared/contract/api.ts. All answers come from
// running counters; the only rows read are those of one page.

import type { Actor } from '../../../shared/actors.ts';
import type { GroupMark } from '../../../shared/api/marks.ts';
import {
  type FacetValue,
  type FailureGroup,
  type GroupFacet,
  type GroupOrder,
  type GroupTab,
  groupFacets,
} from '../../../shared/api/views.ts';
import type { Ask } from '../../../shared/contract/api.ts';
import { type Answer, type Checked, done, refused } from '../../../shared/contract/api.ts';
import { type Owner, owners, verdicts } from '../../../shared/failure.ts';
import { formerNames, severityRank } from '../../../shared/filter/failure-group.ts';
import type { Spread } from './counts/activity.ts';
import { dayOf, lastDays } from './counts/days.ts';
import type { FailureCounts } from './counts/failure-counts.ts';
import type { FailureGroups, Group } from './counts/failure-groups.ts';
import type { Log } from './log.ts';
import { versionAt } from './rows/server-version.ts';
import type { OpenView } from './search/filtered-views.ts';
import { readSorted } from './search/sorted-views.ts';

const sparkParts = 24;
/** In a trend with one bar per day. */
const trendDays = 14;

export class GroupQueries {
  readonly #log: Log;
  readonly #until: () => number;

  /** `until`: the latest time for which there is data. */
  constructor(log: Log, until: () => number = Date.now) {
    this.#log = log;
    this.#until = until;
  }

  readonly failureGroups: Ask<'failureGroups'> = async ({ order, from, count, ...narrowed }) => {
    const { isReversed, tab = 'all', search = '', having = {} } = narrowed;
    this.#log.flush();
    const passes = await this.#search(search);
    if ('problem' in passes) return refused('bad_filter', passes.problem);
    const { groups, activity, earlier } = this.#log.figures;
    const span = activity.span ?? { from: 0, to: 0 };
    const trend = this.#trendOf(span);
    const all = [...groups.all()].map((group) => this.#withOwner(groups.get(group.id) ?? group));
    const wanted = Object.entries(having) as [GroupFacet, string][];
    const has = (group: Group) => wanted.every(([facet, value]) => this.#valuesOf(group, facet).includes(value));
    const matching = all.filter((group) => has(group) && passes.group(group));
    const inTab = all.filter((group) => this.#isIn(group, tab));
    const found = matching.filter((group) => this.#isIn(group, tab)).sort(comparing(order));
    if (isReversed) found.reverse();
    const tabs: Record<GroupTab, number> = { unresolved: 0, expected: 0, resolved: 0, all: matching.length };
    for (const group of matching) tabs[this.#tabOf(group)] += 1;
    const { failedCalls, causes, expected } = this.#log.counters;
    return done({
      groups: found.slice(from, from + count).map((group) => this.#view(group, trend)),
      total: found.length,
      isNew: found.filter((group) => isNewTo(earlier, group)).length,
      counted: { failedCalls, causes, expected },
      ...span,
      tabs,
      facets: Object.fromEntries(groupFacets.map((facet) => [facet, this.#countBy(inTab, facet)])) as Record<
        GroupFacet,
        FacetValue[]
      >,
      isDaily: trend.isDaily,
      found: found.reduce((sum, group) => sum + group.count, 0),
    });
  };

  /** A group matches if its newest failure passes the filter, as in the timeline. */
  async #search(text: string): Promise<{ group: (group: Group) => boolean } | { problem: string }> {
    const view = await this.#log.views.open(text);
    if (view === null) return { group: () => true };
    if ('problem' in view) return view;
    return {
      group: ({ newest }) => {
        const ord = this.#log.store.row(newest)?.ord;
        if (ord === undefined) return false;
        const at = view.ords.firstFrom(ord);
        return view.ords.slice(at, at + 1)[0] === ord;
      },
    };
  }

  #tabOf({ id }: Group): Exclude<GroupTab, 'all'> {
    const state = this.#log.figures.marks.get(id)?.state;
    return state === 'expected' || state === 'resolved' ? state : 'unresolved';
  }

  #isIn(group: Group, tab: GroupTab): boolean {
    return tab === 'all' || this.#tabOf(group) === tab;
  }

  #valuesOf(group: Group, facet: GroupFacet): string[] {
    switch (facet) {
      case 'owner':
        return group.owner === null ? [] : [group.owner];
      case 'server':
        return [group.server];
      case 'by':
        return Object.keys(group.by);
      case 'mark': {
        const mark = this.#log.figures.marks.get(group.id);
        return [
          ...(mark?.state === 'regressed' ? ['regressed'] : []),
          ...(isNewTo(this.#log.figures.earlier, group) ? ['new'] : []),
          ...(group.flagged ? [] : ['unflagged']),
          ...(mark?.note ? ['note'] : []),
        ];
      }
    }
  }

  #countBy(groups: readonly Group[], facet: GroupFacet): FacetValue[] {
    const counts = new Map<string, number>();
    for (const group of groups)
      for (const value of this.#valuesOf(group, facet)) counts.set(value, (counts.get(value) ?? 0) + 1);
    return [...counts].map(([value, count]) => ({ value, count }));
  }

  readonly overview: Ask<'overview'> = async ({ view: name, buckets }) => {
    this.#log.flush();
    // A strip of partial results is better than none.
    const view = await this.#log.views.get(readSorted(name).view, 'soon');
    if (view && 'problem' in view) return refused('not_found', view.problem);
    const spread = this.#log.figures.activity.spread(buckets);
    if (!spread) return done(null);
    for (const id of this.#log.figures.marks.quiet) {
      const group = this.#log.figures.groups.get(id);
      if (group) takeOut(spread, group);
    }
    const { firstOrds, failures, ...overview } = spread;
    return done({
      ...overview,
      failures: failures.map((counts) => counts.reduce((sum, count) => sum + count, 0)),
      worst: failures.map((counts) => counts.findIndex((count) => count > 0)),
      passing: view && countPassing(view, firstOrds),
    });
  };

  /** Binary search: rows are in start order, except for some rows of recordings. */
  readonly locateTime: Ask<'locateTime'> = async ({ view: name, at }) => {
    this.#log.flush();
    // A sorted list has no position for a time.
    if (readSorted(name).sort) return done(null);
    const view = await this.#log.views.get(name);
    if (view && 'problem' in view) return refused('not_found', view.problem);
    const { store } = this.#log;
    const total = view ? view.ords.length : this.#log.counters.rows;
    const rowAt = (index: number) => store.rowsAt(view ? view.ords.slice(index, index + 1) : [index])[0];
    let low = 0;
    let high = total;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((rowAt(middle)?.at ?? Number.POSITIVE_INFINITY) < at) low = middle + 1;
      else high = middle;
    }
    const index = Math.min(low, total - 1);
    const row = index < 0 ? undefined : rowAt(index);
    return done(row ? { index, id: row.id } : null);
  };

  /** One bar per day once failures span more than one day. */
  #trendOf({ from, to }: { from: number; to: number }): Trend {
    const until = Math.max(to, this.#until());
    const isDaily = dayOf(from) !== dayOf(to);
    return {
      isDaily,
      of: ({ days, times }) => (isDaily ? lastDays(days, until, trendDays) : times.spread(from, to, sparkParts)),
    };
  }

  /** The owner the user set, else the one in the finding. */
  #withOwner(group: Group): OwnedGroup {
    const byHand = this.#log.figures.marks.get(group.id)?.owner ?? null;
    return {
      ...group,
      owner: byHand ?? group.owner,
      foundOwner: byHand === null ? null : group.owner,
      isByHand: byHand !== null,
    };
  }

  #view(group: OwnedGroup, trend: Trend): FailureGroup {
    const { times: _times, days: _days, headline, detail, by, ...rest } = group;
    return {
      ...rest,
      title: headline,
      sentence: detail,
      spark: trend.of(group),
      by: callersOf(by),
      isNew: isNewTo(this.#log.figures.earlier, group),
      mark: this.#log.figures.marks.get(group.id) ?? null,
    };
  }
}

/** On a server seen for the first time, every group would be new. */
function isNewTo({ groups, servers }: FailureCounts['earlier'], group: Group): boolean {
  const names = [group.id, ...formerNames(group, group.layer)];
  return servers.has(group.server) && !names.some((name) => groups.has(name));
}

function callersOf(by: Group['by']): FailureGroup['by'] {
  return Object.entries(by)
    .sort(([, a], [, b]) => b - a)
    .map(([caller, count]) => {
      const space = caller.indexOf(' ');
      const [actor, client] = space < 0 ? [caller, null] : [caller.slice(0, space), caller.slice(space + 1)];
      return { actor: actor as Actor, client, count };
    });
}

interface OwnedGroup extends Group, Pick<FailureGroup, 'foundOwner' | 'isByHand'> {}

interface Trend {
  isDaily: boolean;
  of: (group: Group) => number[];
}

type Compare = (a: Group, b: Group) => number;

/** Ties are ordered by last seen: a stable order keeps the list from jumping. */
function comparing(order: GroupOrder): Compare {
  const first = comparisons[order];
  return (a, b) => first(a, b) || b.lastAt - a.lastAt || a.id.localeCompare(b.id);
}

const ownerRank = (owner: Owner | null): number => (owner === null ? owners.length : owners.indexOf(owner));
const callerName = ({ by }: Group): string => callersOf(by)[0]?.client ?? callersOf(by)[0]?.actor ?? '';

const comparisons: Record<GroupOrder, Compare> = {
  count: (a, b) => b.count - a.count,
  last: (a, b) => b.lastAt - a.lastAt,
  severity: (a, b) => severityRank(a.severity) - severityRank(b.severity) || b.count - a.count,
  cause: (a, b) => a.detail.localeCompare(b.detail),
  owner: (a, b) => ownerRank(a.owner) - ownerRank(b.owner),
  by: (a, b) => callerName(a).localeCompare(callerName(b)),
  retry: (a, b) => verdictRank(a) - verdictRank(b) || (a.afterMs ?? 0) - (b.afterMs ?? 0),
};

function verdictRank({ verdict }: Group): number {
  return verdict === null ? verdicts.length : verdicts.indexOf(verdict);
}

/** Expected failures make no ticks. A group may store its times in wider buckets than the strip; any of them will do. */
function takeOut({ from, to, failures }: Spread, { times, severity }: Group): void {
  const rank = severityRank(severity);
  const partOf = (at: number) =>
    Math.max(0, Math.min(failures.length - 1, Math.floor(((at - from) / (to - from)) * failures.length)));
  for (const bucket of times.buckets()) {
    let left = bucket.count;
    for (let part = partOf(bucket.from); part <= partOf(bucket.to) && left > 0; part += 1) {
      const counts = failures[part] as number[];
      const taken = Math.min(left, counts[rank] ?? 0);
      counts[rank] = (counts[rank] ?? 0) - taken;
      left -= taken;
    }
  }
}

/** Number of the view's rows that began in each bucket, starting with the first bucket. */
function countPassing({ ords }: OpenView, firstOrds: readonly number[]): number[] {
  const passing = firstOrds.map(() => 0);
  let next = ords.length;
  for (let part = firstOrds.length - 1; part >= 0; part -= 1) {
    const first = firstOrds[part] as number;
    if (first < 0) continue;
    const place = Math.min(next, ords.firstFrom(first));
    passing[part] = next - place;
    next = place;
  }
  return passing;
}

/** Groups whose name starts with the text, or whose message contains it, most frequent first. */
export function suggestGroups(groups: FailureGroups, prefix: string, limit: number) {
  const wanted = prefix.toLowerCase();
  return [...groups.all()]
    .map((group) => ({
      value: group.id,
      count: group.count,
      about: `${group.target ?? group.method ?? group.server}: ${group.headline}`,
    }))
    .filter(({ value, about }) => value.startsWith(wanted) || about.toLowerCase().includes(wanted))
    .sort((a, b) => b.count - a.count)
    .slice(0, limit);
}

/** Sets or clears marks of a group. Omitted fields stay unchanged. */
export function markGroup(log: Log, { group: id, state, note, owner, was }: Checked<'markGroup'>): Answer<null> {
  log.flush();
  const { groups, marks } = log.figures;
  if (was !== undefined) return putBack(log, id, was);
  const group = groups.get(id);
  const before = marks.get(id);
  if (!group && !before) return refused('not_found', 'There is no such group of failures in this recording.');
  const newest = group && log.store.row(group.newest);
  const version = newest ? versionAt(log.store, newest.server, newest.epoch) : (before?.version ?? null);
  const isSame = state === undefined || (before !== undefined && state === before.state);
  marks.set({
    group: id,
    state: state === undefined ? (before?.state ?? null) : state,
    note: note ?? before?.note ?? '',
    owner: owner === undefined ? before?.owner : (owner ?? undefined),
    at: isSame && before ? before.at : Date.now(),
    version: isSame && before ? before.version : version,
    back: isSame && before ? before.back : null,
    server: group?.server ?? before?.server ?? '',
    words: group
      ? `${group.method ?? ''} ${group.target ?? ''} ${group.headline}`.trim().slice(0, 300)
      : (before?.words ?? ''),
  });
  log.noteMarks();
  return done(null);
}

/** Undo: restores the previous mark, including a regressed one. */
function putBack(log: Log, group: string, was: GroupMark | null): Answer<null> {
  const { marks } = log.figures;
  const now = marks.get(group);
  if (was !== null && was.group !== group) return refused('bad_input', 'The mark is of another group.');
  if (was !== null) marks.set(was);
  else if (now) marks.set({ ...now, state: null, note: '', owner: undefined });
  log.noteMarks();
  return done(null);
}
