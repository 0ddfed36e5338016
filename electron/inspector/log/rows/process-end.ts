// The finding for an ended process, from the row of its exit. The server list shows the same finding as the card.

import type { Failure } from '../../../../shared/failure.ts';
import type { ReadableLog } from './readable-log.ts';

/** Calls that fail with the process, and stderr lines, may follow its exit. */
const lookedAt = 50;

/** null: the process is running, or ended normally. */
export function processEndOf(
  log: Pick<ReadableLog, 'store' | 'failureOf'>,
  server: string,
  epoch: number,
): Failure | null {
  const rows = log.store.contextRows(server, epoch, lookedAt);
  const exits = rows.filter(({ kind, failure }) => kind === 'life' && failure?.origin === 'process');
  const [last] = exits.sort((one, other) => other.id - one.id);
  return last === undefined ? null : log.failureOf(last);
}
