// The "Error Model" 1.0: `{code, message, retryable, details}` inside the result, codes in thousands. Three of its codes are outside the
// range of their category; the row wins, and lint reports it.

import { dialect } from './dialect.ts';

export const errorModel = dialect({
  id: 'error-model',
  name: 'Error Model 1.0',
  marks: [
    {
      weight: 0.85,
      means: 'a code between 1000 and 5999 beside `retryable` and a message',
      from: 1000,
      to: 5999,
      member: 'retryable',
      type: 'boolean',
      beside: ['code', 'message'],
    },
    {
      weight: 0.6,
      means: 'the adapter’s own identifier in details.originalError',
      from: 1000,
      to: 5999,
      member: 'details.originalError',
      type: 'string',
    },
    {
      weight: 0.5,
      means: 'a standard code inside the result',
      codes: [2001, 2002, 2003, 3001, 3002, 4001, 4002, 5001],
      carrier: ['result.error', 'structuredContent', 'content.text', 'result.isError'],
    },
  ],
  codes: {
    '2001': { class: 'validation', name: 'VALIDATION_ERROR', category: 'Validation', verdict: 'after_fix' },
    '2002': {
      class: 'validation',
      name: 'MISSING_REQUIRED_FIELD',
      category: 'Validation',
      verdict: 'after_fix',
      explanation: '{server} misses the required field {field} in the arguments of {call}.',
      remedy: ['Add {field} to the arguments.'],
    },
    '2003': {
      class: 'validation',
      name: 'INVALID_FORMAT',
      category: 'Validation',
      verdict: 'after_fix',
      remedy: ['Write {field} in the format the tool documents.'],
    },
    '3001': { class: 'rate_limited', name: 'RATE_LIMIT_EXCEEDED', category: 'System', verdict: 'backoff' },
    '3002': { class: 'timeout', name: 'TIMEOUT', category: 'System', verdict: 'backoff' },
    '4001': {
      class: 'dependency',
      name: 'ADAPTER_ERROR',
      category: 'Adapter',
      // "Varies": only the server's own `retryable` decides whether to retry.
      verdict: 'unknown',
      explanation: '{server} failed in the backend of {call} ({originalError}){because}.',
      remedy: ['Look up {originalError} in the documentation of the backend.'],
    },
    '4002': {
      class: 'unavailable',
      name: 'BACKEND_UNAVAILABLE',
      category: 'System',
      verdict: 'backoff',
      fault: 'upstream',
    },
    '5001': {
      class: 'unsupported',
      name: 'NOT_IMPLEMENTED',
      category: 'Adapter',
      verdict: 'never',
      explanation: '{server} offers {call}, but its backend does not support it.',
      remedy: ['Use another tool or another backend: this one will never do it.'],
    },
  },
  // An identifier from the model's examples: the order exists, but its state does not allow this.
  words: { INVALID_ORDER_STATE: { class: 'conflict', place: 'specific words' } },
  ranges: [
    { from: 1000, to: 1999, class: 'invalid_request', category: 'Protocol' },
    { from: 2000, to: 2999, class: 'validation', category: 'Validation', verdict: 'after_fix' },
    { from: 3000, to: 3999, class: 'conflict', category: 'Business', verdict: 'after_fix' },
    { from: 4000, to: 4999, class: 'internal', category: 'System', verdict: 'backoff' },
    { from: 5000, to: 5999, class: 'dependency', category: 'Adapter/Integration', verdict: 'unknown' },
  ],
  // "retryable: true → exponential backoff and jitter"
  retry: { whenRetryable: 'backoff', backoff: 'exponential' },
});
