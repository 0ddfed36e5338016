// The user's mark on a group of failures, as a pill and as text.

import type { GroupMark } from '../../shared/api/marks.ts';
import { clockText } from '../text/format.ts';
import { visibleLine } from '../text/visible-text.ts';
import { Pill } from './pill.tsx';

export function MarkPill({ mark: { state, note } }: { mark: GroupMark }) {
  if (state === 'expected') return <Pill tone="outline">expected</Pill>;
  if (state === 'resolved') return <Pill tone="ok">resolved</Pill>;
  if (state === 'regressed') return <Pill tone="bad">regressed</Pill>;
  return note === '' ? null : <Pill tone="outline">note</Pill>;
}

/** `Resolved 14:35:02 on version 2.4.1.` */
export function markWords(mark: GroupMark): string {
  if (mark.state === 'expected' || mark.state === null) return '';
  const version = versionWords(mark);
  const at = clockText(mark.back?.at ?? mark.at);
  const said = mark.state === 'resolved' ? `Resolved ${at}` : `Came back ${at}`;
  return `${said}${version === '' ? '' : ` ${visibleLine(version)}`}.`;
}

/** `on 1.2.0`, `by 1.2.0 → 1.3.0`; '' if no version is known. */
function versionWords({ version: before, back }: Pick<GroupMark, 'version' | 'back'>): string {
  if (!back) return before === null ? '' : `on version ${before}`;
  if (before === null && back.version === null) return '';
  if (before === back.version) return `on version ${before}, as before`;
  return `on version ${back.version ?? 'unknown'}, was resolved on ${before ?? 'an unknown one'}`;
}
