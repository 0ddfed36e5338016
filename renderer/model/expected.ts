// What a person said about groups of failures: those that are expected, or resolved and not back, are quiet everywhere.
// The host keeps the marks; this is what it last said.

import { type GroupMark, isQuiet } from '../../shared/api/marks.ts';
import type { Row } from '../../shared/timeline.ts';
import { refreshSoon } from './load-rows.ts';
import { defineStore, type Model } from './model.ts';
import { say } from './notices.ts';
import { bump, timelineOf } from './timeline.ts';

interface Marks {
  marks: ReadonlyMap<string, GroupMark>;
  /** Groups that are set aside. */
  groups: ReadonlySet<string>;
}

export const [expectedOf, useExpected] = defineStore<Marks>(() => ({ marks: new Map(), groups: new Set() }));

export function noteMarks(model: Model, marks: readonly GroupMark[]): void {
  expectedOf(model).setState({
    marks: new Map(marks.map((mark) => [mark.group, mark])),
    groups: new Set(marks.filter(isQuiet).map(({ group }) => group)),
  });
  // What the filter asks for may be other rows now.
  if (/\bexpected\b/i.test(timelineOf(model).getState().filter)) refreshSoon(model);
  bump(model);
}

/** Its failures are set aside. */
export function useIsExpected(row: Pick<Row, 'group'>): boolean {
  return useExpected(({ groups }) => row.group !== null && groups.has(row.group));
}

export function useMark(group: string | null): GroupMark | null {
  return useExpected(({ marks }) => (group === null ? null : (marks.get(group) ?? null)));
}

type Said = 'expected' | 'resolved';

/** Marks a group of failures as expected, or takes the mark away. */
export const toggleExpected = (model: Model, group: string): Promise<void> => toggle(model, group, 'expected');

/** The same for what was mended: it is quiet until it fails again. */
export const toggleResolved = (model: Model, group: string): Promise<void> => toggle(model, group, 'resolved');

const words: Record<Said, [on: string, off: string]> = {
  expected: [
    'Expected from now on: failures like this one stay quiet. x takes the mark away.',
    'No longer expected: failures like this one stand out again.',
  ],
  resolved: [
    'Resolved: quiet until it fails again, and then it says so.',
    'No longer resolved: failures like this one stand out again.',
  ],
};

async function toggle(model: Model, group: string, said: Said): Promise<void> {
  const isOn = expectedOf(model).getState().marks.get(group)?.state === said;
  const answer = await model.platform.call('markGroup', { group, state: isOn ? null : said });
  if (!answer.ok) return say(model, answer.error.message, 'bad');
  say(model, words[said][isOn ? 1 : 0]);
}

export async function saveNote(model: Model, group: string, note: string): Promise<void> {
  const answer = await model.platform.call('markGroup', { group, note });
  if (!answer.ok) say(model, answer.error.message, 'bad');
}
