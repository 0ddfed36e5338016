// Which failures a person expects: those are quiet everywhere. The host keeps the list; this is what it last said.

import { create } from 'zustand';
import type { Row } from '../../shared/timeline.ts';
import type { Platform } from '../platform/platform.ts';
import { refreshSoon } from './load-rows.ts';
import { say } from './notices.ts';
import { bump, useTimeline } from './timeline.ts';

export const useExpected = create<{ groups: ReadonlySet<string> }>(() => ({ groups: new Set() }));

export function noteExpected(groups: readonly string[]): void {
  useExpected.setState({ groups: new Set(groups) });
  // What the filter asks for may be other rows now.
  if (/\bexpected\b/i.test(useTimeline.getState().filter)) refreshSoon();
  bump();
}

export function useIsExpected(row: Pick<Row, 'group'>): boolean {
  return useExpected(({ groups }) => row.group !== null && groups.has(row.group));
}

/** Marks a group of failures as expected, or takes the mark away. */
export async function toggleExpected(platform: Platform, group: string): Promise<void> {
  const expected = !useExpected.getState().groups.has(group);
  const answer = await platform.call('markExpected', { group, expected });
  if (!answer.ok) return say(answer.error.message, 'bad');
  say(
    expected
      ? 'Expected from now on: failures like this one stay quiet. x takes the mark away.'
      : 'No longer expected: failures like this one stand out again.',
  );
}
