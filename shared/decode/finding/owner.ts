// Who has to change something, from whose fault it is and what went wrong. The one table between `fault` and `owner`.

import type { FailureClass, Fault, Layer, Owner } from '../../failure.ts';

/** Of the caller's faults, those that no other arguments would mend. All others are the request's. */
const ofCaller: Partial<Record<FailureClass, Owner>> = {
  parse_error: 'client',
  invalid_request: 'client',
  method_not_found: 'client',
  rate_limited: 'client',
  internal: 'client',
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

/** What a tool that ran says of its caller is about the arguments: the client had sent a request that could be read. */
const ofArguments: ReadonlySet<FailureClass> = new Set(['invalid_request', 'internal']);

export function ownerOf(fault: Fault, failureClass: FailureClass, layer: Layer, method?: string): Owner {
  if (fault !== 'caller') return ofOthers[fault];
  // Only the client writes the handshake.
  if (method === 'initialize' && failureClass === 'validation') return 'client';
  return layer === 'tool' && ofArguments.has(failureClass) ? 'request' : (ofCaller[failureClass] ?? 'request');
}
