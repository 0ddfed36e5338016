// Whether and when to retry, and who is at fault. The server's explicit flag wins, then its dialect's table, then the class.

import type { Dialect, Meaning } from '../../dialects/dialect-schema.ts';
import type { FailureClass, Fault, Retry, Severity, Verdict } from '../../failure.ts';
import { type ClassDefault, classDefaults } from '../facts/classes.ts';
import type { Facts, Found } from '../facts/facts.ts';

/** Whether the same call may be sent again, now or later. */
function repeats(verdict: Verdict): boolean {
  return verdict === 'wait' || verdict === 'backoff';
}

export function adviseRetry(
  failureClass: FailureClass,
  defaults: ClassDefault,
  meaning: Meaning | null,
  meaningPath: string,
  dialect: Dialect | null,
  facts: Facts,
): Retry {
  let sources = noSources;
  let verdict: Verdict = meaning?.verdict ?? defaults.verdict;
  let source = meaning?.verdict === undefined ? 'default' : meaningPath;
  const { retryable } = facts;
  if (retryable !== null) {
    if (retryable.value && !repeats(verdict)) verdict = dialect?.retry.whenRetryable ?? 'backoff';
    else if (!retryable.value) verdict = withoutRetry(failureClass, verdict);
    source = retryable.path;
  }
  const recovery = recoveryOf(facts);
  const recovered = recovery === null ? undefined : recoveries[recovery.value];
  if (recovery !== null && recovered !== undefined) {
    verdict = recovered;
    source = recovery.path;
  }
  let afterMs: number | null = null;
  if (facts.afterMs !== null) {
    afterMs = facts.afterMs.value;
    sources = { ...sources, afterMs: facts.afterMs.path };
    // A wait only makes sense if waiting helps; a refusal stays a refusal.
    if (verdict === 'backoff' || verdict === 'unknown') {
      verdict = 'wait';
      if (retryable === null) source = facts.afterMs.path;
    }
  } else if (repeats(verdict) && meaning?.afterMs !== undefined) {
    afterMs = meaning.afterMs;
    sources = { ...sources, afterMs: 'default' };
  } else if (retryable?.value === true && repeats(verdict) && dialect?.retry.afterMs !== undefined) {
    afterMs = dialect.retry.afterMs;
    sources = { ...sources, afterMs: 'default' };
  }
  if (verdict === 'wait' && afterMs === null) verdict = 'backoff';
  const hinted = facts.hint !== null;
  if (facts.maxAttempts !== null) sources = { ...sources, maxAttempts: facts.maxAttempts.path };
  let backoff = facts.backoff?.value ?? null;
  if (facts.backoff !== null) sources = { ...sources, backoff: facts.backoff.path };
  else if (repeats(verdict) && (meaning?.backoff ?? dialect?.retry.backoff) !== undefined) {
    backoff = meaning?.backoff ?? dialect?.retry.backoff ?? null;
    sources = { ...sources, backoff: 'default' };
  }
  let jitter = facts.jitter?.value ?? null;
  if (facts.jitter !== null) sources = { ...sources, jitter: facts.jitter.path };
  else if (hinted && dialect?.retry.jitter !== undefined) {
    jitter = dialect.retry.jitter;
    sources = { ...sources, jitter: 'default' };
  }
  return { verdict, afterMs, maxAttempts: facts.maxAttempts?.value ?? null, backoff, jitter, source, sources };
}

function recoveryOf({ classes }: Facts): Found<string> | null {
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

export function faultOf(failureClass: FailureClass, meaning: Meaning | null): Fault {
  return meaning?.fault ?? classDefaults[failureClass].fault;
}
