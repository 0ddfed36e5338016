// Texts for whether a call may be retried: short for a cell, a few words for a pill, a row or the card, a sentence for the report. An
// approval is a wait like credentials, but needs no sign-in; the text says what is needed.

import type { Failure, FailureClass, Fault, Retry } from '../failure.ts';
import { duration } from '../text/duration.ts';

type Advice = Pick<Retry, 'verdict' | 'afterMs' | 'period'>;
/** What the first line about retrying is made of. */
export type Retryable = Pick<Failure, 'class'> & Partial<Pick<Failure, 'fix'>> & { retry: Advice };

export function verdictInShort({ verdict, afterMs }: Advice, reason: FailureClass | null): string {
  switch (verdict) {
    case 'wait':
      return afterMs === null ? 'wait, then retry' : `retry after ${duration(afterMs)}`;
    case 'backoff':
      return afterMs === null ? 'back off' : `back off from ${duration(afterMs)}`;
    case 'after_fix':
      return 'fix request';
    case 'after_auth':
      return reason === 'approval_required' ? 'after approval' : 'after sign-in';
    case 'never':
      return 'never retry';
    case 'unknown':
      return 'retry unclear';
  }
}

export function verdictWords({ verdict, afterMs, period }: Advice, reason: FailureClass | null): string {
  switch (verdict) {
    case 'wait':
      return afterMs ? `retry after ${duration(afterMs, 2)}` : 'retryable';
    case 'backoff':
      return period === undefined ? 'retry with growing waits' : `retry next ${period}`;
    case 'after_fix':
      return 'retry after a fix';
    case 'after_auth':
      return reason === 'approval_required' ? 'retry after approval' : 'retry after sign-in';
    case 'never':
      return 'do not retry';
    case 'unknown':
      return 'retry unknown';
  }
}

/** The first line about retrying, wherever one failure is shown: `Same call may pass after 5 s`. */
export function verdictLine({ retry: { verdict, afterMs, period }, class: reason, fix }: Retryable): string {
  switch (verdict) {
    case 'wait':
      if (afterMs === null) return 'Same call may pass later';
      return afterMs > 0 ? `Same call may pass after ${duration(afterMs, 2)}` : 'Retry now';
    case 'backoff':
      return period === undefined ? 'Retry with growing waits' : `Same call may pass next ${period}`;
    case 'after_fix':
      return 'Retry once it is fixed';
    case 'after_auth':
      if (reason === 'approval_required') return 'Retry after approval';
      // The server's own credentials: signing in does not change them.
      return fix?.kind === 'setting' ? 'Retry once the token is set' : 'Retry after sign-in';
    case 'never':
      return `Do not retry: ${neverBecause[reason] ?? 'it fails again'}`;
    case 'unknown':
      return 'Not known whether a retry helps';
  }
}

const neverBecause: Partial<Record<FailureClass, string>> = {
  not_found: 'it does not exist',
  method_not_found: 'not offered',
  unsupported: 'not supported',
  forbidden: 'not allowed',
  conflict: 'it conflicts',
  cancelled: 'canceled on request',
  terminal: 'permanent failure',
  invalid_response: 'the answer is broken',
};

export function verdictSentence(
  { verdict, afterMs, period }: Advice,
  failure: { class: FailureClass; fault: Fault } | null,
): string {
  switch (verdict) {
    case 'wait':
      return afterMs === null
        ? 'The same call may succeed later. The server does not say when.'
        : `The same call may pass after ${duration(afterMs, 2)}.`;
    case 'backoff':
      if (period !== undefined) return `The same call may pass when the next ${period} starts.`;
      return afterMs === null
        ? 'The same call may pass later; wait longer after each failure.'
        : `The same call may pass later; wait ${duration(afterMs, 2)} at first, and longer after each failure.`;
    case 'after_fix':
      // A server's fault is fixed in the server, not by another request.
      return failure?.fault === 'server'
        ? 'The same call will fail again until the server is put right; then it can be sent unchanged.'
        : 'The same call will fail again. Change the request first.';
    case 'after_auth':
      return failure?.class === 'approval_required'
        ? 'The call needs an approval first; then it can be sent unchanged.'
        : 'The call needs valid credentials first; then it can be sent unchanged.';
    case 'never':
      return 'Sending the same call again will not help.';
    case 'unknown':
      return 'Nothing in the answer says whether a retry can help.';
  }
}
