// The groups of failures as shown: their order, the pages in sight, and which one is selected. The host counts and sorts;
// while failures stream in, what is in sight is asked for again some times a second.

import { create } from 'zustand';
import type { Command } from '../../../shared/commands.ts';
import type { FailureGroup, GroupOrder } from '../../../shared/views.ts';
import { useConnection } from '../../model/connection.ts';
import { toggleExpected } from '../../model/expected.ts';
import { openFilter } from '../../model/filter.ts';
import { showPage, usePage } from '../../model/page.ts';
import { select } from '../../model/timeline.ts';
import type { Platform } from '../../platform/platform.ts';

export const groupPage = 100;
const refreshEvery = 400;

interface Failures {
  order: GroupOrder;
  total: number;
  isNew: number;
  /** By place; what is missing has not been asked for yet. */
  groups: ReadonlyMap<number, FailureGroup>;
  loaded: boolean;
  problem: string;
  /** The group that is selected, wherever it stands. */
  selected: string | null;
  active: number;
}

export const useFailures = create<Failures>(() => ({
  order: 'last',
  total: 0,
  isNew: 0,
  groups: new Map(),
  loaded: false,
  problem: '',
  selected: null,
  active: 0,
}));

let inSight = { first: 0, last: 0 };
let timer: ReturnType<typeof setTimeout> | null = null;
let wish = 0;

/** Keeps the groups true for as long as they are looked at. */
export function watchFailures(platform: Platform): () => void {
  void loadGroups(platform);
  const stop = useConnection.subscribe((now, before) => {
    if (now.session?.id !== before.session?.id) useFailures.setState({ selected: null, active: 0, groups: new Map() });
    if (now.rev !== before.rev || now.counters !== before.counters) refreshGroups(platform);
  });
  return () => {
    stop();
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };
}

function refreshGroups(platform: Platform): void {
  if (timer !== null) return;
  timer = setTimeout(() => {
    timer = null;
    void loadGroups(platform);
  }, refreshEvery);
}

export function showGroups(platform: Platform, first: number, last: number): void {
  inSight = { first, last };
  const { groups, total } = useFailures.getState();
  for (let place = first; place <= Math.min(last, total - 1); place++)
    if (!groups.has(place)) return void loadGroups(platform);
}

export function setOrder(platform: Platform, order: GroupOrder): void {
  useFailures.setState({ order, active: 0, selected: null, groups: new Map() });
  void loadGroups(platform);
}

async function loadGroups(platform: Platform): Promise<void> {
  const mine = ++wish;
  const { order } = useFailures.getState();
  const from = Math.max(0, Math.floor(inSight.first / groupPage) * groupPage);
  const count = Math.min(500, Math.max(groupPage, (Math.floor(inSight.last / groupPage) + 1) * groupPage - from));
  const answer = await platform.call('failureGroups', { order, from, count });
  if (mine !== wish) return;
  if (!answer.ok) {
    if (answer.error.code !== 'not_connected') useFailures.setState({ problem: answer.error.message, loaded: true });
    return;
  }
  const { groups: found, total, isNew } = answer.value;
  const groups = new Map(found.map((group, offset) => [from + offset, group]));
  const { selected } = useFailures.getState();
  // The selected group stays selected where it moved to.
  const place = [...groups].find(([, { id }]) => id === selected)?.[0];
  useFailures.setState((state) => ({
    groups,
    total,
    isNew,
    loaded: true,
    problem: '',
    active: place ?? Math.min(state.active, Math.max(0, total - 1)),
  }));
  if (selected === null && total > 0) moveGroup(0);
  else if (place !== undefined) showNewest(groups.get(place));
}

function showNewest(group: FailureGroup | undefined): void {
  // Elsewhere the card belongs to whatever was selected there.
  if (group && usePage.getState().page === 'failures') select(group.newest, false);
}

/** Moves the selection, and the card with it. */
export function moveGroup(step: number): void {
  const { active, total, groups } = useFailures.getState();
  if (total === 0) return;
  choosePlace(Math.max(0, Math.min(total - 1, active + step)), groups);
}

export function choosePlace(place: number, groups = useFailures.getState().groups): void {
  const group = groups.get(place);
  useFailures.setState({ active: place, selected: group?.id ?? null });
  showNewest(group);
}

function goToTimeline(): void {
  showPage('timeline');
  // The list comes to be with this change.
  setTimeout(() => document.getElementById('timeline-grid')?.focus(), 0);
}

/** The timeline with this group's failures alone. */
export function showInTimeline(platform: Platform, group: FailureGroup): void {
  select(group.newest);
  goToTimeline();
  void openFilter(platform, `group:${group.id}`);
}

/** Whether a key means something here. */
export function runOnGroups(platform: Platform, command: Command): boolean {
  const { groups, active } = useFailures.getState();
  const group = groups.get(active);
  switch (command) {
    case 'next-row':
    case 'next-failure':
      moveGroup(1);
      return true;
    case 'previous-row':
    case 'previous-failure':
      moveGroup(-1);
      return true;
    case 'newest':
      moveGroup(Number.MAX_SAFE_INTEGER);
      return true;
    case 'open':
      if (group) showInTimeline(platform, group);
      return true;
    case 'expected':
      if (group) void toggleExpected(platform, group.id);
      return true;
    case 'back': {
      const grid = document.getElementById('failure-groups');
      if (document.getElementById('detail-pane')?.contains(document.activeElement)) grid?.focus();
      else goToTimeline();
      return true;
    }
    case 'pause':
      return true;
    default:
      return false;
  }
}
