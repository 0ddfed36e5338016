// Failures for the tests of retry plans. Only tests import it.

import { findingOf } from '../../decode/finding-fixtures.ts';
import type { Failure, Retry } from '../../failure.ts';

export function hint(retry: Partial<Retry>): Retry {
  return {
    verdict: 'wait',
    afterMs: null,
    maxAttempts: null,
    backoff: null,
    jitter: null,
    source: 'result.error.data.retry_after',
    ...retry,
  };
}

export function failure(retry: Partial<Retry>, rest: Partial<Failure> = {}): Failure {
  return findingOf({ class: 'rate_limited', title: 'Rate limited', retry: hint(retry), ...rest });
}
