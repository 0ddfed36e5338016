// The qaqnuz API: five error classes in `error_class`, one safe sentence in `sanitized_error`, and a `retry_hint` for two of the classes.
// Often only `isError` and the sentence arrive, so phrases decide.

import { dialect } from './dialect.ts';

const classes = ['validation', 'permission', 'retryable', 'dependency', 'terminal'];

export const qaqnuz = dialect({
  id: 'qaqnuz',
  name: 'qaqnuz',
  marks: [
    {
      weight: 0.95,
      means: 'error_class beside sanitized_error',
      member: 'error_class',
      oneOf: classes,
      beside: ['sanitized_error'],
    },
    { weight: 0.6, means: 'the server calls itself qaqnuz', serverInfo: 'qaqnuz' },
    { weight: 0.65, means: 'error_class is one of the five', member: 'error_class', oneOf: classes },
    { weight: 0.5, means: 'an error text called sanitized_error', member: 'sanitized_error', type: 'string' },
    { weight: 0.5, means: 'a retry hint with retry_after_ms', member: 'retry_hint.retry_after_ms', type: 'number' },
  ],
  // For text-only failures: the meaning of the sentence, with the verdicts of the five classes.
  phrases: [
    {
      class: 'approval_required',
      category: 'permission',
      verdict: 'after_auth',
      id: 'qaqnuz.approval',
      place: 'unmistakable words',
      remedy: ['Ask someone who may approve this action.'],
      says: ['requires approval', 'needs approval', 'approval required', 'approval is required'],
    },
    {
      class: 'forbidden',
      category: 'permission',
      verdict: 'after_auth',
      id: 'qaqnuz.permission',
      place: 'unmistakable words',
      remedy: [
        'Check what the key is entitled to and its scopes.',
        'Check whether the tool needs approval. The server does not say whether the tool exists.',
      ],
      says: ['permission denied', 'not permitted', 'not allowed', 'access denied', 'not available to', 'not entitled'],
    },
    {
      class: 'terminal',
      category: 'terminal',
      verdict: 'never',
      id: 'qaqnuz.terminal',
      place: 'unmistakable words',
      remedy: ['Show the failure to the user.'],
      says: [
        'permanent failure',
        'permanently failed',
        'failed permanently',
        'cannot be completed',
        'will not succeed',
      ],
    },
  ],
  classes: {
    validation: {
      class: 'validation',
      category: 'validation',
      verdict: 'after_fix',
      remedy: ['Change the arguments.'],
    },
    permission: [
      {
        class: 'approval_required',
        category: 'permission',
        verdict: 'after_auth',
        when: { says: ['approval', 'approve', 'approved', 'needs approv*'] },
        remedy: ['Ask someone who may approve this action.'],
      },
      {
        class: 'unauthorized',
        category: 'permission',
        verdict: 'after_auth',
        when: { says: ['unauthorized', 'unauthorised', 'unauthenticated', 'api key', 'invalid key'] },
        remedy: ['Check the key: unknown, revoked, expired and malformed keys all look the same on purpose.'],
      },
      {
        class: 'forbidden',
        category: 'permission',
        verdict: 'after_auth',
        remedy: [
          'Check what the key is entitled to and its scopes.',
          'Check whether the tool needs approval. The server does not say whether the tool exists.',
        ],
      },
    ],
    retryable: [
      {
        class: 'rate_limited',
        category: 'retryable',
        verdict: 'backoff',
        when: { says: ['rate limit*', 'too many', 'quota', 'throttl*', 'limit*'] },
      },
      {
        class: 'timeout',
        category: 'retryable',
        verdict: 'backoff',
        when: { says: ['timed out', 'timeout', 'took too long'] },
      },
      { class: 'unavailable', category: 'retryable', verdict: 'backoff' },
    ],
    dependency: {
      class: 'dependency',
      category: 'dependency',
      verdict: 'backoff',
      remedy: ['Check whether the provider of the tool is down.'],
    },
    terminal: { class: 'terminal', category: 'terminal', verdict: 'never', remedy: ['Show the failure to the user.'] },
  },
  retry: { jitter: 0.2, noHintFor: ['validation', 'forbidden', 'approval_required', 'unauthorized', 'terminal'] },
});
