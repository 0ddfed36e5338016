// Who has to change something, from the fault and the class. The only mapping from `fault` to `owner`.

import type { FailureClass, Fault, Layer, Owner } from '../../failure.ts';

/** The caller's faults that no other arguments would fix. All others belong to the request. */
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

/** A running tool's complaint about its caller is about the arguments: the client's request was readable. */
const ofArguments: ReadonlySet<FailureClass> = new Set(['invalid_request', 'internal']);

export function ownerOf(fault: Fault, failureClass: FailureClass, layer: Layer, method?: string): Owner {
  if (fault !== 'caller') return ofOthers[fault];
  // Only the client writes the handshake.
  if (method === 'initialize' && failureClass === 'validation') return 'client';
  return layer === 'tool' && ofArguments.has(failureClass) ? 'request' : (ofCaller[failureClass] ?? 'request');
}
