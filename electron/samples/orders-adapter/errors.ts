// Error Model 1.0: the standard codes, the ranges for all others, and the shape of a failed tool result.

import type { JsonObject } from '../../../shared/json/json.ts';

export const standardErrors = {
  2001: { name: 'VALIDATION_ERROR', message: 'Validation error', retryable: false },
  2002: { name: 'MISSING_REQUIRED_FIELD', message: 'Missing required field', retryable: false },
  2003: { name: 'INVALID_FORMAT', message: 'Invalid format', retryable: false },
  3001: { name: 'RATE_LIMIT_EXCEEDED', message: 'Rate limit exceeded', retryable: true },
  3002: { name: 'TIMEOUT', message: 'Operation timed out', retryable: true },
  /** Whether it may be retried varies, so each caller of `fail` decides. */
  4001: { name: 'ADAPTER_ERROR', message: 'Adapter error', retryable: false },
  4002: { name: 'BACKEND_UNAVAILABLE', message: 'Backend unavailable', retryable: true },
  5001: { name: 'NOT_IMPLEMENTED', message: 'Not implemented', retryable: false },
} as const;
export type StandardCode = keyof typeof standardErrors;

export const ranges = [
  { from: 1000, to: 1999, category: 'Protocol' },
  { from: 2000, to: 2999, category: 'Validation' },
  { from: 3000, to: 3999, category: 'Business' },
  { from: 4000, to: 4999, category: 'System' },
  { from: 5000, to: 5999, category: 'Adapter/Integration' },
] as const;

export interface Details {
  field?: string;
  reason?: string;
  suggestion?: string;
  context?: JsonObject;
  /** The adapter's own name for it. */
  originalError?: string;
}

export function fail(code: StandardCode, details: Details, retryable?: boolean): JsonObject {
  const standard = standardErrors[code];
  return failWith(code, standard.message, retryable ?? standard.retryable, details);
}

/** Any code, also one that the document does not list. */
export function failWith(code: number, message: string, retryable: boolean, details: Details): JsonObject {
  return { error: { code, message, retryable, details: { ...details } } };
}

/** A tool's normal result. */
export function succeed(payload: JsonObject): JsonObject {
  return { content: [{ type: 'text', text: JSON.stringify(payload) }], structuredContent: payload };
}
