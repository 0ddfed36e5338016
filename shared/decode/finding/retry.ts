// Whether and when to retry, and how severe it is. The server's explicit flag wins, then its dialect's table, then the class.

import type { Dialect, Meaning } from '../../dialects/dialect-schema.ts';
import type { FailureClass, Retry, Severity, Verdict } from '../../failure.ts';
import type { Found, Reading } from '../reading/reading.ts';
import { type ClassDefault, classDefaults } from './classes.ts';

/** Whether the same call may be sent again, now or later. */
function repeats(verdict: Verdict): boolean {
  return verdict === 'wait' || verdict === 'backoff';
}

export function adviseRetry(
  failureClass: FailureClass,
  meaning: Meaning | null,
  meaningPath: string,
  dialect: Dialect | null,
  reading: Reading,
): Retry {
  let sources = noSources;
  let verdict: Verdict = meaning?.verdict ?? classDefaults[failureClass].verdict;
  let source = meaning?.verdict === undefined ? 'default' : meaningPath;
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
    sources = { ...sources, afterMs: reading.afterMs.path };
    // A wait only makes sense if waiting helps; a refusal stays a refusal.
    if (verdict === 'backoff' || verdict === 'unknown') {
      verdict = 'wait';
      if (retryable === null) source = reading.afterMs.path;
    }
  } else if (repeats(verdict) && meaning?.afterMs !== undefined) {
    afterMs = meaning.afterMs;
    sources = { ...sources, afterMs: 'default' };
  } else if (retryable?.value === true && repeats(verdict) && dialect?.retry.afterMs !== undefined) {
    afterMs = dialect.retry.afterMs;
    sources = { ...sources, afterMs: 'default' };
  }
  if (verdict === 'wait' && afterMs === null) verdict = 'backoff';
  const hinted = reading.hint !== null;
  if (reading.maxAttempts !== null) sources = { ...sources, maxAttempts: reading.maxAttempts.path };
  let backoff = reading.backoff?.value ?? null;
  if (reading.backoff !== null) sources = { ...sources, backoff: reading.backoff.path };
  else if (repeats(verdict) && (meaning?.backoff ?? dialect?.retry.backoff) !== undefined) {
    backoff = meaning?.backoff ?? dialect?.retry.backoff ?? null;
    sources = { ...sources, backoff: 'default' };
  }
  let jitter = reading.jitter?.value ?? null;
  if (reading.jitter !== null) sources = { ...sources, jitter: reading.jitter.path };
  else if (hinted && dialect?.retry.jitter !== undefined) {
    jitter = dialect.retry.jitter;
    sources = { ...sources, jitter: 'default' };
  }
  return { verdict, afterMs, maxAttempts: reading.maxAttempts?.value ?? null, backoff, jitter, source, sources };
}

function recoveryOf({ classes }: Reading): Found<string> | null {
  return classes.find(({ path }) => path.endsWith('recovery')) ?? null;
}

// Most failures have no figures: they share this object, which is never written to.
const noSources: NonNullable<Retry['sources']> = Object.freeze({});

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

export function severityOf(
  defaults: ClassDefault,
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
  return meaning?.severity ?? defaults.severity;
}
