// Whether and when to retry, the one sentence that says so, and how severe it is. The server's explicit flag wins, then what a sign
// shows, then its dialect's table, then the class.

import type { Dialect, Meaning } from '../../dialects/dialect-schema.ts';
import type { FailureClass, Retry, Severity, Verdict } from '../../failure.ts';
import { duration } from '../../text/duration.ts';
import type { FoundValue, Reading } from '../reading/reading.ts';
import { valueText } from '../words/fact-words.ts';
import { refusedSize } from '../words/http-sizes.ts';
import { advice } from './advice.ts';
import type { Decision } from './decision.ts';

/** Whether the same call may be sent again, now or later. */
function repeats(verdict: Verdict): boolean {
  return verdict === 'wait' || verdict === 'backoff';
}

/** `shown`: what a sign shows in the message. */
export function adviseRetry(
  { call, class: failureClass, meaning, deciding, vendor: dialect, reading, reason }: Decision,
  shown: Verdict | undefined,
): Retry {
  const sources: NonNullable<Retry['sources']> = {};
  // A request that is too large stays too large.
  const isTooLarge = refusedSize(call) !== null ? 'after_fix' : undefined;
  let verdict: Verdict = shown ?? isTooLarge ?? meaning?.verdict ?? advice[failureClass].verdict;
  let source = shown === undefined && meaning?.verdict === undefined ? 'default' : (deciding?.path ?? 'default');
  const { retryable } = reading;
  if (retryable !== null) {
    if (retryable.value && !repeats(verdict)) verdict = dialect?.retry.whenRetryable ?? 'backoff';
    else if (!retryable.value) verdict = withoutRetry(failureClass, verdict);
    source = retryable.path;
  }
  const recovery = recoveryOf(reading);
  const recovered = recovery === null ? undefined : recoveries[recovery.value];
  if (recovery !== null && recovered !== undefined) {
    verdict = recovered;
    source = recovery.path;
  }
  let afterMs: number | null = null;
  if (reading.afterMs !== null) {
    afterMs = reading.afterMs.value;
    sources.afterMs = reading.afterMs.path;
    // A wait only makes sense if waiting helps; a refusal stays a refusal.
    if (verdict === 'backoff' || verdict === 'unknown') {
      verdict = 'wait';
      if (retryable === null) source = reading.afterMs.path;
    }
  } else if (repeats(verdict) && meaning?.afterMs !== undefined) {
    afterMs = meaning.afterMs;
    sources.afterMs = 'default';
  } else if (retryable?.value === true && repeats(verdict) && dialect?.retry.afterMs !== undefined) {
    afterMs = dialect.retry.afterMs;
    sources.afterMs = 'default';
  }
  if (verdict === 'wait' && afterMs === null) verdict = 'backoff';
  const hinted = reading.hint !== null;
  if (reading.maxAttempts !== null) sources.maxAttempts = reading.maxAttempts.path;
  let backoff = reading.backoff?.value ?? null;
  if (reading.backoff !== null) sources.backoff = reading.backoff.path;
  else if (repeats(verdict) && (meaning?.backoff ?? dialect?.retry.backoff) !== undefined) {
    backoff = meaning?.backoff ?? dialect?.retry.backoff ?? null;
    sources.backoff = 'default';
  }
  let jitter = reading.jitter?.value ?? null;
  if (reading.jitter !== null) sources.jitter = reading.jitter.path;
  else if (hinted && dialect?.retry.jitter !== undefined) {
    jitter = dialect.retry.jitter;
    sources.jitter = 'default';
  }
  const period = failureClass === 'rate_limited' && verdict === 'backoff' && afterMs === null ? periodIn(reason) : null;
  const retry = { verdict, afterMs, maxAttempts: reading.maxAttempts?.value ?? null, backoff, jitter, source, sources };
  return period === null ? retry : { ...retry, period };
}

function recoveryOf({ classes }: Reading): FoundValue<string> | null {
  return classes.find(({ path }) => path.endsWith('recovery')) ?? null;
}

const recoveries: Record<string, Verdict> = { transient: 'backoff', correctable: 'after_fix', terminal: 'never' };

/** `retryable: false` means not the same call; what must change depends on the refusal. */
function withoutRetry(failureClass: FailureClass, verdict: Verdict): Verdict {
  switch (failureClass) {
    case 'validation':
    case 'invalid_request':
    case 'parse_error':
    case 'too_large':
      return 'after_fix';
    case 'unauthorized':
    case 'approval_required':
      return 'after_auth';
    case 'forbidden':
      return verdict === 'after_auth' ? 'after_auth' : 'never';
    default:
      return 'never';
  }
}

/** The step that says when to send the call again; null if it does not help, or nothing is known. */
export function retryStep({ retry: { verdict, afterMs, period }, owner, reading }: Decision): string | null {
  switch (verdict) {
    case 'never':
    case 'unknown':
      return null;
    case 'after_fix':
    case 'after_auth':
      // A corrected request is itself what is sent.
      return owner === 'request' || owner === 'client' ? null : 'Then repeat the call.';
    case 'wait':
    case 'backoff': {
      if (afterMs !== null)
        return afterMs === 0 ? 'Repeat the same call.' : `Wait ${duration(afterMs)}, then repeat the same call.`;
      const until = valueText(reading, 'wait_until');
      if (until !== null) return `Wait until ${until}, then repeat the call. The message names no time zone.`;
      return period === undefined
        ? 'Try again with growing waits.'
        : `The quota is for a whole ${period}: wait until the next ${period}, or get a larger one.`;
    }
  }
}

const periods = ['day', 'week', 'month'] as const;

/** `day`, of a quota that is daily or monthly. */
function periodIn(reason: string): NonNullable<Retry['period']> | null {
  const found = /\b(daily|weekly|monthly)\b|\bper (day|week|month)\b/i.exec(reason.slice(0, 500));
  const name = (found?.[1] ?? found?.[2] ?? '').toLowerCase();
  return periods.find((period) => name.startsWith(period.slice(0, 2))) ?? null;
}

export function severityOf(
  failureClass: FailureClass,
  meaning: Meaning | null,
  dialect: Dialect | null,
  code: number | null,
): Severity {
  for (const rule of dialect?.severities ?? []) {
    // A row without codes applies to all failures, with or without a code.
    if (rule.codes === undefined && rule.from === undefined && rule.to === undefined) return rule.severity;
    if (code === null) continue;
    const listed = rule.codes?.includes(code) ?? false;
    const within = rule.from !== undefined && rule.to !== undefined && code >= rule.from && code <= rule.to;
    if (listed || within) return rule.severity;
  }
  return meaning?.severity ?? advice[failureClass].severity;
}
