// qaqnuz's result envelope: five error classes, a sanitized sentence, and a retry hint if retrying makes sense. The wire carries only
// `isError` and the sentence; the envelope is added on request.

import type { JsonObject } from '../../../shared/json/json.ts';

export interface RetryHint {
  retry_after_ms: number;
  max_attempts: number;
  backoff: 'fixed' | 'exponential';
  /** A fraction from 0 to below 1; a client uses 0.2 if it is omitted. */
  jitter?: number;
}

/** Only two of the classes may have a hint. */
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

/** One sentence for tools that do not exist, are disabled or are out of scope: it must not reveal which. */
export const unreachable: Fault = {
  error_class: 'permission',
  sanitized_error: 'You do not have permission to call this tool.',
};
