// The class of a provoked mistake in a comparison: Misfire made the mistake itself, so it has one expected class. The decoder's
// class is the one that is shown.

import type { FailureClass } from '../../failure.ts';
import type { ProvocationInfo, StandardId } from './probing.ts';

/**
 * The expected class of a standard mistake, and other classes with the same meaning. The specification itself reports an unknown
 * tool as -32602.
 */
const natural: Partial<Record<StandardId, [FailureClass, ...FailureClass[]]>> = {
  'unknown-method': ['method_not_found', 'not_found', 'unsupported'],
  'unknown-tool': ['not_found', 'validation', 'invalid_request', 'method_not_found'],
  'missing-argument': ['validation', 'invalid_request'],
  'wrong-type': ['validation', 'invalid_request'],
  'extra-argument': ['validation', 'invalid_request'],
  'out-of-enum': ['validation', 'invalid_request'],
  'null-for-object': ['validation', 'invalid_request'],
  'empty-string': ['validation', 'invalid_request', 'not_found', 'method_not_found'],
  'oversized-string': ['validation', 'invalid_request', 'not_found', 'too_large', 'method_not_found'],
  'bad-cursor': ['validation', 'invalid_request', 'not_found'],
  'unknown-resource': ['not_found', 'validation', 'invalid_request'],
  'malformed-uri': ['validation', 'invalid_request', 'not_found'],
  'unknown-prompt': ['not_found', 'validation', 'invalid_request'],
  'missing-prompt-argument': ['validation', 'invalid_request'],
  'before-handshake': ['not_ready', 'invalid_request'],
  'unsupported-version': ['unsupported', 'validation', 'invalid_request'],
  'wrong-jsonrpc-version': ['invalid_request', 'parse_error', 'validation'],
  'null-id': ['invalid_request', 'parse_error', 'validation'],
  batch: ['invalid_request', 'parse_error', 'validation', 'unsupported'],
  'malformed-json': ['parse_error', 'invalid_request', 'validation'],
  'wrong-content-type': ['invalid_request', 'unsupported', 'validation'],
  'missing-session': ['not_ready', 'invalid_request', 'validation'],
};

export function meaningOf({ id }: ProvocationInfo, decoded: FailureClass): FailureClass {
  const known = natural[id as StandardId];
  return known?.includes(decoded) ? known[0] : decoded;
}
