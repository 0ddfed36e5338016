// Which failures a person expects: those are quiet everywhere. The host keeps the list; this is what it last said.

import type { Row } from '../../shared/timeline.ts';
import { refreshSoon } from './load-rows.ts';
import { defineStore, type Model } from './model.ts';
import { say } from './notices.ts';
import { bump, timelineOf } from './timeline.ts';

export const [expectedOf, useExpected] = defineStore<{ groups: ReadonlySet<string> }>(() => ({ groups: new Set() }));

export function noteExpected(model: Model, groups: readonly string[]): void {
  expectedOf(model).setState({ groups: new Set(groups) });
  // What the filter asks for may be other rows now.
  if (/\bexpected\b/i.test(timelineOf(model).getState().filter)) refreshSoon(model);
  bump(model);
}

export function useIsExpected(row: Pick<Row, 'group'>): boolean {
  return useExpected(({ groups }) => row.group !== null && groups.has(row.group));
}

/** Marks a group of failures as expected, or takes the mark away. */
export async function toggleExpected(model: Model, group: string): Promise<void> {
  const expected = !expectedOf(model).getState().groups.has(group);
  const answer = await model.platform.call('markExpected', { group, expected });
  if (!answer.ok) return say(model, answer.error.message, 'bad');
  say(
    model,
    expected
      ? 'Expected from now on: failures like this one stay quiet. x takes the mark away.'
      : 'No longer expected: failures like this one stand out again.',
  );
}
