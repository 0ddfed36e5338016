// A bulk replay in numbers and text, and what the user must confirm before it starts. Pure.

import type { BulkItem, ReplayView } from '../../../shared/retry/replay.ts';
import type { ReplayVerdict } from '../../../shared/retry/replay-verdict.ts';
import { countInWords } from '../../text/format.ts';
import { isLive, passesAsBefore, verdictWord } from '../../text/replay-words.ts';

interface BulkSummary {
  total: number;
  done: number;
  fixed: number;
  live: boolean;
  /** `passed`: it succeeded before, and still does. */
  verdicts: { verdict: ReplayVerdict | 'passed'; count: number }[];
  words: string;
  /** What was replayed: failures, or also calls that had succeeded. */
  title: string;
}

const order: ReplayVerdict[] = ['fixed', 'same', 'different', 'worse', 'flaky'];

export function bulkSummary(views: readonly ReplayView[]): BulkSummary {
  const done = views.filter((view) => !isLive(view)).length;
  const passed = views.filter(passesAsBefore).length;
  const verdicts = [
    { verdict: 'passed' as const, count: passed },
    ...order.map((verdict) => ({
      verdict,
      count: views.filter((view) => view.verdict === verdict).length - (verdict === 'same' ? passed : 0),
    })),
  ].filter((each) => each.count > 0);
  const fixed = views.filter((view) => view.verdict === 'fixed').length;
  const live = done < views.length;
  const stopped = views.some((view) => view.state === 'cancelled');
  const words = live
    ? `${done} of ${views.length} sent`
    : passed > 0
      ? `${fixed + passed} of ${views.length} pass${stopped ? ', the rest canceled' : ''}`
      : `${fixed} of ${views.length} fixed${stopped ? ', the rest canceled' : ''}`;
  const title = `${countInWords(views.length, passed > 0 ? 'call' : 'failed call')} replayed`;
  return { total: views.length, done, fixed: fixed + passed, live, verdicts, words, title };
}

export function verdictCounts(summary: BulkSummary): string {
  return summary.verdicts
    .map(({ verdict, count: amount }) =>
      verdict === 'passed' ? `${amount} passing as before` : `${amount} ${verdictWord(verdict).toLowerCase()}`,
    )
    .join(', ');
}

/** The initial selection: only calls that may be repeated without confirmation. */
export function firstChoice(items: readonly BulkItem[]): Set<number> {
  return new Set(items.filter(({ guard }) => guard.need === 'free').map(({ row }) => row));
}

/** Rows that may be sent: selected, and with their name typed if required. */
export function readyRows(
  items: readonly BulkItem[],
  chosen: ReadonlySet<number>,
  typed: Record<string, string>,
): number[] {
  return items
    .filter(({ row, guard }) =>
      guard.need === 'type_name' ? guard.name !== '' && typed[guard.name] === guard.name : chosen.has(row),
    )
    .map(({ row }) => row);
}

/** The confirmed names: checked if Misfire asks, typed if required. */
export function agreedNames(items: readonly BulkItem[], rows: readonly number[]): string[] {
  const sent = new Set(rows);
  const names = items.filter(({ row, guard }) => sent.has(row) && guard.need !== 'free').map(({ guard }) => guard.name);
  return [...new Set(names)];
}
