// The groups of failures as shown: their order, the pages in sight, and which one is selected. The host counts and sorts;
// while failures stream in, what is in sight is asked for again some times a second.

import type { Command } from '../../../shared/api/commands.ts';
import type { FailureGroup, GroupOrder } from '../../../shared/api/views.ts';
import { focusById } from '../../components/focus-by-id.ts';
import { connectionOf } from '../../model/connection.ts';
import { toggleExpected } from '../../model/expected.ts';
import { openFilter } from '../../model/filter.ts';
import { definePart, defineStore, type Model } from '../../model/model.ts';
import { pageOf, showPage } from '../../model/page.ts';
import { select } from '../../model/timeline.ts';

export const groupPage = 100;
const refreshEvery = 400;

interface Failures {
  order: GroupOrder;
  total: number;
  isNew: number;
  /** Counted when the groups were. */
  failures: number;
  expected: number;
  /** By place; what is missing has not been asked for yet. */
  groups: ReadonlyMap<number, FailureGroup>;
  loaded: boolean;
  problem: string;
  /** The group that is selected, wherever it stands. */
  selected: string | null;
  active: number;
}

export const [failuresOf, useFailures] = defineStore<Failures>(() => ({
  order: 'last',
  total: 0,
  isNew: 0,
  failures: 0,
  expected: 0,
  groups: new Map(),
  loaded: false,
  problem: '',
  selected: null,
  active: 0,
}));

const loadingOf = definePart(() => ({
  inSight: { first: 0, last: 0 },
  timer: null as ReturnType<typeof setTimeout> | null,
  wish: 0,
}));

/** Keeps the groups true for as long as they are looked at. */
export function watchFailures(model: Model): () => void {
  void loadGroups(model);
  const stop = connectionOf(model).subscribe((now, before) => {
    if (now.recording?.id !== before.recording?.id)
      failuresOf(model).setState({ selected: null, active: 0, groups: new Map() });
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

export function setOrder(model: Model, order: GroupOrder): void {
  failuresOf(model).setState({ order, active: 0, selected: null, groups: new Map() });
  void loadGroups(model);
}

async function loadGroups(model: Model): Promise<void> {
  const loading = loadingOf(model);
  const mine = ++loading.wish;
  const { inSight } = loading;
  const { order } = failuresOf(model).getState();
  const from = Math.max(0, Math.floor(inSight.first / groupPage) * groupPage);
  const count = Math.min(500, Math.max(groupPage, (Math.floor(inSight.last / groupPage) + 1) * groupPage - from));
  const answer = await model.platform.call('failureGroups', { order, from, count });
  if (mine !== loading.wish) return;
  if (!answer.ok) {
    if (answer.error.code !== 'not_connected')
      failuresOf(model).setState({ problem: answer.error.message, loaded: true });
    return;
  }
  const { groups: found, total, isNew, failures, expected } = answer.value;
  const groups = new Map(found.map((group, offset) => [from + offset, group]));
  const { selected } = failuresOf(model).getState();
  // The selected group stays selected where it moved to.
  const place = [...groups].find(([, { id }]) => id === selected)?.[0];
  failuresOf(model).setState((state) => ({
    groups,
    total,
    isNew,
    failures,
    expected,
    loaded: true,
    problem: '',
    active: place ?? Math.min(state.active, Math.max(0, total - 1)),
  }));
  if (selected === null && total > 0) moveGroup(model, 0);
  else if (place !== undefined) showNewest(model, groups.get(place));
}

function showNewest(model: Model, group: FailureGroup | undefined): void {
  // Elsewhere the card belongs to whatever was selected there.
  if (group && pageOf(model).getState().page === 'failures') select(model, group.newest, false);
}

/** Moves the selection, and the card with it. */
export function moveGroup(model: Model, step: number): void {
  const { active, total, groups } = failuresOf(model).getState();
  if (total === 0) return;
  choosePlace(model, Math.max(0, Math.min(total - 1, active + step)), groups);
}

export function choosePlace(model: Model, place: number, groups = failuresOf(model).getState().groups): void {
  const group = groups.get(place);
  failuresOf(model).setState({ active: place, selected: group?.id ?? null });
  showNewest(model, group);
}

function goToTimeline(model: Model): void {
  showPage(model, 'timeline');
  focusById('timeline-grid');
}

/** The timeline with this group's failures alone. */
export function showInTimeline(model: Model, group: FailureGroup): void {
  select(model, group.newest);
  goToTimeline(model);
  void openFilter(model, `group:${group.id}`);
}

/** Whether a key means something here. */
export function runOnGroups(model: Model, command: Command): boolean {
  const { groups, active } = failuresOf(model).getState();
  const group = groups.get(active);
  switch (command) {
    case 'next-row':
    case 'next-failure':
      moveGroup(model, 1);
      return true;
    case 'previous-row':
    case 'previous-failure':
      moveGroup(model, -1);
      return true;
    case 'newest':
      moveGroup(model, Number.MAX_SAFE_INTEGER);
      return true;
    case 'open':
      if (group) showInTimeline(model, group);
      return true;
    case 'expected':
      if (group) void toggleExpected(model, group.id);
      return true;
    case 'back': {
      const grid = document.getElementById('failure-groups');
      if (document.getElementById('detail-pane')?.contains(document.activeElement)) grid?.focus();
      else goToTimeline(model);
      return true;
    }
    case 'pause':
      return true;
    default:
      return false;
  }
}
