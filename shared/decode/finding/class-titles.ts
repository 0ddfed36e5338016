// What each class of failure is called, in one to three words. The window needs no more of the advice (advice.ts).

import type { FailureClass } from '../../failure.ts';

export const classTitles: Record<FailureClass, string> = {
  parse_error: 'Not JSON',
  invalid_request: 'Bad request',
  method_not_found: 'Unknown method',
  validation: 'Fix the request',
  unauthorized: 'Sign in',
  forbidden: 'Not allowed',
  approval_required: 'Needs approval',
  not_found: 'Not found',
  conflict: 'State conflict',
  rate_limited: 'Rate limited',
  timeout: 'Timed out',
  cancelled: 'Canceled',
  too_large: 'Too large',
  unsupported: 'Not supported',
  not_ready: 'Not ready',
  dependency: 'Upstream failed',
  unavailable: 'Unavailable',
  internal: 'Server error',
  invalid_response: 'Broken answer',
  connection_lost: 'Connection lost',
  terminal: 'Permanent failure',
  unknown: 'Unclear failure',
};
