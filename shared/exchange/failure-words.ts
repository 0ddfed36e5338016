// A failure as a row says it: words first, code second, and who produced it when that was not the server.
// Owns the row's view of a failure and the words for endings that the decoder had nothing to say about.

import { firstLine } from '../decode/facts/facts.ts';
import { issueWords, reasonOf, stripDot } from '../decode/reason-words.ts';
import { duration } from '../duration.ts';
import type { Failure } from '../failure.ts';
import { verdictInLine } from '../retry/verdict-words.ts';
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
  };
}

/** `Rate limited · retry in 24 s`, `Timed out (local)`. */
export function failureHeadline(failure: Failure): string {
  const { verdict, afterMs } = failure.retry;
  const told = afterMs !== null && (verdict === 'wait' || verdict === 'backoff');
  const wait = told ? ` · retry in ${duration(afterMs)}` : '';
  return clip(`${clip(failure.title, 60)}${originWords[failure.origin]}${wait}`, 120);
}

/**
 * The line below: what the server said, and whether to try again where the headline leaves that open. Server and tool stand
 * beside it in the row. Where no answer was read there are no words of the server's, and a sentence of ours stands here.
 */
export function failureLine(failure: Failure): string {
  if (failure.layer === 'transport') return failure.explanation;
  const { issues } = failure;
  const said = issues.length > 0 ? issueWords(issues) : firstLine(reasonOf(failure)).trim();
  const advice = verdictInLine(failure.retry);
  if (said === '') return `The server gave no reason. ${advice}`.trimEnd();
  if (advice === '') return said;
  return said.length > longestReason ? `${said.slice(0, longestReason)}… ${advice}` : `${stripDot(said)}. ${advice}`;
}

const longestReason = 240;

const originWords: Record<Failure['origin'], string> = {
  wire: '',
  http: ' (HTTP)',
  process: ' (process)',
  local: ' (local)',
};

/** `-32602`, `404 in isError`, `HTTP 429`, `exit 1`; null where there is none. */
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
