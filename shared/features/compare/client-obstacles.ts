// Why a good client could not handle a failure: what the server leaves out that a client needs in order to wait, fix the request,
// stop, or notice at all. For authors of servers. Reads the finding and its notes; judges nothing again.

import type { Failure } from '../../failure.ts';
import type { CellModels } from './cell-models.ts';

/** Notes about what a program cannot act on. The others are about style. */
const hindering: ReadonlySet<string> = new Set([
  'code-not-a-number',
  'code-zero',
  'rate-limit-without-delay',
  'retry-after-differs',
  'retry-delay-too-long',
  'retry-value-unreadable',
  'retryable-contradicts-code',
  'retryable-validation',
  'status-contradicts-code',
  'validation-as-internal-error',
  'vague-message',
]);

/** One sentence each; none: a good client can handle it. */
export function clientObstacles(failure: Failure, models: CellModels | null): string[] {
  const { class: failureClass, flagged, carrier, issues, notes } = failure;
  const found: string[] = [];
  if (!flagged) found.push('It is reported as success, so a client cannot notice it.');
  if (carrier === 'process') found.push('The process ends, so the client loses its connection and all open calls.');
  if (failureClass === 'unknown') found.push('Neither a code nor words say what went wrong, so a client cannot react.');
  if (failureClass === 'validation' && issues.length === 0)
    found.push('It names no argument, so a client cannot fix the request by itself.');
  for (const { id, message } of notes) if (hindering.has(id)) found.push(message);
  if (models?.sentence) found.push(`${models.sentence}.`);
  return found;
}

export const silentObstacle = 'There is no answer, so a client waits until its own timeout.';
