// Failures for the tests of retry plans. Only tests import it.

import { toFinding } from '../decode/finding/finding.ts';
import type { Failure, Judgment, Retry } from '../failure.ts';

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

export function failure(retry: Partial<Retry>, rest: Partial<Judgment> = {}): Failure {
  const judgment: Judgment = {
    layer: 'tool',
    carrier: 'result.isError',
    origin: 'wire',
    class: 'rate_limited',
    fault: 'caller',
    code: null,
    codeName: null,
    category: null,
    severity: 'warning',
    flagged: true,
    title: 'Rate limited',
    explanation: '',
    message: '',
    retry: hint(retry),
    remedy: [],
    issues: [],
    problem: null,
    dialect: { id: 'mcp', confidence: 1, runnerUp: null },
    candidates: [],
    evidence: [],
    notes: [],
    remainder: [],
    links: [],
    ...rest,
  };
  const clues = { said: [], argumentIssues: [], variables: [], certainty: 'certain' as const };
  return toFinding({ judgment, clues }, {}, { server: 'acme', receivedAt: 0 });
}
