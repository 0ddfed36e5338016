// A failure as a row says it: words first, code second, and who produced it when that was not the server.
// Owns the row's view of a failure and the words for endings that the decoder had nothing to say about.

import { duration } from '../duration.ts';
import type { Judgement } from '../failure.ts';
import type { Outcome, RowFailure } from '../timeline.ts';
import { clip } from './clip.ts';

export function rowFailure(failure: Judgement): RowFailure {
  return {
    class: failure.class,
    verdict: failure.retry.verdict,
    afterMs: failure.retry.afterMs,
    severity: failure.severity,
    origin: failure.origin,
    flagged: failure.flagged,
    title: clip(failure.title, 80),
  };
}

/** `Rate limited · retry in 24 s`, `Timed out (local)`. */
export function failureHeadline(failure: Judgement): string {
  const { verdict, afterMs } = failure.retry;
  const told = afterMs !== null && (verdict === 'wait' || verdict === 'backoff');
  const wait = told ? ` · retry in ${duration(afterMs)}` : '';
  return clip(`${clip(failure.title, 60)}${originWords[failure.origin]}${wait}`, 120);
}

const originWords: Record<Judgement['origin'], string> = {
  wire: '',
  http: ' (HTTP)',
  process: ' (process)',
  local: ' (local)',
};

/** `-32602`, `404 in isError`, `HTTP 429`, `exit 1`; null where there is none. */
export function shownCode(failure: Judgement): string | null {
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

/** Said of an ending when the decoder is silent. */
export const outcomeWords: Record<Exclude<Outcome, 'answered'>, string> = {
  rpc_error: 'Error',
  tool_error: 'Tool failed',
  error_in_result: 'Error in result',
  schema_violation: 'Invalid answer',
  http_failure: 'HTTP failure',
  sign_in: 'Sign in first',
  timeout: 'Timed out (local)',
  cancelled: 'Cancelled',
  process_died: 'Process ended',
  noise: 'Not JSON on stdout',
  unanswered: 'Never answered',
};
