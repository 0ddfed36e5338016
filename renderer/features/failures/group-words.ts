// The text of a failure group: what may be done, its severity and kind. Pure.

import type { FailureGroup } from '../../../shared/api/views.ts';
import type { Owner, Severity } from '../../../shared/failure.ts';
import { verdictWords } from '../../../shared/retry/verdict-words.ts';
import { duration } from '../../../shared/text/duration.ts';
import { clock, countInWords, groupDigits } from '../../text/format.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { ownerWords } from '../../text/wording.ts';

export function retryWords(group: Pick<FailureGroup, 'verdict' | 'afterMs' | 'class'>): string {
  const { verdict, afterMs } = group;
  return verdict === null ? 'no advice' : verdictWords({ verdict, afterMs }, group.class);
}

/** The same for a column with the heading Retry. */
export function retryCell({
  verdict,
  afterMs,
  class: kind,
}: Pick<FailureGroup, 'verdict' | 'afterMs' | 'class'>): string {
  switch (verdict) {
    case 'wait':
      return afterMs === null ? 'Later' : afterMs > 0 ? `After ${duration(afterMs, 2)}` : 'Now';
    case 'backoff':
      return 'Growing waits';
    case 'after_fix':
      return 'Once fixed';
    case 'after_auth':
      return kind === 'approval_required' ? 'After approval' : 'After sign-in';
    case 'never':
      return 'Do not retry';
    default:
      return 'Not known';
  }
}

/** `9 of 14 recovered`; '' if no retry succeeded. */
export function recoveredWords({ recovered, count: times }: Pick<FailureGroup, 'recovered' | 'count'>): string {
  return recovered === 0 ? '' : `${groupDigits(recovered)} of ${groupDigits(Math.max(times, recovered))} recovered`;
}

/** Where to fix it, in one word. */
export const ownerNames: Record<Owner, string> = {
  request: 'Request',
  client: 'Client',
  server: 'Server',
  settings: 'Settings',
  upstream: 'Upstream',
  network: 'Network',
  none: 'Nothing',
};

export function callWords({ method, target }: Pick<FailureGroup, 'method' | 'target'>): string {
  if (target !== null) return visibleLine(method === null || method === 'tools/call' ? target : `${method} ${target}`);
  return visibleLine(method ?? 'connection');
}

/** The part of a finding before its reason: `Set API_KEY: the server stops without it` becomes `Set API_KEY`. */
export function causeHead(sentence: string): string {
  const end = sentence.indexOf(': ');
  return end < 0 ? sentence : sentence.slice(0, end);
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `14:02:11` if today, else `9 Nov`, with the year if it differs. */
export function dayOrTime(at: number, now: number): string {
  const { day, time } = clock(at);
  const today = clock(now).day;
  if (day === today) return time;
  const [year = '', month = '', date = ''] = day.split('-');
  const words = `${Number(date)} ${months[Number(month) - 1] ?? ''}`;
  return today.startsWith(year) ? words : `${words} ${year}`;
}

/** `4 min ago`; for a finished recording, the time itself. */
export function lastSeen(at: number, now: number, isPast: boolean): string {
  const minutes = Math.floor((now - at) / 60_000);
  if (isPast || minutes >= 24 * 60) return dayOrTime(at, now);
  if (minutes < 1) return 'just now';
  return minutes < 60 ? `${minutes} min ago` : `${Math.floor(minutes / 60)} h ago`;
}

/** One sentence for screen readers. */
export function groupSentence(group: FailureGroup, server: string): string {
  const parts = [
    `${callWords(group)} on ${visibleLine(server)}: ${visibleLine(group.title)}`,
    countInWords(group.count, 'time'),
    `${group.severity}, ${retryWords(group)}`,
    ...(group.owner === null
      ? []
      : [`${ownerWords[group.owner].toLowerCase()}${group.isByHand ? ', set by hand' : ''}`]),
    `over ${duration(group.lastAt - group.firstAt)}`,
  ];
  if (group.recovered > 0) parts.push(`${group.recovered} recovered`);
  if (group.isNew) parts.push('new since the last recording');
  if (group.mark?.state) parts.push(group.mark.state);
  if (group.mark?.note) parts.push(`note: ${visibleLine(group.mark.note)}`);
  return `${parts.join(', ')}.`;
}

/** A single tick is no trend. */
export const hasTrend = (values: readonly number[]): boolean => values.filter((value) => value > 0).length > 1;

/** Bars of a small chart, as one path in a box of the given size; '' if there is nothing to draw. */
export function sparkPath(values: readonly number[], width: number, height: number): string {
  const top = Math.max(...values, 0);
  if (top === 0) return '';
  const step = width / values.length;
  return values
    .map((value, index) => {
      if (value === 0) return '';
      // A single occurrence among thousands stays visible.
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
