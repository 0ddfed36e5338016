// The selected failure group, and the groups picked for a common action.

import type { FailureGroup } from '../../../shared/api/views.ts';
import type { Model } from '../../model/model.ts';
import { say } from '../../model/notices.ts';
import { askGroups, failuresOf, showNewestFailures } from './failures-state.ts';

const page = 500;

/** Moves the selection, and the card with it. */
export function moveGroup(model: Model, step: number): void {
  const { active, total } = failuresOf(model).getState();
  if (total > 0) chooseGroup(model, Math.max(0, Math.min(total - 1, active + step)));
}

/** `open`: with its card, even if that was closed. */
export function chooseGroup(model: Model, place: number, open = false): void {
  const { groups, moved } = failuresOf(model).getState();
  const group = groups.get(place);
  failuresOf(model).setState({ active: place, anchor: place, selected: group?.id ?? null, moved: moved + 1 });
  showNewestFailures(model, group, open);
}

export function togglePick(model: Model, place: number): void {
  const { groups, picked } = failuresOf(model).getState();
  const group = groups.get(place);
  if (!group) return;
  const next = new Map(picked);
  if (!next.delete(group.id)) next.set(group.id, group);
  chooseGroup(model, place);
  failuresOf(model).setState({ picked: next });
}

/** Everything from the start of the range to here, replacing the picked ones. */
export async function pickTo(model: Model, place: number): Promise<void> {
  const { anchor, moved, total, groups } = failuresOf(model).getState();
  const to = Math.max(0, Math.min(total - 1, place));
  const picked = await groupsWithin(model, Math.min(anchor, to), Math.max(anchor, to));
  if (picked === null) return;
  const group = groups.get(to);
  failuresOf(model).setState({ picked, active: to, selected: group?.id ?? null, moved: moved + 1 });
  showNewestFailures(model, group);
}

export async function pickAll(model: Model): Promise<void> {
  const { total } = failuresOf(model).getState();
  const picked = total === 0 ? null : await groupsWithin(model, 0, total - 1);
  if (picked !== null) failuresOf(model).setState({ picked });
}

export function clearPicks(model: Model): void {
  failuresOf(model).setState({ picked: new Map() });
}

/** The target of an action: the picked groups, else the selected one. */
export function chosenGroups(model: Model): FailureGroup[] {
  const { picked, groups, active } = failuresOf(model).getState();
  if (picked.size > 0) return [...picked.values()];
  const group = groups.get(active);
  return group ? [group] : [];
}

/** By id; null if the host refused, which is reported. */
async function groupsWithin(model: Model, first: number, last: number): Promise<Map<string, FailureGroup> | null> {
  const { groups } = failuresOf(model).getState();
  const found = new Map<string, FailureGroup>();
  for (let place = first; place <= last; ) {
    const known = groups.get(place);
    if (known) {
      found.set(known.id, known);
      place += 1;
      continue;
    }
    const answer = await askGroups(model, place, Math.min(page, last - place + 1));
    if (!answer.ok) {
      say(model, answer.error.message, 'bad');
      return null;
    }
    for (const group of answer.value.groups) found.set(group.id, group);
    place += Math.max(1, answer.value.groups.length);
  }
  return found;
}
