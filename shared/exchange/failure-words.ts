// The text of a failure on a row: the sentence first, then the code, and who produced it if that was not the server. Owns the
// row's view of a failure and the text for endings without a finding.

import type { Failure } from '../failure.ts';
import type { Outcome, RowFailure } from '../timeline.ts';
import { clip } from './clip.ts';

export function rowFailure(failure: Failure): RowFailure {
  return {
    class: failure.class,
    verdict: failure.retry.verdict,
    afterMs: failure.retry.afterMs,
    severity: failure.severity,
    origin: failure.origin,
    flagged: failure.flagged,
    title: clip(failure.title, 80),
    short: clip(failure.short, 40),
    tiny: clip(failure.tiny, 28),
  };
}

/** `Rate limited`, `Not found (HTTP)`. The sentence below has the wait. */
export function failureHeadline(failure: Failure): string {
  return `${clip(failure.title, 60)}${failure.origin === 'http' ? ' (HTTP)' : ''}`;
}

/** `-32602`, `404 in isError`, `HTTP 429`, `exit 1`; null if there is none. */
export function shownCode(failure: Failure): string | null {
  if (failure.code === null) return null;
  const code = clip(String(failure.code), 40);
  switch (failure.carrier) {
    case 'jsonrpc.error':
    case 'timeout':
      return code;
    case 'result.isError':
      return `${code} in isError`;
    case 'result.error':
      return `${code} in result`;
    case 'structuredContent':
      return `${code} in structuredContent`;
    case 'content.text':
      return `${code} in text`;
    case 'task':
      return `${code} in task`;
    case 'http':
      return typeof failure.code === 'number' && failure.code >= 100 && failure.code < 600 ? `HTTP ${code}` : code;
    case 'process':
      return typeof failure.code === 'number' ? `exit ${code}` : code;
  }
}

/** The text for endings without a finding. */
export const outcomeWords: Record<Exclude<Outcome, 'answered'>, string> = {
  rpc_error: 'Error',
  tool_error: 'Tool failed',
  error_in_result: 'Error in result',
  schema_violation: 'Invalid answer',
  http_failure: 'HTTP failure',
  sign_in: 'Sign in first',
  timeout: 'Timed out',
  cancelled: 'Canceled',
  process_died: 'Process ended',
  noise: 'Not JSON on stdout',
  unanswered: 'Never answered',
};
