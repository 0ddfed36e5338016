// The user's marks on groups of failures: expected ones, and resolved ones that have not returned, are quiet everywhere. The host
// stores the marks; this is their newest state.

import { type GroupMark, isQuietMark } from '../../shared/api/marks.ts';
import type { Owner } from '../../shared/failure.ts';
import type { Row } from '../../shared/timeline.ts';
import { refreshSoon } from './load-rows.ts';
import { defineStore, type Model } from './model.ts';
import { type NoticeAction, say } from './notices.ts';
import { bump, timelineOf } from './timeline.ts';

interface Marks {
  marks: ReadonlyMap<string, GroupMark>;
  /** Groups whose failures are quiet. */
  groups: ReadonlySet<string>;
}

export const [expectedOf, useExpected] = defineStore<Marks>(() => ({ marks: new Map(), groups: new Set() }));

export function noteExpected(model: Model, marks: readonly GroupMark[]): void {
  expectedOf(model).setState({
    marks: new Map(marks.map((mark) => [mark.group, mark])),
    groups: new Set(marks.filter(isQuietMark).map(({ group }) => group)),
  });
  // The filter may match other rows now.
  if (/\bexpected\b/i.test(timelineOf(model).getState().filter)) refreshSoon(model);
  bump(model);
}

/** Its failures are quiet. */
export function useIsExpected(row: Pick<Row, 'group'>): boolean {
  return useExpected(({ groups }) => row.group !== null && groups.has(row.group));
}

export function useMark(group: string | null): GroupMark | null {
  return useExpected(({ marks }) => (group === null ? null : (marks.get(group) ?? null)));
}

export type SaidMark = 'expected' | 'resolved';

/** Marks a group of failures as expected, or removes the mark. */
export const toggleExpected = (model: Model, group: string): Promise<void> => toggleMarks(model, [group], 'expected');

/** The same for resolved groups: quiet until they fail again. */
export const toggleResolved = (model: Model, group: string): Promise<void> => toggleMarks(model, [group], 'resolved');

const words: Record<SaidMark, [on: string, off: string]> = {
  expected: ['Marked as expected: it stays quiet.', 'No longer marked as expected.'],
  resolved: ['Marked as resolved: it stays quiet until it fails again.', 'No longer marked as resolved.'],
};

/** Marks all of them, or removes the mark if all have it. The toast offers to undo either. */
export async function toggleMarks(model: Model, groups: readonly string[], said: SaidMark): Promise<void> {
  const { marks } = expectedOf(model).getState();
  const isOn = groups.every((group) => marks.get(group)?.state === said);
  const changed: Before[] = [];
  for (const group of groups) {
    const was = marks.get(group) ?? null;
    if (!isOn && was?.state === said) continue;
    const answer = await model.platform.call('markGroup', { group, state: isOn ? null : said });
    if (!answer.ok) {
      say(model, answer.error.message, 'bad', undoing(model, changed));
      return;
    }
    changed.push({ group, was });
  }
  const many = changed.length > 1 ? `${changed.length} causes: ` : '';
  say(model, `${many}${words[said][isOn ? 1 : 0]}`, 'plain', undoing(model, changed));
}

/** Says who has to fix these groups; null: as their findings say. The findings stay as they are. */
export async function setOwner(model: Model, groups: readonly string[], owner: Owner | null): Promise<void> {
  const { marks } = expectedOf(model).getState();
  const changed: Before[] = [];
  for (const group of groups) {
    const was = marks.get(group) ?? null;
    if ((was?.owner ?? null) === owner) continue;
    const answer = await model.platform.call('markGroup', { group, owner });
    if (!answer.ok) {
      say(model, answer.error.message, 'bad', undoing(model, changed));
      return;
    }
    changed.push({ group, was });
  }
  const many = changed.length > 1 ? `${changed.length} causes: ` : '';
  const done = owner === null ? 'The owner is the finding’s again.' : 'The owner is set by hand.';
  say(model, changed.length === 0 ? 'The owner stays as it was.' : `${many}${done}`, 'plain', undoing(model, changed));
}

interface Before {
  group: string;
  was: GroupMark | null;
}

function undoing(model: Model, changed: readonly Before[]): NoticeAction | null {
  if (changed.length === 0) return null;
  return {
    label: 'Undo',
    run: async () => {
      for (const { group, was } of changed) {
        const answer = await model.platform.call('markGroup', { group, was });
        if (!answer.ok) return say(model, answer.error.message, 'bad');
      }
      say(model, 'Undone.');
    },
  };
}

export async function saveNote(model: Model, group: string, note: string): Promise<void> {
  const answer = await model.platform.call('markGroup', { group, note });
  if (!answer.ok) say(model, answer.error.message, 'bad');
}
