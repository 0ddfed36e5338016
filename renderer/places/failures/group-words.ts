// How a group of failures reads: what may be done, how bad it is and of which kind, in words. Pure.

import type { FailureGroup } from '../../../shared/api/views.ts';
import type { Severity } from '../../../shared/failure.ts';
import { verdictWords } from '../../../shared/retry/verdict-words.ts';
import { duration } from '../../../shared/text/duration.ts';
import { clock, count } from '../../text/format.ts';
import { visibleLine } from '../../text/visible-text.ts';

export function retryWords(group: Pick<FailureGroup, 'verdict' | 'afterMs' | 'class'>): string {
  const { verdict, afterMs } = group;
  return verdict === null ? 'no advice' : verdictWords({ verdict, afterMs }, group.class);
}

export function kindWords(group: Pick<FailureGroup, 'severity' | 'class'>): string {
  const kind = group.class === null ? 'not understood' : group.class.replaceAll('_', ' ');
  return `${group.severity} · ${kind}`;
}

export function callWords({ method, target }: Pick<FailureGroup, 'method' | 'target'>): string {
  if (target !== null) return visibleLine(method === null || method === 'tools/call' ? target : `${method} ${target}`);
  return visibleLine(method ?? 'connection');
}

/** The day only where it is not today's. */
export function seenWords(at: number, now: number): string {
  const { day, time } = clock(at);
  return clock(now).day === day ? time : `${day} ${time}`;
}

/** One sentence for people who hear the list rather than see it. */
export function groupSentence(group: FailureGroup, server: string): string {
  const parts = [
    `${callWords(group)} on ${visibleLine(server)}: ${visibleLine(group.title)}`,
    count(group.count, 'time'),
    `${group.severity}, ${retryWords(group)}`,
    `over ${duration(group.lastAt - group.firstAt)}`,
  ];
  if (group.recovered > 0) parts.push(`${group.recovered} recovered`);
  if (group.isNew) parts.push('new since the last recording');
  if (group.mark?.state) parts.push(group.mark.state);
  if (group.mark?.note) parts.push(`note: ${visibleLine(group.mark.note)}`);
  return `${parts.join(', ')}.`;
}

/** Bars of a small chart, as one path in a box of the given size; '' when there is nothing to draw. */
export function sparkPath(values: readonly number[], width: number, height: number): string {
  const top = Math.max(...values, 0);
  if (top === 0) return '';
  const step = width / values.length;
  return values
    .map((value, index) => {
      if (value === 0) return '';
      // Something that happened once among thousands is still seen.
      const tall = Math.max(2, (value / top) * height);
      return `M${round(index * step)} ${height}v${round(-tall)}h${round(Math.max(1, step - 1))}v${round(tall)}z`;
    })
    .join('');
}

const round = (value: number): number => Math.round(value * 10) / 10;

export const severityTone: Record<Severity, 'bad' | 'warn' | 'info' | 'mute'> = {
  critical: 'bad',
  error: 'bad',
  warning: 'warn',
  note: 'info',
  info: 'mute',
};
