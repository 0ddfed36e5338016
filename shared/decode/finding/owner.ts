// Who has to change something, from whose fault it is and what went wrong. The one table between `fault` and `owner`.

import type { FailureClass, Fault, Owner } from '../../failure.ts';

/** Of the caller's faults, those that no other arguments would mend. All others are the request's. */
const ofCaller: Partial<Record<FailureClass, Owner>> = {
  parse_error: 'client',
  invalid_request: 'client',
  method_not_found: 'client',
  rate_limited: 'client',
  unauthorized: 'settings',
  approval_required: 'settings',
  not_ready: 'settings',
  connection_lost: 'settings',
};

const ofOthers: Record<Exclude<Fault, 'caller'>, Owner> = {
  server: 'server',
  upstream: 'upstream',
  network: 'network',
  nobody: 'none',
};

export function ownerOf(fault: Fault, failureClass: FailureClass): Owner {
  return fault === 'caller' ? (ofCaller[failureClass] ?? 'request') : ofOthers[fault];
}
