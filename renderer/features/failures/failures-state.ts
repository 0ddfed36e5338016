// The shown failure groups: tab, order, search, and visible pages. The host counts, searches and sorts; while failures arrive, visible
// pages are fetched again a few times a second. failures-selection.ts has the selection.

import type { FacetValue, FailureGroup, GroupFacet, GroupOrder, GroupTab } from '../../../shared/api/views.ts';
import { connectionOf } from '../../model/connection.ts';
import { definePart, defineStore, type Model } from '../../model/model.ts';
import { pageOf } from '../../model/open-place.ts';
import { select } from '../../model/timeline.ts';

const groupPage = 100;
const mostAtOnce = 500;
/** Also how long a row stays after it was marked. */
const refreshEvery = 400;

interface Failures {
  tab: GroupTab;
  order: GroupOrder;
  isReversed: boolean;
  search: string;
  /** Why the search is invalid; the list still shows the previous one. */
  searchProblem: string;
  having: Partial<Record<GroupFacet, string>>;
  total: number;
  isNew: number;
  /** How many failed calls the listed groups have. */
  found: number;
  /** The trend has one bar per day. */
  isDaily: boolean;
  tabs: Record<GroupTab, number>;
  facets: Record<GroupFacet, FacetValue[]>;
  /** By index; missing ones were not fetched yet. */
  groups: ReadonlyMap<number, FailureGroup>;
  loaded: boolean;
  problem: string;
  /** The selected group, in any tab. */
  selected: string | null;
  active: number;
  /** Groups picked for a common action. */
  picked: ReadonlyMap<string, FailureGroup>;
  /** The start of a range. */
  anchor: number;
  /** Grows when the user moved the selection: only then may the list scroll. */
  moved: number;
}

export const [failuresOf, useFailures] = defineStore<Failures>(() => ({
  tab: 'unresolved',
  order: 'last',
  isReversed: false,
  search: '',
  searchProblem: '',
  having: {},
  total: 0,
  isNew: 0,
  found: 0,
  isDaily: false,
  tabs: { unresolved: 0, expected: 0, resolved: 0, all: 0 },
  facets: { owner: [], server: [], by: [], mark: [] },
  groups: new Map(),
  loaded: false,
  problem: '',
  selected: null,
  active: 0,
  picked: new Map(),
  anchor: 0,
  moved: 0,
}));

const loadingOf = definePart(() => ({
  inSight: { first: 0, last: 0 },
  timer: null as ReturnType<typeof setTimeout> | null,
  requests: 0,
}));

/** Another list: nothing is selected yet, and it starts at the top. */
const fromTop = { selected: null, active: 0, anchor: 0, picked: new Map(), groups: new Map() };

/** Keeps the groups current while they are shown. */
export function watchFailures(model: Model): () => void {
  void loadGroups(model);
  const stop = connectionOf(model).subscribe((now, before) => {
    if (now.recording?.id !== before.recording?.id) failuresOf(model).setState({ ...fromTop, having: {} });
    if (now.rev !== before.rev || now.counters !== before.counters) refreshGroups(model);
  });
  return () => {
    stop();
    const loading = loadingOf(model);
    if (loading.timer !== null) clearTimeout(loading.timer);
    loading.timer = null;
  };
}

function refreshGroups(model: Model): void {
  const loading = loadingOf(model);
  if (loading.timer !== null) return;
  loading.timer = setTimeout(() => {
    loading.timer = null;
    void loadGroups(model);
  }, refreshEvery);
}

export function showGroups(model: Model, first: number, last: number): void {
  loadingOf(model).inSight = { first, last };
  const { groups, total } = failuresOf(model).getState();
  for (let place = first; place <= Math.min(last, total - 1); place++)
    if (!groups.has(place)) return void loadGroups(model);
}

export function setFailuresTab(model: Model, tab: GroupTab): void {
  change(model, { tab });
}

/** The same order again reverses it. */
export function setOrder(model: Model, order: GroupOrder): void {
  const state = failuresOf(model).getState();
  change(model, { order, isReversed: state.order === order && !state.isReversed });
}

export function setSearch(model: Model, search: string): void {
  if (search !== failuresOf(model).getState().search) change(model, { search });
}

/** Adds or removes a facet value. */
export function toggleFacet(model: Model, facet: GroupFacet, value: string): void {
  const { having } = failuresOf(model).getState();
  const { [facet]: now, ...others } = having;
  change(model, { having: now === value ? others : { ...others, [facet]: value } });
}

export function clearNarrowing(model: Model): void {
  change(model, { search: '', having: {} });
}

function change(model: Model, changed: Partial<Failures>): void {
  failuresOf(model).setState({ ...changed, ...fromTop });
  loadingOf(model).inSight = { first: 0, last: 0 };
  void loadGroups(model);
}

export function reloadGroups(model: Model): void {
  failuresOf(model).setState({ loaded: false, problem: '' });
  void loadGroups(model);
}

/** Groups in the current order and facets. */
export function askGroups(model: Model, from: number, count: number) {
  const { order, isReversed, tab, search, having } = failuresOf(model).getState();
  return model.platform.call('failureGroups', { order, isReversed, tab, search, having, from, count });
}

async function loadGroups(model: Model): Promise<void> {
  const loading = loadingOf(model);
  const mine = ++loading.requests;
  const { inSight } = loading;
  const from = Math.max(0, Math.floor(inSight.first / groupPage) * groupPage);
  const count = Math.min(
    mostAtOnce,
    Math.max(groupPage, (Math.floor(inSight.last / groupPage) + 1) * groupPage - from),
  );
  const answer = await askGroups(model, from, count);
  if (mine !== loading.requests) return;
  if (!answer.ok) {
    const { code, message } = answer.error;
    if (code === 'bad_filter') failuresOf(model).setState({ searchProblem: message, loaded: true });
    else if (code !== 'not_connected') failuresOf(model).setState({ problem: message, loaded: true });
    return;
  }
  const { groups: list, total, isNew, found, isDaily, tabs, facets } = answer.value;
  const groups = new Map(list.map((group, offset) => [from + offset, group]));
  const before = failuresOf(model).getState();
  const active = placeAfter(before, groups, from, from + count, total);
  failuresOf(model).setState({
    groups,
    total,
    isNew,
    found,
    isDaily,
    tabs,
    facets,
    loaded: true,
    problem: '',
    searchProblem: '',
    active,
    selected: groups.get(active)?.id ?? (total === 0 ? null : before.selected),
  });
  showNewestFailures(model, groups.get(active));
}

/** The current index of the selected group. If it left the list, the next remaining one is selected. */
function placeAfter(
  { selected, active, groups: before }: Failures,
  groups: ReadonlyMap<number, FailureGroup>,
  from: number,
  to: number,
  total: number,
): number {
  const places = new Map([...groups].map(([place, { id }]) => [id, place]));
  const same = selected === null ? undefined : places.get(selected);
  if (same !== undefined) return same;
  const last = Math.max(0, total - 1);
  // It may still be listed outside the visible pages.
  if (selected === null || active < from || active >= to) return Math.min(active, last);
  for (let place = active + 1; before.has(place); place += 1) {
    const next = places.get(before.get(place)?.id ?? '');
    if (next !== undefined) return next;
  }
  return Math.min(active, last);
}

export function showNewestFailures(model: Model, group: FailureGroup | undefined, open = false): void {
  // In other places the card belongs to their selection.
  if (group && pageOf(model).getState().page === 'failures') select(model, group.newest, open);
}
