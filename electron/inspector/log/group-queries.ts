// What windows read of failures in groups and of the recording at a glance, in the shapes of shared/api/api.ts.
// Everything comes from figures that the log keeps; the only rows that are looked at are those of a page.

import type { Ask } from '../../../shared/api/api.ts';
import { type Answer, type Checked, done, refused } from '../../../shared/api/api.ts';
import type { FailureGroup, GroupOrder } from '../../../shared/api/views.ts';
import { severityRank } from '../../../shared/filter/failure-group.ts';
import type { Spread } from './counts/activity.ts';
import type { FailureGroups, Group } from './counts/failure-groups.ts';
import type { KeptCounts } from './counts/kept-counts.ts';
import type { Log } from './log.ts';
import { versionAt } from './rows/server-version.ts';
import { readSorted } from './search/sorted-views.ts';
import type { OpenView } from './search/views.ts';

const sparkParts = 24;

export class GroupQueries {
  readonly #log: Log;
  /** The order that was asked for last: it is made anew only when something changed. */
  #sorted: { order: GroupOrder; version: number; marks: string; groups: Group[] } | null = null;

  constructor(log: Log) {
    this.#log = log;
  }

  readonly failureGroups: Ask<'failureGroups'> = async ({ order, from, count }) => {
    this.#log.flush();
    const { groups, activity, earlier } = this.#log.figures;
    const sorted = this.#sort(order);
    const span = activity.span ?? { from: 0, to: 0 };
    const shown = sorted.slice(from, from + count).map((group) => this.#view(groups.get(group.id) ?? group, span));
    const isNew = sorted.filter((group) => isNewTo(earlier, group)).length;
    const { incidents, expected } = this.#log.counters;
    return done({
      groups: shown,
      total: sorted.length,
      isNew,
      failures: incidents - expected,
      expected,
      ...span,
    });
  };

  readonly overview: Ask<'overview'> = async ({ view: name, buckets }) => {
    this.#log.flush();
    // A strip of what was found so far is better than none.
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

  /** Halving the list finds the place: rows stand in the order in which they began, but for some of recordings. */
  readonly locateTime: Ask<'locateTime'> = async ({ view: name, at }) => {
    this.#log.flush();
    // A sorted list has no place for a moment.
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

  #sort(order: GroupOrder): Group[] {
    const { groups } = this.#log.figures;
    const { quiet } = this.#log.figures.marks;
    const marks = [...quiet].join();
    const known = this.#sorted;
    if (known?.order === order && known.version === groups.version && known.marks === marks) return known.groups;
    const sorted = [...groups.all()].sort(
      // What is set aside is of the least interest, however often it comes.
      (a, b) => Number(quiet.has(a.id)) - Number(quiet.has(b.id)) || compare(order, a, b) || b.lastAt - a.lastAt,
    );
    this.#sorted = { order, version: groups.version, marks, groups: sorted };
    return sorted;
  }

  #view(group: Group, span: { from: number; to: number }): FailureGroup {
    const { times, headline, detail, ...rest } = group;
    return {
      ...rest,
      title: headline,
      sentence: detail,
      spark: times.spread(span.from, span.to, sparkParts),
      isNew: isNewTo(this.#log.figures.earlier, group),
      mark: this.#log.figures.marks.get(group.id) ?? null,
    };
  }
}

/** On a server that was never met before, everything would be new. */
function isNewTo({ groups, servers }: KeptCounts['earlier'], { id, server }: Group): boolean {
  return servers.has(server) && !groups.has(id);
}

function compare(order: GroupOrder, a: Group, b: Group): number {
  switch (order) {
    case 'count':
      return b.count - a.count;
    case 'last':
      return b.lastAt - a.lastAt;
    case 'severity':
      return severityRank(a.severity) - severityRank(b.severity) || b.count - a.count;
  }
}

/** What is expected makes no ticks. A group may know its times less finely than the strip shows them: any of those will do. */
function takeOut({ from, to, failures }: Spread, { times, severity }: Group): void {
  const rank = severityRank(severity);
  const partOf = (at: number) =>
    Math.max(0, Math.min(failures.length - 1, Math.floor(((at - from) / (to - from)) * failures.length)));
  for (const stretch of times.stretches()) {
    let left = stretch.count;
    for (let part = partOf(stretch.from); part <= partOf(stretch.to) && left > 0; part += 1) {
      const counts = failures[part] as number[];
      const taken = Math.min(left, counts[rank] ?? 0);
      counts[rank] = (counts[rank] ?? 0) - taken;
      left -= taken;
    }
  }
}

/** How many of a view's rows began in each stretch, from where the stretches begin. */
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

/** Groups whose name begins so, or whose words say it, the most frequent first. */
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

/** Says something about a group, or takes it back. What is left out stays as it was. */
export function markGroup(log: Log, { group: id, state, note }: Checked<'markGroup'>): Answer<null> {
  log.flush();
  const { groups, marks } = log.figures;
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
