// Retry advice that is contradictory, missing or implausible.

import type { FailureClass } from '../../failure.ts';
import { duration } from '../../text/duration.ts';
import { advice } from '../finding/advice.ts';
import type { LintRule } from './lint-rule.ts';

const hour = 3_600_000;
const refusals: readonly FailureClass[] = ['validation', 'forbidden', 'approval_required', 'unauthorized', 'terminal'];

export const retryRules: readonly LintRule[] = [
  {
    id: 'retry-hint-not-allowed',
    severity: 'warning',
    check({ reading, class: failureClass, vendor }) {
      if (reading.hint === null) return null;
      const barred = vendor?.retry.noHintFor ?? refusals;
      return barred.includes(failureClass)
        ? 'A retry hint came with a failure that retrying cannot help. Leave it out.'
        : null;
    },
  },
  {
    id: 'retryable-validation',
    severity: 'warning',
    check: ({ reading, class: failureClass }) =>
      reading.retryable?.value === true && (failureClass === 'validation' || failureClass === 'invalid_request')
        ? 'retryable is true, yet the same arguments will be refused again.'
        : null,
  },
  {
    id: 'retryable-contradicts-code',
    severity: 'note',
    check({ reading, codeRow }) {
      const expected = codeRow?.meaning.verdict;
      if (reading.retryable === null || expected === undefined || codeRow === null) return null;
      if (codeRow.meaning.class === 'validation' || codeRow.meaning.class === 'invalid_request') return null;
      const repeats = expected === 'wait' || expected === 'backoff';
      if (expected === 'unknown' || repeats === reading.retryable.value) return null;
      const worth = repeats ? 'worth a retry' : 'not worth a retry';
      return `retryable is ${reading.retryable.value}, but ${codeRow.dialect.name} documents this code as ${worth}.`;
    },
  },
  {
    id: 'rate-limit-without-delay',
    severity: 'note',
    check: ({ reading, class: failureClass }) =>
      failureClass === 'rate_limited' && reading.afterMs === null
        ? 'A rate limit without a wait: say how long, in Retry-After or retry_after.'
        : null,
  },
  {
    id: 'retry-after-differs',
    severity: 'warning',
    check({ reading: { afterMs, rivalWait } }) {
      if (afterMs === null || rivalWait === null) return null;
      const waits = `Retry-After asks to wait ${duration(rivalWait.value)}, but ${afterMs.path} says ${duration(afterMs.value)}`;
      return `${waits}; the body was followed. Send one of them, or the same in both.`;
    },
  },
  {
    id: 'retry-delay-too-long',
    severity: 'note',
    check: ({ reading }) =>
      reading.afterMs !== null && reading.afterMs.value > hour
        ? `The server asks to wait ${duration(reading.afterMs.value)}: clients will not. Check the unit, or say that no retry helps.`
        : null,
  },
  {
    id: 'retry-value-unreadable',
    severity: 'warning',
    check({ reading }) {
      const odd = reading.oddRetry[0];
      if (odd === undefined) return null;
      const value = JSON.stringify(odd.value)?.slice(0, 80);
      return `The wait at ${odd.path} cannot be read: ${value}. Send whole seconds, or an HTTP date in Retry-After.`;
    },
  },
  {
    id: 'retry-without-use',
    severity: 'info',
    check: ({ reading, class: failureClass, retry }) =>
      reading.afterMs !== null &&
      retry.verdict !== 'wait' &&
      advice[failureClass].verdict !== 'backoff' &&
      reading.hint === null
        ? 'A wait was sent with a failure that waiting does not help.'
        : null,
  },
];
