// The retry advice as facts: each value with its source. Pure; retry/ has the drawing.

import type { Retry } from '../../shared/failure.ts';
import { countInWords, milliseconds } from './format.ts';

export interface RetryFact {
  name: string;
  value: string;
  source: string;
  /** The value alone, to copy and to search. */
  figure: string;
  /** Its term in the filter language; omitted: the filter searches for the message's words. */
  term?: string;
}

export function retryFacts(retry: Retry): RetryFact[] {
  const facts: RetryFact[] = [];
  const source = (name: 'afterMs' | 'maxAttempts' | 'backoff' | 'jitter') => retry.sources?.[name] ?? '';
  if (retry.afterMs !== null) {
    const kind = retry.backoff === 'fixed' ? ', fixed' : retry.backoff === 'exponential' ? ', then doubling' : '';
    facts.push({
      name: 'Wait',
      value: `${milliseconds(retry.afterMs)}${kind}`,
      source: source('afterMs'),
      figure: `${retry.afterMs} ms`,
      term: `wait:${retry.afterMs}ms`,
    });
  } else if (retry.backoff) {
    facts.push({
      name: 'Waits',
      value: retry.backoff === 'fixed' ? 'all alike' : 'doubling',
      source: source('backoff'),
      figure: retry.backoff,
    });
  }
  if (retry.maxAttempts !== null) {
    facts.push({
      name: 'Attempts',
      value: `${countInWords(retry.maxAttempts, 'more', 'more')}`,
      source: source('maxAttempts'),
      figure: String(retry.maxAttempts),
    });
  }
  if (retry.jitter !== null) {
    facts.push({
      name: 'Jitter',
      value: `${retry.jitter} of the wait`,
      source: source('jitter'),
      figure: String(retry.jitter),
    });
  }
  return facts;
}
