// Small words that comparing uses everywhere: classes as people say them, and lists of names.

import type { FailureClass } from '../failure.ts';

const words: Record<FailureClass, string> = {
  parse_error: 'not readable',
  invalid_request: 'invalid request',
  method_not_found: 'unknown method',
  validation: 'invalid arguments',
  unauthorized: 'unauthorized',
  forbidden: 'not allowed',
  approval_required: 'approval needed',
  not_found: 'not found',
  conflict: 'conflict',
  rate_limited: 'rate limited',
  timeout: 'timed out',
  cancelled: 'cancelled',
  too_large: 'too large',
  unsupported: 'not supported',
  not_ready: 'not ready',
  dependency: 'upstream failed',
  unavailable: 'unavailable',
  internal: 'server error',
  invalid_response: 'invalid answer',
  connection_lost: 'connection lost',
  terminal: 'failed for good',
  unknown: 'unclear',
};

export const classWords = (meaning: FailureClass): string => words[meaning];

export const classTitle = (meaning: FailureClass): string =>
  words[meaning].charAt(0).toUpperCase() + words[meaning].slice(1);

/** `a`, `a and b`, `a, b and c`. */
export function listWords(items: readonly string[]): string {
  if (items.length <= 1) return items[0] ?? 'none';
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}
