// The finding of a process that ended, from the row of its exit: what the server list shows is what the card says.

import type { Failure } from '../../../../shared/failure.ts';
import type { ReadableLog } from './readable-log.ts';

/** Calls that fail with the process, and lines on stderr, may follow its exit. */
const lookedAt = 50;

/** null: the process has not ended, or ended in good order. */
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
