// Defaults for each class of failure: headline, fault, retry verdict, severity. Dialects and the server's own statements override them.

import type { FailureClass, Fault, Severity, Verdict } from '../../failure.ts';

export interface ClassDefault {
  title: string;
  fault: Fault;
  verdict: Verdict;
  severity: Severity;
}

export const classDefaults: Record<FailureClass, ClassDefault> = {
  parse_error: { title: 'Not JSON', fault: 'caller', verdict: 'after_fix', severity: 'error' },
  invalid_request: { title: 'Bad request', fault: 'caller', verdict: 'after_fix', severity: 'error' },
  method_not_found: { title: 'Unknown method', fault: 'caller', verdict: 'never', severity: 'note' },
  validation: { title: 'Fix the request', fault: 'caller', verdict: 'after_fix', severity: 'note' },
  unauthorized: { title: 'Sign in', fault: 'caller', verdict: 'after_auth', severity: 'note' },
  forbidden: { title: 'Not allowed', fault: 'caller', verdict: 'never', severity: 'note' },
  approval_required: { title: 'Needs approval', fault: 'caller', verdict: 'after_auth', severity: 'note' },
  not_found: { title: 'Not found', fault: 'caller', verdict: 'after_fix', severity: 'note' },
  conflict: { title: 'State conflict', fault: 'caller', verdict: 'after_fix', severity: 'note' },
  rate_limited: { title: 'Rate limited', fault: 'caller', verdict: 'backoff', severity: 'warning' },
  timeout: { title: 'Timed out', fault: 'server', verdict: 'backoff', severity: 'warning' },
  cancelled: { title: 'Cancelled', fault: 'nobody', verdict: 'never', severity: 'note' },
  too_large: { title: 'Too large', fault: 'caller', verdict: 'after_fix', severity: 'note' },
  unsupported: { title: 'Not supported', fault: 'caller', verdict: 'never', severity: 'note' },
  not_ready: { title: 'Not ready', fault: 'caller', verdict: 'after_fix', severity: 'warning' },
  dependency: { title: 'Upstream failed', fault: 'upstream', verdict: 'backoff', severity: 'warning' },
  unavailable: { title: 'Unavailable', fault: 'server', verdict: 'backoff', severity: 'warning' },
  internal: { title: 'Server error', fault: 'server', verdict: 'backoff', severity: 'warning' },
  invalid_response: { title: 'Broken answer', fault: 'server', verdict: 'never', severity: 'error' },
  connection_lost: { title: 'Connection lost', fault: 'network', verdict: 'backoff', severity: 'error' },
  terminal: { title: 'Permanent failure', fault: 'caller', verdict: 'never', severity: 'warning' },
  unknown: { title: 'Unclear failure', fault: 'server', verdict: 'unknown', severity: 'warning' },
};
