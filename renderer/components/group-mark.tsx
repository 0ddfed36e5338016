// The user's mark on a group of failures, as a pill and as text.

import { type GroupMark, versionWords } from '../../shared/api/marks.ts';
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
