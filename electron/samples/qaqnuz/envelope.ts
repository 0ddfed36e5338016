// qaqnuz's result envelope: five error classes, a sanitized sentence, and a retry hint where retrying makes sense.
// On the wire only `isError` and the sentence travel; the envelope itself is added when a caller asks for it.

import type { JsonObject } from '../../../shared/json/json.ts';

export interface RetryHint {
  retry_after_ms: number;
  max_attempts: number;
  backoff: 'fixed' | 'exponential';
  /** A fraction from 0 to below 1; a client takes 0.2 when it is left out. */
  jitter?: number;
}

/** Only two of the classes may carry a hint. */
export type Fault =
  | { error_class: 'validation' | 'permission' | 'terminal'; sanitized_error: string }
  | { error_class: 'retryable' | 'dependency'; sanitized_error: string; retry_hint?: RetryHint };

export function fail(fault: Fault, envelope: boolean): JsonObject {
  return {
    content: [{ type: 'text', text: fault.sanitized_error }],
    isError: true,
    ...(envelope ? { structuredContent: { ...fault } as unknown as JsonObject } : {}),
  };
}

export function succeed(payload: JsonObject): JsonObject {
  return { content: [{ type: 'text', text: JSON.stringify(payload) }], structuredContent: payload };
}

/** One sentence for tools that do not exist, are switched off or are out of scope: it must not tell which. */
export const unreachable: Fault = {
  error_class: 'permission',
  sanitized_error: 'You do not have permission to call this tool.',
};
