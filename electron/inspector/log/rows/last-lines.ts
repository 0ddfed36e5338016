// The last stderr lines of a process before a given time, across all rows that hold them.

import type { LogStore } from '../store/store.ts';
import { longestLateMs } from './row-order.ts';

/** The number a card shows. */
const shownLines = 20;

/** Oldest first. */
export function stderrBefore(
  store: LogStore,
  server: string,
  epoch: number,
  until: number,
  lineCount = shownLines,
): string[] {
  // A row may come after its lines.
  const lines = store.stderrUntil(server, epoch, until + longestLateMs, 2 * lineCount);
  const said: string[] = [];
  for (const { id } of lines.reverse()) {
    if (said.length >= lineCount) break;
    const { total } = store.eventPage(id, 0, 1);
    const { seqs } = store.eventPage(id, Math.max(0, total - lineCount * 2), lineCount * 2);
    const texts = seqs.flatMap((seq) => {
      const event = store.event(seq);
      return event?.lane === 'err' && event.at <= until ? [event.text.slice(0, 2000)] : [];
    });
    said.unshift(...texts);
  }
  return said.slice(-lineCount);
}
